import type { Integration } from '../../domain/integration.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  findPartner,
  insertPartner,
  insertPartnerKey,
  insertPartnerStatusKey,
  type Partner,
} from '../../storage/set-up/partners.ts';
import { insertStatusKey } from '../../storage/set-up/status-keys.ts';
import { issueKey } from '../../vault/keys.ts';
import type { Services } from '../services.ts';
import { organizationOf } from './organizations.ts';
import { unknown } from './refused.ts';

type ShownKey = { keyId: string; apiKey: string };

export async function addPartner(
  { database, random }: Services,
  input: { name: string; integration: Integration },
): Promise<Partner & ShownKey> {
  const partner = { id: random.id(), ...input };
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

/** Good for contract status and events in every organization connected to the partner. */
export async function addPartnerStatusKey({ database }: Services, partnerId: string): Promise<ShownKey> {
  if (!isId(partnerId) || (await findPartner(database, partnerId)) === null) throw unknown('partner');
  const key = issueKey('dwk');
  await insertPartnerStatusKey(database, partnerId, key);
  return { keyId: key.id, apiKey: key.key };
}

export async function addStatusKey({ database }: Services, organizationId: string): Promise<ShownKey> {
  await organizationOf(database, organizationId);
  const key = issueKey('dsk');
  await insertStatusKey(database, organizationId, key);
  return { keyId: key.id, apiKey: key.key };
}
