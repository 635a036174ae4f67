import type { Property } from '../deposit.ts';
import type { Order } from '../ledger.ts';
import type { Day } from '../values/calendar.ts';
import type { OrganizationAddress, PostalAddress } from '../values/postal-address.ts';
import { accountFault } from './account.ts';

/** What is known of those whom an order may pay. */
export type PayeeFacts = {
  /** Null: the order belongs to no deposit. */
  deposit: {
    /** Its account, which the order is paid from. */
    iban: string | null;
    /** The main tenant, who holds it; with the address of the open call, which is from before the tenancy. */
    tenant: { name: string; address: PostalAddress };
    property: Property;
    /** Null: nobody has started the closing. */
    tenancyEnd: Day | null;
    organization: { name: string; address: OrganizationAddress };
    /** Nothing is paid out. */
    isOnHold: boolean;
  } | null;
  /** Of a payback: the payer as the bank reported it. */
  payer: { name: string | null; address: PostalAddress | null } | null;
  /** Of an order without a deposit: the operator's own account at the default bank. */
  bankIban: string | null;
  /** Of a transfer: who holds the account that it goes to. Null: no deposit has it any more. */
  target: { name: string; address: PostalAddress } | null;
};

export type PayRules = {
  refusedCountries: readonly string[];
  /** The operator's own account by the settings. */
  operatorIban: string | null;
  /** Nobody is paid there; test environment only. */
  demoIban: string | null;
  today: Day;
};

/** What an order waits for before it can be sent. */
export type Missing = 'hold' | 'account' | 'debtor' | 'bic' | 'country' | 'name' | 'address';

type PaidOrder = Pick<Order, 'payee' | 'iban' | 'holderName' | 'bic' | 'address' | 'fromIban'>;

/** Section 9: what is missing before an order can be sent. Null: nothing. `missingSql` in storage says the same. */
export function missingFor(order: PaidOrder, facts: PayeeFacts, rules: PayRules): Missing | null {
  const { iban, bic, payee } = order;
  if (facts.deposit?.isOnHold === true) return 'hold';
  if (iban === null || (payee === 'deposit' && facts.target === null)) return 'account';
  if (debtorIbanOf(order, facts, rules) === null) return 'debtor';
  if (iban === rules.demoIban || payee === 'deposit') return null;
  const { name, address } = creditorOf(order, facts, rules);
  const fault = accountFault({ iban, bic, address }, rules);
  if (fault !== null) return fault.refused === 'bic_missing' ? 'bic' : 'country';
  if (name === null) return 'name';
  return address === null ? 'address' : null;
}

/** The account that an order is paid from: the one it names, the deposit's, or the operator's own. */
export function debtorIbanOf(
  { fromIban }: PaidOrder,
  { deposit, bankIban }: PayeeFacts,
  { operatorIban }: PayRules,
): string | null {
  return fromIban ?? (deposit === null ? (operatorIban ?? bankIban) : deposit.iban);
}

/** Section 9: name and address of the creditor are the payee's own. */
export function creditorOf(
  order: PaidOrder,
  facts: PayeeFacts,
  { today }: Pick<PayRules, 'today'>,
): { name: string | null; address: PostalAddress | null } {
  return { name: holderOf(order, facts), address: order.address ?? knownAddress(order.payee, facts, today) };
}

/** The holder of the account that an order is paid to. */
export function holderOf(
  { payee, holderName }: Pick<Order, 'payee' | 'holderName'>,
  { deposit, payer, target }: PayeeFacts,
): string | null {
  if (holderName !== null) return holderName;
  switch (payee) {
    case 'tenant':
      return deposit?.tenant.name ?? null;
    case 'landlord':
      return deposit?.organization.name ?? null;
    case 'payer':
      return payer?.name ?? null;
    case 'deposit':
      return target?.name ?? null;
  }
}

function knownAddress(payee: Order['payee'], { deposit, payer, target }: PayeeFacts, today: Day): PostalAddress | null {
  switch (payee) {
    case 'tenant':
      return deposit === null ? null : addressOfTenant(deposit, today);
    case 'landlord':
      return deposit === null ? null : { ...deposit.organization.address, countryCode: 'CH' };
    case 'payer':
      return payer?.address ?? null;
    case 'deposit':
      return target?.address ?? null;
  }
}

/**
 * Where the tenant lives, if no address was given since the move-in: in the property while the tenancy lasts, its last
 * day included. Afterwards it is not known.
 */
function addressOfTenant(
  { property, tenancyEnd }: NonNullable<PayeeFacts['deposit']>,
  today: Day,
): PostalAddress | null {
  if (tenancyEnd !== null && today > tenancyEnd) return null;
  const { street, streetNumber, zip, city } = property;
  return { street, streetNumber, zip, city, countryCode: 'CH' };
}
