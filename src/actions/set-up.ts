import { randomBytes } from 'node:crypto';
import type { Integration } from '../domain/integration.ts';
import { rappen } from '../domain/money.ts';
import type { Member, Organization } from '../domain/organization.ts';
import { isUniqueViolation, type Sql } from '../storage/database.ts';
import {
  findConnection,
  insertConnection,
  setCallback,
  type Callback,
  type PartnerConnection,
} from '../storage/connections.ts';
import { isId } from '../storage/ids.ts';
import {
  deleteMember,
  findMember,
  insertMember,
  lockMembers,
  makeDefaultManager,
  reassignDeposits,
  updateMember,
  type ListedMember,
} from '../storage/members.ts';
import {
  findOrganization,
  hasSubOrganizations,
  insertOrganization,
  lockOrganizations,
  updateOrganization,
} from '../storage/organizations.ts';
import { findPartner, insertPartner, insertPartnerKey, type Partner } from '../storage/partners.ts';
import { insertStatusKey } from '../storage/status-keys.ts';
import { issueKey } from '../vault/keys.ts';
import type { Services } from './services.ts';

/** Why a set-up call was not done. */
export class SetUpRefused extends Error {
  readonly kind: 'unknown' | 'conflict' | 'invalid';
  /** Of bad input: the field; of an unknown thing: what it is. */
  readonly about: string;

  constructor(kind: SetUpRefused['kind'], about: string, message: string) {
    super(message);
    this.kind = kind;
    this.about = about;
  }
}

const unknown = (what: string): SetUpRefused => new SetUpRefused('unknown', what, `There is no such ${what}.`);

export type ShownKey = { keyId: string; apiKey: string };

export async function addPartner(
  { database, chance }: Services,
  input: { name: string; integration: Integration },
): Promise<Partner & ShownKey> {
  const partner = { id: chance.id(), ...input };
  const key = issueKey('dpk');
  await database.transaction(async (sql) => {
    await insertPartner(sql, partner);
    await insertPartnerKey(sql, partner.id, key);
  });
  return { ...partner, keyId: key.id, apiKey: key.key };
}

export async function addPartnerKey({ database }: Services, partnerId: string): Promise<ShownKey> {
  if (!isId(partnerId) || (await findPartner(database, partnerId)) === null) throw unknown('partner');
  const key = issueKey('dpk');
  await insertPartnerKey(database, partnerId, key);
  return { keyId: key.id, apiKey: key.key };
}

export async function addStatusKey({ database }: Services, organizationId: string): Promise<ShownKey> {
  await organizationOf(database, organizationId);
  const key = issueKey('dsk');
  await insertStatusKey(database, organizationId, key);
  return { keyId: key.id, apiKey: key.key };
}

type Settings = Omit<Organization, 'id'>;

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
} as const;

export async function addOrganization(
  { database, chance }: Services,
  input: Partial<Settings> & Pick<Settings, 'name' | 'language' | 'emailDomain' | 'address'>,
): Promise<Organization> {
  const organization: Organization = { id: chance.id(), ...DEFAULTS, ...input };
  await database.transaction(async (sql) => {
    if (organization.parentId !== null) await checkParent(sql, organization.id, organization.parentId);
    await insertOrganization(sql, organization);
  });
  return organization;
}

export async function changeOrganization(
  { database }: Services,
  id: string,
  changes: Partial<Settings>,
): Promise<Organization> {
  return database.transaction(async (sql) => {
    await organizationOf(sql, id);
    if (typeof changes.parentId === 'string') await checkParent(sql, id, changes.parentId);
    await updateOrganization(sql, id, changes);
    return organizationOf(sql, id);
  });
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

type CallbackInput = { url: string; documents?: string[] | undefined; inline?: boolean | undefined };
type NewConnection = { connection: PartnerConnection; secret: string | null };

export async function addConnection(
  services: Services,
  organizationId: string,
  input: { partnerId: string; externalOrgId: string; callback: CallbackInput | null },
): Promise<NewConnection> {
  const { database, chance } = services;
  await organizationOf(database, organizationId);
  if (!isId(input.partnerId) || (await findPartner(database, input.partnerId)) === null) {
    throw new SetUpRefused('invalid', 'partnerId', 'names no partner');
  }
  const id = chance.id();
  const made = input.callback === null ? null : makeCallback(services, id, input.callback, null);
  const connection: PartnerConnection = {
    id,
    organizationId,
    partnerId: input.partnerId,
    externalOrgId: input.externalOrgId,
    callback: made?.callback ?? null,
  };
  await insertConnection(database, connection).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new SetUpRefused(
      'conflict',
      'externalOrgId',
      'This external id already names an organization of this partner.',
    );
  });
  return { connection, secret: made?.secret ?? null };
}

