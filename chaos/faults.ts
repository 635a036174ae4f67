import { setTimeout as wait } from 'node:timers/promises';
import { randomOf, type Random } from './random.ts';
import { FAULT_KINDS, type FaultKind, type PlannedFault } from './plan.ts';
import type { Process } from './processes.ts';
import { AUTHORIZED } from './set-up.ts';
import type { World } from './world.ts';

/** A running fault: its details, and how to end it. */
type Begun = { what: string; end: () => Promise<void> | void };
type Fault = (world: World, random: Random) => Promise<Begun> | Begun;

const MINUTE_MS = 60_000;
const JUMP_LIMIT_MS = 3_000;

/** Faults that this machine can produce, and a sentence for each that it cannot. */
export function possibleFaults({ server }: World): { possible: FaultKind[]; left: string[] } {
  if (server.disk !== null) return { possible: [...FAULT_KINDS], left: [] };
  const left = 'disk_full was left out: a small disk of its own can only be made by root, where the system lets it.';
  return { possible: FAULT_KINDS.filter((kind) => kind !== 'disk_full'), left: [left] };
}

/** Starts the fault at its time and ends it after its duration. */
export async function bringAbout(
  world: World,
  { kind, at, lasts, seed }: PlannedFault,
  { isTimed }: { isTimed: boolean },
): Promise<void> {
  await wait(at);
  const { what, end } = await FAULT[kind](world, randomOf(seed));
  world.log(`${kind}: ${what}`);
  await wait(lasts);
  await end();
  world.log(`${kind} is over`);
  if (isTimed) world.pulse.faultOver(kind);
}

const FAULT: Record<FaultKind, Fault> = {
  kill_web: (world, random) => keepDown([random.pick(of(world, 'web'))]),
  kill_worker: (world, random) => keepDown([random.pick(of(world, 'worker'))]),
  kill_all_workers: (world) => keepDown(of(world, 'worker')),
  kill_everything: (world) => keepDown(world.processes),
  kill_postmaster: async ({ server }) => {
    await server.kill();
    return { what: 'killed', end: () => server.start() };
  },
  kill_backend: async ({ server }, random) => {
    const killed = await server.killOne(random);
    return { what: killed ?? 'there was none', end: () => server.start() };
  },
  restart: (world, random) => {
    const one = random.pick(world.processes);
    one.restart();
    return { what: one.name, end: () => undefined };
  },
  freeze: (world, random) => {
    const one = random.pick(world.processes);
    one.freeze(true);
    return { what: one.name, end: () => one.freeze(false) };
  },
  extra_worker: async (world) => {
    const one = await world.startWorker('worker-extra');
    return {
      what: 'started',
      end: async () => {
        await one.end();
        world.processes.splice(world.processes.indexOf(one), 1);
      },
    };
  },
  // The first worker's clock stays right: bank files are selected by age.
  skewed_clock: (world, random) => {
    const one = random.pick(world.processes.filter(({ name }) => name !== 'worker-1'));
    const ms = random.pick([-1, 1]) * random.whole(1 * MINUTE_MS, 5 * MINUTE_MS);
    one.skew(ms);
    one.restart();
    return { what: `${one.name} by ${Math.round(ms / 1_000)} s`, end: () => one.skew(0) };
  },
  clock_jump: (world, random) => {
    const advance = `PT${random.whole(10, 240)}M`;
    const question = { method: 'POST' as const, path: '/sandbox/api/clock', headers: AUTHORIZED, body: { advance } };
    const jumped = world.ask({ ...question, limitMs: JUMP_LIMIT_MS });
    return { what: advance, end: async () => void (await jumped) };
  },
  disk_full: ({ server }) => {
    const isFull = server.disk?.fill() === true;
    return {
      what: isFull ? 'full' : 'it could not be filled',
      end: async () => {
        server.disk?.free();
        await server.start();
      },
    };
  },
  cut_answers: ({ gate }, random) => {
    gate.cut({ random, share: 0.2 });
    return { what: 'cutting', end: () => gate.cut(null) };
  },
  cut_database: ({ databaseProxy }, random) => {
    databaseProxy.cut({ random, share: 0.06 });
    return { what: 'cutting', end: () => databaseProxy.cut(null) };
  },
  stall_database: stall,
  hang_database: stall,
  mail_down: async ({ letterbox }) => {
    await letterbox.down();
    return { what: 'down', end: () => letterbox.up() };
  },
  mail_slow: (world) => mailServer(world, 'slow'),
  mail_refusing: (world) => mailServer(world, 'refusing'),
  mail_dying: (world) => mailServer(world, 'dying'),
  receivers_down: async (world, random) => {
    const some = someReceivers(world, random);
    await Promise.all(some.map((one) => one.down()));
    return { what: `${some.length} of them`, end: async () => void (await Promise.all(some.map((one) => one.up()))) };
  },
  receivers_slow: (world, random) => receivers(world, random, 'slow'),
  receivers_lying: (world, random) => receivers(world, random, 'lying'),
  receivers_flapping: (world, random) => receivers(world, random, 'flapping'),
};

function of({ processes }: World, role: Process['role']): Process[] {
  return processes.filter((one) => one.role === role);
}

function keepDown(some: readonly Process[]): Begun {
  // A copy, because processes may come and go in the meantime.
  const killed = [...some];
  for (const one of killed) {
    one.hold(true);
    one.kill();
  }
  const end = (): void => {
    for (const one of killed) one.hold(false);
  };
  return { what: killed.map(({ name }) => name).join(', '), end };
}

function stall({ databaseProxy }: World): Begun {
  databaseProxy.stall(true);
  return { what: 'silent', end: () => databaseProxy.stall(false) };
}

function mailServer({ letterbox }: World, mode: 'slow' | 'refusing' | 'dying'): Begun {
  letterbox.behave(mode);
  return { what: mode, end: () => letterbox.behave('well') };
}

function someReceivers({ receivers: all }: World, random: Random): World['receivers'] {
  const some = all.filter(() => random.isSo(0.6));
  return some.length > 0 ? some : [random.pick(all)];
}

function receivers(world: World, random: Random, mode: 'slow' | 'lying' | 'flapping'): Begun {
  const some = someReceivers(world, random);
  for (const one of some) one.behave(mode, random);
  const end = (): void => {
    for (const one of some) one.behave('well', random);
  };
  return { what: `${some.length} of them`, end };
}
