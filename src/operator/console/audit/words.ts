import type { AuditEntry, Changed, Way } from '../../../storage/audit-log.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { May } from '../app.ts';

export const WAY_NAMES: Record<Way, string> = {
  console: 'console',
  api: 'operator API',
  command_line: 'command line',
  pages: 'their own pages',
};

/** Entries whose verb and subject do not make a sentence on their own. */
const SAID: Readonly<Record<string, string>> = {
  'account deposit': 'Record the account of a deposit',
  'cover deposit': 'Record the cover of a deposit',
  'cover ended deposit': 'Record the end of a cover',
  'ask again deposit': 'Ask a provider again',
  'refused deposit': 'Record a refusal by bank or insurer',
  'release ground deposit': 'Record a ground for paying out',
  'legal claim deposit': 'Record a legal claim',
  'hold deposit': 'Put a deposit on hold',
  'lift hold deposit': 'Lift the hold of a deposit',
  'contact deposit': 'Change contact data of a tenant',
  'change tenant': 'Change contact data of a tenant',
  'remind deposit': 'Remind whom a deposit waits for',
  'completed order': 'Mark an order as carried out',
  'account order': 'Set the account of an order',
  'assign order': 'Assign money to a deposit',
  'resolve bank entry': 'Resolve a bank entry',
  'done bank entry': 'Mark a bank entry as done',
  // Of earlier versions.
  'done bank file': 'Mark a bank entry as done',
  'mark as done bank entry': 'Mark a bank entry as done',
  'write again bank file': 'Write a payment file again',
  'write again payment file': 'Write a payment file again',
  'export bank file': 'Write a payment file',
  'release bank file': 'Allow payment files again',
  'release payment files': 'Allow payment files again',
  'hold payment files': 'Hold payment files',
  'try again effect': 'Try a step again',
  'try all again mails': 'Try all mails again',
  'try all again effects': 'Try all steps again',
  'ask for approval': 'Ask for the approval of a second person',
  'approve approval': 'Approve a request',
  'reject approval': 'Reject a request',
  'withdraw approval': 'Withdraw a request',
  'find overtaken approval': 'Find that a request was overtaken',
  'issue operator token': 'Issue a token of an operator',
  'revoke operator token': 'Revoke a token of an operator',
  'issue provider key': 'Issue a key of a provider',
  'revoke provider key': 'Revoke a key of a provider',
  'add contact': 'Add a contact',
  'change contact': 'Change a contact',
  'remove contact': 'Remove a contact',
  'read application': 'Read applications',
  'answer application': 'Answer an application',
  'ask mandate': 'Ask for a mandate',
  'finish mandate': 'Move the deposits of a mandate',
  'end session': 'End a session',
  'end all other sessions': 'End all other sessions',
};

/** `Change organization`. */
export function whatWasDone({ verb, thing }: Pick<AuditEntry, 'verb' | 'thing'>): string {
  if (verb === 'be refused') return `Refused because of the role: ${thing}`;
  const words = `${verb} ${thing}`.trim();
  return SAID[words] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Ids link to the page of their object, if it has one. */
export function aboutLinks({ about, organizationId }: AuditEntry, may: May): Content {
  const link = ([name, id]: [string, string]): Html => {
    const href = hrefOf(name, id, { organizationId, may });
    return html`<span>${name} ${href === null ? html`<code>${id}</code>` : html`<a href="${href}"><code>${id}</code></a>`}</span><br />`;
  };
  return Object.entries(about).map(link);
}

function hrefOf(
  name: string,
  id: string,
  { organizationId, may }: { organizationId: string | null; may: May },
): string | null {
  switch (name) {
    case 'partner':
      return `/operator/partners/${id}`;
    case 'provider':
      return `/operator/providers/${id}`;
    case 'organization':
      return `/operator/organizations/${id}`;
    case 'deposit':
      return `/operator/deposits/${id}`;
    case 'member':
      return organizationId !== null && may('clerk') ? `/operator/organizations/${organizationId}/members/${id}` : null;
    case 'connection':
      return organizationId !== null && may('admin')
        ? `/operator/organizations/${organizationId}/connections/${id}`
        : null;
    case 'mandate':
      return `/operator/mandates/${id}`;
    case 'approval':
      return `/operator/approvals/${id}`;
    case 'operator':
      return may('admin') ? `/operator/operators/${id}` : null;
    case 'order':
      return `/operator/money/${id}`;
    case 'bank entry':
      return `/operator/bank/entries/${encodeURIComponent(id)}`;
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
