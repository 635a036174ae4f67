import { startOfDay, swissDay } from '../domain/values/calendar.ts';
import { addDurations, countDuration, noDurations, type Durations } from '../domain/values/durations.ts';
import type { Problem } from '../domain/payload/problem.ts';
import { NIL_ID } from '../storage/database/ids.ts';
import type { LoggedRead } from '../storage/request-log/reads.ts';
import {
  idAt,
  type CallBatch,
  type CallCount,
  type Caller,
  type CallOutcome,
  type KnownCaller,
  type LoggedCall,
  type PayloadChunk,
  type ProblemCount,
} from '../storage/request-log/request-log.ts';
import { payloadsContext } from '../storage/request-log/list.ts';
import type { Vault } from '../vault/vault.ts';
import { Compressor } from './compressor.ts';
import type { ReadLine } from './read-lines.ts';

/** A call as its route records it. */
export type PartnerCall = {
  path: string;
  /** An open call. Only its problems are counted, not those of dry runs and reads. */
  isOpen: boolean;
  /** Null: there was no valid key. The call then belongs to no partner, and its payload is not kept. */
  caller: Caller | { organizationId: string } | null;
  externalOrgId: string | null;
  externalContractId: string | null;
  outcome: CallOutcome;
  refusalRow: string | null;
  reason: string | null;
  problems: readonly Problem[];
  status: number | null;
  requestId: string;
  /** `x-depono-code` of the answer. */
  code: string | null;
  depositId: string | null;
  payload: Buffer;
  /** By this machine's clock. */
  startedAt: number;
  durationMs: number;
};

/** Successful reads within one hour. */
export type ReadCount = { path: string; organizationId: string; startedAt: number; durations: Durations };

const NOT_ASKED: Caller = { keyId: '', keyHash: null, externalOrgId: '' };

/** One for each call, in their order. */
export function callersOf(calls: readonly PartnerCall[]): Caller[] {
  return calls.map(({ caller }) => (caller !== null && 'keyId' in caller ? caller : NOT_ASKED));
}

/** All rows for some calls. Can be written again unchanged if the first attempt fails. */
export async function makeBatch({
  calls,
  readCounts,
  reads,
  known,
  aheadMs,
  vault,
}: {
  calls: readonly PartnerCall[];
  readCounts: readonly ReadCount[];
  reads: readonly ReadLine[];
  known: readonly (KnownCaller | null)[];
  /** How far the service's clock is ahead of this machine's. */
  aheadMs: number;
  vault: Vault;
}): Promise<CallBatch> {
  const now = new Date(Date.now() + aheadMs);
  const chunks = new Chunks(now);
  const counts = new Counts();
  const problems = new Map<string, ProblemCount>();
  const logged = calls.map((call, index): LoggedCall => {
    const who = whoIs(call, known[index] ?? null);
    const at = new Date(call.startedAt + aheadMs);
    counts.add({ ...call, ...who, at }, (durations) => countDuration(durations, call.durationMs));
    if (call.isOpen) for (const problem of problemsOf(call)) countProblem(problems, { ...who, at, problem });
    const mayKeep = who.partnerId !== NIL_ID && call.payload.length > 0;
    return {
      ...who,
      id: idAt(at, index),
      at,
      path: call.path,
      externalOrgId: call.externalOrgId,
      externalContractId: call.externalContractId,
      outcome: call.outcome,
      refusalRow: call.refusalRow,
      reason: call.reason,
      problems: call.problems.length === 0 ? null : call.problems,
      status: call.status,
      durationMs: Math.round(call.durationMs * 10) / 10,
      requestId: call.requestId,
      code: call.code,
      depositId: call.depositId,
      payload: mayKeep ? chunks.put(who.organizationId, call.payload) : null,
    };
  });
  for (const { path, organizationId, startedAt, durations } of readCounts) {
    const at = new Date(startedAt + aheadMs);
    const reader = { organizationId, partnerId: NIL_ID, path, outcome: 'success' as const, at };
    counts.add(reader, (sum) => addDurations(sum, durations));
  }
  return {
    calls: logged,
    reads: reads.map((line, index) => loggedRead(line, { index, aheadMs })),
    chunks: await chunks.sealed(vault),
    counts: counts.all(),
    problems: [...problems.values()],
  };
}

