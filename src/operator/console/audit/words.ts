import type { AuditEntry, Changed, Way } from '../../../storage/audit-log.ts';
import { html, type Content, type Html } from '../../../web/html.ts';

export const WAY_NAMES: Record<Way, string> = {
  console: 'console',
  api: 'operator API',
  command_line: 'command line',
};

/** Entries whose verb and subject do not make a sentence on their own. */
const SAID: Readonly<Record<string, string>> = {
  'account deposit': 'Record the account of a deposit',
  'cover deposit': 'Record the cover of a deposit',
  'cover ended deposit': 'Record the end of a cover',
  'refused deposit': 'Record a refusal by bank or insurer',
  'release ground deposit': 'Record a ground for paying out',
  'legal claim deposit': 'Record a claim at law',
  'remind deposit': 'Remind whom a deposit waits for',
  'completed order': 'Mark an order as carried out',
  'account order': 'Set the account of an order',
  'done bank file': 'Mark a bank entry as done',
  'mark as done bank entry': 'Mark a bank entry as done',
  'write again bank file': 'Write a payment file again',
  'write again payment file': 'Write a payment file again',
  'export bank file': 'Write a payment file',
  'try again effect': 'Try a step again',
  'try all again mails': 'Try all mails again',
  'try all again effects': 'Try all steps again',
};

/** `Change organization`. */
export function whatWasDone({ verb, thing }: Pick<AuditEntry, 'verb' | 'thing'>): string {
  const words = `${verb} ${thing}`.trim();
  return SAID[words] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Ids link to the page of their object, if it has one. */
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

/** Each changed field with its old and new value. */
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
