import type { Sql } from './database.ts';

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

export async function insertAuditEntry(sql: Sql, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  const { id, actor, way, origin, verb, thing, about, organizationId, partnerId, changes } = entry;
  await sql.query(
    `insert into audit_log (id, at, actor, way, origin, verb, thing, about, organization_id, partner_id, changes)
     values ($1, service_now(), $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, actor, way, origin, verb, thing, JSON.stringify(about), organizationId, partnerId, JSON.stringify(changes)],
  );
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
    `select id, at, actor, way, origin, verb, thing, about, organization_id, partner_id, changes from audit_log
     where ${conditions.length === 0 ? 'true' : conditions.join(' and ')} order by at desc, id desc limit $1`,
    values,
  );
  return rows.map(({ organization_id: organizationId, partner_id: partnerId, ...row }) => ({
    ...row,
    organizationId,
    partnerId,
  }));
}
