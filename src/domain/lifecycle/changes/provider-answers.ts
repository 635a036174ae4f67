import type { Application, ProviderAnswer, RefusalReason } from '../../application.ts';
import { changeIn } from '../../change.ts';
import type { Deposit, DepositChange, Policy } from '../../deposit.ts';
import { rappen } from '../../values/money.ts';
import { answeredThis, BY_OPERATOR } from '../applications.ts';
import { withCertificate } from '../in-force.ts';
import { mailAll, mailManager } from '../mails.ts';
import { inTurn, move, type Decision, type Move, type MoveContext } from '../move.ts';
import { freeOf } from '../orders.ts';
import { faultOfAccount, withOtherAccount, type OpenedAccount } from '../providers.ts';
import { askToPay, changePeople, payOutForChange } from './after-signatures.ts';
import { amendmentOf } from './amendment.ts';
import { changeEntry, changeDone, withChange } from './states.ts';
import { applied } from './taking-effect.ts';

/** What a provider says to a running change. `by`: null is the operator. */
type Answered = { answer: ProviderAnswer; by: string | null; certificatePdf: string | null };

/** What the running change waits for. Null: no provider is to answer now. */
export function awaitedFor(deposit: Pick<Deposit, 'changes' | 'product'>): 'account' | 'cover' | 'done' | null {
  const change = changeIn(deposit, 'at_provider');
  if (change === null) return null;
  if (change.subject.kind !== 'product') return 'done';
  return change.subject.product === 'insurance' ? 'cover' : 'account';
}

/** The provider answers to the running change. */
export function answerChange(deposit: Deposit, given: Answered, context: MoveContext): Decision {
  const change = changeIn(deposit, 'at_provider');
  const { answer } = given;
  if (change === null) return { refused: 'no_change_at_provider' };
  if (answer.answer === 'refused')
    return refusedChange(noted(deposit, change, given, context), change, answer, context);
  if (answer.answer === 'ended' || answer.answer === 'paid' || answer.answer !== awaitedFor(deposit))
    return { refused: 'answer_not_fitting' };
  switch (answer.answer) {
    case 'account': {
      const fault = faultOfAccount(answer);
      if (fault !== null) return fault;
      const opened = opensAccount(noted(deposit, change, given, context), answer, context);
      return inTurn(
        deposit,
        () => opened,
        (current) => askToPay(current, change, context),
      );
    }
    case 'cover':
      return covered(noted(deposit, change, given, context), change, { ...answer, pdf: given.certificatePdf }, context);
    case 'done':
      return confirmed(noted(deposit, change, given, context), change, answer, context);
  }
}

/** The answer is kept with the application of the change. Without a provider there is none. */
function noted(deposit: Deposit, { id }: DepositChange, { answer, by }: Answered, context: MoveContext): Deposit {
  const isAsked = (one: Application): boolean =>
    one.changeId === id && one.answer === null && one.state !== 'cancelled';
  const application = deposit.applications.find(isAsked);
  return application === undefined
    ? deposit
    : answeredThis(deposit, application, { answer, by: by ?? BY_OPERATOR }, context);
}

/** An account that it had before stays known: money that arrives there is this deposit's. */
function opensAccount(deposit: Deposit, { iban, qrIban }: OpenedAccount, context: MoveContext): Move {
  const opened = withOtherAccount(deposit, { iban, qrIban }, context);
  const personal = { iban, paymentReference: opened.paymentReference ?? '' };
  return move(opened, {
    history: [{ at: context.now, actor: 'bank', event: 'account_opened', detail: {}, personal }],
  });
}

/** It is an insurance now; all that is held goes to the tenant. */
function covered(
  deposit: Deposit,
  change: DepositChange,
  { policyNumber, from, premium, pdf }: Policy & { pdf: string | null },
  context: MoveContext,
): Move {
  const amendment = amendmentOf(deposit, change, context);
  const policy = { policyNumber, from, premium };
  const released = deposit.paidIn;
  const insured: Deposit = { ...applied(deposit, change), policy, paidIn: rappen(0) };
  const personal = policyNumber === null ? {} : { personal: { policyNumber } };
  return inTurn(
    insured,
    (current) =>
      move(current, {
        history: [{ at: context.now, actor: 'insurer', event: 'cover_confirmed', detail: {}, ...personal }],
      }),
    (current) => withCertificate(current, context, pdf, { kind: 'change_done', amendment }),
    (current) => payOutForChange(current, { ...change, released }, freeOf(current), context),
  );
}

/** The provider has changed its contract; the account may be another one. */
function confirmed(
  deposit: Deposit,
  change: DepositChange,
  { iban }: Extract<ProviderAnswer, { answer: 'done' }>,
  context: MoveContext,
): Move {
  const isOther = iban !== null && deposit.product === 'bank_deposit' && iban !== deposit.iban;
  const changed = isOther ? opensAccount(deposit, { iban, qrIban: null }, context) : move(deposit);
  return inTurn(
    deposit,
    () => changed,
    (current) => {
      if (change.subject.kind === 'main_tenant') return changePeople(current, change, context);
      const amendment = amendmentOf(current, change, context);
      return inTurn(
        applied(current, change),
        (next) => changeDone(next, change, context),
        (next) => mailAll(next, context, { kind: 'change_done', amendment }),
      );
    },
  );
}

/** The provider does not take part: all stays as it was. */
function refusedChange(
  deposit: Deposit,
  change: DepositChange,
  { reason, code }: { reason: string; code: RefusalReason },
  context: MoveContext,
): Move {
  const by = askedKind(deposit, change);
  return inTurn(
    withChange(deposit, { ...change, state: 'refused' }),
    (current) =>
      move(current, {
        history: [
          changeEntry('change_refused', change, { at: context.now, actor: by, more: { code }, personal: { reason } }),
        ],
      }),
    (current) => mailManager(current, context, { kind: 'deposit_refused', by, reason, isChange: true }),
  );
}

function askedKind(deposit: Deposit, { subject }: DepositChange): 'bank' | 'insurer' {
  const product = subject.kind === 'product' ? subject.product : deposit.product;
  return product === 'insurance' ? 'insurer' : 'bank';
}
