import type { AuditEntry } from '../../../storage/audit-log.ts';
import { html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { selectField, textField } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { auditTable } from './table.ts';

/** What can be chosen to see the changes of. */
const THINGS = [
  'partner',
  'partner key',
  'provider',
  'provider key',
  'contact',
  'application',
  'organization',
  'member',
  'connection',
  'callback secret',
  'status key',
  'ignored contract',
  'deposit',
  'order',
  'delivery',
  'bank file',
  'bank entry',
  'approval',
  'operator',
  'operator token',
  'passkey',
  'console',
];

export function auditPage(view: {
  query: URLSearchParams;
  entries: readonly AuditEntry[];
  /** Where the next page starts; null: this is the last. */
  next: string | null;
  may: May;
}): Pick<Page, 'title' | 'content'> {
  const { query, entries, next, may } = view;
  const title = 'Audit log';
  const value = (name: string): string => query.get(name) ?? '';
  const further = new URLSearchParams(query);
  if (next !== null) further.set('after', next);
  const first = new URLSearchParams(query);
  first.delete('after');
  const content = html`<h1>${title}</h1>
    <p class="lead">
      Every change through this console, the operator API and the command line. The log only grows; secrets never stand in
      it, and what was said of a deposit stands in the deposit’s own history.
    </p>
    <form method="get" class="card">
      <div class="filters">
        ${textField({ name: 'actor', label: 'Who', hint: 'E-mail address, “token” or “command_line”', value: value('actor') })}
        ${selectField({
          name: 'thing',
          label: 'What',
          value: value('thing'),
          choices: [['', 'everything'], ...THINGS.map((thing) => [thing, thing] as const)],
        })}
        ${textField({ name: 'from', label: 'From', type: 'date', value: value('from') })}
        ${textField({ name: 'until', label: 'Until', type: 'date', value: value('until') })}
        ${textField({ name: 'organization', label: 'Organization’s id', value: value('organization') })}
        ${textField({ name: 'partner', label: 'Partner’s id', value: value('partner') })}
      </div>
      <div class="buttons">
        <button type="submit">Show</button>
        <a class="button second" href="/operator/audit">Everything</a>
      </div>
    </form>
    ${entries.length === 0 ? html`<p class="empty">There is no such change.</p>` : auditTable(entries, may)}
    <nav class="paging" aria-label="Pages">
      ${query.has('after') && html`<a class="button second" href="/operator/audit?${first.toString()}">Newest</a>`}
      ${next !== null && html`<a class="button second" href="/operator/audit?${further.toString()}">Older</a>`}
    </nav>`;
  return { title, content };
}
