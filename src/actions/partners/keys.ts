import { findOwnKey, nameOwnKey, type PartnerKey, type PartnerKeyKind } from '../../storage/partners/keys.ts';
import { revokePartnerKey, revokePartnerStatusKey } from '../../storage/set-up/partners.ts';
import { given, recordChange, together, type Author, type Change } from '../audit.ts';
import type { Services } from '../services.ts';
import { addPartnerKey, addPartnerStatusKey } from '../set-up/keys.ts';

const ISSUE = { open: addPartnerKey, status: addPartnerStatusKey };
const REVOKE = { open: revokePartnerKey, status: revokePartnerStatusKey };
/** As the audit log calls them. */
const THINGS: Record<PartnerKeyKind, string> = { open: 'partner key', status: 'status key' };

/** A new key of a partner. It is shown this once. */
export function issueOwnKey(
  services: Services,
  author: Author,
  { partnerId, kind, name }: { partnerId: string; kind: PartnerKeyKind; name: string | null },
): Promise<{ keyId: string; apiKey: string }> {
  return together(services, async (inside) => {
    const key = await ISSUE[kind](inside, partnerId);
    await nameOwnKey(inside.database, { partnerId, id: key.keyId, kind, name });
    const changes = given({ name });
    await recordChange(inside, author, { verb: 'issue', ...aboutKey(partnerId, { id: key.keyId, kind }), changes });
    return key;
  });
}

export async function renameOwnKey(
  services: Services,
  author: Author,
  partnerId: string,
  { id, kind, name: before }: PartnerKey,
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
    if (!(await REVOKE[key.kind](inside.database, partnerId, id))) return 'unknown';
    await recordChange(inside, author, { verb: 'revoke', ...aboutKey(partnerId, key) });
    return 'revoked';
  });
}

function aboutKey(partnerId: string, { id, kind }: Pick<PartnerKey, 'id' | 'kind'>): Omit<Change, 'verb'> {
  const thing = THINGS[kind];
  return { thing, about: { partner: partnerId, [thing]: id }, partnerId };
}