function loggedRead(line: ReadLine, { index, aheadMs }: { index: number; aheadMs: number }): LoggedRead {
  const at = new Date(line.startedAt + aheadMs);
  return {
    organizationId: line.organizationId,
    partnerId: line.partnerId,
    requestId: line.requestId,
    id: idAt(at, index),
    at,
    lastAt: new Date(line.lastAt + aheadMs),
    path: line.path,
    externalContractId: line.contractId,
    times: line.times,
    contracts: line.others?.size ?? null,
    answered: line.others === null ? [line.state, line.product].filter((part) => part !== null).join(', ') : null,
    durationMs: Math.round(line.durationMs * 10) / 10,
  };
}

function whoIs({ caller }: PartnerCall, known: KnownCaller | null): KnownCaller {
  if (caller !== null && 'organizationId' in caller) return { ...caller, partnerId: NIL_ID };
  return known ?? { organizationId: NIL_ID, partnerId: NIL_ID };
}

/** The problems of its fields, or else the row of the refusal. */
function problemsOf({ outcome, problems, refusalRow }: PartnerCall): string[] {
  if (outcome === 'success') return [];
  if (problems.length > 0) return problems.map((problem) => JSON.stringify(problem));
  return refusalRow === null ? [] : [JSON.stringify({ row: refusalRow })];
}

function countProblem(
  counts: Map<string, ProblemCount>,
  { organizationId, partnerId, at, problem }: KnownCaller & { at: Date; problem: string },
): void {
  const day = swissDay(at);
  const key = `${organizationId} ${partnerId} ${day} ${problem}`;
  const count = counts.get(key);
  if (count === undefined) counts.set(key, { organizationId, partnerId, day, problem, calls: 1 });
  else count.calls++;
}

const HOUR_MS = 3_600_000;

/** Counts of calls by outcome, per hour and per day. */
class Counts {
  readonly #counts = new Map<string, CallCount>();

  add(
    { organizationId, partnerId, path, outcome, at }: KnownCaller & { path: string; outcome: CallOutcome; at: Date },
    countIn: (durations: Durations) => void,
  ): void {
    const hour = Math.floor(at.getTime() / HOUR_MS);
    const key = `${organizationId} ${partnerId} ${path} ${outcome} ${hour}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      const startsAt = new Date(hour * HOUR_MS);
      const durations = noDurations();
      count = { organizationId, partnerId, path, outcome, span: 'hour', startsAt, calls: 0, durations };
      this.#counts.set(key, count);
    }
    countIn(count.durations);
  }

  all(): CallCount[] {
    const hours = [...this.#counts.values()];
    const days = new Map<string, CallCount>();
    for (const hour of hours) {
      hour.calls = hour.durations.reduce((sum, calls) => sum + calls, 0);
      const startsAt = startOfDay(swissDay(hour.startsAt));
      const { organizationId, partnerId, path, outcome } = hour;
      const key = `${organizationId} ${partnerId} ${path} ${outcome} ${startsAt.getTime()}`;
      const day = days.get(key);
      if (day === undefined) {
        days.set(key, { ...hour, span: 'day', startsAt, durations: [...hour.durations] });
      } else {
        day.calls += hour.calls;
        addDurations(day.durations, hour.durations);
      }
    }
    return [...hours, ...days.values()];
  }
}

const compressor = new Compressor();
const LARGEST_CHUNK = 1_024 * 1_024;

type OpenChunk = { organizationId: string; id: string; payloads: Buffer[]; size: number };

/** Payloads of one organization are similar: compressed together they take little space, and are sealed once. */
class Chunks {
  readonly #all: OpenChunk[] = [];
  readonly #open = new Map<string, OpenChunk>();
  readonly #now: Date;

  constructor(now: Date) {
    this.#now = now;
  }

  put(organizationId: string, payload: Buffer): LoggedCall['payload'] {
    let chunk = this.#open.get(organizationId);
    if (chunk === undefined || chunk.size + payload.length > LARGEST_CHUNK) {
      chunk = { organizationId, id: idAt(this.#now), payloads: [], size: 0 };
      this.#all.push(chunk);
      this.#open.set(organizationId, chunk);
    }
    const position = { id: chunk.id, start: chunk.size, length: payload.length };
    chunk.payloads.push(payload);
    chunk.size += payload.length;
    return position;
  }

  async sealed(vault: Vault): Promise<PayloadChunk[]> {
    return Promise.all(
      this.#all.map(async ({ organizationId, id, payloads }) => {
        const content = await compressor.compress(Buffer.concat(payloads));
        return { organizationId, id, content: vault.seal(content, payloadsContext(id)) };
      }),
    );
  }
}
