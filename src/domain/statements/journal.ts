import type { Account } from '../ledger.ts';

/** What a posting means, for an accountant. */
const TEXTS: Readonly<Record<string, string>> = {
  'payer held': 'Payment received',
  'payer to_pay_back': 'Payment received, to be paid back',
  'held payer': 'Payment reversed by the bank',
  'to_pay_back payer': 'Payment reversed by the bank',
  'held to_pay_back': 'Payback ordered',
  'to_pay_back held': 'Payback reduced',
  'to_pay_back paid_back': 'Paid back to the payer',
  'paid_back to_pay_back': 'Payback returned by the bank',
  'held to_tenant': 'Payout to the tenant ordered',
  'to_tenant held': 'Payout to the tenant reduced',
  'to_tenant tenant': 'Paid out to the tenant',
  'tenant to_tenant': 'Payout to the tenant returned by the bank',
  'held to_landlord': 'Payout to the landlord ordered',
  'to_landlord held': 'Payout to the landlord reduced',
  'to_landlord landlord': 'Paid out to the landlord',
  'landlord to_landlord': 'Payout to the landlord returned by the bank',
  'interest held': 'Interest credited by the bank',
  'held charges': 'Charges of the bank',
  'held withholding_tax': 'Withholding tax deducted by the bank',
  'to_deposit deposit': 'Transferred to the account of a deposit',
  'deposit to_deposit': 'Transfer to the account of a deposit returned by the bank',
};

export function journalText({ from, to }: { from: Account; to: Account }): string {
  return TEXTS[`${from} ${to}`] ?? `From ${nameOf(from)} to ${nameOf(to)}`;
}

function nameOf(account: Account): string {
  return account.replaceAll('_', ' ');
}
