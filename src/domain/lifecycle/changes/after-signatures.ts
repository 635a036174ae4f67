import { shownAccount } from '../../closing/shown-account.ts';
import type { ChangeSubject, Deposit, DepositChange } from '../../deposit.ts';
import { setAside } from '../../ledger.ts';
import { tenantNames } from '../../payee/same-holder.ts';
import { rappen, toChf } from '../../values/money.ts';
import { ask, askProvider } from '../applications.ts';
import { mailAll, mailLeaver } from '../mails.ts';
import { inTurn, move, type Move, type MoveContext } from '../move.ts';
import { accountOfTenant, freeOf, newOrder } from '../orders.ts';
import { sendPaymentSlip } from '../providers.ts';
import { finishPayout } from './finishing.ts';
import { amendmentDocument, amendmentOf, nextAmendment } from './amendment.ts';
import { positionMoves } from './people.ts';
import { changeEntry, changeDone, running, withChange } from './states.ts';
import { applied, orderAfter } from './taking-effect.ts';

/** All have signed: stores the amendment and carries the change on. */
export function afterSignatures(deposit: Deposit, context: MoveContext): Move {
  const change = { ...running(deposit), amendment: nextAmendment(deposit) };
  return inTurn(
    withChange(deposit, change),
    (current) => amendmentDocument(current, change, context),
    (current) => carryOn(current, change, context),
  );
}

function carryOn(deposit: Deposit, change: DepositChange, context: MoveContext): Move {
  const { subject } = change;
  switch (subject.kind) {
    case 'tenant_joins':
    case 'tenant_leaves':
      return changePeople(deposit, change, context);
    case 'main_tenant':
      return askAboutChange(deposit, change, context);
    case 'amount':
      if (deposit.product === 'insurance') return askAboutChange(deposit, change, context);
      return subject.rentalDeposit > deposit.terms.rentalDeposit
        ? askToPay(deposit, change, context)
        : releasePart(deposit, change, subject, context);
    case 'product':
      return askNewProvider(deposit, change, subject, context);
    case 'owner':
      throw new Error('nobody signs a change of the owner');
  }
}

/** Tenants join, leave or change places. Their personal links follow them; those of who has left end. */
export function changePeople(deposit: Deposit, change: DepositChange, context: MoveContext): Move {
  const { subject } = change;
  const amendment = amendmentOf(deposit, change, context);
  const positions =
    subject.kind === 'tenant_leaves' || subject.kind === 'main_tenant'
      ? positionMoves(orderAfter(deposit, subject), deposit.terms.tenants.length)
      : [];
  const leaver = subject.kind === 'tenant_leaves' ? (deposit.terms.tenants[subject.position - 1] ?? null) : null;
  return inTurn(
    subject.kind === 'main_tenant' ? withoutAccount(deposit) : deposit,
    (current) => move(applied(current, change), { positions }),
    (current) => changeDone(current, change, context),
    (current) => mailAll(current, context, { kind: 'change_done', amendment }),
    (current) =>
      leaver === null ? move(current) : mailLeaver(current, context, { kind: 'change_done', amendment }, leaver),
  );
}

/** The account for the payout was the former main tenant's, and so is a code that waits. */
function withoutAccount(deposit: Deposit): Deposit {
  return { ...deposit, payoutAccount: null, payoutAccountRequest: null };
}

/** The bank or the insurer of the deposit decides. */
function askAboutChange(deposit: Deposit, change: DepositChange, context: MoveContext): Move {
  const asked = withChange(deposit, { ...change, state: 'at_provider' });
  return ask(asked, 'change', context, { changeId: change.id });
}

/** Another product: the new security stands before the old one is released. */
function askNewProvider(
  deposit: Deposit,
  change: DepositChange,
  { product, provider }: Extract<ChangeSubject, { kind: 'product' }>,
  context: MoveContext,
): Move {
  const asked = withChange(deposit, { ...change, state: 'at_provider' });
  const kind = product === 'insurance' ? 'cover' : 'account_opening';
  return askProvider(asked, { providerId: provider.id, kind, claim: null, person: null, changeId: change.id }, context);
}

/** A slip for what is to be paid. */
export function askToPay(deposit: Deposit, change: DepositChange, context: MoveContext): Move {
  return sendPaymentSlip(withChange(deposit, { ...change, state: 'to_pay' }), context);
}

/** The deposit becomes smaller: the difference goes to the tenant, as far as it is there. */
function releasePart(
  deposit: Deposit,
  change: DepositChange,
  { rentalDeposit }: Extract<ChangeSubject, { kind: 'amount' }>,
  context: MoveContext,
): Move {
  return payOutForChange(deposit, change, deposit.paidIn - rentalDeposit, context);
}

/** Orders money to the tenant. Where there is none to pay, the change is done. */
export function payOutForChange(deposit: Deposit, change: DepositChange, wished: number, context: MoveContext): Move {
  const amount = rappen(Math.max(0, Math.min(wished, freeOf(deposit))));
  const waiting: DepositChange = { ...change, state: 'to_pay_out' };
  if (amount === 0) return finishPayout(withChange(deposit, waiting), context);
  const payouts = deposit.orders.filter(({ kind, payee }) => kind === 'payout' && payee === 'tenant');
  const account = accountOfTenant(deposit, payouts, context);
  const order = newOrder(
    { kind: 'payout', cause: 'change', payee: 'tenant', amount, ...account },
    context,
    tenantNames(deposit.terms.tenants),
  );
  const ordered = withChange({ ...deposit, orders: [...deposit.orders, order] }, { ...waiting, orderId: order.id });
  const more = { amount: toChf(amount) };
  const told = order.iban === null ? null : shownAccount({ iban: order.iban, holderName: order.holderName }, deposit);
  return inTurn(
    ordered,
    (current) =>
      move(current, {
        postings: [setAside(order, 'held')],
        history: [changeEntry('change_payout_ordered', change, { at: context.now, actor: 'service', more })],
      }),
    (current) =>
      mailAll(current, context, {
        kind: 'payout_ordered',
        product: 'bank_deposit',
        ground: 'change',
        agreedBy: null,
        account: told,
        amountTenant: amount,
        amountLandlord: rappen(0),
      }),
  );
}
