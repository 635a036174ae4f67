import { isTooLate } from '../../../domain/closing/tenancy-end.ts';
import { isWithinReach, parseDay, swissDay, type Day } from '../../../domain/values/calendar.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { parseAmount, type Rappen } from '../../../domain/values/money.ts';
import { field, type Form } from '../../../web/forms.ts';
import type { DepositWords } from '../words/words.ts';

export type SplitProblems = { amountLandlord?: string; tenancyEnd?: string; reason?: string };

type Split = { amountLandlord: Rappen; reason: string | null; tenancyEnd: Day | null };

const LONGEST_REASON = 2_000;

/** The first proposal, which starts the closing, or an answer to the tenant's. */
export type SplitAction = 'close' | 'counter';

/** What a property manager proposes, or what is wrong with it. */
export function readSplit(
  form: Form,
  { deposit: { terms }, what, now }: { deposit: Deposit; what: SplitAction; now: Date },
  { act, refusals }: DepositWords,
): { split: Split } | { problems: SplitProblems } {
  const landlord = parseAmount(field(form, 'amountLandlord'));
  const reason = field(form, 'reason');
  const tenancyEnd = parseDay(field(form, 'tenancyEnd'));
  const problems: SplitProblems = {};
  if (landlord === null) problems.amountLandlord = act.notAmount;
  else if (landlord > terms.rentalDeposit) problems.amountLandlord = refusals.more_than_deposit;
  if (what === 'close' && tenancyEnd === null) problems.tenancyEnd = act.notDay;
  if (tenancyEnd !== null && !isWithinReach(tenancyEnd, swissDay(now))) problems.tenancyEnd = refusals.day_too_far;
  else if (what === 'close' && tenancyEnd !== null && isTooLate(tenancyEnd, now))
    problems.tenancyEnd = refusals.day_too_late;
  if ([...reason].length > LONGEST_REASON) problems.reason = act.tooLong;
  if (Object.keys(problems).length > 0 || landlord === null) return { problems };
  return { split: { amountLandlord: landlord, reason: reason === '' ? null : reason, tenancyEnd } };
}
