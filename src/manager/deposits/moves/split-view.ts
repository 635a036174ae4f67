import type { Deposit } from '../../../domain/deposit.ts';
import { field, type Form } from '../../../web/forms.ts';
import { closingView, type ClosingView } from '../deposit/closing-view.ts';
import type { SplitAction, SplitProblems } from './split-form.ts';

export type SplitView = {
  deposit: Deposit;
  what: SplitAction;
  closing: ClosingView | null;
  /** How many proposals there are. Sent back by the form, so that an answer is to the one that was shown. */
  proposals: number;
  /** As submitted. The form starts empty: nothing is offered by a careless click. */
  values: { amountLandlord: string; tenancyEnd: string; reason: string };
  problems: SplitProblems;
};

export function splitView(
  deposit: Deposit,
  { what, form, problems }: { what: SplitAction; form: Form; problems: SplitProblems },
): SplitView {
  return {
    deposit,
    what,
    closing: closingView(deposit),
    proposals: deposit.closing?.proposals.length ?? 0,
    values: {
      amountLandlord: field(form, 'amountLandlord'),
      tenancyEnd: field(form, 'tenancyEnd'),
      reason: field(form, 'reason'),
    },
    problems,
  };
}
