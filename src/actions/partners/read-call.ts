import type { Partner } from '../../storage/set-up/partners.ts';
import { isId } from '../../storage/database/ids.ts';
import { findCall, openStoredPayload, type ListedCall } from '../../storage/request-log/list.ts';
import { recordChange, type Author } from '../audit.ts';
import type { Services } from '../services.ts';

type ReadCall = { call: ListedCall; payload: Buffer | 'unreadable' | null };

/** A call of a partner with what it has sent: personal data, so the audit log says who has read it. Null: not theirs. */
export async function readOwnCall(
  services: Services,
  author: Author,
  { partner, id }: { partner: Partner; id: string },
): Promise<ReadCall | null> {
  const { database, vault } = services;
  const call = isId(id) ? await findCall(database, id) : null;
  if (call === null || call.partnerId !== partner.id) return null;
  const payload = await openStoredPayload(database, vault, call);
  if (payload instanceof Buffer && payload.length > 0) {
    const about = { partner: partner.id, call: call.id };
    const { organizationId } = call;
    await recordChange(services, author, {
      verb: 'read',
      thing: 'payload of a call',
      about,
      organizationId,
      partnerId: partner.id,
    });
  }
  return { call, payload };
}
