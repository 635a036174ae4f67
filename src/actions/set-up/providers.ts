import { randomBytes } from 'node:crypto';
import type { Offer, ProviderKind } from '../../domain/provider.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import type { OrganizationAddress } from '../../domain/values/postal-address.ts';
import { isUniqueViolation, type Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { endSessions } from '../../storage/people/sessions.ts';
import { lockOrganizations } from '../../storage/set-up/organizations.ts';
import {
  deleteContact,
  findContact,
  insertContact,
  updateContact,
  type ContactRole,
  type ProviderContact,
} from '../../storage/providers/contacts.ts';
import {
  findProvider,
  findProviderByCode,
  insertProvider,
  insertProviderKey,
  insertVersion,
  setProviderSecrets,
  updateProvider,
  type ProviderCallback,
  type StoredProvider,
} from '../../storage/providers/providers.ts';
import { issueKey } from '../../vault/keys.ts';
import type { Services } from '../services.ts';
import { changedBank, newBank, requireBankSettings, type BankSettings } from './bank-settings.ts';
import { SetUpRefused, unknown } from './refused.ts';

type NewProvider = BankSettings & {
  kind: ProviderKind;
  code: string;
  name: string;
  address: OrganizationAddress | null;
  offer?: Offer | undefined;
  callback?: { url: string } | null | undefined;
};

type ProviderChanges = BankSettings & {
  name?: string | undefined;
  address?: OrganizationAddress | undefined;
  offer?: Offer | undefined;
  callback?: { url: string } | null | undefined;
  default?: true | undefined;
  active?: boolean | undefined;
};

/** The key and the callback's secret are shown once. */
type MadeProvider = { provider: StoredProvider; keyId: string; apiKey: string; secret: string | null };

export async function addProvider(services: Services, input: NewProvider): Promise<MadeProvider> {
  const { database, random } = services;
  const id = random.id();
  const { kind, code, name, address, offer = {} } = input;
  requireBankSettings(kind, input);
  requireOffer(kind, offer);
  const made =
    input.callback === undefined || input.callback === null ? null : newCallback(services, id, input.callback);
  const key = issueKey('dvk');
  const provider = await database.transaction(async (sql) => {
    await lockOrganizations(sql);
    if ((await findProviderByCode(sql, code)) !== null) {
      throw new SetUpRefused('conflict', 'code', 'Another provider has this code.');
    }
    await insertProvider(sql, {
      id,
      kind,
      code,
      versionId: random.id(),
      name,
      address,
      offer,
      ...(await newBank(services, sql, { kind, code }, input)),
      callback: made?.callback ?? null,
    });
    await insertProviderKey(sql, id, key);
    return providerOf(sql, id);
  });
  return { provider, keyId: key.id, apiKey: key.key, secret: made?.secret ?? null };
}

/** A change of name, address or offer makes a new version: deposits keep the one that their tenants saw. */
export async function changeProvider(
  services: Services,
  id: string,
  changes: ProviderChanges,
): Promise<{ before: StoredProvider; provider: StoredProvider; secret: string | null }> {
  const { database, random } = services;
  return database.transaction(async (sql) => {
    await lockOrganizations(sql);
    const before = await providerOf(sql, id);
    requireBankSettings(before.kind, changes);
    if (changes.offer !== undefined) requireOffer(before.kind, changes.offer);
    const { active: isActive = before.isActive } = changes;
    const isDefault = changes.default ?? before.isDefault;
    if (before.isDefault && !isActive) throw new SetUpRefused('conflict', 'active', RETIRES_DEFAULT);
    if (isDefault && !isActive)
      throw new SetUpRefused('conflict', 'default', 'A retired provider cannot be the default.');
    const { name = before.name, address = before.address, offer = before.offer } = changes;
    const isNew = name !== before.name || !isSame(address, before.address) || !isSame(offer, before.offer);
    const versionId = isNew ? random.id() : before.versionId;
    const called = changedCallback(services, before, changes.callback);
    const after = {
      ...before,
      versionId,
      isActive,
      isDefault,
      ...(await changedBank(services, sql, { ...before, isDefault }, changes)),
      callback: called.callback,
    };
    if (isNew) await insertVersion(sql, { id, versionId, name, address, offer });
    await updateProvider(sql, after);
    return { before, provider: await providerOf(sql, id), secret: called.secret };
  });
}

const RETIRES_DEFAULT =
  'This is the default provider of its kind. Make another one the default first, with default: true.';

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const OF_BANKS = ['interestRate', 'fees'] as const;
const OF_INSURERS = ['premiumPercent', 'premiumMinimum', 'stampDutyPercent', 'feeOnce'] as const;

function requireOffer(kind: ProviderKind, offer: Offer): void {
  const foreign = (kind === 'bank' ? OF_INSURERS : OF_BANKS).find((name) => offer[name] !== undefined);
  if (foreign === undefined) return;
  throw new SetUpRefused('invalid', `offer.${foreign}`, kind === 'bank' ? 'is for insurers only' : 'is for banks only');
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function newCallback({ vault }: Services, id: string, { url }: { url: string }) {
  const secret = newSecret();
  const callback: ProviderCallback = {
    url,
    secret: vault.seal(secret, `callback secret ${id}`),
    previousSecret: null,
    active: true,
  };
  return { callback, secret };
}

/** Adds a new secret; the previous one stays valid, too. */
export async function rotateProviderSecret({ database, vault }: Services, id: string): Promise<string> {
  const secret = newSecret();
  const sealed = vault.seal(secret, `callback secret ${id}`);
  await changeSecrets(database, id, (callback) => ({ ...callback, secret: sealed, previousSecret: callback.secret }));
  return secret;
}

/** Retires the previous secret. */
export async function retireProviderSecret({ database }: Services, id: string): Promise<void> {
  await changeSecrets(database, id, (callback) => ({ ...callback, previousSecret: null }));
}

async function changeSecrets(
  database: Services['database'],
  id: string,
  change: (callback: ProviderCallback) => ProviderCallback,
): Promise<void> {
  await database.transaction(async (sql) => {
    await lockOrganizations(sql);
    const provider = await providerOf(sql, id);
    if (provider.callback === null)
      throw new SetUpRefused('conflict', 'callback', 'The provider has no callback: set one first.');
    await setProviderSecrets(sql, id, change(provider.callback));
  });
}

/** The secret is created once and kept when the address changes. */
function changedCallback(
  services: Services,
  { id, callback: before }: StoredProvider,
  change: { url: string } | null | undefined,
): { callback: ProviderCallback | null; secret: string | null } {
  if (change === undefined) return { callback: before, secret: null };
  if (change === null) return { callback: null, secret: null };
  if (before === null) return newCallback(services, id, change);
  return { callback: { ...before, url: change.url, active: true }, secret: null };
}

export async function providerOf(sql: Sql, id: string): Promise<StoredProvider> {
  const provider = isId(id) ? await findProvider(sql, id) : null;
  if (provider === null) throw unknown('provider');
  return provider;
}

export async function addProviderKey(
  { database }: Services,
  providerId: string,
): Promise<{ keyId: string; apiKey: string }> {
  await providerOf(database, providerId);
  const key = issueKey('dvk');
  await insertProviderKey(database, providerId, key);
  return { keyId: key.id, apiKey: key.key };
}

export async function addContact(
  { database, random }: Services,
  providerId: string,
  input: { email: EmailAddress; name: string; role: ContactRole },
): Promise<ProviderContact> {
  await providerOf(database, providerId);
  const contact = { id: random.id(), providerId, ...input };
  await insertContact(database, contact).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new SetUpRefused('conflict', 'email', 'This address belongs to a contact already.');
  });
  return { ...contact, signedInAt: null };
}

