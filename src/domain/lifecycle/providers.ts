import type { Application, ProviderAnswer, RefusalReason } from '../application.ts';
import { changeIn } from '../change.ts';
import type { Deposit, Policy } from '../deposit.ts';
import type { Order } from '../ledger.ts';
import type { Day } from '../values/calendar.ts';
import { creditorReference, qrReference } from '../values/payment-reference.ts';
import { answered, answeredLate, askToClose } from './applications.ts';
import { comesUnderCover } from './in-force.ts';
import { mailManager } from './mails.ts';
import { enter, inTurn, move, type Decision, type MoveContext, type Move, type Refusal } from './move.ts';
import { mailSlip } from './payment.ts';
import { scheduleReminder } from './reminders.ts';

export type OpenedAccount = { iban: string; qrIban: string | null };

/** Who gives a provider's answer; absent: the operator. */
type AnsweredBy = { answeredBy?: string | null };

/** The bank has opened the account: now the tenant can pay. */
export function openAccount(
  deposit: Deposit,
  { iban, qrIban, openedOn = null, answeredBy: by = null }: OpenedAccount & { openedOn?: Day | null } & AnsweredBy,
  context: MoveContext,
): Decision {
  const { now, random } = context;
  const fault = faultOfAccount({ iban, qrIban });
  if (fault !== null) return fault;
  const paymentReference = newReference(qrIban, random);
  const opened = move(
    answered(
      { ...deposit, iban, qrIban, paymentReference, refusal: null },
      'account_opening',
      { answer: { answer: 'account', iban, qrIban, openedOn }, by },
      context,
    ),
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

/** Section 10: a QR-IBAN is of the country of its IBAN. */
export function faultOfAccount({ iban, qrIban }: OpenedAccount): Refusal | null {
  const isSame = qrIban === null || qrIban.slice(0, 2) === iban.slice(0, 2);
  return isSame ? null : { refused: 'other_country', field: 'qrIban' };
}

/** Payments to a QR-IBAN carry a QR reference, others a creditor reference. */
export function newReference(qrIban: string | null, { digits }: MoveContext['random']): string {
  return qrIban === null ? creditorReference(digits(20)) : qrReference(digits(26));
}

type Correction = OpenedAccount & { reason: string };

/**
 * Section 10: the account was wrong. Until the deposit is paid, the tenants get a new slip; its reference is another if
 * its kind changes. Money that arrived or arrives on the former account stays this deposit's.
 */
export function correctAccount(deposit: Deposit, { iban, qrIban, reason }: Correction, context: MoveContext): Decision {
  const { iban: formerIban, qrIban: formerQrIban, paymentReference: formerReference } = deposit;
  if (formerIban === null || formerReference === null) return { refused: 'no_account' };
  if (formerIban === iban && formerQrIban === qrIban) return { refused: 'account_unchanged' };
  const fault = faultOfAccount({ iban, qrIban });
  if (fault !== null) return fault;
  const corrected = withOtherAccount(deposit, { iban, qrIban }, context);
  const paymentReference = corrected.paymentReference ?? '';
  const personal = { iban, formerIban, paymentReference, reason };
  return inTurn(
    corrected,
    (current) =>
      move(current, {
        history: [{ at: context.now, actor: 'operator', event: 'account_corrected', detail: {}, personal }],
      }),
    (current) => {
      const isAwaited = current.step === 'awaiting_payment' || changeIn(current, 'to_pay') !== null;
      return isAwaited ? sendPaymentSlip(current, context) : move(current);
    },
  );
}

/** Another account. The former one stays known; the reference stays, unless its kind changes. */
export function withOtherAccount(deposit: Deposit, { iban, qrIban }: OpenedAccount, context: MoveContext): Deposit {
  const { iban: formerIban, qrIban: formerQrIban, paymentReference: reference } = deposit;
  const isSameKind = reference !== null && (qrIban === null) === (formerQrIban === null);
  const paymentReference = isSameKind ? reference : newReference(qrIban, context.random);
  if (formerIban === null) return { ...deposit, iban, qrIban, paymentReference };
  const former = { iban: formerIban, qrIban: formerQrIban, until: context.now };
  return {
    ...deposit,
    iban,
    qrIban,
    paymentReference,
    formerAccounts: [...deposit.formerAccounts, former],
    orders: deposit.orders.map((order) =>
      isPaidFromFormer(order, deposit) ? { ...order, fromIban: formerIban } : order,
    ),
  };
}

/** The bank has it, or it pays back what arrived there. What is still to be paid out goes out from the new account. */
function isPaidFromFormer(
  { fromIban, runId, completedAt, kind, paymentId }: Order,
  { iban, qrIban, payments }: Deposit,
) {
  if (fromIban !== null) return false;
  if (runId !== null || completedAt !== null) return true;
  const arrivedOn = payments.find(({ id }) => id === paymentId)?.accountIban ?? iban;
  return kind === 'payback' && (arrivedOn === iban || arrivedOn === qrIban);
}

export function askForPayment(deposit: Deposit, context: MoveContext): Move {
  const waiting = enter(deposit, { state: 'opening', step: 'awaiting_payment' }, context.now);
  return inTurn(
    waiting,
    (current) => sendPaymentSlip(current, context),
    (current) => scheduleReminder(current, context),
  );
}

export function sendPaymentSlip(deposit: Deposit, context: MoveContext): Move {
  return mailSlip(deposit, context, 'tenant_payment');
}

type Cover = Partial<Policy> & {
  /** The SHA-256 of the insurer's own certificate, and the PDF as base64. */
  certificate?: string | null;
  certificatePdf?: string | null;
} & AnsweredBy;

export function confirmCover(deposit: Deposit, given: Cover | undefined, context: MoveContext): Move {
  const { policyNumber = null, from = null, premium = null, answeredBy: by = null } = given ?? {};
  const { certificate = null, certificatePdf = null } = given ?? {};
  const policy = { policyNumber, from, premium };
  const covered = answered(
    { ...deposit, policy, refusal: null },
    'cover',
    { answer: { answer: 'cover', ...policy, certificate }, by },
    context,
  );
  const personal = policyNumber === null ? {} : { personal: { policyNumber } };
  const confirmed = move(covered, {
    history: [{ at: context.now, actor: 'insurer', event: 'cover_confirmed', detail: {}, ...personal }],
  });
  return inTurn(
    deposit,
    () => confirmed,
    (current) => comesUnderCover(current, context, certificatePdf),
  );
}

type Refused = { reason: string; code?: RefusalReason } & AnsweredBy;

/** The bank or the insurer refuses: the phase stays, and the manager can edit or withdraw the deposit. */
export function refuseByProvider(
  deposit: Deposit,
  { reason, code = 'other', answeredBy = null }: Refused,
  context: MoveContext,
): Move {
  const isCover = deposit.step === 'awaiting_cover';
  const by = isCover ? 'insurer' : 'bank';
  const after = answered(
    { ...deposit, refusal: { at: context.now, by, reason } },
    isCover ? 'cover' : 'account_opening',
    { answer: { answer: 'refused', code, reason }, by: answeredBy },
    context,
  );
  const refused = move(after, {
    history: [{ at: context.now, actor: by, event: 'refused', detail: { code }, personal: { reason } }],
  });
  return inTurn(
    deposit,
    () => refused,
    (current) => mailManager(current, context, { kind: 'deposit_refused', by, reason }),
  );
}

/** A late account of a deposit that was edited or withdrawn meanwhile: it is kept with it, and nothing else changes. */
export function recordAccount(
  deposit: Deposit,
  application: Application,
  { answer, by }: { answer: ProviderAnswer; by: string },
  context: MoveContext,
): Decision {
  if (answer.answer !== 'account') return { refused: 'application_cancelled' };
  const { iban, qrIban } = answer;
  const fault = faultOfAccount({ iban, qrIban });
  if (fault !== null) return fault;
  if (deposit.iban !== null) return deposit.iban === iban ? move(deposit) : { refused: 'application_cancelled' };
  const paymentReference = newReference(qrIban, context.random);
  const personal = { iban, paymentReference };
  const recorded = move(
    { ...answeredLate(deposit, application, { answer, by }, context), iban, qrIban, paymentReference },
    { history: [{ at: context.now, actor: 'bank', event: 'account_recorded', detail: {}, personal }] },
  );
  return inTurn(
    deposit,
    () => recorded,
    (current) => askToClose(current, context),
  );
}
