import { lastNumber, listPartnerCalls, type OwnCall } from '../../storage/request-log/partner-calls.ts';
import type { Services } from '../services.ts';
import type { ListPage, ListRead } from './deliveries.ts';

/** What a partner has sent, oldest first: open calls and dry runs. */
export async function readOwnCalls(
  { database }: Services,
  partnerId: string,
  { after, limit }: ListPage,
): Promise<ListRead<OwnCall>> {
  if (after > (await lastNumber(database, partnerId, 'calls'))) return { is: 'beyond_end' };
  const entries = await listPartnerCalls(database, { partnerId, after, most: limit });
  return { is: 'read', entries, next: entries.at(-1)?.number ?? after };
}
