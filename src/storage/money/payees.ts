import type { Property } from '../../domain/deposit.ts';
import type { PayeeFacts, PayRules } from '../../domain/payee/missing.ts';
import type { TenantType } from '../../domain/tenant.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { mainOwnAccountSql } from '../providers/banks.ts';
import type { OrganizationAddress, PostalAddress } from '../../domain/values/postal-address.ts';

type Holder = { type: TenantType; first: string; last: string; address: PostalAddress; company: string | null };

/** What is known of the payee of an order, beside the order `o`. */
export type PayeeRow = {
  external_contract_id: string | null;
  deposit_iban: string | null;
  property: Property | null;
  tenancy_end: Day | null;
  is_on_hold: boolean | null;
  organization_name: string | null;
  organization_address: OrganizationAddress | null;
  /** The main tenant of the deposit, or of the deposit that a transfer goes to. */
  holder: Holder | null;
  payer_name: string | null;
  payer_address: PostalAddress | null;
  target_id: string | null;
  bank_iban: string | null;
};

/** A transfer goes to the account of a living deposit. */
export const PAYEE_JOINS = `
  left join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id
  left join organizations g on g.id = o.organization_id
  left join payments p on p.organization_id = o.organization_id and p.id = o.payment_id
  left join lateral (select * from deposits x
    where o.kind = 'transfer' and x.iban = o.iban and x.state not in ('closed', 'withdrawn')
    order by x.id desc limit 1) x on true
  left join tenants t on t.organization_id = coalesce(d.organization_id, x.organization_id)
    and t.deposit_id = coalesce(d.id, x.id) and t.position = 1`;

export const PAYEE_COLUMNS = `
  coalesce(d.external_contract_id, x.external_contract_id) as external_contract_id, d.iban as deposit_iban, d.property,
  d.closing ->> 'tenancyEnd' as tenancy_end, d.hold is not null as is_on_hold, g.name as organization_name,
  g.address as organization_address, p.payer_name, p.payer_address, x.id as target_id,
  (select b.own_iban from providers b where b.kind = 'bank' and b.is_default) as bank_iban,
  case when t.position is null then null else json_build_object('type', t.type, 'first', t.first_name,
    'last', t.last_name, 'address', t.address, 'company', t.details -> 'company' ->> 'name') end as holder`;

export function payeeFactsFrom(row: PayeeRow): PayeeFacts {
  const { property, organization_name: name, organization_address: address } = row;
  const holder = row.holder === null ? null : holderFrom(row.holder);
  const hasDeposit = property !== null && name !== null && address !== null && holder !== null;
  return {
    deposit: hasDeposit
      ? {
          iban: row.deposit_iban,
          tenant: holder,
          property,
          tenancyEnd: row.tenancy_end,
          organization: { name, address },
          isOnHold: row.is_on_hold === true,
        }
      : null,
    payer: { name: row.payer_name, address: row.payer_address },
    bankIban: row.bank_iban,
    target: row.target_id === null ? null : holder,
  };
}

function holderFrom({ type, first, last, address, company }: Holder): { name: string; address: PostalAddress } {
  return { name: type === 'legal' ? (company ?? last) : `${first} ${last}`, address };
}

/** The day that the service's clock shows in Switzerland. */
const TODAY = `(service_now() at time zone 'Europe/Zurich')::date`;

/** The payee's address as far as it decides: an organization's is always known. */
const ADDRESS = `coalesce(o.address, case o.payee
  when 'tenant' then case when ${TODAY} <= coalesce((d.closing ->> 'tenancyEnd')::date, ${TODAY})
                          then '{"countryCode": "CH"}'::json end
  when 'landlord' then '{"countryCode": "CH"}'::json
  when 'payer' then p.payer_address end)`;

/**
 * What an order waits for, as `missingFor` in domain/payee/missing.ts says it. `$refused`, `$demo` and `$operator` are
 * the places of the parameters of `payParameters`.
 */
export function missingSql([refused, demo, operator]: readonly [string, string, string]): string {
  const isRefused = (country: string): string => `coalesce(${country} = any(${refused}::text[]), false)`;
  return `case
    when d.hold is not null then 'hold'
    when o.iban is null or (o.payee = 'deposit' and x.id is null) then 'account'
    when coalesce(o.from_iban, case when d.id is null then ${mainOwnAccountSql(operator)} else d.iban end) is null then 'debtor'
    when o.iban = ${demo}::text or o.payee = 'deposit' then null
    when ${isRefused('left(o.iban, 2)')} then 'country'
    when left(o.iban, 2) not in ('CH', 'LI') and o.bic is null then 'bic'
    when ${isRefused('substr(o.bic, 5, 2)')} or ${isRefused(`(${ADDRESS}) ->> 'countryCode'`)} then 'country'
    when o.payee = 'payer' and coalesce(o.holder_name, p.payer_name) is null then 'name'
    when (${ADDRESS}) is null then 'address' end`;
}

export function payParameters({ refusedCountries, demoIban, operatorIban }: Omit<PayRules, 'today'>): unknown[] {
  return [refusedCountries, demoIban, operatorIban];
}
