import { contractStatus, type ContractStatus } from '../domain/contract-status.ts';
import { listConnections } from '../storage/set-up/connections.ts';
import { findConnected, findPartnerKey } from '../storage/set-up/partners.ts';
import { isKey, keyId } from '../vault/keys.ts';
import type { Services } from './services.ts';

type FeedCall = { apiKey: string | null; externalOrgId: string | null; after: number | null; limit: number | null };

export type FeedOutcome =
  | { is: 'header_missing'; header: 'x-api-key' | 'x-external-org-id' }
  | { is: 'key_unknown' }
  | { is: 'organization_unknown' }
  | { is: 'bad_page'; organizationId: string; why: string }
  | { is: 'beyond_last'; organizationId: string }
  | { is: 'found'; organizationId: string; partnerId: string; body: FeedBody };

type FeedBody = { deposits: ({ depositId: string; changedAt: string } & ContractStatus)[]; next: number };

/** The deposits of a partner in an organization, in the order of their last change. */
export async function readFeed(services: Services, call: FeedCall): Promise<FeedOutcome> {
  const { database, keyUses, providers } = services;
  const { apiKey, externalOrgId, after, limit } = call;
  if (apiKey === null) return { is: 'header_missing', header: 'x-api-key' };
  if (externalOrgId === null) return { is: 'header_missing', header: 'x-external-org-id' };
  const id = keyId(apiKey);
  const key = id === null ? null : await findPartnerKey(database, id);
  if (!isKey(apiKey, key?.hash ?? null) || key === null || id === null) return { is: 'key_unknown' };
  keyUses.note(id);
  const { partnerId } = key;
  const organizationId = await findConnected(database, { partnerId, externalOrgId });
  if (organizationId === null) return { is: 'organization_unknown' };
  const bad = (why: string): FeedOutcome => ({ is: 'bad_page', organizationId, why });
  if (after === null) return bad('The query parameter after is not a number');
  if (limit === null) return bad(`The query parameter limit is not a number from 1 to ${MOST_LISTED}`);
  const all = await listConnections(database, organizationId);
  const connectionIds = all.filter((one) => one.partnerId === partnerId).map((one) => one.id);
  const withArrived = connectionIds.length === all.length;
  const page = await services.readFeedPage({ organizationId, connectionIds, withArrived, after, most: limit });
  if (page === null || after > page.last) return { is: 'beyond_last', organizationId };
  const { last, found } = page;
  const deposits = found.map(({ depositId, changedAt, facts }) => ({
    depositId,
    changedAt: changedAt.toISOString(),
    ...contractStatus(facts, providers),
  }));
  const next = found.length < limit ? last : lastOf(found);
  return { is: 'found', organizationId, partnerId, body: { deposits, next } };
}

export const MOST_LISTED = 1_000;

function lastOf(found: readonly { number: number }[]): number {
  const last = found.at(-1);
  if (last === undefined) throw new Error('a full page has a last entry');
  return last.number;
}
