import type { Outcome } from './book.ts';
import type { Said } from './http.ts';

/** What an answer means, and how it violates the contract. */
export type Judgement<Meaning> = { means: Meaning; fault: string | null };

const NOTHING_CREATED = /Nothing was created; please send it again later$/;

/** 4.1: 200 or 500, exactly the members of the contract; or no answer at all. */
export function judgeOpening(
  said: Said | null,
  { id, isGood, namesContract }: { id: string; isGood: boolean; namesContract: boolean },
): Judgement<Outcome> {
  if (said === null) return { means: 'none', fault: null };
  const outside = (): Judgement<Outcome> => ({ means: 'none', fault: `is outside the contract: ${inShort(said)}` });
  const { success, result, reason, externalContractId, ...others } = record(said.json);
  if (Object.keys(others).length > 0) return outside();
  if (externalContractId !== undefined && !(namesContract && externalContractId === id)) return outside();
  if (said.status === 200) {
    if (success !== true || result !== 'success' || reason !== undefined) return outside();
    return { means: 'success', fault: isGood ? null : 'acknowledges what is invalid' };
  }
  const isRefusal = said.status === 500 && success === false && typeof reason === 'string';
  if (!isRefusal || (result !== 'skipped' && result !== 'errored')) return outside();
  if (result === 'skipped' && reason === 'Contract with external ID already exists') {
    return { means: 'exists', fault: isGood ? null : 'says that an invalid contract exists' };
  }
  if (result === 'errored' && NOTHING_CREATED.test(reason)) return { means: 'nothing', fault: null };
  return { means: 'refused', fault: isGood ? `refuses what is valid: ${inShort(said)}` : null };
}

const STATUS_FIELDS = [
  'externalContractId',
  'iban',
  'paidInAmount',
  'paidOutAmountTenant',
  'paidOutTime',
  'product',
  'provider',
  'state',
];
const STATES = new Set(['draft_editing', 'opening', 'open', 'closing', 'closed', 'withdrawn']);

/** 4.2 and 7.2, for a reader whose key is right. */
export function judgeReading(
  said: Said | null,
  { id, isAcknowledged, isGood }: { id: string; isAcknowledged: boolean; isGood: boolean },
): Judgement<'none' | 'failed' | 'answered'> {
  if (said === null) return { means: 'none', fault: null };
  const body = record(said.json);
  const isError = typeof body['error'] === 'string' && Object.keys(body).length === 1;
  const outside = `is outside the contract: ${inShort(said)}`;
  switch (said.status) {
    case 200: {
      const isWhole = Object.keys(body).toSorted().join() === STATUS_FIELDS.join();
      if (!isWhole || body['externalContractId'] !== id || !STATES.has(String(body['state']))) {
        return { means: 'answered', fault: outside };
      }
      return { means: 'answered', fault: isGood ? null : 'shows a deposit of what is invalid' };
    }
    case 404:
      if (!isError) return { means: 'answered', fault: outside };
      return { means: 'answered', fault: isAcknowledged ? 'does not know what was acknowledged' : null };
    case 500:
      return { means: 'failed', fault: isError ? null : outside };
    default:
      return { means: 'answered', fault: outside };
  }
}

/** `waits`: for a second person. `none`: no complete answer, so it may have been made, as with `failed`. */
export type MoveMeaning = 'none' | 'failed' | 'made' | 'waits' | 'refused';

/** A move is made, refused because of a concurrent change, or fails; each has its own shape. */
export function judgeMove(said: Said | null): Judgement<MoveMeaning> {
  if (said === null) return { means: 'none', fault: null };
  const isProblem = /problem\+json/.test(said.type) && typeof record(said.json)['detail'] === 'string';
  const outside = `is outside the interface: ${inShort(said)}`;
  switch (said.status) {
    case 200:
    case 201:
    case 204:
      return { means: 'made', fault: null };
    case 202:
      return { means: 'waits', fault: null };
    case 409:
      return { means: 'refused', fault: isProblem ? null : outside };
    case 500:
      // The change may have been stored before the failure, so the answer must not deny it.
      if (/nothing was changed/i.test(said.text))
        return { means: 'failed', fault: `promises too much: ${inShort(said)}` };
      return { means: 'failed', fault: isProblem ? null : outside };
    default:
      return { means: 'refused', fault: outside };
  }
}

function record(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {};
}

function inShort({ status, text }: Said): string {
  return `${status} ${text.slice(0, 300)}`;
}