/** Another name or role, which counts from the next page on. Null: the contact was removed meanwhile. */
export async function changeContact(
  { database }: Services,
  { id, providerId }: Pick<ProviderContact, 'id' | 'providerId'>,
  { name, role }: Pick<ProviderContact, 'name' | 'role'>,
): Promise<ProviderContact | null> {
  await updateContact(database, { id, providerId, name, role });
  return findContact(database, providerId, id);
}

/** The contact is signed out everywhere, also if the address is used again. False: there is no such contact. */
export async function removeContact({ database }: Services, providerId: string, id: string): Promise<boolean> {
  return database.transaction(async (sql) => {
    const emailKey = await deleteContact(sql, providerId, id);
    if (emailKey !== null) await endSessions(sql, { realm: 'provider', emailKey }, {});
    return emailKey !== null;
  });
}

/** The providers that an organization is given must exist, be active, and be of the right kind. */
export async function checkProviders(
  sql: Sql,
  given: { bankProviderId?: string | null | undefined; insurerProviderId?: string | null | undefined },
): Promise<void> {
  for (const [field, kind] of [
    ['bankProviderId', 'bank'],
    ['insurerProviderId', 'insurer'],
  ] as const) {
    const id = given[field];
    if (id === undefined || id === null) continue;
    const provider = isId(id) ? await findProvider(sql, id) : null;
    if (provider === null) throw new SetUpRefused('invalid', field, 'names no provider');
    if (provider.kind !== kind) throw new SetUpRefused('invalid', field, `names a provider that is no ${kind}`);
    if (!provider.isActive) throw new SetUpRefused('invalid', field, 'names a provider that was retired');
  }
}
