import { hashOfAmendment } from '../../../documents/amendment-text.ts';
import { runningChange } from '../../../domain/change.ts';
import type { Deposit, DepositChange } from '../../../domain/deposit.ts';
import { amendmentOf, amendmentToSign } from '../../../domain/lifecycle/changes/amendment.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { amendmentRow } from '../../../domain/messages/changes.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';

export type ChangesView = {
  depositId: string;
  running: {
    change: DepositChange;
    /** Label, before, after. */
    row: [string, string, string];
    /** Identifies what is shown for signing. */
    version: string;
    canSign: boolean;
    canCancel: boolean;
  } | null;
  earlier: readonly DepositChange[];
  canStart: boolean;
};

/** What is being changed, and what was. */
export function changesView(
  deposit: StoredDeposit,
  { organization, language }: { organization: Organization; language: Language },
): ChangesView {
  const change = runningChange(deposit);
  return {
    depositId: deposit.id,
    running:
      change === null
        ? null
        : {
            change,
            row: amendmentRow(amendmentOf(deposit, change, { organization }), language),
            version: versionOfChange(deposit, change, { organization, now: deposit.readAt }),
            canSign: canMove('sign_change', deposit) && change.managerSignature === null,
            canCancel: canMove('cancel_change', deposit),
          },
    earlier: deposit.changes.filter((one) => one !== change).toReversed(),
    canStart: canMove('start_change', deposit),
  };
}

/** The change, and its terms as they are shown: these are signed, and no others. */
export function versionOfChange(
  deposit: Deposit,
  change: DepositChange,
  when: { organization: Organization; now: Date },
): string {
  return `${change.id}.${hashOfAmendment(amendmentToSign(deposit, change, when))}`;
}
