import type { Deposit, DepositTerms, Owner } from '../deposit.ts';
import { givenFacts } from '../history/facts.ts';
import type { Order } from '../ledger.ts';
import { mayBeOneOf, type Acting } from '../operator.ts';
import type { Organization } from '../organization.ts';
import { accountFault } from '../payee/account.ts';
import type { PayeeAccount } from '../payee/payee-account.ts';
import { missingOf, payeeFactsOf, payeeNames, payRules } from '../payee/facts.ts';
import { missingFor, type Missing, type PayeeFacts, type PayRules } from '../payee/missing.ts';
import { fittingAccount } from '../payee/payout-accounts.ts';
import { isSameHolder, ownerName } from '../payee/same-holder.ts';
import { postalLine, type PostalAddress } from '../values/postal-address.ts';
import { move, type Decision, type HistoryEntry, type MoveContext, type Refusal } from './move.ts';
import { canRelease, isChangeable, isOpenOrder, isToBeReleased, isWithBank, replaced, changersOf } from './orders.ts';

/** The operator sets or changes the account of an order that is not with the bank. A rejected or returned one goes out again. */
export function giveAccount(
  deposit: Deposit,
  { orderId, account }: { orderId: string; account: PayeeAccount },
  context: MoveContext,
): Decision {
  const order = deposit.orders.find((one) => one.id === orderId);
  if (order === undefined) return { refused: 'no_such_order' };
  const payment = deposit.payments.find(({ id }) => id === order.paymentId);
  const names = payeeNames(deposit, context.organization, order, payment?.payerName ?? null);
  const given = withNewAccount(order, wholeAccount(deposit, order, account, context), names, context);
  if ('refused' in given) return given;
  const history = [accountGiven(order, account, 'operator', context)];
  const others = order.returnReason === null ? [] : deposit.orders.filter((one) => waitsWith(one, order));
  let current = replaced(deposit, given);
  for (const one of others) {
    const filled = withNewAccount(one, wholeAccount(deposit, one, account, context), names, context);
    if (!('refused' in filled)) current = replaced(current, filled);
  }
  return move(current, { history });
}

/** It has no account since the other one was returned. */
function waitsWith(one: Order, { id, kind, payee }: Order): boolean {
  return (
    kind === 'payout' &&
    one.kind === kind &&
    one.payee === payee &&
    one.id !== id &&
    one.iban === null &&
    isChangeable(one)
  );
}

/** With the address that is known, if none is given: the tenant's last one, or the owner's if the account is the owner's. */
function wholeAccount(
  { terms }: Deposit,
  order: Order,
  account: PayeeAccount,
  { organization }: Pick<MoveContext, 'organization'>,
): PayeeAccount {
  const whole = completed(order, account);
  if (whole.address !== null) return whole;
  switch (order.payee) {
    case 'tenant':
      return { ...whole, address: order.address };
    case 'landlord':
      return { ...whole, address: addressOfLandlord(whole, organization, terms.owner) };
    case 'payer':
    case 'deposit':
      return whole;
  }
}

/** The same account again, with more about it: what is not given stays. */
export function completed({ iban, holderName, bic, address }: Order, account: PayeeAccount): PayeeAccount {
  if (account.iban !== iban) return account;
  return {
    iban,
    holderName: account.holderName ?? holderName,
    bic: account.bic ?? bic,
    address: account.address ?? address,
  };
}

/** The order with another account. Whether it waits for release is decided again. */
export function withNewAccount(
  order: Order,
  account: PayeeAccount,
  names: readonly string[],
  { money, operators = [] }: Pick<MoveContext, 'money' | 'operators'>,
): Order | Refusal {
  if (!isOpenOrder(order)) return { refused: 'no_such_order' };
  if (isWithBank(order)) return { refused: 'order_sent' };
  if (order.payee === 'deposit') return transferAgain(order, account, { money, operators });
  const fault = accountFault(account, money);
  if (fault !== null) return fault;
  return {
    ...order,
    ...account,
    runId: null,
    rejection: null,
    returnReason: null,
    needsRelease: isToBeReleased({ ...order, ...account }, names, money),
    releasedAt: null,
    releasedBy: null,
    releaseReason: null,
    changedBy: changersOf(order.changedBy, operators),
  };
}

/** The account of a transfer is that of its deposit. Given again, it sends a transfer again that has failed. */
function transferAgain(
  order: Order,
  { iban, holderName, bic, address }: PayeeAccount,
  { money, operators = [] }: Pick<MoveContext, 'money' | 'operators'>,
): Order | Refusal {
  const isSame = iban === order.iban && holderName === null && bic === null && address === null;
  const hasFailed = order.returnReason !== null || order.rejection !== null;
  if (!isSame || !hasFailed) return { refused: 'account_of_deposit' };
  return {
    ...order,
    runId: null,
    rejection: null,
    returnReason: null,
    needsRelease: isToBeReleased(order, [], money),
    releasedAt: null,
    releasedBy: null,
    releaseReason: null,
    changedBy: changersOf(order.changedBy, operators),
  };
}

