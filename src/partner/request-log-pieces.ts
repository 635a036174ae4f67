import type { KnownCaller } from '../storage/request-log/request-log.ts';
import type { ReadLine } from './read-lines.ts';
import type { PartnerCall, ReadCount } from './request-log-batch.ts';

/** Calls that are written in one statement, all or none. */
export type Piece = {
  calls: readonly PartnerCall[];
  /** One for each call. */
  known: readonly (KnownCaller | null)[];
  readCounts: readonly ReadCount[];
  /** Lines of reads. */
  reads: readonly ReadLine[];
  /** How far the service's clock was ahead of this machine's. */
  aheadMs: number;
  /** If not, the database has refused the counts, and the calls are written without them. */
  isCounted: boolean;
};

/**
 * Splits a piece that the database refused for its content. Each part has its own calls and their counts, so that one
 * can be written if another is refused. Empty: nothing is left to try.
 */
export function split(piece: Piece): Piece[] {
  const { calls, known, readCounts, reads, isCounted } = piece;
  if (calls.length > 1) {
    const half = Math.ceil(calls.length / 2);
    return [
      { ...piece, calls: calls.slice(0, half), known: known.slice(0, half) },
      { ...piece, calls: calls.slice(half), known: known.slice(half), readCounts: [], reads: [] },
    ];
  }
  if (calls.length === 1) {
    const alone = { ...piece, readCounts: [], reads: [] };
    if (readCounts.length + reads.length > 0) return [alone, { ...piece, calls: [], known: [] }];
    return isCounted ? [{ ...alone, isCounted: false }] : [];
  }
  if (readCounts.length > 0 && reads.length > 0) {
    return [
      { ...piece, reads: [] },
      { ...piece, readCounts: [] },
    ];
  }
  if (readCounts.length > 1) return halves(readCounts).map((half) => ({ ...piece, readCounts: half }));
  return reads.length > 1 ? halves(reads).map((half) => ({ ...piece, reads: half })) : [];
}

function halves<T>(all: readonly T[]): T[][] {
  const half = Math.ceil(all.length / 2);
  return [all.slice(0, half), all.slice(half)];
}

export function bytesOf({ calls }: Pick<Piece, 'calls'>): number {
  return calls.reduce((sum, { payload }) => sum + payload.length, 0);
}

const LONGEST_KEPT = 128;
/** Longer than any connected id, so that a shortened id matches none. */
export const LONGEST_ASKED = 1_024;

/** Shortens what the caller chooses freely, so that waiting calls take limited memory. */
export function bounded(call: PartnerCall): PartnerCall {
  const { caller } = call;
  return {
    ...call,
    caller:
      caller !== null && 'keyId' in caller
        ? { ...caller, externalOrgId: cut(caller.externalOrgId, LONGEST_ASKED) }
        : caller,
    externalOrgId: call.externalOrgId === null ? null : cut(call.externalOrgId),
    externalContractId: call.externalContractId === null ? null : cut(call.externalContractId),
    requestId: cut(call.requestId),
  };
}

/** Copies: a slice would keep the whole text in memory. */
function cut(text: string, most = LONGEST_KEPT): string {
  if (text.length <= most) return text;
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le');
}
