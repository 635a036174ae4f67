import { isWithinReach, parseDay, swissDay, type Day } from '../domain/values/calendar.ts';
import type { Closing, Deposit } from '../domain/deposit.ts';
import { holderNameOf } from '../domain/payee/same-holder.ts';
import { tenantsShare } from '../domain/lifecycle/split.ts';
import { parseAmount, rappen, type Rappen } from '../domain/values/money.ts';
import { field, type Form } from '../web/forms.ts';
import { readAccountForm, type AccountField } from './account-form.ts';
import type { FieldProblems, FormProblem } from './problems.ts';

export type ClosingField = 'tenancyEnd' | 'amountLandlord' | 'reason' | AccountField;
type Problems = FieldProblems<ClosingField>;

/** The account for the tenant's share; null: the tenant gets nothing. */
type TenantAccount = Pick<Closing, 'tenantIban' | 'tenantHolderName' | 'tenantBic' | 'tenantAddress'>;
type ProposalForm = TenantAccount & { amountLandlord: Rappen; reason: string | null };
type StartForm = ProposalForm & { tenancyEnd: Day };

/** So the property management has at least a month to answer before the year of OR 257e frees the deposit. */
const LONGEST_AGO_DAYS = 335;
const LONGEST_REASON = 1_000;

type Given = { now: Date; refusedCountries: readonly string[] };

/** Reads the proposed split and the end of the tenancy; returns all problems at once. */
export function readStartForm(form: Form, deposit: Deposit, given: Given): StartForm | { problems: Problems } {
  const tenancyEnd = parseDay(field(form, 'tenancyEnd'));
  const dayProblem = problemOfDay(tenancyEnd, deposit, given.now);
  const proposal = readProposalForm(form, deposit, given);
  const problems: Problems = {
    ...(dayProblem === null ? {} : { tenancyEnd: dayProblem }),
    ...('problems' in proposal ? proposal.problems : {}),
  };
  if ('problems' in proposal || tenancyEnd === null || dayProblem !== null) return { problems };
  return { tenancyEnd, ...proposal };
}

export function readProposalForm(
  form: Form,
  deposit: Deposit,
  { refusedCountries }: Given,
): ProposalForm | { problems: Problems } {
  const amountLandlord = parseAmount(field(form, 'amountLandlord') || '0');
  const reason = field(form, 'reason');
  const amountProblem = problemOfAmount(amountLandlord, deposit);
  // The account is validated even if the amount is invalid, so that all problems are shown at once.
  const landlord = amountProblem === null ? (amountLandlord ?? rappen(0)) : rappen(0);
  const account = readAccount(form, deposit, landlord, { refusedCountries });
  const problems: Problems = {
    ...(amountProblem === null ? {} : { amountLandlord: amountProblem }),
    ...([...reason].length > LONGEST_REASON ? { reason: 'reason_too_long' } : {}),
    ...('problems' in account ? account.problems : {}),
  };
  if ('problems' in account || amountLandlord === null || Object.keys(problems).length > 0) return { problems };
  return { amountLandlord, reason: reason === '' ? null : reason, ...account };
}

const NO_ACCOUNT = { tenantIban: null, tenantHolderName: null, tenantBic: null, tenantAddress: null };

/**
 * The account for the tenant's share, if there is one. The address may be given later: a closing is not held up by it,
 * only the payout is.
 */
export function readAccount(
  form: Form,
  deposit: Deposit,
  amountLandlord: Rappen,
  { refusedCountries }: Pick<Given, 'refusedCountries'>,
): TenantAccount | { problems: Problems } {
  if (tenantsShare(deposit, { amountLandlord }) <= 0) return NO_ACCOUNT;
  const ownName = holderNameOf(deposit.terms.tenants[0]);
  const read = readAccountForm(form, { refusedCountries, needsAddress: false, ownName });
  if ('problems' in read) return read;
  const { iban, holderName, bic, address } = read;
  return { tenantIban: iban, tenantHolderName: holderName, tenantBic: bic, tenantAddress: address };
}

function problemOfDay(day: Day | null, { terms }: Deposit, now: Date): FormProblem | null {
  if (day === null) return 'day_invalid';
  if (day < terms.rentalStart) return 'day_before_start';
  const today = swissDay(now);
  const earliest = Temporal.PlainDate.from(today).subtract({ days: LONGEST_AGO_DAYS }).toString();
  if (day < earliest) return 'day_long_ago';
  return isWithinReach(day, today) ? null : 'day_too_far';
}

function problemOfAmount(amount: Rappen | null, { terms }: Deposit): FormProblem | null {
  if (amount === null) return 'amount_invalid';
  return amount > terms.rentalDeposit ? 'amount_too_much' : null;
}

/** Today, or the first day of a tenancy that has not begun. */
export function likelyEnd({ terms }: Deposit, now: Date): Day {
  const today = swissDay(now);
  return today < terms.rentalStart ? terms.rentalStart : today;
}