function accountGiven(
  { payee }: Order,
  { iban, holderName, bic, address }: PayeeAccount,
  actor: 'operator' | 'tenant' | 'manager',
  { now }: Pick<MoveContext, 'now'>,
): HistoryEntry {
  const personal = givenFacts({ iban, holderName, bic, address: address === null ? null : postalLine(address) });
  return { at: now, actor, event: 'account_given', detail: { to: payee }, personal };
}

/** Where the money of an order goes to is for its payee to say: it came back, or something about the payee is missing. */
function asksPayee(order: Order, missing: Missing | null): boolean {
  if (order.kind !== 'payout' || !isChangeable(order) || order.rejection !== null) return false;
  if (order.returnReason !== null) return true;
  return missing === 'account' || missing === 'bic' || missing === 'country' || missing === 'address';
}

/** The payouts whose account this party is asked for. */
export function askedOrders(
  deposit: Deposit,
  by: 'tenant' | 'manager',
  context: Pick<MoveContext, 'organization' | 'money' | 'demoIban' | 'now'>,
): Order[] {
  const rules = payRules(context, context.now);
  const payee = by === 'tenant' ? 'tenant' : 'landlord';
  return deposit.orders.filter(
    (order) => order.payee === payee && asksPayee(order, missingOf(deposit, context.organization, order, rules)),
  );
}

/** The tenant, or the manager for the landlord, gives the account of all payouts that wait for it. */
export function givePayeeAccount(
  deposit: Deposit,
  { by, account }: { by: 'tenant' | 'manager'; account: PayeeAccount },
  context: MoveContext,
): Decision {
  const asked = askedOrders(deposit, by, context);
  if (asked.length === 0) return { refused: 'account_not_asked' };
  let current = deposit;
  for (const order of asked) {
    const names = payeeNames(deposit, context.organization, order, null);
    const given = withNewAccount(order, wholeAccount(deposit, order, account, context), names, context);
    if ('refused' in given) return given;
    current = replaced(current, given);
  }
  return move(current, { history: [accountGiven(asked[0] as Order, account, by, context)] });
}

/**
 * The landlord's account as the organization has given it: for this owner and property, else for the property, the owner,
 * or all. An account of an owner is in the owner's name, if no other is given.
 */
export function landlordAccount(
  organization: Pick<Organization, 'name' | 'payoutIban' | 'payoutHolderName' | 'payoutBic' | 'payoutAccounts'>,
  { owner, property }: Pick<DepositTerms, 'owner' | 'property'>,
): Omit<PayeeAccount, 'iban'> & { iban: string | null } {
  const { name, payoutIban, payoutHolderName, payoutBic, payoutAccounts } = organization;
  const fitting = fittingAccount(payoutAccounts, { propertyId: property.propertyId, ownerName: ownerName(owner) });
  const account =
    fitting === null
      ? { iban: payoutIban, holderName: payoutHolderName, bic: payoutBic }
      : {
          iban: fitting.iban,
          holderName: fitting.holderName ?? (fitting.ownerName === null ? null : ownerName(owner)),
          bic: fitting.bic,
        };
  return { ...account, address: addressOfLandlord(account, { name }, owner) };
}

/** The owner's if the account is the owner's; null: that of the organization. */
function addressOfLandlord(
  { holderName }: Pick<PayeeAccount, 'holderName'>,
  { name }: Pick<Organization, 'name'>,
  owner: Owner,
): PostalAddress | null {
  const isOfOwner = !isSameHolder(holderName, [name]) && isSameHolder(holderName, [ownerName(owner)]);
  if (!isOfOwner) return null;
  const { street, streetNumber, zip, city, countryCode } = owner;
  return { street, streetNumber, zip, city, countryCode };
}

type ReleaseInput = { orderId: string; reason: string | null; by: Acting };

/** A person releases an order that waits for it. Repeated with the same words, nothing changes. */
export function releaseOrder(deposit: Deposit, { orderId, reason, by }: ReleaseInput, context: MoveContext): Decision {
  const order = deposit.orders.find(({ id }) => id === orderId);
  if (order === undefined) return { refused: 'no_such_order' };
  const facts = payeeFactsOf(deposit, context.organization, order);
  const released = decideRelease(order, facts, { reason, by, now: context.now, rules: payRules(context, context.now) });
  if ('refused' in released) return released;
  if (released === order) return move(deposit);
  const { payee } = order;
  const personal = { by: by.actor, ...(reason === null ? {} : { reason }) };
  return move(replaced(deposit, released), {
    history: [{ at: context.now, actor: 'operator', event: 'payment_released', detail: { to: payee }, personal }],
  });
}

/** Who gave the account or created the order is not the one who releases it. */
export function decideRelease(
  order: Order,
  facts: PayeeFacts,
  { reason, by, now, rules }: { reason: string | null; by: Acting; now: Date; rules: PayRules },
): Order | Refusal {
  if (order.releasedAt !== null) return order.releaseReason === reason ? order : { refused: 'released_already' };
  if (!canRelease(order, missingFor(order, facts, rules))) return { refused: 'not_to_release' };
  if (mayBeOneOf(order.changedBy, by)) return { refused: 'own_order' };
  return { ...order, releasedAt: now, releasedBy: by.actor, releaseReason: reason };
}
