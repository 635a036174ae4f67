import type { Deposit } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import { currentOverviews } from '../../domain/statements/overviews.ts';
import type { StoredDeposit } from '../../storage/deposits/deposits.ts';

type ShownKind = Exclude<DocumentKind, 'payment_slip'>;

/** `year`: of an account overview. */
type ShownDocument = { id: string; kind: ShownKind; year: number | null };

/** The documents of the current state, the newest of each kind and year: earlier ones may name other tenants. */
export function shownDocuments(deposit: StoredDeposit): ShownDocument[] {
  const newest = kindsOf(deposit).flatMap((kind): ShownDocument[] => {
    const found = deposit.documents.findLast((one) => one.kind === kind);
    return found === undefined ? [] : [{ id: found.id, kind, year: null }];
  });
  return [
    ...newest,
    ...currentOverviews(deposit).map(({ id, year }) => ({ id, kind: 'year_statement' as const, year })),
  ];
}

function kindsOf({ state, step }: Deposit): ShownKind[] {
  switch (state) {
    case 'opening':
      return step === 'awaiting_account' || step === 'awaiting_cover' || step === 'awaiting_payment'
        ? ['agreement']
        : [];
    case 'open':
    case 'closing':
      return ['agreement', 'certificate', 'pay_in'];
    case 'closed':
      return ['agreement', 'certificate', 'pay_in', 'pay_out'];
    case 'withdrawn':
      return ['withdrawal'];
    case 'draft_editing':
      return [];
  }
}
