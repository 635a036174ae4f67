import { followRuns } from '../actions/conformance/follow-runs.ts';
import { dueProbes, type DueProbe, type ProbeFacts } from '../actions/conformance/prepare-probes.ts';
import type { Services } from '../actions/services.ts';
import { faultInWords } from '../callbacks/faults.ts';
import { probeBody, probeHeaders } from '../callbacks/probe.ts';
import { post } from '../callbacks/send.ts';
import { recordProbe, releaseProbes } from '../storage/conformance/probes.ts';
import { scrub } from '../web/scrub.ts';
import { startLoop, type Loop } from './loop.ts';

type ConformanceSettings = {
  services: Services;
  baseUrl: () => string;
  allowPrivate: boolean;
  log: (error: unknown, what: string) => void;
};

const LOOK_EVERY_MS = 1_000;
const STOPPED = 'stopped';

/** Test environment: sends the probes of conformance runs, and carries the runs on. */
export function startConformance({ services, baseUrl, allowPrivate, log }: ConformanceSettings): Loop {
  const inProgress = new Set<Promise<void>>();
  const cut = new AbortController();

  async function round(): Promise<void> {
    for (const facts of await dueProbes(services)) {
      const sending = sendAll({ services, baseUrl, allowPrivate, signal: cut.signal }, facts).catch((error: unknown) =>
        log(error, `the probes of run ${facts.run.id}`),
      );
      inProgress.add(sending);
      void sending.finally(() => inProgress.delete(sending));
    }
    await followRuns(services, baseUrl());
  }

  const loop = startLoop({
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: 0,
    round,
    onError: (error) => log(error, 'conformance'),
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      cut.abort(STOPPED);
      await Promise.all(inProgress);
    },
  };
}

type Sending = Pick<ConformanceSettings, 'services' | 'baseUrl' | 'allowPrivate'> & { signal: AbortSignal };

/** As for all callbacks, no more are sent to an address at once. */
const MOST_AT_ONCE = 4;

/** The first one alone: it shows whether anyone answers. After a stop another process sends the rest. */
async function sendAll(sending: Sending, facts: ProbeFacts): Promise<void> {
  const [first = [], ...waiting] = facts.groups;
  const sendGroup = async (group: readonly DueProbe[]): Promise<void> => {
    for (const probe of group) await sendOne(sending, facts, { probe, groupId: group[0]?.messageId ?? '' });
  };
  const lane = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await sendGroup(group);
  };
  await sendGroup(first);
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, lane));
  if (sending.signal.aborted) await releaseProbes(sending.services.database, facts.run);
}

const ATTEMPT_LIMIT_MS = 15_000;

async function sendOne(
  { services, baseUrl, allowPrivate, signal }: Sending,
  { run, url, secrets, type, kind, isInline }: ProbeFacts,
  { probe, groupId }: { probe: DueProbe; groupId: string },
): Promise<void> {
  if (signal.aborted) return;
  const { organizationId, externalOrgId, startedAt: at } = run;
  const subject = { organizationId, externalOrgId, at, type, kind, isInline, baseUrl: baseUrl() };
  const body = probeBody({ ...probe, groupId }, subject);
  const headers = probeHeaders(body, probe, { now: new Date(), secrets });
  const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
  const start = performance.now();
  const answered = await post(url, { headers, body, signal: AbortSignal.any([limit, signal]), allowPrivate }).catch(
    (error: Error) => (limit.aborted ? new Error(`No answer within ${ATTEMPT_LIMIT_MS / 1000} seconds.`) : error),
  );
  // One that a stop has cut short is sent again.
  if (signal.aborted && answered instanceof Error) return;
  const durationMs = Math.round(performance.now() - start);
  const isFailed = answered instanceof Error;
  await recordProbe(services.database, run, {
    number: probe.number,
    status: isFailed ? null : answered.status,
    durationMs,
    answer: scrub(isFailed ? faultInWords(answered) : answered.text),
  });
}