export async function changeCallback(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
  input: CallbackInput | null,
): Promise<NewConnection> {
  const { database } = services;
  const before = await connectionOf(database, organizationId, id);
  const made = input === null ? null : makeCallback(services, id, input, before.callback);
  await setCallback(database, before, made?.callback ?? null);
  return { connection: { ...before, callback: made?.callback ?? null }, secret: made?.secret ?? null };
}

export async function connectionOf(sql: Sql, organizationId: string, id: string): Promise<PartnerConnection> {
  await organizationOf(sql, organizationId);
  const connection = isId(id) ? await findConnection(sql, organizationId, id) : null;
  if (connection === null) throw unknown('connection');
  return connection;
}

/** The secret is made once per connection and stays over later changes. */
function makeCallback(
  { vault }: Services,
  connectionId: string,
  input: CallbackInput,
  before: Callback | null,
): { callback: Callback; secret: string | null } {
  const secret = before === null ? `whsec_${randomBytes(32).toString('base64')}` : null;
  const sealed = secret === null ? before?.secret : vault.seal(secret, `callback secret ${connectionId}`);
  if (sealed === undefined) throw new Error('a callback has a secret');
  const { url, documents = null, inline = false } = input;
  return { callback: { url, documents, inline, secret: sealed, active: true }, secret };
}

type MemberInput = Omit<Member, 'id' | 'organizationId'> & { defaultPropertyManager?: boolean | undefined };

export async function addMember(
  { database, chance }: Services,
  organizationId: string,
  { defaultPropertyManager = false, ...person }: MemberInput,
): Promise<ListedMember> {
  await organizationOf(database, organizationId);
  const member: Member = { organizationId, id: chance.id(), ...person };
  await database.transaction(async (sql) => {
    await insertMember(sql, member).catch(refuseSecondMember);
    if (defaultPropertyManager) await makeDefaultManager(sql, organizationId, member.id);
  });
  return { ...member, defaultPropertyManager };
}

export async function changeMember(
  { database }: Services,
  { organizationId, id }: { organizationId: string; id: string },
  { defaultPropertyManager, ...changes }: Partial<MemberInput>,
): Promise<ListedMember> {
  return database.transaction(async (sql) => {
    await organizationOf(sql, organizationId);
    await lockMembers(sql, organizationId, [id]);
    const before = await memberOf(sql, organizationId, id);
    if (before.defaultPropertyManager && defaultPropertyManager === false) {
      throw new SetUpRefused(
        'conflict',
        'member',
        'An organization keeps a default property manager: name another one instead.',
      );
    }
    await updateMember(sql, { ...before, ...changes }).catch(refuseSecondMember);
    if (defaultPropertyManager === true) await makeDefaultManager(sql, organizationId, id);
    return memberOf(sql, organizationId, id);
  });
}

/** Deposits go to `reassignTo`, or else to the default property manager, who cannot leave. */
export async function removeMember(
  { database }: Services,
  { organizationId, id }: { organizationId: string; id: string },
  reassignTo: string | undefined,
): Promise<void> {
  await database.transaction(async (sql) => {
    await organizationOf(sql, organizationId);
    await lockMembers(sql, organizationId, reassignTo === undefined ? [id] : [id, reassignTo]);
    const member = await memberOf(sql, organizationId, id);
    if (member.defaultPropertyManager) {
      throw new SetUpRefused('conflict', 'member', 'This is the default property manager: name another one first.');
    }
    const heir = reassignTo === undefined ? null : await heirOf(sql, member, reassignTo);
    await reassignDeposits(sql, member, heir);
    await deleteMember(sql, organizationId, id);
  });
}

async function heirOf(sql: Sql, member: Member, reassignTo: string): Promise<Member> {
  const heir = isId(reassignTo) ? await findMember(sql, member.organizationId, reassignTo) : null;
  if (heir === null || heir.id === member.id) {
    throw new SetUpRefused('invalid', 'reassignTo', 'names no other member of the organization');
  }
  return heir;
}

export async function memberOf(sql: Sql, organizationId: string, id: string): Promise<ListedMember> {
  await organizationOf(sql, organizationId);
  const member = isId(id) ? await findMember(sql, organizationId, id) : null;
  if (member === null) throw unknown('member');
  return member;
}

function refuseSecondMember(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new SetUpRefused('conflict', 'email', 'A member with this e-mail address exists already.');
}
