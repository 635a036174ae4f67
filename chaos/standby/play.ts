import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { isSettled, type Contract, type Organization } from '../book.ts';
import { sendUntilSettled, type Called } from '../callers.ts';
import { asker, type Ask } from '../http.ts';
import { newContract } from '../payloads.ts';
import { randomOf } from '../random.ts';
import { setUpPartners } from '../set-up.ts';
import { openService, unwind } from '../world.ts';
import { bringAbout, restore, type Happened, type Pair, type RoundKind } from './rounds.ts';
import { openNode, PASSWORD, SUPERUSER } from './servers.ts';

/** The service on a primary and its synchronous standby, and callers. */
export type StandbyWorld = {
  pair: Pair;
  called: Called;
  organizations: readonly Organization[];
  violations: string[];
  logged: string[];
  /** When calls that were acknowledged began, and when their answers came. */
  acks: { begun: number; at: number }[];
  /** When a caller knew of a contract that it is there. */
  acknowledgedAt: Map<string, number>;
  /** Each web process, past the gate. */
  webs: readonly Ask[];
  /** How often processes of the service were started. */
  restarts: () => number;
  end: () => Promise<void>;
};

export type Played = {
  kind: RoundKind;
  acknowledged: number;
  unanswered: number;
  /** What the database lost, of what was acknowledged. */
  lost: number;
  twice: number;
  /** The longest time in which no call was acknowledged. */
  stoppedMs: number;
  /** From the moment that a primary accepts writes until a call is acknowledged. */
  backMs: number;
};

const WEBS = 2;
const CALLERS = 8;
const BEFORE_MS = 1_500;
const AFTERWARDS_MS = 2_000;
/** Calls work so soon after a new primary accepts writes, without a restart of the service. */
const BACK_LIMIT_MS = 60_000;
const SETTLE_LIMIT_MS = 300_000;
const MOST_READ = 100;

