import { setTimeout as wait } from 'node:timers/promises';
import { callAsPartner, readAsPartner } from './callers.ts';
import { randomOf, type Random } from './random.ts';
import { checkAll } from './checks/all.ts';
import { bringAbout } from './faults.ts';
import { moveAsOthers } from './movers.ts';
import { actAll } from './mix/mix.ts';
import type { FaultKind, Plan } from './plan.ts';
import { comeToRest } from './quiet.ts';
import type { World } from './world.ts';
import { endTheYear } from './year-end.ts';

export type LoadSettings = {
  callers: number;
  readers: number;
  movers: number;
  /** The load continues until this much is done, also on a slow machine. */
  acknowledged: number;
  moves: number;
  /** The share of payments that come by bank file. */
  byFile: number;
};
export const LOAD: LoadSettings = { callers: 6, readers: 3, movers: 8, acknowledged: 40, moves: 40, byFile: 0.4 };
const LONGEST_LOAD_MS = 20_000;
const STORM_MS = 2_500;
/** The load continues this long after the last fault. */
const AFTERWARDS_MS = 500;

/** How long the parts of a round took. */
export type Phases = { load: number; rest: number; checks: number };

/** Load with faults, rest, then the checks. Violations are added to the world. */
export async function playRound(
  world: World,
  plan: Plan,
  { load = LOAD, isLast }: { load?: LoadSettings; isLast: boolean },
): Promise<Phases> {
  world.log(`round ${plan.round}: ${plan.faults.map(({ kind, at, lasts }) => `${kind} ${at}+${lasts}`).join(', ')}`);
  const enough = { ...world.book.counts };
  const hasEnough = (): boolean =>
    world.book.counts.acknowledged >= enough.acknowledged + load.acknowledged &&
    world.book.counts.movesMade >= enough.movesMade + load.moves;
  const { scenarios } = plan;
  let areFaultsOver = false;
  const begun = performance.now();
  const isOver = (): boolean => areFaultsOver && (hasEnough() || performance.now() - begun > LONGEST_LOAD_MS);
  // Moves are slow under full load, and callbacks come from moves: after the first faults they get time.
  const isCalm = (): boolean => areFaultsOver || performance.now() - begun > STORM_MS;
  const drawn = (who: string, n: number): Random => randomOf(`${plan.seed} ${plan.round} ${who} ${n}`);
  const busy = [
    ...several(load.callers, (n) => callAsPartner(world, drawn('caller', n), { isOver, isCalm, scenarios })),
    ...several(load.readers, (n) => readAsPartner(world, drawn('reader', n), { isOver, isCalm })),
    ...several(load.movers, (n) => moveAsOthers(world, drawn('mover', n), { isOver, byFile: load.byFile })),
    ...actAll(world, (who) => drawn(who, 0), isOver),
  ];
  // If everything was killed, recovery is the start-up time, and says nothing about the other faults.
  const isAllDown = plan.faults.some(({ kind }) => kind === 'kill_everything');
  const isTimed = (kind: FaultKind): boolean => !isAllDown || kind === 'kill_everything';
  const yearEnd = isLast ? endTheYear(world) : null;
  await Promise.all(plan.faults.map((fault) => bringAbout(world, fault, { isTimed: isTimed(fault.kind) })));
  await yearEnd;
  await wait(AFTERWARDS_MS);
  areFaultsOver = true;
  await Promise.all(busy);
  const loaded = performance.now();
  await world.server.start();
  const client = await world.server.connect();
  try {
    const restedAt = await comeToRest(world, client, { isLast });
    const rested = performance.now();
    if (restedAt !== null) await checkAll(world, client, { restedAt, isLast });
    return { load: loaded - begun, rest: rested - loaded, checks: performance.now() - rested };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function several(count: number, work: (n: number) => Promise<void>): Promise<void>[] {
  return Array.from({ length: count }, (_, n) => work(n));
}
