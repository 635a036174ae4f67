import { contractIdOf, decideOpenCall, managerEmailOf, type Body, type Decision } from '../domain/open-call.ts';
import { knowOrganization } from '../storage/open-call/known-organization.ts';
import { findConnectionOf } from '../storage/request-log/list.ts';
import type { Services } from './services.ts';

/** Row 3: the external id still names no organization. */
export type Redecision = { organizationId: string; decision: Decision } | { organizationId: null };

/** What a call that was kept would come to today. Nothing is stored, and nobody is told. */
export async function decideAgain(
  { database }: Services,
  { partnerId, externalOrgId, payload }: { partnerId: string; externalOrgId: string | null; payload: Buffer },
): Promise<Redecision> {
  const way = externalOrgId === null ? null : await findConnectionOf(database, { partnerId, externalOrgId });
  if (way === null) return { organizationId: null };
  const body = bodyOf(payload);
  const known = await knowOrganization(database, {
    ...way,
    externalContractId: contractIdOf(body),
    managerEmail: managerEmailOf(body),
  });
  if (known === null) throw new Error('a connection has an organization');
  return { organizationId: way.organizationId, decision: decideOpenCall(known, body) };
}

function bodyOf(payload: Buffer): Body {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    return { is: 'not_utf8' };
  }
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { is: 'object', fields: value as Record<string, unknown> } : { is: 'not_an_object' };
  } catch {
    return { is: 'not_json' };
  }
}
