import type { FastifyBaseLogger } from 'fastify';
import type { OpenCall, OpenCallOutcome } from '../actions/open-deposit.ts';
import type { StatusOutcome } from '../actions/read-status.ts';
import type { ContractStatus } from '../domain/contract-status.ts';
import { REFUSAL_ROWS } from '../domain/open-call.ts';
import { keyId } from '../vault/keys.ts';
import { sha256 } from '../vault/vault.ts';
import type { Answer } from './answer.ts';
import type { Read } from './read-lines.ts';
import type { RequestLog } from './request-log.ts';
import type { PartnerCall } from './request-log-batch.ts';

/** When a call came, by the clock and by the stopwatch. */
export type Begun = { path: string; isOpen: boolean; requestId: string; startedAt: number; startedAtMs: number };

export function begin(path: string, requestId: string, { isOpen = false }: { isOpen?: boolean } = {}): Begun {
  return { path, isOpen, requestId, startedAt: Date.now(), startedAtMs: performance.now() };
}

export type Ended = Pick<PartnerCall, 'path' | 'isOpen' | 'requestId' | 'startedAt' | 'durationMs'>;

export function ended({ path, isOpen, requestId, startedAt, startedAtMs }: Begun): Ended {
  return { path, isOpen, requestId, startedAt, durationMs: performance.now() - startedAtMs };
}

/** What is noted of a call changes nothing about its answer, whatever happens to the note. */
export function note({ id, log }: { id: string; log: FastifyBaseLogger }, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.error({ err: error, request: id }, 'a call was not recorded');
  }
}

/** An open call or a dry run that came to an outcome. Past row 1 its key is known to be one of ours. */
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
    depositId: 'depositId' in outcome && outcome.depositId !== '' ? outcome.depositId : null,
    payload: isStranger ? NOTHING : call.payload,
  };
}

/** A call that came to none, through no fault of its own. Whether its key is one of ours shows when it is written. */
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
    depositId: null,
    payload: call.payload,
  };
}

/** A call of someone who reads: by itself where it did not succeed, else in one line with its like. */
export function recordReader(
  log: RequestLog,
  end: Ended,
  {
    organizationId,
    externalContractId,
    is,
    status,
    body,
  }: {
    organizationId: string | null;
    externalContractId: string | null;
    is: StatusOutcome['is'] | 'bad_number';
    status: number;
    body: object;
  },
): void {
  if (is === 'found' && organizationId !== null) {
    return log.count(readOf(end, organizationId, body as ContractStatus | EventsRead));
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
    depositId: null,
    payload: NOTHING,
  });
}

type EventsRead = { events: readonly unknown[]; next: number };

/** What was asked for, and what was told: of a contract its state and product, of events how many and up to which. */
function readOf(
  { path, startedAt, durationMs }: Ended,
  organizationId: string,
  body: ContractStatus | EventsRead,
): Read {
  if ('events' in body) {
    const count = body.events.length === 1 ? '1 event' : `${body.events.length} events`;
    const state = body.events.length === 0 ? 'no new event' : `${count}, up to number ${body.next}`;
    return { path, organizationId, contractId: null, state, product: null, startedAt, durationMs };
  }
  const { externalContractId: contractId, state, product } = body;
  return { path, organizationId, contractId, state, product, startedAt, durationMs };
}

/** Who has not shown that the organization is theirs. After a failure of ours nobody has. */
const STRANGERS: ReadonlySet<string> = new Set([
  'header_missing',
  'organization_unknown',
  'key_does_not_match',
  'failed',
]);

const NOTHING = Buffer.alloc(0);

function callerOf({ apiKey, externalOrgId }: OpenCall, { isKeyChecked }: { isKeyChecked: boolean }) {
  const id = apiKey === null ? null : keyId(apiKey);
  if (apiKey === null || id === null) return null;
  return { keyId: id, keyHash: isKeyChecked ? null : sha256(apiKey), externalOrgId: externalOrgId ?? '' };
}

/** As deposits are found by it, or else as it was sent. */
function contractIdIn({ body }: OpenCall): string | null {
  if (body.is !== 'object') return null;
  return body.contractId.text ?? body.contractId.shown;
}
