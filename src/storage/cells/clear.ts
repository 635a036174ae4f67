import type { Database, Sql } from '../database/database.ts';
import { ownTables } from './replication.ts';

/** Rows removed at once. */
const AT_ONCE = 2_000;
/** Changed by triggers as the other rows go. Status keys stay, so that the right callers learn that it is not here. */
const [LAST, STAY] = [['levels', 'level_changes', 'counters', 'counter_changes'], ['status_keys']];

type InTransaction = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/**
 * Removes the rows of organizations that are not at home here: their cell has them. What is known of the organizations
 * themselves stays. Each batch is a transaction, so it can be repeated and interrupted.
 */
export async function clearRows(
  inTransaction: InTransaction,
  ids: readonly string[],
  { keepsKeys, isStopping = () => false }: { keepsKeys: boolean; isStopping?: () => boolean },
): Promise<void> {
  const tables = await inTransaction(async (sql) => {
    await say(sql);
    await sql.query('update organizations set default_manager_id = null where id = any($1) and home is not null', [
      ids,
    ]);
    return ownTables(sql);
  });
  const first = tables.filter((table) => !LAST.includes(table) && !(keepsKeys && STAY.includes(table)));
  for (const table of [...first, ...LAST]) {
    let removed = AT_ONCE;
    while (removed === AT_ONCE && !isStopping()) {
      removed = await inTransaction(async (sql) => {
        await say(sql);
        const { rowCount } = await sql.query(
          `delete from ${table} where ctid = any (array(
             select t.ctid from ${table} t join organizations o on o.id = t.organization_id and o.home is not null
             where t.organization_id = any($1) limit ${AT_ONCE}))`,
          [ids],
        );
        return rowCount ?? 0;
      });
    }
  }
}

async function say(sql: Sql): Promise<void> {
  await sql.query(`select set_config('depono.move', 'on', true)`);
}

const KEPT_DAYS = 30;

/** Of organizations that moved away long enough ago, unless their move is not finished. */
export async function clearMovedAway(database: Database, isStopping: () => boolean): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `select o.id from organizations o
     where o.home is not null and o.moved_at < (select service_now()) - make_interval(days => $1)
       and not exists (select from organization_moves m where o.id = any (m.family))
       and (o.default_manager_id is not null or exists (select from deposits d where d.organization_id = o.id)
            or exists (select from members m where m.organization_id = o.id))`,
    [KEPT_DAYS],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await clearRows((work) => database.transaction(work), ids, { keepsKeys: true, isStopping });
}
