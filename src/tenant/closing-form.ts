import { isWithinReach, parseDay, swissDay, type Day } from '../domain/values/calendar.ts';
import type { Deposit } from '../domain/deposit.ts';
import { parseAmount, type Rappen } from '../domain/values/money.ts';
import { field, type Form } from '../web/forms.ts';
import type { FieldProblems, FormProblem } from './problems.ts';

export type ClosingField = 'tenancyEnd' | 'amountLandlord' | 'reason';
type Problems = FieldProblems<ClosingField>;

type ProposalForm = { amountLandlord: Rappen; reason: string | null };
type StartForm = ProposalForm & { tenancyEnd: Day };

/** So the property management has at least a month to answer before the year of OR 257e frees the deposit. */
const LONGEST_AGO_DAYS = 335;
const LONGEST_REASON = 1_000;

/** Reads the proposed split and the end of the tenancy; returns all problems at once. */
export function readStartForm(form: Form, deposit: Deposit, now: Date): StartForm | { problems: Problems } {
  const tenancyEnd = parseDay(field(form, 'tenancyEnd'));
  const dayProblem = problemOfDay(tenancyEnd, deposit, now);
  const proposal = readProposalForm(form, deposit);
  const problems: Problems = {
    ...(dayProblem === null ? {} : { tenancyEnd: dayProblem }),
    ...('problems' in proposal ? proposal.problems : {}),
  };
  if ('problems' in proposal || tenancyEnd === null || dayProblem !== null) return { problems };
  return { tenancyEnd, ...proposal };
}

export function readProposalForm(form: Form, deposit: Deposit): ProposalForm | { problems: Problems } {
  const amountLandlord = parseAmount(field(form, 'amountLandlord'));
  const reason = field(form, 'reason');
  const amountProblem = problemOfAmount(amountLandlord, deposit);
  const problems: Problems = {
    ...(amountProblem === null ? {} : { amountLandlord: amountProblem }),
    ...([...reason].length > LONGEST_REASON ? { reason: 'reason_too_long' } : {}),
  };
  if (amountLandlord === null || Object.keys(problems).length > 0) return { problems };
  return { amountLandlord, reason: reason === '' ? null : reason };
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