export async function openStandbyWorld(
  binaries: string,
  onEndable: (end: () => Promise<void>) => void,
): Promise<StandbyWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-chaos-standby-'));
  chmodSync(folder, 0o755);
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => (ending ??= unwind(undo));
  onEndable(end);
  try {
    const [primary, standby] = [
      await openNode('one', { binaries, folder }),
      await openNode('other', { binaries, folder }),
    ];
    for (const server of [primary, standby]) undo.push(() => server.kill());
    await primary.create();
    await restore(primary, standby);
    const databaseUrl = `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
    const service = await openService({ folder, undo, databaseUrl, webs: WEBS, workers: 1, receivers: 1 });
    const { ask, book, violate, violations, logged, processes, receivers } = service;
    const acks: StandbyWorld['acks'] = [];
    const acknowledged = (begun: number): void => void acks.push({ begun, at: performance.now() });
    const webs = processes.filter(({ role }) => role === 'web').map(({ port }) => asker(port));
    undo.push(() => webs.forEach((web) => web.end()));
    return {
      pair: { primary, standby },
      called: { ask, book, violate, pulse: { acknowledged } },
      organizations: await setUpPartners(ask, receivers),
      violations,
      logged,
      acks,
      acknowledgedAt: new Map(),
      webs,
      restarts: () => processes.reduce((sum, { starts }) => sum + starts(), 0),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Load with one fault, then the checks. Violations are added to the world. */
export async function playStandbyRound(world: StandbyWorld, kind: RoundKind, seed: string): Promise<Played> {
  const { called, acks } = world;
  const { counts } = called.book;
  const [firstAck, unanswered, begunAt] = [acks.length, counts.unanswered, performance.now()];
  const { happened, backMs } = await underLoad(world, kind, seed);
  if (backMs > BACK_LIMIT_MS)
    called.violate(`${kind}: calls do not work ${BACK_LIMIT_MS / 1_000} s after a primary accepts writes`);
  const times = [
    begunAt,
    ...acks
      .slice(firstAck)
      .map(({ at }) => at)
      .toSorted((one, other) => one - other),
  ];
  const { primary, broken } = happened;
  const checked = await checkRound(world, kind, happened);
  await restore(primary, broken);
  world.pair = { primary, standby: broken };
  return {
    kind,
    acknowledged: times.length - 1,
    unanswered: counts.unanswered - unanswered,
    stoppedMs: Math.max(0, ...times.slice(1).map((at, n) => at - (times[n] as number))),
    backMs,
    ...checked,
  };
}

async function underLoad(
  world: StandbyWorld,
  kind: RoundKind,
  seed: string,
): Promise<{ happened: Happened; backMs: number }> {
  let isOver = false;
  const restarts = world.restarts();
  const callers = Array.from({ length: CALLERS }, (_, n) => callUntil(world, `${seed} ${kind} ${n}`, () => isOver));
  await wait(BEFORE_MS);
  const firstSince = (since: number) => world.acks.find(({ begun }) => begun >= since)?.at ?? Infinity;
  const back = async (acceptsAt: number): Promise<void> => {
    while (firstSince(acceptsAt) === Infinity && performance.now() - acceptsAt < BACK_LIMIT_MS) await wait(20);
  };
  try {
    const happened = await bringAbout(kind, world.pair, {
      back,
      read: () => readAll(world, world.called.book.contracts),
    });
    await back(happened.acceptsAt);
    await wait(AFTERWARDS_MS);
    if (world.restarts() !== restarts) world.called.violate(`${kind}: a process of the service was restarted`);
    return { happened, backMs: firstSince(happened.acceptsAt) - happened.acceptsAt };
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
}

async function callUntil(world: StandbyWorld, seed: string, isOver: () => boolean): Promise<void> {
  const random = randomOf(seed);
  while (!isOver()) {
    const contract = newContract(random.pick(world.organizations), random);
    world.called.book.contracts.push(contract);
    await settle(world, contract, isOver);
    await wait(random.whole(0, 40));
  }
}

async function settle(world: StandbyWorld, contract: Contract, isOver: () => boolean): Promise<void> {
  await sendUntilSettled(world.called, contract, isOver);
  if (isAcknowledged(contract)) world.acknowledgedAt.set(contract.id, performance.now());
}

/** What was acknowledged must be there, each once, and nothing else may be said of it. */
async function checkRound(
  world: StandbyWorld,
  kind: RoundKind,
  { primary, lostSince }: Happened,
): Promise<Pick<Played, 'lost' | 'twice'>> {
  const { contracts } = world.called.book;
  const violate = (what: string): void => world.called.violate(`${kind}: ${what}`);
  const client = await primary.connect();
  try {
    const before = await storedOf(client, contracts);
    const lost = contracts.filter((one) => isAcknowledged(one) && !before.has(one.id));
    for (const { id } of lost) {
      const isOurs = lostSince === null || (world.acknowledgedAt.get(id) ?? 0) < lostSince;
      if (isOurs) violate(`${id} was acknowledged and is lost`);
    }
    for (const { id, status } of await readAll(world, lost)) {
      if (status !== 404) violate(`the status of ${id}, which is lost, is answered ${status}`);
    }
    // Its partner sends it again, as if it had never been sent.
    for (const contract of lost) contract.attempts.length = 0;
    const deadline = Date.now() + SETTLE_LIMIT_MS;
    const open = contracts.filter((contract) => !isSettled(contract));
    await Promise.all(open.map((contract) => settle(world, contract, () => Date.now() > deadline)));
    for (const one of open) if (!isSettled(one)) violate(`${one.id} has no answer: ${one.attempts.join(', ')}`);
    const after = await storedOf(client, contracts);
    for (const one of contracts) {
      if (isAcknowledged(one) && !after.has(one.id)) violate(`${one.id} is not there after it was sent again`);
      if (!isAcknowledged(one) && after.has(one.id)) violate(`${one.id} is there, and was never acknowledged`);
    }
    const twice = [...after.values()].filter((count) => count > 1).length;
    if (twice > 0) violate(`${twice} contracts were opened twice`);
    if (primary !== world.pair.primary) for (const what of await checkHold(client)) violate(what);
    return { lost: lost.length, twice };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** From every web process, twice: it must not answer from its cache what its database does not have. */
async function readAll(
  { webs }: StandbyWorld,
  contracts: readonly Contract[],
): Promise<{ id: string; status: number | null }[]> {
  const newest = contracts.slice(-MOST_READ);
  const questions = [...webs, ...webs].flatMap((ask) =>
    newest.map(async ({ id, organization }) => {
      const said = await ask({
        method: 'GET',
        path: `/webhook/contract-status?${new URLSearchParams({ 'ext-contract-id': id }).toString()}`,
        headers: { 'x-api-key': organization.statusKey, 'x-org-id': organization.id },
      });
      return { id, status: said?.status ?? null };
    }),
  );
  return Promise.all(questions);
}

/** By contract, how often it is stored. */
async function storedOf(client: Client, contracts: readonly Contract[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; count: number }>(
    `select external_contract_id as id, count(*)::integer as count from deposits
     where external_contract_id = any($1) group by 1`,
    [contracts.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const HELD_LIMIT_MS = 60_000;

/** After each takeover payment files are held. Lifts the hold, for the next round. */
async function checkHold(client: Client): Promise<string[]> {
  const deadline = Date.now() + HELD_LIMIT_MS;
  while (Date.now() < deadline) {
    const { rows } = await client.query<{ why: string }>('delete from bank_hold returning why');
    if (rows[0] !== undefined) return /has taken over/.test(rows[0].why) ? [] : [`held, but: ${rows[0].why}`];
    await wait(100);
  }
  return ['payment files are not held, though another server has taken over'];
}

function isAcknowledged({ attempts }: Contract): boolean {
  return attempts.includes('success') || attempts.includes('exists');
}
