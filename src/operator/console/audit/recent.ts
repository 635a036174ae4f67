import { listAudit } from '../../../storage/audit-log.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { html, type Html } from '../../../web/html.ts';
import { auditTable } from './table.ts';

const MOST = 5;

/** The last changes of something, at the foot of its page, and the way to all of them. */
export async function recentChanges(
  sql: Sql,
  about: { organizationId: string } | { partnerId: string },
): Promise<Html> {
  const entries = await listAudit(sql, about, { most: MOST });
  const [name, id] =
    'partnerId' in about ? (['partner', about.partnerId] as const) : (['organization', about.organizationId] as const);
  return html`<section>
    <h2>Last changes</h2>
    ${entries.length === 0 ? html`<p class="empty">Nothing was changed yet.</p>` : auditTable(entries)}
    <p><a href="/operator/audit?${name}=${id}">All changes in the audit log</a></p>
  </section>`;
}
