import type { ApprovalName } from '../../../actions/approvals/table.ts';
import { groupedIban, parseIban } from '../../../domain/values/iban.ts';
import { formatChf, type Rappen } from '../../../domain/values/money.ts';
import type { ApprovalState } from '../../../storage/operators/approvals.ts';
import { BASICS, SETTINGS } from '../set-up/settings.ts';

/** What waits, by its action. */
export const APPROVAL_TITLES: Record<ApprovalName, string> = {
  release: 'Release a deposit',
  withdraw: 'Withdraw a deposit that is paid',
  lift_hold: 'Lift the hold of a deposit',
  change_organization: 'Change the account of a landlord',
  change_order_account: 'Pay an order to another account',
  correct_account: 'Correct the account of a deposit',
  release_bank: 'Allow payment files again',
  resolve_entry: 'Book a statement entry',
  assign_money: 'Assign money to a deposit',
};

/** The name of a state, and the style of its mark. */
export const APPROVAL_STATE_WORDS: Record<ApprovalState, readonly [name: string, style: string]> = {
  waiting: ['waiting', 'closing'],
  approved: ['approved', 'open'],
  rejected: ['rejected', 'withdrawn'],
  withdrawn: ['withdrawn', ''],
  expired: ['expired', ''],
};

/** The label of a changed field; settings of an organization are stored by their names in the API. */
export function fieldLabel(name: string): string {
  const [setting = ''] = name.split('.');
  const known: Partial<Record<string, { label: string }>> = { ...BASICS, ...SETTINGS };
  return known[setting]?.label ?? name;
}

export function fieldValue(name: string, value: string): string {
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  if (name === 'payoutIban' && parseIban(value) !== null) return groupedIban(value);
  return name === 'smallDepositLimit' && /^[0-9]+$/.test(value) ? formatChf(Number(value) as Rappen) : value;
}

/** An amount stays on one line with its currency. */
export function withWholeAmounts(text: string): string {
  return text.replaceAll('CHF ', 'CHF\u00a0');
}

/** The page of what an approval is about, such as `deposit:ID`. */
export function subjectLink(subject: string): readonly [name: string, href: string] | null {
  const [kind = ''] = subject.split(':', 1);
  // The key of a statement entry may have a colon itself.
  const id = encodeURIComponent(subject.slice(kind.length + 1));
  const pages: Partial<Record<string, readonly [string, string]>> = {
    deposit: ['The deposit', `/operator/deposits/${id}`],
    organization: ['The organization', `/operator/organizations/${id}`],
    order: ['The order', `/operator/money/${id}`],
    bank: ['The bank’s files', '/operator/bank'],
    entry: ['The statement entry', `/operator/bank/entries/${id}`],
  };
  return pages[kind] ?? null;
}
