import { scale } from '../../src/operator/console/statistics/scale.ts';
import type { AtLoad } from '../by-load.ts';
import type { Machine } from '../keep.ts';
import { undisturbed } from '../latency.ts';
import { middle } from '../show.ts';
import { COLOURS, dot, INK, line, madeOn, chart, text, type Point } from './svg.ts';

export type ByLoad = { machine: Machine; at: string; rounds: AtLoad[]; sixRoundTrips: AtLoad[] };

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 700, 96, 356, 426] as const;
const AIM = 10;
const TICKS = [2, 5, 10, 20, 50, 100, 200, 500];
const PERCENTS = [0, 25, 50, 75, 100];

/** Undisturbed rounds, and disturbed ones in a paler colour. */
const WHO = [
  { of: 'rounds', name: 'open a deposit', left: COLOURS[0], disturbed: '#a9cfcb' },
  { of: 'sixRoundTrips', name: 'six round trips', left: COLOURS[2], disturbed: '#e6cda6' },
] as const;

/** For each load of each round: p99 relative to a single call, by CPU in use. */
export function byLoadPlot(measured: ByLoad): string {
  const most = Math.max(...WHO.flatMap(({ of }) => measured[of].map(({ times }) => times)));
  const ticks = TICKS.filter((_, place) => (TICKS[place - 1] ?? 0) < most);
  const x = scale([0, 1], [LEFT, RIGHT]);
  const y = scale([Math.log(2), Math.log(ticks.at(-1) as number)], [BOTTOM, TOP]);
  const at = ({ inUse, times }: Pick<AtLoad, 'inUse' | 'times'>): Point => [x(inUse), y(Math.log(Math.max(2, times)))];
  const left = (of: (typeof WHO)[number]['of']): AtLoad[] => undisturbed(measured[of], measured.machine.cores);
  const atHalf = (of: (typeof WHO)[number]['of']): AtLoad[] => left(of).filter(({ share }) => share === 1 / 2);
  const told = WHO.filter(({ of }) => atHalf(of).length > 0).map(({ of, name }) => {
    const [times, inUse] = [middle(atHalf(of).map((one) => one.times)), middle(atHalf(of).map((one) => one.inUse))];
    return `${name}: ${times.toFixed(1)} with ${(inUse * 100).toFixed(0)} % in use`;
  });
  return chart(
    {
      title: 'p99 of an open call, relative to a single call, by CPU in use',
      summary: `At half of the peak load, median of the undisturbed rounds: ${told.join('; ')}`,
      note: madeOn(measured),
      height: HEIGHT,
    },
    [
      ...WHO.flatMap(({ of, name, left: fill }, place) => [
        dot([24, 46 + place * 17], fill),
        text(
          [34, 50 + place * 17],
          `${name}: ${left(of).length} of ${measured[of].length} rounds undisturbed, the rest pale; ringed: half of the peak load`,
          { size: 11 },
        ),
      ]),
      ...ticks.flatMap((tick) => [
        line([LEFT, y(Math.log(tick))], [RIGHT, y(Math.log(tick))], tick === AIM ? { stroke: INK, dashed: true } : {}),
        text([LEFT - 8, y(Math.log(tick)) + 4], String(tick), { anchor: 'end' }),
      ]),
      ...PERCENTS.map((percent) => text([x(percent / 100), BOTTOM + 18], `${percent} %`, { anchor: 'middle' })),
      text([(LEFT + RIGHT) / 2, BOTTOM + 36], 'CPU in use by callers, service and database', {
        anchor: 'middle',
      }),
      text([18, (TOP + BOTTOM) / 2], 'times a single call', { anchor: 'middle', turned: true }),
      ...WHO.flatMap(({ of, disturbed }) =>
        measured[of].filter((one) => !left(of).includes(one)).map((one) => dot(at(one), disturbed)),
      ),
      ...WHO.flatMap(({ of, left: fill }) => left(of).map((one) => dot(at(one), fill))),
      ...WHO.flatMap(({ of, left: stroke }) => atHalf(of).map((one) => ring(at(one), stroke))),
    ],
  );
}

function ring([x, y]: Point, stroke: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="6" fill="none" stroke="${stroke}" stroke-width="1.5"/>`;
}
