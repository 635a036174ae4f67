import { scale, shortNumber, ticksUpTo } from '../../src/operator/console/statistics/scale.ts';
import type { Machine } from '../keep.ts';
import type { Arrangement, Split } from '../scale-out/types.ts';
import { bar, colour, INK, line, madeOn, chart, text } from './svg.ts';

export type ScaleOut = { machine: Machine; at: string; arrangements: Arrangement[] };

const [TOP, BOTTOM, HEIGHT] = [96, 320, 420] as const;
const PARTS: readonly [keyof Split, string][] = [
  ['web', 'web processes'],
  ['workers', 'workers'],
  ['database', 'database'],
  ['callers', 'load generator'],
];

/** Calls per second for each arrangement: open calls on the left, status reads on the right. */
export function scaleOutPlot(result: ScaleOut): string {
  return twoPanels(result, {
    title: 'Scale out: calls per second by number of processes, on one machine',
    axis: 'calls per second',
    heights: (one, what) => [one[what].perSecond],
    colours: [colour(0)],
    label: (one, what) => shortNumber(Math.round(one[what].perSecond)),
    key: '',
  });
}

/** CPU time of a call, by process. */
export function cpuPlot(result: ScaleOut): string {
  return twoPanels(result, {
    title: 'Processor time of one call, by who uses it',
    axis: 'microseconds',
    heights: (one, what) => PARTS.map(([part]) => one[what].cpu[part]),
    colours: PARTS.map((_, place) => colour([0, 2, 1, 4][place] as number)),
    label: (one, what) => shortNumber(Math.round(PARTS.reduce((sum, [part]) => sum + one[what].cpu[part], 0))),
    key: 'from the bottom',
  });
}

type Panels = {
  title: string;
  axis: string;
  /** Stacked. */
  heights: (one: Arrangement, what: 'open' | 'status') => number[];
  colours: readonly string[];
  label: (one: Arrangement, what: 'open' | 'status') => string;
  key: string;
};

function twoPanels(result: ScaleOut, panels: Panels): string {
  const { arrangements } = result;
  const sides = [
    { what: 'open' as const, title: 'open a deposit', left: 70, right: 370 },
    { what: 'status' as const, title: 'contract status', left: 440, right: 740 },
  ];
  const parts = sides.flatMap(({ what, title, left, right }) => {
    const stacks = arrangements.map((one) => panels.heights(one, what));
    const ticks = ticksUpTo(Math.max(...stacks.map((stack) => stack.reduce((sum, part) => sum + part, 0))));
    const y = scale([0, ticks.at(-1) as number], [BOTTOM, TOP]);
    const slot = (right - left) / arrangements.length;
    return [
      text([left, TOP - 18], title, { weight: 600, fill: INK }),
      ...ticks.flatMap((tick) => [
        line([left, y(tick)], [right, y(tick)]),
        text([left - 6, y(tick) + 4], shortNumber(tick), { anchor: 'end' }),
      ]),
      ...stacks.flatMap((stack, place) => {
        const x = left + slot * place + slot * 0.15;
        let below = 0;
        const rectangles = stack.map((part, kind) => {
          const [from, to] = [below, (below += part)];
          return part <= 0
            ? ''
            : bar({ x, y: y(to), width: slot * 0.7, height: y(from) - y(to), fill: panels.colours[kind] as string });
        });
        const one = arrangements[place] as Arrangement;
        const middle = x + slot * 0.35;
        return [
          ...rectangles,
          text([middle, y(below) - 5], panels.label(one, what), { anchor: 'middle', fill: INK, size: 11 }),
          text([middle, BOTTOM + 16], `${one.web} web`, { anchor: 'middle', size: 11 }),
          text([middle, BOTTOM + 30], one.workers === 0 ? '' : `${one.workers} worker${one.workers > 1 ? 's' : ''}`, {
            anchor: 'middle',
            size: 10,
          }),
        ];
      }),
    ];
  });
  const key =
    panels.key === ''
      ? []
      : [
          text([20, BOTTOM + 62], `${panels.key}:`),
          ...PARTS.map(([, name], place) =>
            text([120 + place * 130, BOTTOM + 62], name, { fill: panels.colours[place] as string, weight: 600 }),
          ),
        ];
  return chart(
    {
      title: panels.title,
      summary: arrangements
        .map(
          (one) =>
            `${one.web} web and ${one.workers} workers: open ${panels.label(one, 'open')}, status ${panels.label(one, 'status')}`,
        )
        .join('; '),
      note: madeOn(result),
      height: HEIGHT,
    },
    [text([20, 52], panels.axis), ...parts, ...key],
  );
}
