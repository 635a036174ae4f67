import { openStandbyWorld, playStandbyRound, type Played, type StandbyWorld } from './play.ts';
import { ROUND_KINDS, ROUNDS } from './rounds.ts';
import { debianBinaries } from './servers.ts';

const NEEDED =
  'This needs pg_basebackup, which the packaged PostgreSQL lacks: install PostgreSQL 15 or newer from Debian ' +
  '(apt install postgresql), then run it again.';

/** `npm run chaos -- --standby [TIMES [SEED]]`. The exit code. */
export async function runStandby(
  times: number,
  seed: string,
  onEndable: (end: () => Promise<void>) => void,
): Promise<number> {
  const binaries = debianBinaries();
  if (binaries === null) {
    console.error(NEEDED);
    return 2;
  }
  console.log(`Seed ${seed}. Starting a primary and its synchronous standby, two web processes and a worker …`);
  const world = await openStandbyWorld(binaries, onEndable);
  try {
    const all = await playAll(world, times, seed);
    console.log(`\n${tableOf(all)}`);
    if (world.violations.length === 0) return 0;
    console.log(`\n${world.violations.slice(0, 20).join('\n')}`);
    return 1;
  } finally {
    await world.end();
  }
}

async function playAll(world: StandbyWorld, times: number, seed: string): Promise<Played[]> {
  const all: Played[] = [];
  for (let n = 0; n < times; n++) {
    for (const kind of ROUND_KINDS) {
      const played = await playStandbyRound(world, kind, `${seed} ${n}`);
      all.push(played);
      console.log(`${world.violations.length === 0 ? 'well    ' : 'VIOLATED'}  ${ROUNDS[kind]}: ${inWords(played)}`);
      if (world.violations.length > 0) return all;
    }
  }
  return all;
}

function inWords({ acknowledged, lost, stoppedMs }: Played): string {
  return `${acknowledged} acknowledged, ${lost} lost by the database, stopped for ${seconds(stoppedMs)}`;
}

/** One row per round. */
export function tableOf(all: readonly Played[]): string {
  const rows = all.map(({ kind, acknowledged, unanswered, lost, twice, stoppedMs, backMs }) =>
    [ROUNDS[kind], acknowledged, unanswered, lost, twice, seconds(stoppedMs), seconds(backMs)].join(' | '),
  );
  const names = [
    'Round',
    'acknowledged',
    'no answer',
    'lost by the database',
    'twice',
    'opens stopped for',
    'works again after a primary accepts writes',
  ];
  return [
    `| ${names.join(' | ')} |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
