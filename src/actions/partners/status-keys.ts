import { isKeyId } from '../../storage/database/ids.ts';
import { revokePartnerStatusKey } from '../../storage/set-up/partners.ts';
import { recordChange, together, type Author, type Change } from '../audit.ts';
import type { Services } from '../services.ts';
import { addPartnerStatusKey } from '../set-up/keys.ts';

/** A key that reads the status of all deposits of a partner. It is shown this once. */
export function issueOwnStatusKey(
  services: Services,
  author: Author,
  partnerId: string,
): Promise<{ keyId: string; apiKey: string }> {
  return together(services, async (inside) => {
    const key = await addPartnerStatusKey(inside, partnerId);
    await recordChange(inside, author, { verb: 'issue', ...aboutKey(partnerId, key.keyId) });
    return key;
  });
}

/** False: the partner has no such key. */
export function revokeOwnStatusKey(
  services: Services,
  author: Author,
  { partnerId, keyId }: { partnerId: string; keyId: string },
): Promise<boolean> {
  return together(services, async (inside) => {
    if (!isKeyId(keyId) || !(await revokePartnerStatusKey(inside.database, partnerId, keyId))) return false;
    await recordChange(inside, author, { verb: 'revoke', ...aboutKey(partnerId, keyId) });
    return true;
  });
}

function aboutKey(partnerId: string, keyId: string): Omit<Change, 'verb'> {
  return { thing: 'status key', about: { partner: partnerId, 'status key': keyId }, partnerId };
}
