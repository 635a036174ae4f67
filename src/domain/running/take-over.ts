import type { Deposit } from '../deposit.ts';
import type { PersonalFacts, PublicFacts } from '../history/facts.ts';
import type { Integration } from '../integration.ts';
import type { Payment, Posting } from '../ledger.ts';
import { enter, inTurn, move, type Actor, type Move, type MoveContext } from '../lifecycle/move.ts';
import { newDeposit } from '../lifecycle/opening.ts';
import { newReference } from '../lifecycle/providers.ts';
import type { Member } from '../organization.ts';
import { providerFor } from '../provider.ts';
import { startOfDay } from '../values/calendar.ts';
import { rappen, toChf, type Rappen } from '../values/money.ts';
import type { RunningRow, Security } from './read-row.ts';

/** Who takes a deposit over, and with which import. `actor`: the operator, or an administrator of the organization. */
type TakingOver = { importId: string; integration: Integration; manager: Member; actor: Actor };

/** The deposit as it is inserted, and the move that brings it into force. */
export type TakenOverDeposit = { inserted: Move; move: Move };

/**
 * A deposit that exists at a bank or an insurer enters as `open`. No mail is sent, no document is made, and nobody signs
 * again. Its ledger starts with the balance of its account.
 */
export function takeOver(row: RunningRow, { importId, ...by }: TakingOver, context: MoveContext): TakenOverDeposit {
  const { terms, adjustments, security } = row;
  const { product, openSince } = security;
  const at = context.now;
  const { actor, integration, manager } = by;
  const blank = newDeposit({ integration, terms, adjustments, manager }, context);
  const provider = providerFor(context.organization.providers, product);
  const inserted = { ...blank, product, provider };
  const opened = move(inserted, {
    history: [{ at, actor, event: 'opened', detail: { integration, import: importId } }],
  });
  const secured = (current: Deposit): Move =>
    security.product === 'bank_deposit' ? holdBalance(current, security, context) : insure(current, security);
  const inForce = inTurn(
    inserted,
    (current) => {
      const { balance = null, balanceOn = null } = security.product === 'bank_deposit' ? security : {};
      const takenOver = { importId, openSince, balance, balanceOn };
      return move({ ...enter(current, { state: 'open', step: null }, startOfDay(openSince)), takenOver });
    },
    secured,
    (current) =>
      move(current, {
        history: [{ at, actor, event: 'taken_over', detail: detailOf(security), personal: personalOf(security) }],
      }),
  );
  return { inserted: opened, move: inForce };
}

function insure(deposit: Deposit, { policyNumber, openSince }: Extract<Security, { product: 'insurance' }>): Move {
  return move({ ...deposit, policy: { policyNumber, from: openSince, premium: null } });
}

/** The key of the entry that stands for all that was booked on the account until it was taken over. */
export function startKey(depositId: string, part: 'balance' | 'interest' | 'charge' = 'balance'): string {
  return `start:${depositId}${part === 'balance' ? '' : `/${part}`}`;
}

/** What the balance consists of: the deposit, and what the bank has credited or charged since. */
export function partsOfBalance(balance: Rappen, deposit: Rappen): { interest: Rappen; charges: Rappen } {
  return { interest: rappen(Math.max(0, balance - deposit)), charges: rappen(Math.max(0, deposit - balance)) };
}

function holdBalance(
  deposit: Deposit,
  { iban, balance, balanceOn }: Extract<Security, { product: 'bank_deposit' }>,
  { random }: MoveContext,
): Move {
  const amount = deposit.terms.rentalDeposit;
  const { interest, charges } = partsOfBalance(balance, amount);
  const paymentReference = newReference(null, random);
  const payment: Payment = {
    id: random.id(),
    at: startOfDay(balanceOn),
    reference: paymentReference,
    amount,
    counted: amount,
    surplus: rappen(0),
    payerIban: null,
    payerName: null,
    payerAddress: null,
    matchedBy: 'account',
    bookedOn: balanceOn,
    valueOn: balanceOn,
    bankReference: null,
    entryKey: startKey(deposit.id),
    accountIban: iban,
    reversedAt: null,
  };
  const held: Deposit = { ...deposit, iban, paymentReference, paidIn: amount, interest, charges, payments: [payment] };
  const posting = (part: Pick<Posting, 'amount' | 'from' | 'to'>, paymentId: string | null): Posting[] =>
    part.amount === 0 ? [] : [{ at: payment.at, bookedOn: balanceOn, ...part, paymentId, orderId: null }];
  return move(held, {
    postings: [
      ...posting({ amount, from: 'payer', to: 'held' }, payment.id),
      ...posting({ amount: interest, from: 'interest', to: 'held' }, null),
      ...posting({ amount: charges, from: 'held', to: 'charges' }, null),
    ],
  });
}

function detailOf(security: Security): PublicFacts {
  const { product, openSince } = security;
  if (security.product === 'insurance') return { product, openSince };
  return { product, openSince, balance: toChf(security.balance), balanceOn: security.balanceOn };
}

function personalOf(security: Security): PersonalFacts {
  return security.product === 'insurance' ? { policyNumber: security.policyNumber } : { iban: security.iban };
}
