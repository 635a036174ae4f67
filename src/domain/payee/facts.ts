import type { Deposit } from '../deposit.ts';
import type { Order } from '../ledger.ts';
import type { MoneySettings } from '../money-settings.ts';
import type { Organization } from '../organization.ts';
import { swissDay } from '../values/calendar.ts';
import { missingFor, type Missing, type PayeeFacts, type PayRules } from './missing.ts';
import { holderNameOf, landlordNames, tenantNames } from './same-holder.ts';

/** What a deposit knows of the payee of one of its orders. */
export function payeeFactsOf(
  { iban, terms, closing, payments, hold }: Deposit,
  organization: Pick<Organization, 'name' | 'address'>,
  { paymentId }: Pick<Order, 'paymentId'>,
): PayeeFacts {
  const payment = payments.find(({ id }) => id === paymentId);
  const main = terms.tenants[0];
  return {
    deposit: {
      iban,
      tenant: { name: holderNameOf(main), address: main.address },
      property: terms.property,
      tenancyEnd: closing?.tenancyEnd ?? null,
      organization: { name: organization.name, address: organization.address },
      isOnHold: hold !== null,
    },
    payer: payment === undefined ? null : { name: payment.payerName, address: payment.payerAddress },
    bankIban: null,
    target: null,
  };
}

/** What is missing before an order of a deposit can be sent. */
export function missingOf(
  deposit: Deposit,
  organization: Pick<Organization, 'name' | 'address'>,
  order: Order,
  rules: PayRules,
): Missing | null {
  return missingFor(order, payeeFactsOf(deposit, organization, order), rules);
}

/** The names that the account of an order may be in without a release. */
export function payeeNames(
  { terms }: Pick<Deposit, 'terms'>,
  organization: Pick<Organization, 'name'>,
  { payee }: Pick<Order, 'payee'>,
  payerName: string | null,
): string[] {
  switch (payee) {
    case 'tenant':
      return tenantNames(terms.tenants);
    case 'landlord':
      return landlordNames(organization, terms.owner);
    case 'payer':
      return payerName === null ? [] : [payerName];
    case 'deposit':
      return [];
  }
}

type PaySettings = {
  money: Pick<MoneySettings, 'refusedCountries' | 'operatorIban'>;
  demoIban: string | null;
};

/** The rules for outgoing money, apart from the day. */
export function orderRules({
  money: { refusedCountries, operatorIban },
  demoIban,
}: PaySettings): Omit<PayRules, 'today'> {
  return { refusedCountries, operatorIban, demoIban };
}

export function payRules(settings: PaySettings, now: Date): PayRules {
  return { ...orderRules(settings), today: swissDay(now) };
}
