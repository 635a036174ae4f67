import { html, type Html } from '../../../web/html.ts';
import type { May } from '../app.ts';
import type { RecentChanges } from './recent-view.ts';
import { auditTable } from './table.ts';

/** The last changes at the foot of a page, with a link to all of them. */
export function recentChangesPart({ about, entries }: RecentChanges, may: May): Html {
  const [name, id] =
    'partnerId' in about ? (['partner', about.partnerId] as const) : (['organization', about.organizationId] as const);
  return html`<section>
    <h2>Last changes</h2>
    ${entries.length === 0 ? html`<p class="empty">Nothing was changed yet.</p>` : auditTable(entries, may)}
    <p><a href="/operator/audit?${name}=${id}">All changes in the audit log</a></p>
  </section>`;
}
