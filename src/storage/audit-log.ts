import type { Sql } from './database/database.ts';

/** Where a change was made. */
export type Way = 'console' | 'api' | 'command_line';

/** What a field was, and what it is; what was not there before has no `from`. */
export type Changed = { from?: unknown; to?: unknown };

export type AuditEntry = {
  id: string;
  at: Date;
  /** An e-mail address, 'API token' or 'command line'. */
  actor: string;
  way: Way;
  /** From where: an address of the network, or user and machine. */
  origin: string | null;
  /** What was done, such as `change`, and to what, such as `organization`. */
  verb: string;
  thing: string;
  /** Ids by their names. */
  about: Record<string, string>;
  organizationId: string | null;
  partnerId: string | null;
  changes: Record<string, Changed>;
};

type Row = {
  id: string;
  at: Date;
  actor: string;
  way: Way;
  origin: string | null;
  verb: string;
  thing: string;
  about: Record<string, string>;
  organization_id: string | null;
  partner_id: string | null;
  changes: Record<string, Changed>;
};

const COLUMNS = 'id, at, actor, way, origin, verb, thing, about, organization_id, partner_id, changes';
const VALUES = '$1, service_now(), $2, $3, $4, $5, $6, $7, $8, $9, $10';

type NewEntry = Omit<AuditEntry, 'at'>;

export async function insertAuditEntry(sql: Sql, entry: NewEntry): Promise<void> {
  await sql.query(`insert into audit_log (${COLUMNS}) values (${VALUES})`, valuesOf(entry));
}

/** What is about to be done, where the change and its entry cannot be one transaction. */
export async function insertIntention(sql: Sql, entry: NewEntry): Promise<void> {
  await sql.query(`insert into audit_intentions (${COLUMNS}) values (${VALUES})`, valuesOf(entry));
}

export async function removeIntention(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from audit_intentions where id = $1', [id]);
}

/** Longer than anything takes that an operator does in one go. */
const GIVEN_UP_AFTER = '1 hour';
const NOT_KNOWN = { outcome: { to: 'not known: the service stopped before it was noted' } };

/** What was begun by a process that died becomes an entry that says so, under the time at which it was begun. */
export async function settleIntentions(sql: Sql): Promise<number> {
  const { rowCount } = await sql.query(
    `with left_over as (
       delete from audit_intentions where at < service_now() - interval '${GIVEN_UP_AFTER}' returning *
     )
     insert into audit_log (${COLUMNS})
     select id, at, actor, way, origin, verb, thing, about, organization_id, partner_id, (changes::jsonb || $1)::json
     from left_over`,
    [JSON.stringify(NOT_KNOWN)],
  );
  return rowCount ?? 0;
}

function valuesOf({
  id,
  actor,
  way,
  origin,
  verb,
  thing,
  about,
  organizationId,
  partnerId,
  changes,
}: NewEntry): unknown[] {
  const [ids, told] = [JSON.stringify(about), JSON.stringify(changes)];
  return [id, actor, way, origin, verb, thing, ids, organizationId, partnerId, told];
}

type AuditFilter = {
  actor?: string | null;
  thing?: string | null;
  organizationId?: string | null;
  partnerId?: string | null;
  /** From this instant on, and before that one. */
  from?: Date | null;
  until?: Date | null;
};

/** Where a page ended. */
export type AuditPlace = { at: Date; id: string };

/** Newest first, from a place on. */
export async function listAudit(
  sql: Sql,
  filter: AuditFilter,
  { after = null, most }: { after?: AuditPlace | null; most: number },
): Promise<AuditEntry[]> {
  const values: unknown[] = [most];
  const conditions: string[] = [];
  const where = (condition: (place: string) => string, value: unknown): void => {
    if (value === null || value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  where((place) => `actor = ${place}`, filter.actor);
  where((place) => `thing = ${place}`, filter.thing);
  where((place) => `organization_id = ${place}`, filter.organizationId);
  where((place) => `partner_id = ${place}`, filter.partnerId);
  where((place) => `at >= ${place}`, filter.from);
  where((place) => `at < ${place}`, filter.until);
  if (after !== null) {
    values.push(after.at, after.id);
    conditions.push(`(at, id) < ($${values.length - 1}, $${values.length})`);
  }
  const { rows } = await sql.query<Row>(
    `select ${COLUMNS} from audit_log
     where ${conditions.length === 0 ? 'true' : conditions.join(' and ')} order by at desc, id desc limit $1`,
    values,
  );
  return rows.map(({ organization_id: organizationId, partner_id: partnerId, ...row }) => ({
    ...row,
    organizationId,
    partnerId,
  }));
}
