import type { Change } from '../audit.ts';

/** The label of the account in what an action shows. */
export const ACCOUNT = 'Account';
/** Shown if there is none. */
export const NO_ACCOUNT = 'no account';

/**
 * The account of an order before and after, for the audit log. Only of money without a deposit: it has no history that
 * would hold it.
 */
export function accountChange(
  { changes }: { changes: readonly (readonly [name: string, before: string, after: string])[] },
  { hasDeposit }: { hasDeposit: boolean },
): Change['changes'] & object {
  const [, from = NO_ACCOUNT, to = NO_ACCOUNT] = changes.find(([name]) => name === ACCOUNT) ?? [];
  return hasDeposit || from === to ? {} : { iban: { from: from === NO_ACCOUNT ? null : from, to } };
}
