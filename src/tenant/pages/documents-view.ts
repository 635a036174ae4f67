import type { Deposit } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { StoredDeposit } from '../../storage/deposits/deposits.ts';

/** The documents of the current state, the newest of each kind: earlier ones may name other tenants. */
export function shownDocuments(deposit: StoredDeposit): { id: string; kind: Exclude<DocumentKind, 'payment_slip'> }[] {
  return kindsOf(deposit).flatMap((kind) => {
    const newest = deposit.documents.findLast((one) => one.kind === kind);
    return newest === undefined ? [] : [{ id: newest.id, kind }];
  });
}

function kindsOf({ state, step }: Deposit): Exclude<DocumentKind, 'payment_slip'>[] {
  switch (state) {
    case 'opening':
      return step === 'awaiting_account' || step === 'awaiting_cover' || step === 'awaiting_payment'
        ? ['agreement']
        : [];
    case 'open':
    case 'closing':
      return ['agreement', 'pay_in'];
    case 'closed':
      return ['agreement', 'pay_in', 'pay_out'];
    case 'withdrawn':
      return ['withdrawal'];
    case 'draft_editing':
      return [];
  }
}
