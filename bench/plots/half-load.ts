import { scale } from '../../src/operator/console/statistics/scale.ts';
import type { Machine } from '../keep.ts';
import { undisturbed, type Round } from '../latency.ts';
import { COLOURS, dot, INK, line, madeOn, chart, text } from './svg.ts';

export type HalfLoad = { machine: Machine; at: string; ratio: number | null; rounds: Round[]; others?: Other[] };

/** The sides that the service is compared with, in rounds of their own. */
export type Other = { name: string; rounds: Round[] };

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 720, 72, 336, 406] as const;
const AIM = 10;
/** In percent; smaller values are drawn at this one. */
const LEAST = 0.05;
const SHARES = [0.05, 0.2, 0.5, 2, 5, 20, 50];

/** Our rounds, undisturbed or not, and those of the other sides. */
const [OURS, DISTURBED, ...OTHERS] = [COLOURS[0], COLOURS[2], COLOURS[4], COLOURS[5], COLOURS[6]] as const;

type Phase = { share: number; times: number };

function phaseOf({ stolen, half, lone }: Round): Phase {
  return { share: Math.max(LEAST, (stolen ?? 0) * 100), times: half.p99 / lone.median };
}

/** For each round: CPU time taken by other guests of the host, and p99 relative to a single call. */
export function halfLoadPlot(measured: HalfLoad): string {
  const { others = [], machine } = measured;
  const rounds = measured.rounds.map((round) => ({
    ...phaseOf(round),
    counts: undisturbed([round], machine.cores).length > 0,
  }));
  const sides = others.map(({ name, rounds: all }, place) => ({
    name,
    colour: OTHERS[place % OTHERS.length] ?? INK,
    points: all.map(phaseOf),
  }));
  const most = Math.max(...[...rounds, ...sides.flatMap(({ points }) => points)].map(({ times }) => times), AIM * 2);
  const times = [2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].filter(
    (tick, place, all) => (all[place - 1] ?? 0) < most,
  );
  const x = scale([Math.log(LEAST), Math.log(SHARES.at(-1) as number)], [LEFT, RIGHT]);
  const y = scale([Math.log(2), Math.log(times.at(-1) as number)], [BOTTOM, TOP]);
  const at = ({ share, times: ratio }: Phase): [number, number] => [
    x(Math.log(share)),
    y(Math.log(Math.max(2, ratio))),
  ];
  const loads = measured.rounds.map(({ half }) => half.perSecond).toSorted((one, other) => one - other);
  const counted = rounds.filter(({ counts }) => counts).length;
  const said = `${counted} of ${rounds.length} rounds were undisturbed by other guests of the host (green)`;
  const told = (points: readonly Phase[]): string =>
    points.map(({ share, times: ratio }) => `${ratio.toFixed(1)} at ${share.toFixed(2)} %`).join(', ');
  return chart(
    {
      title: 'p99 at half of the peak load, relative to a single call',
      summary: `${said}: ${told(rounds)}${sides.map(({ name, points }) => `; ${name}: ${told(points)}`).join('')}`,
      note: madeOn(measured),
      height: HEIGHT,
    },
    [
      text([20, 46], `${said}; ${loads[0]?.toFixed(0)} to ${loads.at(-1)?.toFixed(0)} calls per second`, { size: 11 }),
      ...sides.map(({ name, colour }, place) =>
        text([LEFT + place * 210, 64], `● ${name}, at half of its own`, { size: 11, fill: colour }),
      ),
      ...times.flatMap((tick) => [
        line([LEFT, y(Math.log(tick))], [RIGHT, y(Math.log(tick))], tick === AIM ? { stroke: INK, dashed: true } : {}),
        text([LEFT - 8, y(Math.log(tick)) + 4], String(tick), { anchor: 'end' }),
      ]),
      ...SHARES.map((share) => text([x(Math.log(share)), BOTTOM + 18], `${share} %`, { anchor: 'middle' })),
      text([(LEFT + RIGHT) / 2, BOTTOM + 34], 'CPU time taken by other guests of the host', {
        anchor: 'middle',
      }),
      text([18, (TOP + BOTTOM) / 2], 'times a single call', { anchor: 'middle', turned: true }),
      ...sides.flatMap(({ colour, points }) => points.map((place) => dot(at(place), colour))),
      ...rounds.map(({ counts, ...place }) => dot(at(place), counts ? OURS : DISTURBED)),
    ],
  );
}
