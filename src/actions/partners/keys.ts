import { findOwnKey, nameOwnKey, type PartnerKey, type PartnerKeyKind } from '../../storage/partners/keys.ts';
import { revokePartnerKey } from '../../storage/set-up/partners.ts';
import { recordChange, together, type Author, type Change } from '../audit.ts';
import type { Services } from '../services.ts';
import { addPartnerKey } from '../set-up/keys.ts';
import { issueOwnStatusKey, revokeOwnStatusKey } from './status-keys.ts';

type ShownKey = { keyId: string; apiKey: string };

/** As the audit log calls them. */
const THINGS: Record<PartnerKeyKind, string> = { open: 'partner key', status: 'status key' };

/** A new key of a partner. It is shown this once. */
export function issueOwnKey(
  services: Services,
  author: Author,
  { partnerId, kind, name }: { partnerId: string; kind: PartnerKeyKind; name: string | null },
): Promise<ShownKey> {
  return together(services, async (inside) => {
    const issue = kind === 'open' ? issueOwnOpenKey : issueOwnStatusKey;
    const key = await issue(inside, author, partnerId);
    await renameOwnKey(inside, author, partnerId, { id: key.keyId, kind, name: null }, name);
    return key;
  });
}

async function issueOwnOpenKey(services: Services, author: Author, partnerId: string): Promise<ShownKey> {
  const key = await addPartnerKey(services, partnerId);
  await recordChange(services, author, { verb: 'issue', ...aboutKey(partnerId, { id: key.keyId, kind: 'open' }) });
  return key;
}

export async function renameOwnKey(
  services: Services,
  author: Author,
  partnerId: string,
  { id, kind, name: before }: Pick<PartnerKey, 'id' | 'kind' | 'name'>,
  name: string | null,
): Promise<void> {
  if (before === name) return;
  await together(services, async (inside) => {
    await nameOwnKey(inside.database, { partnerId, id, kind, name });
    const changes = { name: { from: before, to: name } };
    await recordChange(inside, author, { verb: 'name', ...aboutKey(partnerId, { id, kind }), changes });
  });
}

/** A key that something depends on is revoked only if that is confirmed. */
export function revokeOwnKey(
  services: Services,
  author: Author,
  { partnerId, id, isConfirmed }: { partnerId: string; id: string; isConfirmed: boolean },
): Promise<'revoked' | 'unknown' | 'in_use'> {
  return together(services, async (inside) => {
    const key = await findOwnKey(inside.database, partnerId, id);
    if (key === null || key.revokedAt !== null) return 'unknown';
    if (key.isInUse && !isConfirmed) return 'in_use';
    const revoke = key.kind === 'open' ? revokeOwnOpenKey : revokeOwnStatusKey;
    return (await revoke(inside, author, { partnerId, keyId: id })) ? 'revoked' : 'unknown';
  });
}

async function revokeOwnOpenKey(
  services: Services,
  author: Author,
  { partnerId, keyId }: { partnerId: string; keyId: string },
): Promise<boolean> {
  if (!(await revokePartnerKey(services.database, partnerId, keyId))) return false;
  await recordChange(services, author, { verb: 'revoke', ...aboutKey(partnerId, { id: keyId, kind: 'open' }) });
  return true;
}

function aboutKey(partnerId: string, { id, kind }: Pick<PartnerKey, 'id' | 'kind'>): Omit<Change, 'verb'> {
  const thing = THINGS[kind];
  return { thing, about: { partner: partnerId, [thing]: id }, partnerId };
}
