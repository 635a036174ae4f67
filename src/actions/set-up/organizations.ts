import { REFUSALS } from '../../domain/lifecycle/refusal.ts';
import { accountFault } from '../../domain/payee/account.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  findOrganization,
  hasSubOrganizations,
  insertOrganization,
  lockOrganizations,
  updateOrganization,
  type OrganizationFields,
} from '../../storage/set-up/organizations.ts';
import { fillLandlordAccounts } from '../bank/landlord-accounts.ts';
import type { Services } from '../services.ts';
import { changedBrand, type BrandChanges } from './brand.ts';
import { checkProviders } from './providers.ts';
import { SetUpRefused, unknown } from './refused.ts';

type Settings = Omit<OrganizationFields, 'brand'>;

/** What can be given for an organization. */
export type OrganizationChanges = Partial<Settings> & { brand?: BrandChanges | undefined };

const DEFAULTS = {
  parentId: null,
  preSigned: false,
  sendDelayMinutes: 0,
  ownerAlwaysCareOf: false,
  tenantChoosesProduct: true,
  product: 'bank_deposit',
  offersInvestment: true,
  smallDepositLimit: rappen(0),
  contractStatusEnabled: false,
  payoutIban: null,
  payoutHolderName: null,
  payoutBic: null,
  payoutAccounts: [],
  bankProviderId: null,
  insurerProviderId: null,
} as const;

export async function addOrganization(
  { database, random, money }: Services,
  { brand, ...input }: OrganizationChanges & Pick<Settings, 'name' | 'language' | 'emailDomain' | 'address'>,
): Promise<Organization> {
  const organization = { id: random.id(), ...DEFAULTS, ...input };
  requireAccount(organization, money);
  requireAccounts(organization.payoutAccounts, money);
  return database.transaction(async (sql) => {
    if (organization.parentId !== null) await checkParent(sql, organization.id, organization.parentId);
    await checkProviders(sql, organization);
    await insertOrganization(sql, {
      ...organization,
      brand: await changedBrand(sql, organization.id, {}, brand ?? {}),
    });
    return organizationOf(sql, organization.id);
  });
}

export async function changeOrganization(
  { database, money }: Services,
  id: string,
  { brand, ...changes }: OrganizationChanges,
): Promise<Organization> {
  return database.transaction(async (sql) => {
    const before = await organizationOf(sql, id);
    if (typeof changes.parentId === 'string') await checkParent(sql, id, changes.parentId);
    await checkProviders(sql, changes);
    const whole = withWholeAccount(before, changes);
    if (hasAccount(changes)) requireAccount({ ...before, ...whole }, money);
    requireAccounts(changes.payoutAccounts ?? [], money);
    await updateOrganization(sql, id, {
      ...whole,
      ...(brand !== undefined && { brand: await changedBrand(sql, id, before.brand, brand) }),
    });
    if (hasAccount(changes)) await fillLandlordAccounts({ money }, sql, id);
    return organizationOf(sql, id);
  });
}

function hasAccount({ payoutIban, payoutHolderName, payoutBic, payoutAccounts }: Partial<Settings>): boolean {
  return [payoutIban, payoutHolderName, payoutBic, payoutAccounts].some((given) => given !== undefined);
}

/** An account is one thing: holder and bank of the earlier one do not belong to another IBAN. */
function withWholeAccount({ payoutIban }: Settings, changes: Partial<Settings>): Partial<Settings> {
  if (changes.payoutIban === undefined || changes.payoutIban === payoutIban) return changes;
  return { payoutHolderName: null, payoutBic: null, ...changes };
}

const FIELDS = { iban: 'payoutIban', bic: 'payoutBic', address: 'payoutIban' } as const;

function requireAccount(
  { payoutIban: iban, payoutHolderName, payoutBic: bic }: Settings,
  money: Services['money'],
): void {
  if (iban === null) {
    const field = payoutHolderName === null ? (bic === null ? null : 'payoutBic') : 'payoutHolderName';
    if (field !== null) throw new SetUpRefused('invalid', field, 'needs payoutIban, the account it belongs to');
    return;
  }
  const fault = accountFault({ iban, bic, address: null }, money);
  if (fault !== null) throw new SetUpRefused('invalid', FIELDS[fault.field], REFUSALS[fault.refused], fault.refused);
}

function requireAccounts(accounts: Settings['payoutAccounts'], money: Services['money']): void {
  for (const [index, { iban, bic }] of accounts.entries()) {
    const fault = accountFault({ iban, bic, address: null }, money);
    if (fault === null) continue;
    const field = `payoutAccounts.${index}.${fault.field === 'bic' ? 'bic' : 'iban'}`;
    throw new SetUpRefused('invalid', field, REFUSALS[fault.refused], fault.refused);
  }
}

/** Sub-organizations are one level deep. */
async function checkParent(sql: Sql, id: string, parentId: string): Promise<void> {
  await lockOrganizations(sql);
  const refuse = (message: string): SetUpRefused => new SetUpRefused('invalid', 'parentId', message);
  const parent = isId(parentId) ? await findOrganization(sql, parentId) : null;
  if (parent === null) throw refuse('names no organization');
  if (parent.id === id) throw refuse('an organization cannot be its own sub-organization');
  if (parent.parentId !== null) throw refuse('names a sub-organization, which cannot have sub-organizations itself');
  if (await hasSubOrganizations(sql, id)) throw refuse('an organization with sub-organizations cannot become one');
}

export async function organizationOf(sql: Sql, id: string): Promise<Organization> {
  const organization = isId(id) ? await findOrganization(sql, id) : null;
  if (organization === null) throw unknown('organization');
  return organization;
}
