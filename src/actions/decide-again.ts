import { decideOpenCall, lookupKeys, type OpenCallDecision } from '../domain/open-call.ts';
import { lookUpFacts } from '../storage/open-call/lookup.ts';
import { findConnectionOf } from '../storage/request-log/list.ts';
import { parseBody } from './parse-body.ts';
import type { Services } from './services.ts';

export type Redecision =
  | { organizationId: string; decision: OpenCallDecision }
  | { organizationId: null; decision: { refused: 'organization_unknown' } };

/** How a logged call would be answered today. Stores nothing and sends nothing. */
export async function decideAgain(
  { database }: Services,
  { partnerId, externalOrgId, payload }: { partnerId: string; externalOrgId: string | null; payload: Buffer },
): Promise<Redecision> {
  const connection = externalOrgId === null ? null : await findConnectionOf(database, { partnerId, externalOrgId });
  if (connection === null) return { organizationId: null, decision: { refused: 'organization_unknown' } };
  const body = parseBody(payload);
  const [facts = null] = await lookUpFacts(database, [{ ...connection, ...lookupKeys(body) }]);
  if (facts === null) throw new Error('a connection without an organization');
  return { organizationId: connection.organizationId, decision: decideOpenCall(facts, body) };
}
