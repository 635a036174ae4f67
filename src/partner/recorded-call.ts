import type { FastifyBaseLogger } from 'fastify';
import type { OpenCall, OpenCallOutcome } from '../actions/open-deposit.ts';
import type { EventsOutcome } from '../actions/events/read-events.ts';
import type { FeedOutcome } from '../actions/read-feed.ts';
import type { StatusOutcome } from '../actions/read-status.ts';
import type { ContractStatus } from '../domain/contract-status.ts';
import { REFUSAL_ROWS } from '../domain/open-call.ts';
import { keyId } from '../vault/keys.ts';
import { sha256 } from '../vault/vault.ts';
import type { Answer } from './answer.ts';
import { codeOf } from './codes.ts';
import type { Read } from './read-lines.ts';
import type { RequestLog } from './request-log.ts';
import type { PartnerCall } from './request-log-batch.ts';

/** When a call began: the time of day, and a monotonic time for its duration. */
type Begun = { path: string; isOpen: boolean; requestId: string; startedAt: number; startedAtMs: number };

export function begin(path: string, requestId: string, { isOpen = false }: { isOpen?: boolean } = {}): Begun {
  return { path, isOpen, requestId, startedAt: Date.now(), startedAtMs: performance.now() };
}

type Ended = Pick<PartnerCall, 'path' | 'isOpen' | 'requestId' | 'startedAt' | 'durationMs'>;

export function ended({ path, isOpen, requestId, startedAt, startedAtMs }: Begun): Ended {
  return { path, isOpen, requestId, startedAt, durationMs: performance.now() - startedAtMs };
}

/** A failure to record a call must not change its answer. */
export function note({ id, log }: { id: string; log: FastifyBaseLogger }, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.error({ err: error, request: id }, 'a call was not recorded');
  }
}

/** An open call or a dry run with an outcome. Unless it is unauthorized, its key is valid. */
export function openCall(
  end: Ended,
  call: OpenCall,
  { status, outcome, said }: { status: number; outcome: OpenCallOutcome; said: Answer['body'] },
): PartnerCall {
  const refused = 'refused' in outcome ? outcome.refused : null;
  const isStranger = refused === 'unauthorized';
  return {
    ...end,
    caller: isStranger ? null : callerOf(call, { isKeyChecked: true }),
    externalOrgId: call.externalOrgId,
    externalContractId: contractIdIn(call),
    outcome: said.result,
    refusalRow: refused === null ? null : String(REFUSAL_ROWS[refused]),
    reason: 'reason' in said ? said.reason : null,
    problems: 'problems' in outcome ? outcome.problems : [],
    status,
    code: codeOf(outcome),
    depositId: 'depositId' in outcome && outcome.depositId !== '' ? outcome.depositId : null,
    payload: isStranger ? NOTHING : call.payload,
  };
}

/** A call that failed through no fault of its own. Its key is only checked when the call is written. */
export function failedCall(end: Ended, call: OpenCall, given: Answer | { status: null; reason: string }): PartnerCall {
  const reason = 'reason' in given ? given.reason : 'reason' in given.body ? given.body.reason : null;
  return {
    ...end,
    caller: callerOf(call, { isKeyChecked: false }),
    externalOrgId: call.externalOrgId,
    externalContractId: contractIdIn(call),
    outcome: 'errored',
    refusalRow: null,
    reason,
    problems: [],
    status: given.status,
    code: given.status === null ? null : 'unavailable',
    depositId: null,
    payload: call.payload,
  };
}

/** A read: a line of its own if it failed, else counted in the line of similar reads. */
export function recordReader(
  log: RequestLog,
  end: Ended,
  {
    organizationId,
    partnerId,
    externalContractId,
    is,
    status,
    body,
  }: {
    organizationId: string | null;
    /** With a key of a partner rather than of the organization. */
    partnerId: string | null;
    externalContractId: string | null;
    is: StatusOutcome['is'] | FeedOutcome['is'] | EventsOutcome['is'];
    status: number;
    body: object;
  },
): void {
  if (is === 'found' && organizationId !== null) {
    const answer = body as ContractStatus | EventsRead | DepositsRead;
    return log.count(readOf(end, { organizationId, partnerId }, answer));
  }
  const isKnown = organizationId !== null && !STRANGERS.has(is);
  log.record({
    ...end,
    caller: isKnown ? { organizationId } : null,
    externalOrgId: organizationId,
    externalContractId,
    outcome: is === 'no_deposit' ? 'skipped' : 'errored',
    refusalRow: null,
    reason: 'error' in body && typeof body.error === 'string' ? body.error : null,
    problems: [],
    status,
    code: null,
    depositId: null,
    payload: NOTHING,
  });
}

type EventsRead = { events: readonly unknown[]; next: number };
type DepositsRead = { deposits: readonly unknown[]; next: number };

/** The question and the answer: state and product of a contract, or how many events up to which number. */
function readOf(
  { path, requestId, startedAt, durationMs }: Ended,
  { organizationId, partnerId }: Pick<Read, 'organizationId' | 'partnerId'>,
  body: ContractStatus | EventsRead | DepositsRead,
): Read {
  const by = { path, organizationId, partnerId, requestId, startedAt, durationMs };
  if ('events' in body) {
    const count = body.events.length === 1 ? '1 event' : `${body.events.length} events`;
    const state = body.events.length === 0 ? 'no new event' : `${count}, up to number ${body.next}`;
    return { ...by, contractId: null, state, product: null };
  }
  if ('deposits' in body) {
    const state = body.deposits.length === 0 ? 'no change' : `changes up to number ${body.next}`;
    return { ...by, contractId: null, state, product: null };
  }
  const { externalContractId: contractId, state, product } = body;
  return { ...by, contractId, state, product };
}

/** Outcomes that do not prove that the caller belongs to the organization. */
const STRANGERS: ReadonlySet<string> = new Set([
  'header_missing',
  'organization_unknown',
  'key_does_not_match',
  'key_unknown',
  'failed',
]);

const NOTHING = Buffer.alloc(0);

function callerOf({ apiKey, externalOrgId }: OpenCall, { isKeyChecked }: { isKeyChecked: boolean }) {
  const id = apiKey === null ? null : keyId(apiKey);
  if (apiKey === null || id === null) return null;
  return { keyId: id, keyHash: isKeyChecked ? null : sha256(apiKey), externalOrgId: externalOrgId ?? '' };
}

/** As stored with the deposit, or else as it was sent. */
function contractIdIn({ body }: OpenCall): string | null {
  if (body.is !== 'object') return null;
  return body.contractId.text ?? body.contractId.shown;
}
