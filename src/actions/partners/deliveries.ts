import { REPLAYED_WITHIN_DAYS } from '../../domain/retention.ts';
import {
  findPartnerDelivery,
  listPartnerDeliveries,
  numberDeliveries,
  type PartnerDelivery,
} from '../../storage/callbacks/partner-deliveries.ts';
import { replayDelivery, type Replay } from '../../storage/callbacks/delivery-queue.ts';
import { isId } from '../../storage/database/ids.ts';
import { recordChange, together, type Author } from '../audit.ts';
import type { Services } from '../services.ts';

/** Part of a list: what comes after a number. */
export type ListPage = { after: number; limit: number };

/** `next` is where to go on, also at the end. */
export type ListRead<T> = { is: 'read'; entries: T[]; next: number } | { is: 'beyond_end' };

/** A partner's deliveries, oldest first. */
export async function readOwnDeliveries(
  { database }: Services,
  partnerId: string,
  { after, limit }: ListPage,
): Promise<ListRead<PartnerDelivery>> {
  const last = await numberDeliveries(database, partnerId, limit);
  if (after > last) return { is: 'beyond_end' };
  const entries = await listPartnerDeliveries(database, { partnerId, after, most: limit });
  return { is: 'read', entries, next: entries.at(-1)?.number ?? after };
}

type Replayed = { is: 'queued'; delivery: Omit<PartnerDelivery, 'number'> } | { is: Exclude<Replay, 'queued'> };

/** Sends a delivery again: the same id, a new signature and a new link. */
export async function replayOwnDelivery(
  services: Services,
  author: Author,
  { partnerId, id }: { partnerId: string; id: string },
): Promise<Replayed> {
  const replayed = await together(services, async (inside): Promise<Replayed> => {
    const { database } = inside;
    const own = isId(id) ? await findPartnerDelivery(database, partnerId, id) : null;
    if (own === null) return { is: 'unknown' };
    const replay = await replayDelivery(database, id, { withinDays: REPLAYED_WITHIN_DAYS });
    if (replay !== 'queued') return { is: replay };
    const about = { delivery: own.id, partner: partnerId };
    const { organizationId } = own;
    await recordChange(inside, author, { verb: 'replay', thing: 'delivery', about, organizationId, partnerId });
    const delivery = await findPartnerDelivery(database, partnerId, id);
    return delivery === null ? { is: 'unknown' } : { is: 'queued', delivery };
  });
  if (replayed.is === 'queued') services.wakeDeliverer();
  return replayed;
}
