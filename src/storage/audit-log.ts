import { column, columnNames, type RowOf } from './database/columns.ts';
import type { Sql } from './database/database.ts';

/** Where a change was made. */
export type Way = 'console' | 'api' | 'command_line' | 'pages';

/** A changed field; one that did not exist before has no `from`. */
export type Changed = { from?: unknown; to?: unknown };

export type AuditEntry = {
  id: string;
  at: Date;
  /** An operator's e-mail address, `token`, `command_line`, or `provider` with its code and, on its pages, the contact. */
  actor: string;
  way: Way;
  /** A network address, or user and machine. */
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

const COLUMNS = {
  id: column<string>('uuid'),
  at: column<Date>('timestamptz'),
  actor: column<string>('text'),
  way: column<Way>('text'),
  origin: column<string | null>('text'),
  verb: column<string>('text'),
  thing: column<string>('text'),
  about: column<Record<string, string>>('json'),
  organization_id: column<string | null>('uuid'),
  partner_id: column<string | null>('uuid'),
  changes: column<Record<string, Changed>>('json'),
};
const NAMES = columnNames(COLUMNS);
const VALUES = '$1, service_now(), $2, $3, $4, $5, $6, $7, $8, $9, $10';

type NewEntry = Omit<AuditEntry, 'at'>;

export async function insertAuditEntry(sql: Sql, entry: NewEntry): Promise<void> {
  await sql.query(`insert into audit_log (${NAMES}) values (${VALUES})`, valuesOf(entry));
}

/** Stored before a change that cannot share a transaction with its entry. */
export async function insertIntention(sql: Sql, entry: NewEntry): Promise<void> {
  await sql.query(`insert into audit_intentions (${NAMES}) values (${VALUES})`, valuesOf(entry));
}

export async function removeIntention(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from audit_intentions where id = $1', [id]);
}

/** Longer than any single action of an operator takes. */
const GIVEN_UP_AFTER = '1 hour';
const NOT_KNOWN = { outcome: { to: 'unknown: the service stopped before the outcome was recorded' } };

/** The intentions of a process that died become entries that say so, dated when the action began. */
export async function settleIntentions(sql: Sql): Promise<number> {
  const { rowCount } = await sql.query(
    `with left_over as (
       delete from audit_intentions where at < service_now() - interval '${GIVEN_UP_AFTER}' returning *
     )
     insert into audit_log (${NAMES})
     select ${NAMES.replace(/changes$/, '(changes::jsonb || $1)::json')} from left_over`,
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
  const json = { about: JSON.stringify(about), changes: JSON.stringify(changes) };
  return [id, actor, way, origin, verb, thing, json.about, organizationId, partnerId, json.changes];
}

type AuditFilter = {
  actor?: string | null;
  thing?: string | null;
  verb?: string | null;
  organizationId?: string | null;
  partnerId?: string | null;
  /** Entries about this statement entry. */
  bankEntry?: string | null;
  /** Inclusive; `until` is exclusive. */
  from?: Date | null;
  until?: Date | null;
};

/** The last entry of a page. */
export type AuditCursor = { at: Date; id: string };

/** Newest first, after a cursor. */
export async function listAudit(
  sql: Sql,
  filter: AuditFilter,
  { after = null, most }: { after?: AuditCursor | null; most: number },
): Promise<AuditEntry[]> {
  const values: unknown[] = [most];
  const conditions: string[] = [];
  const where = (condition: (parameter: string) => string, value: unknown): void => {
    if (value === null || value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  where((parameter) => `actor = ${parameter}`, filter.actor);
  where((parameter) => `thing = ${parameter}`, filter.thing);
  where((parameter) => `verb = ${parameter}`, filter.verb);
  where((parameter) => `organization_id = ${parameter}`, filter.organizationId);
  where((parameter) => `partner_id = ${parameter}`, filter.partnerId);
  where((parameter) => `about ->> 'bank entry' = ${parameter}`, filter.bankEntry);
  where((parameter) => `at >= ${parameter}`, filter.from);
  where((parameter) => `at < ${parameter}`, filter.until);
  if (after !== null) {
    values.push(after.at, after.id);
    conditions.push(`(at, id) < ($${values.length - 1}, $${values.length})`);
  }
  const { rows } = await sql.query<RowOf<typeof COLUMNS>>(
    `select ${NAMES} from audit_log
     where ${conditions.length === 0 ? 'true' : conditions.join(' and ')} order by at desc, id desc limit $1`,
    values,
  );
  return rows.map(({ organization_id: organizationId, partner_id: partnerId, ...row }) => ({
    ...row,
    organizationId,
    partnerId,
  }));
}

/** Null: there is no such entry. */
export async function findAuditCursor(sql: Sql, id: string): Promise<AuditCursor | null> {
  const { rows } = await sql.query<AuditCursor>('select at, id from audit_log where id = $1', [id]);
  return rows[0] ?? null;
}
