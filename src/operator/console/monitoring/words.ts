import type { Adjustment, Hold, State, Step } from '../../../domain/deposit.ts';
import type { ReleaseGround } from '../../../domain/closing/closing.ts';
import type { DocumentKind } from '../../../domain/document.ts';
import type { Effect, MailKind } from '../../../domain/effect.ts';
import type { Order, OrderCause } from '../../../domain/ledger.ts';
import type { Missing } from '../../../domain/payee/missing.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';

/** What the operator reads where programs read a code. */

export const STATE_WORDS: Record<State, string> = STATE_NAMES.en;
export const STEP_WORDS: Record<Step, string> = STEP_NAMES.en;

export const MAIL_WORDS: Record<MailKind, string> = {
  import_error: 'Import error',
  approval_requested: 'Request for approval',
  partner_callback_changed: 'Callback of a partner changed',
  mail_bounced: 'E-mail came back',
  daily_digest: 'Daily digest',
  payback_returned: 'Payback returned',
  invitation: 'Invitation',
  sign_in: 'Sign-in link',
  deposit_imported: 'Deposit imported',
  deposit_sent: 'Deposit sent to the tenants',
  manager_sign_reminder: 'Reminder to sign (manager)',
  deposit_refused: 'Refused by bank or insurer',
  tenant_sign: 'Please sign',
  tenant_link: 'New link',
  tenant_sign_reminder: 'Reminder to sign (tenant)',
  tenant_payment: 'Payment slip',
  tenant_payment_reminder: 'Reminder to pay',
  deposit_signed: 'Everyone has signed',
  deposit_open: 'Deposit in force',
  deposit_withdrawn: 'Deposit withdrawn',
  closing_consent: 'Please agree to the closing',
  mandate_asked: 'Mandate asked for',
  mandate_rejected: 'Mandate rejected',
  mandate_done: 'Mandate done',
  mandate_moved: 'New property management (tenant)',
  deposit_closed: 'Deposit closed',
  payout_returned: 'Payment returned',
  payment_reversed: 'Payment taken back',
  provider_refused: 'Refused by the provider',
  contact_confirm: 'Confirm a new address',
  contact_changed: 'E-mail address is to be changed',
  contact_confirmed: 'E-mail address changed',
  contact_objected: 'Objection to a new address',
  person_changed: 'Name or birth date corrected',
  deposit_held: 'Deposit on hold',
  hold_lifted: 'Hold lifted',
  closing_cosign: 'Please sign the closing, too',
  closing_end_disputed: 'End of the tenancy disputed',
  closing_end_settled: 'End of the tenancy settled',
  closing_year_warning: 'Warning before the year ends',
  closing_claim: 'Proof of a claim',
  closing_agreed: 'Payout noted',
  payout_ordered: 'Payout ordered',
  payout_account_code: 'Code for the payout account',
  payout_account_changed: 'Payout account named',
  change_sign: 'Please sign the change',
  change_done: 'Deposit changed',
  change_cancelled: 'Change cancelled',
  owner_changed: 'New landlord',
};

export const DOCUMENT_WORDS: Record<DocumentKind, string> = {
  payment_slip: 'Payment slip',
  pay_in: 'Confirmation of payment',
  pay_out: 'Confirmation of payout',
  certificate: 'Insurance certificate',
  year_statement: 'Account overview',
  withdrawal: 'Confirmation of withdrawal',
  agreement: 'Signed agreement',
};

export const EFFECT_WORDS: Record<Effect['kind'], string> = {
  mail: 'Mail',
  document: 'Document to be made',
  send_deposit: 'Sending after the delay',
  remind: 'Reminder in time',
  order_after_year: 'Payout after the year of OR 257e',
  warn_of_year: 'Warning before the year of OR 257e ends',
  end_undisputed: 'End of the tenancy becomes undisputed',
  sms: 'Text message',
  check_register: 'Look into the commercial register',
  provider_event: 'Message to a provider',
  letter: 'Letter to a tenant without an e-mail address',
  add_to_digest: 'Deposit to be told in a digest',
  daily_digest: 'Daily digest',
  state_event: 'Message to the partner about a new state',
  counterpart: 'Simulated bank or insurer',
};

export const CAUSE_WORDS: Record<OrderCause, string> = {
  closing: 'Closing',
  supplement: 'Credited after the payout',
  change: 'Change of a deposit in force',
  change_cancelled: 'Paid for a change that was cancelled',
  withdrawal: 'Withdrawal',
  insurance_chosen: 'Insurance chosen after a payment',
  surplus: 'Paid too much',
  late: 'Paid too late',
  unknown_reference: 'Unknown reference',
  assigned: 'Assigned to a deposit',
};

export const PAYEE_WORDS: Record<Order['payee'], string> = {
  tenant: 'to the tenants',
  landlord: 'to the landlord',
  payer: 'back to the payer',
  deposit: 'to the account of the deposit',
};

const NO_ACCOUNT: Record<Order['payee'], string> = {
  tenant: 'The tenants have not named an account.',
  landlord: 'The organization has no payout account. Set it there, or give an account for this order.',
  payer: 'The account that it was paid from is not known.',
  deposit: 'No deposit has this account any more. Assign the money again, or to none.',
};

/** What is missing before an order can be sent. */
export function missingWords(missing: Missing, payee: Order['payee']): string {
  switch (missing) {
    case 'hold':
      return 'The deposit is on hold: nothing is paid out until an operator lifts it.';
    case 'account':
      return NO_ACCOUNT[payee];
    case 'debtor':
      return 'The account that it is paid from is not known. Without an account of a deposit it is the operator’s own: set OPERATOR_IBAN, or ownIban of the default bank. Or pay it at the bank and note it as carried out.';
    case 'bic':
      return 'The account is outside Switzerland and Liechtenstein, and its BIC is missing.';
    case 'country':
      return 'The account, the bank or the address is in a country to which no payments are made (REFUSED_COUNTRIES).';
    case 'name':
      return 'The bank has not reported the payer’s name. Give the account with holder and address.';
    case 'address':
      return payee === 'tenant'
        ? 'The tenancy is over, and the tenant has given no address since the move-in. The tenant’s page asks for it; you can give it here.'
        : 'The bank has not reported the payer’s address. Give the account with the address.';
  }
}

export const HOLD_WORDS: Record<Hold['ground'], string> = {
  death: 'death of a tenant',
  guardianship: 'guardianship',
  seizure: 'seizure',
};

export const GROUND_WORDS: Record<ReleaseGround, string> = {
  consent: 'Consent of both parties',
  judgment: 'Final court judgment',
  payment_order: 'Final payment order',
  year: 'One year without a claim (OR 257e)',
};

export const RULE_WORDS: Record<Adjustment['rule'], string> = {
  street_split: 'house number taken out of the street',
  house_number_dash: 'no house number found',
  phone_normalized: 'written in the international form',
  amount_rounded: 'rounded to 0.05',
  owner_care_of: 'owner at the address of the management',
  legal_tenant_removed: 'company beside a natural person left out',
  investment_disabled: 'investment not possible',
};

/** `sent_to_tenants` as `Sent to tenants`: codes of the history are words already. */
export function codeInWords(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
