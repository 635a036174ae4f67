import { scale } from '../../src/operator/console/pictures/scale.ts';
import type { AtLoad } from '../by-load.ts';
import type { Machine } from '../keep.ts';
import { undisturbed } from '../latency.ts';
import { middle } from '../show.ts';
import { COLOURS, curve, dot, INK, line, madeOn, picture, text, type Point } from './svg.ts';

export type ByLoad = { machine: Machine; at: string; rounds: AtLoad[] };

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 700, 104, 336, 406] as const;
const AIM = 10;
const TICKS = [2, 5, 10, 20, 50, 100, 200];

/** At each load of each round: how much slower than a lone call one in a hundred was, and how much of the processors was in use. */
export function byLoadPlot(measured: ByLoad): string {
  const counted = new Set(undisturbed(measured.rounds, measured.machine.cores));
  // A load of which no round counts has dots, but no middle.
  const shares = [...new Set([...counted].map(({ share }) => share))].toSorted((one, other) => one - other);
  const of = (share: number): AtLoad[] => [...counted].filter((one) => one.share === share);
  const most = Math.max(...measured.rounds.map(({ times }) => times));
  const ticks = TICKS.filter((_, place) => (TICKS[place - 1] ?? 0) < most);
  const x = scale([0, 1], [LEFT, RIGHT]);
  const y = scale([Math.log(2), Math.log(ticks.at(-1) as number)], [BOTTOM, TOP]);
  const at = ({ share, times }: Pick<AtLoad, 'share' | 'times'>): Point => [x(share), y(Math.log(Math.max(2, times)))];
  const middles = shares.map((share) => ({ share, times: middle(of(share).map(({ times }) => times)) }));
  const inUse = (share: number): number => middle(of(share).map((one) => one.inUse)) * 100;
  const named = (share: number): string => `${Math.round(share * 100)} %`;
  return picture(
    {
      title: 'One call in a hundred, as times of a lone call, from a quarter of the highest load to all of it',
      summary: middles
        .map(({ share, times }) => `at ${named(share)} ${times.toFixed(1)}, ${inUse(share).toFixed(0)} % in use`)
        .join('; '),
      note: madeOn(measured),
      height: HEIGHT,
    },
    [
      text(
        [20, 46],
        `${counted.size} of ${measured.rounds.length} rounds were left alone by others on the host (green).`,
        { size: 11 },
      ),
      text([20, 62], 'The line joins their middles; the figures above say how much of the processors was in use.', {
        size: 11,
      }),
      ...ticks.flatMap((tick) => [
        line([LEFT, y(Math.log(tick))], [RIGHT, y(Math.log(tick))], tick === AIM ? { stroke: INK, dashed: true } : {}),
        text([LEFT - 8, y(Math.log(tick)) + 4], String(tick), { anchor: 'end' }),
      ]),
      ...shares.flatMap((share) => [
        text([x(share), BOTTOM + 18], named(share), { anchor: 'middle' }),
        text([x(share), TOP - 14], `${inUse(share).toFixed(0)} %`, { anchor: 'middle', fill: INK }),
      ]),
      text([(LEFT + RIGHT) / 2, BOTTOM + 34], 'of the highest load', { anchor: 'middle' }),
      text([18, (TOP + BOTTOM) / 2], 'times a lone call', { anchor: 'middle', turned: true }),
      curve(middles.map(at), { stroke: COLOURS[1] }),
      ...measured.rounds.map((one) => dot(at(one), counted.has(one) ? COLOURS[0] : COLOURS[2])),
    ],
  );
}
