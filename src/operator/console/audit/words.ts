import type { AuditEntry, Changed, Way } from '../../../storage/audit-log.ts';
import { html, type Content, type Html } from '../../../web/html.ts';

export const WAY_NAMES: Record<Way, string> = {
  console: 'console',
  api: 'operator API',
  command_line: 'command line',
};

/** `change organization`, with the first letter large. */
export function whatWasDone({ verb, thing }: Pick<AuditEntry, 'verb' | 'thing'>): string {
  const words = `${verb} ${thing}`.trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Ids lead to the pages of what they name, as far as there are such pages. */
export function aboutLinks({ about, organizationId }: AuditEntry): Content {
  const link = ([name, id]: [string, string]): Html => {
    const href = hrefOf(name, id, organizationId);
    return html`<span>${name} ${href === null ? html`<code>${id}</code>` : html`<a href="${href}"><code>${id}</code></a>`}</span><br />`;
  };
  return Object.entries(about).map(link);
}

function hrefOf(name: string, id: string, organizationId: string | null): string | null {
  switch (name) {
    case 'partner':
      return `/operator/partners/${id}`;
    case 'organization':
      return `/operator/organizations/${id}`;
    case 'deposit':
      return `/operator/deposits/${id}`;
    case 'member':
      return organizationId === null ? null : `/operator/organizations/${organizationId}/members/${id}`;
    case 'connection':
      return organizationId === null ? null : `/operator/organizations/${organizationId}/connections/${id}`;
    default:
      return null;
  }
}

/** Each field with what it was and what it is. */
export function changeList(changes: AuditEntry['changes']): Content {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return html`<ul class="changes">
    ${fields.map(([name, changed]) => html`<li><code>${name}</code> ${inWords(changed)}</li>`)}
  </ul>`;
}

function inWords({ from, to }: Changed): Content {
  return from === undefined ? valueOf(to) : html`${valueOf(from)} → ${valueOf(to)}`;
}

function valueOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
