import type { Sql } from '../database/database.ts';
import { listAgain } from '../deposit-list/catch-up.ts';
import { moving } from './sides.ts';
import type { Family } from './state.ts';

const AT_ONCE = 1_000;

/** Deposits that were opened just before the move, and are in no list yet. */
export async function listMissing(target: Sql, { ids }: Family): Promise<void> {
  for (;;) {
    const { rows } = await target.query<{ id: string }>(
      `select d.id from deposits d
       left join deposit_list l on l.organization_id = d.organization_id and l.deposit_id = d.id
       where d.organization_id = any($1) and l.deposit_id is null limit ${AT_ONCE}`,
      [ids],
    );
    if (rows.length === 0) return;
    await target.query('begin');
    await listAgain(
      target,
      rows.map(({ id }) => id),
    );
    await target.query('commit');
  }
}

/** The calls of a partner have a place in the list that this database counts. */
export async function numberCalls(target: Sql, { ids }: Family): Promise<void> {
  const { rows: partners } = await target.query<{ id: string }>(
    'select distinct partner_id as id from connections where organization_id = any($1)',
    [ids],
  );
  for (const { id } of partners) {
    let numbered = AT_ONCE;
    while (numbered === AT_ONCE) {
      numbered = await moving(target, async () => {
        await target.query(
          `insert into partner_lists (partner_id, list, last) values ($1, 'calls', 0) on conflict do nothing`,
          [id],
        );
        const { rows } = await target.query<{ last: number }>(
          `select last from partner_lists where partner_id = $1 and list = 'calls' for update`,
          [id],
        );
        const last = rows[0]?.last ?? 0;
        const { rowCount } = await target.query(
          `update calls c set number = $3 + n.place from (
             select organization_id, id, row_number() over (order by id) as place from calls
             where organization_id = any($2) and partner_id = $1 and number is null and code is not null
             order by id limit ${AT_ONCE}) n
           where c.organization_id = n.organization_id and c.id = n.id`,
          [id, ids, last],
        );
        await target.query(`update partner_lists set last = last + $2 where partner_id = $1 and list = 'calls'`, [
          id,
          rowCount ?? 0,
        ]);
        return rowCount ?? 0;
      });
    }
  }
}

/** Members sign in where their organization is now. */
export async function endFamilySessions(source: Sql, { ids }: Family): Promise<void> {
  await source.query(
    `update sessions s set ended_at = service_now()
     where s.realm = 'manager' and s.ended_at is null
       and s.email_key in (select m.email_key from members m where m.organization_id = any($1))`,
    [ids],
  );
}

/** What waited for a second person waits in the other cell. */
export async function endApprovals(source: Sql, { ids }: Family): Promise<void> {
  await source.query(
    `update approvals set state = 'expired', decided_at = service_now() where organization_id = any($1) and state = 'waiting'`,
    [ids],
  );
}
