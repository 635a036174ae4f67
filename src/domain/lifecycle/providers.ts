import type { Deposit } from '../deposit.ts';
import { creditorReference, qrReference } from '../values/payment-reference.ts';
import { comesIntoForce } from './in-force.ts';
import { mailManager, mailTenants } from './mails.ts';
import { enter, inTurn, move, type MoveContext, type Move } from './move.ts';
import { paymentSlipDocument, slipOf } from './payment.ts';
import { scheduleReminder } from './reminders.ts';

type OpenedAccount = { iban: string; qrIban: string | null };

/** The bank has opened the account: now the tenant can pay. */
export function openAccount(deposit: Deposit, { iban, qrIban }: OpenedAccount, context: MoveContext): Move {
  const { now, random } = context;
  const paymentReference = qrIban === null ? creditorReference(random.digits(20)) : qrReference(random.digits(26));
  const opened = move(
    { ...deposit, iban, qrIban, paymentReference, refusal: null },
    {
      history: [{ at: now, actor: 'bank', event: 'account_opened', detail: {}, personal: { iban, paymentReference } }],
    },
  );
  return inTurn(
    deposit,
    () => opened,
    (current) => askForPayment(current, context),
  );
}

export function askForPayment(deposit: Deposit, context: MoveContext): Move {
  const waiting = enter(deposit, { state: 'opening', step: 'awaiting_payment' }, context.now);
  return inTurn(
    waiting,
    (current) => mailTenants(current, context, { kind: 'tenant_payment', ...slipOf(current) }, [1]),
    (current) => paymentSlipDocument(current, context),
    (current) => scheduleReminder(current, context),
  );
}

export function confirmCover(deposit: Deposit, _input: undefined, context: MoveContext): Move {
  const confirmed = move(
    { ...deposit, refusal: null },
    { history: [{ at: context.now, actor: 'insurer', event: 'cover_confirmed', detail: {} }] },
  );
  return inTurn(
    deposit,
    () => confirmed,
    (current) => comesIntoForce(current, context),
  );
}

/** The bank or the insurer refuses: the phase stays, and the manager can edit or withdraw the deposit. */
export function refuseByProvider(deposit: Deposit, { reason }: { reason: string }, context: MoveContext): Move {
  const by = deposit.step === 'awaiting_cover' ? 'insurer' : 'bank';
  const refused = move(
    { ...deposit, refusal: { at: context.now, by, reason } },
    { history: [{ at: context.now, actor: by, event: 'refused', detail: {}, personal: { reason } }] },
  );
  return inTurn(
    deposit,
    () => refused,
    (current) => mailManager(current, context, { kind: 'deposit_refused', by, reason }),
  );
}
