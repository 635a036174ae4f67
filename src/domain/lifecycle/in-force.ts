import type { Deposit } from '../deposit.ts';
import type { DocumentBody } from '../document.ts';
import { CERTIFICATE_FILES } from '../messages/attachments.ts';
import type { Product } from '../product.ts';
import { swissDay, type Day } from '../values/calendar.ts';
import { yearlyPremium } from '../provider.ts';
import { mailAll, type ForAll } from './mails.ts';
import { enter, inTurn, move, type MoveContext, type Move } from './move.ts';
import { attach, documentEffect, queueDocument } from './documents.ts';

/** Section 3: opening → open. `paidOn`: the day of the payment that completes it; null: a signature does. */
export function comesIntoForce(deposit: Deposit, context: MoveContext, paidOn: Day | null = null): Move {
  return inTurn(
    deposit,
    (current) => isOpen(current, context),
    (current) => mailAll(current, context, { kind: 'deposit_open', product: 'bank_deposit' }),
    (current) => payInDocument(current, context, paidOn),
  );
}

/** The insurer has confirmed cover: all get its certificate, or ours where it sent none (`certificate`: base64). */
export function comesUnderCover(deposit: Deposit, context: MoveContext, certificate: string | null): Move {
  return inTurn(
    deposit,
    (current) => isOpen(current, context),
    (current) => withCertificate(current, context, certificate, { kind: 'deposit_open', product: 'insurance' }),
  );
}

function isOpen(deposit: Deposit, { now }: MoveContext): Move {
  return move(enter(deposit, { state: 'open', step: null }, now), {
    history: [{ at: now, actor: 'service', event: 'open', detail: {} }],
  });
}

/** The mails wait for the certificate that is attached to them: it queues them when it is stored. */
export function withCertificate(
  deposit: Deposit,
  context: MoveContext,
  certificate: string | null,
  about: ForAll,
): Move {
  const mailed = mailAll(deposit, context, about);
  const effect = documentEffect(deposit, context, certificateBody(deposit, context));
  const document = { ...effect.document, ...(certificate !== null && { content: certificate }) };
  return attach({ ...effect, document }, mailed, CERTIFICATE_FILES);
}

function certificateBody(deposit: Deposit, { now }: MoveContext): DocumentBody {
  const { policy, provider, terms } = deposit;
  const phone = provider?.offer.phone ?? null;
  return {
    kind: 'certificate',
    insurer: provider === null ? null : { name: provider.name, address: provider.address, phone },
    policyNumber: policy?.policyNumber ?? null,
    from: policy?.from ?? swissDay(now),
    premium: policy?.premium ?? (provider === null ? null : yearlyPremium(provider.offer, terms.rentalDeposit)),
  };
}

/** Its dates are those of the bank, not of the moment its file was read. */
export function payInDocument(deposit: Deposit, context: MoveContext, bookedOn: Day | null): Move {
  const { iban, payments } = deposit;
  const counted = payments
    .filter((payment) => payment.counted > 0)
    .map(({ at, bookedOn: on, counted: amount }) => ({ at: at.toISOString(), bookedOn: on ?? swissDay(at), amount }));
  return queueDocument(deposit, context, { kind: 'pay_in', iban: iban as string, payments: counted, bookedOn });
}

export function productOf({ product }: Deposit): Product {
  if (product === null) throw new Error('a deposit in force has a product');
  return product;
}
