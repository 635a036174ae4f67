import { swissDay } from '../values/calendar.ts';
import type { EmailAddress, PhoneNumber } from '../values/contact.ts';
import { postalLine, type PostalAddress } from '../values/postal-address.ts';
import type { Deposit, DepositTerms, EmailChange } from '../deposit.ts';
import type { PersonalFacts } from '../history/facts.ts';
import { isChangeable } from '../lifecycle/orders.ts';
import { byManager, inTurn, move, type Decision, type HistoryEntry, type MoveContext } from '../lifecycle/move.ts';
import type { Tenant } from '../tenant.ts';
import { askForEmail } from './email.ts';

/** What is to change; null: it stays. */
export type ContactWish = {
  tenant: number;
  by: EmailChange['by'];
  email: EmailAddress | null;
  phoneNumber: PhoneNumber | null;
  address: PostalAddress | null;
  /** Why, if an operator changes it. */
  reason: string | null;
};

/** Years 2: phone and postal address hold at once, a new e-mail address once it is confirmed. */
export function changeContactData(deposit: Deposit, wish: ContactWish, context: MoveContext): Decision {
  const { tenant: position, by, email } = wish;
  const before = deposit.terms.tenants[position - 1];
  if (before === undefined) return { refused: 'no_such_tenant', field: 'tenant' };
  const after = withContact(before, wish, context);
  const changed = changedValues(before, after, email);
  const history: HistoryEntry[] = Object.keys(changed).length === 0 ? [] : [entryOf(deposit, wish, changed, context)];
  return inTurn(
    withAddressInOrders(withTenant(deposit, position, after), position),
    (current) => move(current, { history }),
    (current) => (email === null ? move(current) : askForEmail(current, { tenant: position, email, by }, context)),
  );
}

function withContact(before: Tenant, { phoneNumber, address }: ContactWish, { now }: MoveContext): Tenant {
  const isMoved = address !== null && JSON.stringify(ordered(address)) !== JSON.stringify(ordered(before.address));
  const isConfirmed = address !== null && before.addressSince === undefined;
  if ((phoneNumber === null || phoneNumber === before.phoneNumber) && !isMoved && !isConfirmed) return before;
  return {
    ...before,
    phoneNumber: phoneNumber ?? before.phoneNumber,
    ...(address !== null && (isMoved || isConfirmed) && { address, addressSince: swissDay(now) }),
  };
}

function ordered({ street, streetNumber, zip, city, countryCode }: PostalAddress): readonly string[] {
  return [street, streetNumber, zip, city, countryCode];
}

/** In the words of before and after. An address that is only asked for has no history of its own yet. */
function changedValues(before: Tenant, after: Tenant, email: EmailAddress | null): PersonalFacts {
  const all = {
    email: [before.email, email ?? before.email],
    phoneNumber: [before.phoneNumber, after.phoneNumber],
    address: [postalLine(before.address), postalLine(after.address)],
  } as const;
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, [from, to]]) => from !== to)
      .map(([name, [from, to]]) => [name, `${from ?? '–'} → ${to ?? '–'}`]),
  );
}

function entryOf(
  deposit: Deposit,
  { tenant, by, reason }: ContactWish,
  changed: PersonalFacts,
  context: MoveContext,
): HistoryEntry {
  const author =
    by === 'manager' ? byManager(deposit, context) : { at: context.now, actor: by, detail: {}, personal: {} };
  return {
    ...author,
    event: 'contact_changed',
    detail: { ...author.detail, tenant, fields: Object.keys(changed).join(', ') },
    personal: { ...author.personal, ...changed, ...(reason === null ? {} : { reason }) },
  };
}

export function withTenant(deposit: Deposit, position: number, tenant: Tenant): Deposit {
  if (deposit.terms.tenants[position - 1] === tenant) return deposit;
  const tenants = deposit.terms.tenants.map((one, index) => (index + 1 === position ? tenant : one));
  return { ...deposit, terms: { ...deposit.terms, tenants: tenants as [Tenant, ...Tenant[]] } };
}

/** Bank and money 9: the last address that the main tenant has given since the move-in. */
export function addressSinceMoveIn({
  terms,
}: {
  terms: Pick<DepositTerms, 'tenants' | 'rentalStart'>;
}): PostalAddress | null {
  const { address, addressSince } = terms.tenants[0];
  return addressSince !== undefined && addressSince >= terms.rentalStart ? address : null;
}

/** Payouts to the tenants that have no address of their own go out with the one given last. */
function withAddressInOrders(deposit: Deposit, position: number): Deposit {
  const address = position === 1 ? addressSinceMoveIn(deposit) : null;
  const waits = (order: Deposit['orders'][number]): boolean =>
    order.kind === 'payout' && order.payee === 'tenant' && order.address === null && isChangeable(order);
  if (address === null || !deposit.orders.some(waits)) return deposit;
  return { ...deposit, orders: deposit.orders.map((one) => (waits(one) ? { ...one, address } : one)) };
}
