import { isStoredUnanswered } from './book.ts';
import { playCells } from './cells/run.ts';
import { readDialects } from './dialects.ts';
import { possibleFaults } from './faults.ts';
import { planOf, type Plan } from './plan.ts';
import { countFaults, readInside, type Counted } from './report.ts';
import { playRound } from './round.ts';
import { blockOf, type Numbered, type SpecialSort } from './sorts.ts';
import { openStandbyWorld, playStandbyRound } from './standby/play.ts';
import { ROUND_KINDS } from './standby/rounds.ts';
import { debianBinaries } from './standby/servers.ts';
import { added } from './sum.ts';
import { openWorld, type World } from './world.ts';
import { playYears } from './years/play.ts';

/** What was played, and the last round of it with its log. */
export type PlayedRounds = { counted: Some; violations: string[]; left: string[]; last: Last };
/** Rounds of another sort count little. */
type Some = Pick<Counted, 'rounds' | 'special'> & Partial<Counted>;
type Last = { round: number; sort: Numbered['sort']; faults: Plan['faults']; log: string[] };

type Settings = { seed: string; onEndable: (end: () => Promise<void>) => void };
type Block = PlayedRounds;

const MOVES_OF_CELLS = 4;

/** Plays these rounds until one is violated. */
export async function playRounds(rounds: readonly Numbered[], settings: Settings): Promise<PlayedRounds> {
  const blocks: Block[] = [];
  for (let place = 0; place < rounds.length;) {
    const block = blockOf(rounds.slice(place));
    place += block.length;
    blocks.push(await playBlock(block, settings));
    if (blocks.at(-1)?.violations.length !== 0) break;
  }
  const last = blocks.at(-1);
  if (last === undefined) throw new Error('There are no rounds to play.');
  return {
    counted: blocks.map(({ counted }) => counted).reduce(added),
    violations: last.violations,
    left: [...new Set(blocks.flatMap(({ left }) => left))],
    last: last.last,
  };
}

function playBlock(block: readonly Numbered[], settings: Settings): Promise<Block> {
  const [{ round, sort }] = block as [Numbered];
  if (sort !== 'usual') return playSpecial(round, sort, settings);
  return playUsual(
    block.map((one) => one.round),
    settings,
  );
}

/** In one world; the year ends in the last of them. */
async function playUsual(rounds: readonly number[], { seed, onEndable }: Settings): Promise<Block> {
  const world = await openWorld({ onEndable });
  try {
    const { possible, left } = possibleFaults(world);
    const plans = rounds.map((round) => planOf(seed, round, possible));
    const played: Plan[] = [];
    for (const plan of plans) {
      await playAndTell(world, plan, { isLast: plan === plans.at(-1) });
      played.push(plan);
      if (world.violations.length > 0) break;
    }
    const { round, faults } = played.at(-1) as Plan;
    const { violations, logged: log } = world;
    return { counted: await countedIn(world, played), violations, left, last: { round, sort: 'usual', faults, log } };
  } finally {
    await world.end();
  }
}

async function playAndTell(world: World, plan: Plan, { isLast }: { isLast: boolean }): Promise<void> {
  const before = { ...world.book.counts };
  const start = performance.now();
  const phases = await playRound(world, plan, { isLast }).catch((error: unknown) => {
    world.violate(`the round came to no end: ${(error as Error).stack}`);
    return null;
  });
  const { counts } = world.book;
  const since = (name: keyof typeof counts): number => counts[name] - before[name];
  const faults = plan.faults.map(({ kind }) => kind).join(', ');
  const figures = `${since('acknowledged')} acknowledged, ${since('unanswered')} without an answer, ${since('movesMade')} moves`;
  const parts = phases === null ? '' : ` (${Object.values(phases).map(seconds).join(' + ')})`;
  tell(plan.round, world.violations, `${seconds(performance.now() - start)} s${parts}  ${figures}  ${faults}`);
}

async function countedIn(world: World, played: readonly Plan[]): Promise<Counted> {
  await world.server.start();
  const client = await world.server.connect();
  try {
    return {
      rounds: played.length,
      worlds: 1,
      faults: countFaults(played),
      outside: world.book.counts,
      storedUnanswered: world.book.contracts.filter(isStoredUnanswered).length,
      inside: await readInside(world, client),
      dialects: await readDialects(client),
      recoveries: world.pulse.recoveries(),
      special: {},
    };
  } finally {
    await client.end();
  }
}

type Special = { figures: Record<string, number>; violations: string[]; log?: string[] };

async function playSpecial(round: number, sort: SpecialSort, { seed, onEndable }: Settings): Promise<Block> {
  const start = performance.now();
  const play = { standby, cells, years }[sort];
  const failed = (error: unknown): Special => ({
    figures: {},
    violations: [`the round came to no end: ${(error as Error).stack}`],
  });
  const { figures, violations, log = [] } = await play(`${seed} ${round}`, round, onEndable).catch(failed);
  const words = Object.entries(figures).map(([what, count]) => `${count} ${what}`);
  tell(round, violations, `${seconds(performance.now() - start)} s  ${sort}: ${words.join(', ')}`);
  const counted = { rounds: 1, special: { [sort]: { rounds: 1, ...figures } } };
  return { counted, violations, left: [], last: { round, sort, faults: [], log } };
}

type PlaySpecial = (seed: string, round: number, onEndable: Settings['onEndable']) => Promise<Special>;

/** Each kind of failover takes its turn. */
const standby: PlaySpecial = async (seed, round, onEndable) => {
  const binaries = debianBinaries();
  if (binaries === null) throw new Error('This round needs pg_basebackup.');
  const kind = ROUND_KINDS[Math.floor(round / 20) % ROUND_KINDS.length] ?? 'kill';
  const world = await openStandbyWorld(binaries, onEndable);
  try {
    const { acknowledged, lost, twice } = await playStandbyRound(world, kind, seed);
    const figures = { acknowledged, 'lost by the database': lost, twice };
    return { figures, violations: world.violations, log: world.logged };
  } finally {
    await world.end();
  }
};

const cells: PlaySpecial = async (seed, _round, onEndable) => {
  const { moves, killed, acknowledged, violations } = await playCells(MOVES_OF_CELLS, seed, onEndable);
  return { figures: { moves, killed, acknowledged }, violations };
};

const years: PlaySpecial = async (seed, _round, onEndable) => {
  const { freed, stopped, killed, violations } = await playYears(seed, onEndable);
  return { figures: { 'freed by the year': freed, stopped, killed }, violations };
};

function tell(round: number, violations: readonly string[], what: string): void {
  console.log(`${String(round).padStart(4)}  ${violations.length === 0 ? 'well' : 'VIOLATED'}  ${what}`);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}
