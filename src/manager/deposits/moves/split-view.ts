import { swissDay } from '../../../domain/values/calendar.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { standing } from '../../../domain/lifecycle/split.ts';
import { plainAmount, rappen, type Rappen } from '../../../domain/values/money.ts';
import { field, type Form } from '../../../web/forms.ts';
import { closingView, type ClosingView } from '../deposit/closing-view.ts';
import type { SplitAction, SplitProblems } from './split-form.ts';

export type SplitView = {
  deposit: Deposit;
  what: SplitAction;
  closing: ClosingView | null;
  /** How many proposals there are. Sent back by the form, so that an answer is to the one that was shown. */
  proposals: number;
  /** As submitted, or what the form starts with. */
  values: { amountLandlord: string; tenancyEnd: string; reason: string };
  problems: SplitProblems;
};

export function splitView(
  deposit: Deposit,
  { what, form, now, problems }: { what: SplitAction; form: Form; now: Date; problems: SplitProblems },
): SplitView {
  return {
    deposit,
    what,
    closing: closingView(deposit),
    proposals: deposit.closing?.proposals.length ?? 0,
    values: {
      amountLandlord: field(form, 'amountLandlord') || plainAmount(standingAmount(deposit)),
      tenancyEnd: field(form, 'tenancyEnd') || swissDay(now),
      reason: field(form, 'reason'),
    },
    problems,
  };
}

/** A counter-proposal starts from the one that stands. */
function standingAmount({ closing }: Deposit): Rappen {
  return closing === null ? rappen(0) : standing(closing).amountLandlord;
}
