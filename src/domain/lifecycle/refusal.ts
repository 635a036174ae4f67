import { FARTHEST_YEARS } from '../values/calendar.ts';
import type { Deposit } from '../deposit.ts';
import { phaseOf, type Phase } from './phase.ts';

/** Why a move is refused. Refusals with a field complete a sentence about that field; the others concern the deposit. */
export const REFUSALS = {
  not_now: 'That is not possible now.',
  money_arrived: 'Money has already arrived, so it can no longer be edited.',
  no_slip: 'There is no payment slip yet, so nothing can be paid in.',
  already_signed: 'This signature has already been given.',
  product_not_free: 'The property management has chosen the product; the tenant cannot.',
  own_proposal:
    'The proposal on the table is this party’s own; the other party must consent to it, or make another one.',
  account_missing: 'The payout waits because an account to pay to is not known yet.',
  no_such_application: 'There is no such application.',
  answer_not_fitting: 'This answer does not fit the kind of the application.',
  answered_already: 'The application was answered before, in other words.',
  application_cancelled:
    'The application was cancelled: the deposit was edited or withdrawn, or its change was cancelled.',
  nothing_refused: 'The provider has refused nothing that could be asked again.',
  nothing_to_pay_back: 'There is nothing to pay back.',
  no_such_order: 'There is no such order, or it has already been carried out.',
  no_such_payment: 'There is no such payment, or the bank has already taken it back.',
  paid_out_already: 'Its money has already been paid out.',
  nobody_awaited: 'No signature is pending from this person.',
  order_sent: 'The order has already been sent to the bank.',
  account_of_deposit:
    'The order goes to the account of a deposit. To send it again after it failed, give that account alone; for another one, correct the account of the deposit or assign the money again.',
  account_not_asked: 'No payment waits for another account.',
  not_to_release: 'The order does not wait for release.',
  released_already: 'The order was released already, with other words.',
  own_order: 'You created this order or gave its account: another person must release it.',
  account_taken: 'Another deposit has this account.',
  account_of_operator: 'This is the operator’s own account.',
  account_unchanged: 'The deposit has this account already.',
  no_account: 'The deposit has no account that could be corrected.',
  change_running: 'Another change is running; it must be done or cancelled first.',
  no_change: 'No change is running.',
  no_change_to_sign: 'No change waits for signatures.',
  no_change_at_provider: 'No change waits for the answer of the bank or the insurer.',
  change_pays_out: 'The money of a change is on its way to the tenant, so it can no longer be cancelled.',
  claim_recorded: 'A legal claim is already recorded.',
  claim_waits: 'A claim that was uploaded waits for the operator.',
  no_claim_waits: 'No claim that was uploaded waits for the operator.',
  end_not_asked: 'The end of the tenancy does not wait for the property management’s answer.',
  end_not_managers: 'The property management has not named the end of the tenancy, so the tenant cannot contest it.',
  end_contested: 'The end of the tenancy is contested or settled already.',
  cosign_differs:
    'The first signatory has said something else. The second must say the same, or the first replaces it.',
  proposal_replaced: 'The proposal has been replaced meanwhile: this amount is no longer proposed.',
  account_ordered: 'The payout is ordered to an account already; it can be changed only if the payment comes back.',
  too_many_codes: 'Too many codes were sent today. Ask for another one tomorrow.',
  no_code_waits: 'No code waits to be entered. Name the account again to get one.',
  code_expired: 'The code is older than 15 minutes. Name the account again to get another one.',
  code_spent: 'A wrong code was entered five times. Name the account again to get another one.',
  changed_meanwhile: 'The deposit has changed since you opened it. Load it again.',
  held: 'Nothing is paid out, because the deposit is on hold. An operator can lift the hold.',
  held_already: 'The deposit is on hold already.',
  not_held: 'The deposit is not on hold.',
  contact_locked:
    'The property manager has changed this tenant’s e-mail address. For ten days after its confirmation, nothing from it counts as a proposal, a consent or an account.',
  no_email_change: 'No new e-mail address of this tenant waits for confirmation.',
  nothing_to_stop: 'This change of the e-mail address no longer holds, or the time to object to it is over.',
  paid_in_full:
    'The whole sum has arrived, so the property manager can no longer withdraw it. An operator can, with a reason.',
  reason_missing: 'is required, because the whole sum has arrived',
  nothing_changes: 'The tenant has these data already.',
  only_natural: 'a company has no date of birth',
  date_not_past: 'must lie in the past',
  under_age: 'the main tenant must be of age',
  no_such_tenant: 'there is no such tenant',
  no_email: 'has no e-mail address',
  product_not_offered: 'is not offered: there is no provider for it',
  unchanged: 'must differ from what the deposit has now',
  natural_only: 'is possible for natural tenants only',
  four_tenants: 'is not possible: the deposit has four tenants already',
  is_main_tenant: 'must not be the main tenant',
  not_of_age: 'must be at least 18 years old to become the main tenant',
  product_missing: 'is required: the main tenant chooses the product',
  only_main_tenant: 'can only be chosen by the main tenant',
  more_than_deposit: 'must not be more than the deposit',
  less_than_paid_in: 'must not be less than what has been paid in',
  account_has_holder: 'cannot be someone else, because the bank has opened the account in this name',
  bic_missing: 'is required for an account outside Switzerland and Liechtenstein',
  country_refused: 'is in a country to which no payments are made',
  other_country: 'must be in the country of the IBAN',
  same_day: 'must be another day than the one that the tenant has named',
  day_too_late: 'must be at most 12 months ahead',
  day_before_start: 'must not be before the start of the tenancy',
  only_main_acts: 'must be 1: the main tenant acts for all tenants at the closing',
  tenant_not_acting: 'is only for the tenants: the property management acts as one',
  day_too_far: `must be within ${FARTHEST_YEARS} years from today`,
} as const;
export type RefusalCode = keyof typeof REFUSALS;

const PHASES: Record<Phase, string> = {
  awaiting_manager_signature: 'opening and waits for the property manager’s signature',
  awaiting_send: 'opening and waits to be sent to the tenants',
  awaiting_tenant_signatures: 'opening and waits for the tenants’ signatures',
  awaiting_account: 'opening and waits for the bank account',
  awaiting_cover: 'opening and waits for the insurer’s cover',
  awaiting_payment: 'opening and waits for payment',
  draft_editing: 'being edited (draft_editing)',
  open: 'open',
  closing_proposed: 'closing and waits for the parties to agree',
  closing_noted: 'closing and on hold: its payout is ordered when the hold is lifted',
  closing_ordered: 'closing, and its payout is ordered',
  closed: 'closed',
  withdrawn: 'withdrawn',
};

/** States the phase of the deposit, why the move is refused, and what is possible now. */
export function sentence(code: RefusalCode, deposit: Deposit, possible: readonly string[]): string {
  const now = possible.length === 0 ? 'No further step is possible.' : `Possible now: ${possible.join(', ')}.`;
  return `The deposit is ${PHASES[phaseOf(deposit)]}. ${REFUSALS[code]} ${now}`;
}
