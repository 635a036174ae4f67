import { listAudit, type AuditEntry } from '../../../storage/audit-log.ts';
import type { Sql } from '../../../storage/database/database.ts';

const MOST = 5;

type About = { organizationId: string } | { partnerId: string };

export type RecentChanges = { about: About; entries: readonly AuditEntry[] };

/** The last changes of an organization or a partner. */
export async function readRecentChanges(sql: Sql, about: About): Promise<RecentChanges> {
  return { about, entries: await listAudit(sql, about, { most: MOST }) };
}
