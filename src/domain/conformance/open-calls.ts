import { REFUSAL_ROWS } from '../open-call.ts';
import { failed, NOT_SEEN, passed, type ConformanceFacts, type SeenCall, type Verdict } from './facts.ts';

type Calls = Pick<ConformanceFacts, 'calls' | 'isOver'>;

export function judgeOpened({ calls }: Calls, tenants: SeenCall['tenants']): Verdict {
  const opened = calls.filter((call) => call.outcome === 'success' && call.tenants === tenants);
  return opened.length === 0 ? NOT_SEEN : passed(opened.map(({ requestId }) => requestId));
}

/** The same contract id, after it was errored, with other data, and opened. */
export function judgeCorrected({ calls }: Calls): Verdict {
  for (const [index, opened] of calls.entries()) {
    if (opened.outcome !== 'success' || opened.externalContractId === null) continue;
    const errored = calls.slice(0, index).findLast((call) => isCorrectedBy(call, opened));
    if (errored !== undefined) return passed([errored.requestId, opened.requestId]);
  }
  return NOT_SEEN;
}

/** On one path missing data is skipped rather than errored. */
function isCorrectedBy(call: SeenCall, opened: SeenCall): boolean {
  const isErrored = call.outcome === 'errored' || isForData(call);
  return isErrored && call.externalContractId === opened.externalContractId && call.fingerprint !== opened.fingerprint;
}

function isForData({ refusalRow }: SeenCall): boolean {
  return refusalRow === String(REFUSAL_ROWS.fields_invalid);
}

/** After such an answer, so many identical payloads are allowed in any ten minutes. */
const MOST_REPEATS = 3;
const LOOP_MS = 600_000;

/** `skipped` or `data_*`: an identical payload is answered the same way. */
export function judgeLoop({ calls, isOver }: Calls): Verdict {
  const refused = calls.filter((call) => call.outcome === 'skipped' || isForData(call));
  const same = Map.groupBy(calls, ({ fingerprint }) => fingerprint);
  for (const fingerprint of new Set(refused.map((call) => call.fingerprint))) {
    const sent = same.get(fingerprint) ?? [];
    const first = sent.findIndex((call) => call.outcome === 'skipped' || isForData(call));
    const loop = loopIn(sent.slice(first + 1));
    if (loop !== null) return failed([...sent.slice(first, first + 1), ...loop].map(({ requestId }) => requestId));
  }
  return isOver && refused.length > 0 ? passed(refused.map(({ requestId }) => requestId)) : NOT_SEEN;
}

function loopIn(repeats: readonly SeenCall[]): readonly SeenCall[] | null {
  for (const [index, call] of repeats.entries()) {
    const last = repeats[index + MOST_REPEATS];
    if (last === undefined) return null;
    if (last.at.getTime() - call.at.getTime() < LOOP_MS) return repeats.slice(index, index + MOST_REPEATS + 1);
  }
  return null;
}

export function judgeStrings({ calls, isOver }: Calls): Verdict {
  const refused = calls.filter(({ problems }) => problems.some(({ code }) => code === 'not_text'));
  if (refused.length > 0) return failed(refused.map(({ requestId }) => requestId));
  return isOver && calls.length > 0 ? passed(calls.map(({ requestId }) => requestId)) : NOT_SEEN;
}
