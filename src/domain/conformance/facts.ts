import type { Problem } from '../payload/problem.ts';
import type { ProbedRequirement } from './requirements.ts';

/** An open call of the partner in the organization, since the run began. */
export type SeenCall = {
  requestId: string;
  at: Date;
  externalContractId: string | null;
  outcome: 'success' | 'skipped' | 'errored';
  /** The row of the order of refusals. */
  refusalRow: string | null;
  problems: readonly Problem[];
  /** Who rents the deposit that it opened. Null: it opened none. */
  tenants: 'natural' | 'joint' | 'legal' | null;
  /** The same for identical payloads, and for no others. */
  fingerprint: string;
};

/** Reads with the same question and the same answer, within a few seconds. */
export type SeenRead = {
  /** Of the first. Null: it was logged by an older version. */
  requestId: string | null;
  at: Date;
  lastAt: Date;
  times: number;
  externalContractId: string | null;
};

/** A message that was sent to the callback to see what it answers. */
export type SeenProbe = {
  requirement: ProbedRequirement;
  /** Its `webhook-id`. */
  messageId: string;
  /** Null: it has not been sent yet. `status` is null if no answer came. */
  result: { status: number | null; durationMs: number } | null;
};

/** Everything that decides a report. */
export type ConformanceFacts = {
  isOver: boolean;
  /** In the order in which they came. */
  calls: readonly SeenCall[];
  /** Of the status of deposits that the partner has opened. */
  statusReads: readonly SeenRead[];
  /** With keys of the partner, while a callback was set. */
  pacedReads: readonly SeenRead[];
  eventReads: readonly SeenRead[];
  probes: readonly SeenProbe[];
  /** The delivery that was held back, and since when. */
  held: { deliveryId: string; at: Date } | null;
};

/** `evidence`: the ids of requests and messages that show it. */
export type Verdict = { result: 'passed' | 'failed' | 'not_seen'; evidence: readonly string[] };

export const NOT_SEEN: Verdict = { result: 'not_seen', evidence: [] };

const MOST_EVIDENCE = 10;

export function passed(evidence: readonly (string | null)[]): Verdict {
  return { result: 'passed', evidence: shown(evidence) };
}

export function failed(evidence: readonly (string | null)[]): Verdict {
  return { result: 'failed', evidence: shown(evidence) };
}

function shown(evidence: readonly (string | null)[]): string[] {
  return [...new Set(evidence.filter((id) => id !== null))].slice(0, MOST_EVIDENCE);
}
