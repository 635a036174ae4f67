import type { Deposit } from '../deposit.ts';
import type { ClosingWord, Party } from './closing.ts';
import { productOf } from '../lifecycle/in-force.ts';
import { mailTenants } from '../lifecycle/mails.ts';
import { inTurn, move, type Move, type MoveContext, type Refusal } from '../lifecycle/move.ts';
import { closingOf, tenantsShare } from '../lifecycle/split.ts';
import type { Day } from '../values/calendar.ts';
import { toChf } from '../values/money.ts';

/** Who acts for a party. `tenant`: the position of one signatory; null: all of them. */
export type Actors = { by: Party; tenant: number | null };

/** Whether what is said counts at once, waits for the other signatory, or is refused. */
type Spoken = 'counts' | 'waits' | Refusal;

/**
 * A proposal or consent of a company with joint signature counts once both signatories have given it: the first word is
 * kept, and the second must say the same. Of natural tenants the main tenant acts.
 */
export function decideSpoken(
  deposit: Deposit,
  { by, tenant }: Actors,
  said: Omit<ClosingWord, 'tenant' | 'at'>,
): Spoken {
  const { terms, closingWord: first } = deposit;
  if (tenant === null) return 'counts';
  if (by === 'manager') return { refused: 'tenant_not_acting', field: 'tenant' };
  if (tenant > terms.tenants.length) return { refused: 'no_such_tenant', field: 'tenant' };
  if (terms.signatureRule === null && tenant > 1) return { refused: 'only_main_acts', field: 'tenant' };
  if (terms.signatureRule !== 'joint') return 'counts';
  if (first === null || first.tenant === tenant) return 'waits';
  return isSame(first, said) ? 'counts' : { refused: 'cosign_differs' };
}

/** What the second signatory leaves out is as the first has said it. */
function isSame(first: ClosingWord, said: Omit<ClosingWord, 'tenant' | 'at'>): boolean {
  const isSameDay = said.tenancyEnd === null || said.tenancyEnd === first.tenancyEnd;
  const isSameAccount = said.account === null || said.account.iban === first.account?.iban;
  return first.kind === said.kind && first.amountLandlord === said.amountLandlord && isSameDay && isSameAccount;
}

/** Keeps the first word, or replaces it, and asks the other signatory alone. */
export function keepWord(deposit: Deposit, word: ClosingWord, context: MoveContext): Move {
  const before = deposit.closingWord;
  if (before !== null && isSame(before, word) && before.reason === word.reason) return move(deposit);
  const { tenant, kind, amountLandlord, tenancyEnd, reason } = word;
  const signatory = deposit.terms.tenants[tenant - 1];
  const about = {
    kind: 'closing_cosign',
    word: kind,
    signatory: signatory === undefined ? '' : `${signatory.firstName} ${signatory.lastName}`,
    product: productOf(deposit),
    amountLandlord,
    amountTenant: tenantsShare(deposit, { amountLandlord }),
    tenancyEnd: endOf(deposit, tenancyEnd),
    reason,
  } as const;
  return inTurn(
    { ...deposit, closingWord: word },
    (current) =>
      move(current, {
        history: [
          {
            at: context.now,
            actor: 'tenant',
            event: 'closing_word_given',
            detail: { tenant, word: kind, amountLandlord: toChf(amountLandlord) },
            ...(reason === null ? {} : { personal: { reason } }),
          },
        ],
      }),
    (current) => mailTenants(current, context, about, [tenant === 1 ? 2 : 1]),
  );
}

function endOf(deposit: Deposit, named: Day | null): Day {
  return named ?? closingOf(deposit).tenancyEnd;
}
