import { shownBrand, type Brand } from '../../domain/brand/brand.ts';
import type { Organization } from '../../domain/organization.ts';
import type { OrganizationAddress } from '../../domain/values/postal-address.ts';
import type { Language } from '../../domain/values/language.ts';
import type { LandlordAccount } from '../../domain/payee/payout-accounts.ts';
import type { Product } from '../../domain/product.ts';
import type { Provider } from '../../domain/provider.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';
import { PROVIDER_JSON } from '../providers/provider-json.ts';

export type OrganizationRow = {
  id: string;
  parent_id: string | null;
  name: string;
  language: Language;
  email_domain: string;
  address: OrganizationAddress;
  pre_signed: boolean;
  send_delay_minutes: number;
  owner_always_care_of: boolean;
  tenant_chooses_product: boolean;
  product: Product;
  offers_investment: boolean;
  small_deposit_limit_rappen: number;
  contract_status_enabled: boolean;
  payout_iban: string | null;
  payout_holder_name: string | null;
  payout_bic: string | null;
  payout_accounts: LandlordAccount[];
  bank_provider_id: string | null;
  insurer_provider_id: string | null;
  brand: Partial<Brand>;
  home: string | null;
  parent_brand: Partial<Brand> | null;
  operator_brand: Partial<Brand> | null;
  bank: Provider | null;
  insurer: Provider | null;
};

/** What is stored of it. */
export type OrganizationFields = Omit<Organization, 'id' | 'home' | 'providers' | 'shownBrand'>;

const COLUMNS = {
  parentId: 'parent_id',
  name: 'name',
  language: 'language',
  emailDomain: 'email_domain',
  address: 'address',
  preSigned: 'pre_signed',
  sendDelayMinutes: 'send_delay_minutes',
  ownerAlwaysCareOf: 'owner_always_care_of',
  tenantChoosesProduct: 'tenant_chooses_product',
  product: 'product',
  offersInvestment: 'offers_investment',
  smallDepositLimit: 'small_deposit_limit_rappen',
  contractStatusEnabled: 'contract_status_enabled',
  payoutIban: 'payout_iban',
  payoutHolderName: 'payout_holder_name',
  payoutBic: 'payout_bic',
  payoutAccounts: 'payout_accounts',
  bankProviderId: 'bank_provider_id',
  insurerProviderId: 'insurer_provider_id',
  brand: 'brand',
} as const satisfies Record<keyof OrganizationFields, keyof OrganizationRow>;

/** The columns of an organization under a table's short name, as `organizationFrom` reads them. */
export function organizationColumns(table: string): string {
  return expressions(table)
    .map(([name, expression]) => `${expression} as ${name}`)
    .join(', ');
}

/** The same as one JSON value. */
export function organizationJson(table: string): string {
  const pairs = expressions(table).map(([name, expression]) => `'${name}', ${expression}`);
  return `json_build_object(${pairs.join(', ')})`;
}

function expressions(table: string): (readonly [name: string, expression: string])[] {
  const columns = ['id', ...Object.values(COLUMNS)].map((column) => [column, `${table}.${column}`] as const);
  return [
    ...columns,
    ['home', `${table}.home`],
    ['parent_brand', `(select p.brand from organizations p where p.id = ${table}.parent_id)`],
    ['operator_brand', '(select s.brand from service_settings s)'],
    ['bank', currentProvider(table, 'bank')],
    ['insurer', currentProvider(table, 'insurer')],
  ];
}

/** Its own provider of a kind, unless it was retired; otherwise the operator's default. */
function currentProvider(table: string, kind: 'bank' | 'insurer'): string {
  const own = `${table}.${kind}_provider_id`;
  return `(
    select ${PROVIDER_JSON} from providers p join provider_versions v on v.id = p.version_id
    where p.kind = '${kind}' and p.is_active and (p.is_default or p.id = ${own})
    order by p.id = ${own} desc nulls last limit 1)`;
}

export function organizationFrom(row: OrganizationRow): Organization {
  return {
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    language: row.language,
    emailDomain: row.email_domain,
    address: row.address,
    preSigned: row.pre_signed,
    sendDelayMinutes: row.send_delay_minutes,
    ownerAlwaysCareOf: row.owner_always_care_of,
    tenantChoosesProduct: row.tenant_chooses_product,
    product: row.product,
    offersInvestment: row.offers_investment,
    smallDepositLimit: rappen(row.small_deposit_limit_rappen),
    contractStatusEnabled: row.contract_status_enabled,
    payoutIban: row.payout_iban,
    payoutHolderName: row.payout_holder_name,
    payoutBic: row.payout_bic,
    payoutAccounts: row.payout_accounts,
    bankProviderId: row.bank_provider_id,
    insurerProviderId: row.insurer_provider_id,
    brand: row.brand,
    home: row.home,
    providers: { bank: row.bank, insurer: row.insurer },
    shownBrand: shownBrand({
      own: row.brand,
      parent: row.parent_brand ?? {},
      operator: row.operator_brand ?? {},
      organization: row.name,
    }),
  };
}

export async function insertOrganization(sql: Sql, organization: OrganizationFields & { id: string }): Promise<void> {
  const fields = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const parameters = fields.map((_, index) => `$${index + 2}`).join(', ');
  await sql.query(
    `insert into organizations (id, ${fields.map((field) => COLUMNS[field]).join(', ')}, created_at)
     values ($1, ${parameters}, service_now())`,
    [organization.id, ...fields.map((field) => written(organization[field]))],
  );
}

export async function updateOrganization(sql: Sql, id: string, changes: Partial<OrganizationFields>): Promise<void> {
  const fields = Object.keys(changes) as (keyof typeof COLUMNS)[];
  if (fields.length === 0) return;
  const settings = fields.map((field, index) => `${COLUMNS[field]} = $${index + 2}`).join(', ');
  await sql.query(`update organizations set ${settings} where id = $1`, [
    id,
    ...fields.map((field) => written(changes[field])),
  ]);
}

/** The driver would write an array as one of SQL. */
function written(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

export async function findOrganization(sql: Sql, id: string): Promise<Organization | null> {
  return (await findOrganizations(sql, [id]))[0] ?? null;
}

export async function findOrganizations(sql: Sql, ids: readonly string[]): Promise<Organization[]> {
  const { rows } = await sql.query<OrganizationRow>({
    name: 'find-organizations',
    text: `select ${organizationColumns('o')} from organizations o where o.id = any($1)`,
    values: [ids],
  });
  return rows.map(organizationFrom);
}

export async function listOrganizations(sql: Sql): Promise<Organization[]> {
  const { rows } = await sql.query<OrganizationRow>(
    `select ${organizationColumns('o')} from organizations o order by o.created_at, o.id`,
  );
  return rows.map(organizationFrom);
}

/** Serializes changes of the organization hierarchy. */
export async function lockOrganizations(sql: Sql): Promise<void> {
  await sql.query('select from set_up for update');
}

export async function hasSubOrganizations(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await sql.query('select from organizations where parent_id = $1 limit 1', [id]);
  return rows.length > 0;
}
