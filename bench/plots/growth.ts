import { scale, shortNumber } from '../../src/operator/console/statistics/scale.ts';
import { allowed, type Size } from '../growth/report.ts';
import type { Machine } from '../keep.ts';
import { colour, curve, dot, INK, line, madeOn, chart, SOFT, spread, text, type Point } from './svg.ts';

export type Growth = { machine: Machine; at: string; tolerance: number; sizes: Size[] };

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 500, 56, 380, 450] as const;

/** The subjects that are drawn; the tables have the rest. */
const SHOWN: readonly [title: string, label: string][] = [
  ['open a deposit', 'open a deposit'],
  ['contract status', 'contract status'],
  ['list, large organization: first page', 'list: first page'],
  ['list, large organization: a page in the middle', 'list: middle page'],
  ['search: one contract', 'search: one contract'],
  ['search: a rare name, 20 matches', 'search: 20 matches'],
  ['claim 20 jobs', 'claim of 20 jobs'],
];

/** Pages touched, relative to the smallest size. */
export function pagesPlot(growth: Growth): string {
  const series = SHOWN.map(([title, label]) => ({
    label,
    values: growth.sizes.map(({ subjects }) => subjects[title]?.pages ?? Number.NaN),
  }));
  return relativePlot(growth, series, {
    title: 'Growth: database pages touched',
    note: `${madeOn(growth)}. Pages do not depend on the machine`,
  });
}

/** Time over HTTP: with 64 callers, and with one. */
export function timesPlot(growth: Growth): string {
  const of = (cost: (calls: NonNullable<Size['calls']>) => number): number[] =>
    growth.sizes.map(({ calls }) => (calls === null ? Number.NaN : cost(calls)));
  const series = [
    { label: 'open, 64 callers', values: of(({ openPerSecond }) => 1 / openPerSecond) },
    { label: 'open, one caller', values: of(({ openAlone }) => openAlone) },
    { label: 'status, 64 callers', values: of(({ statusPerSecond }) => 1 / statusPerSecond) },
    { label: 'status, one caller', values: of(({ statusAlone }) => statusAlone) },
  ];
  return relativePlot(growth, series, { title: 'Growth: time of a call over HTTP', note: madeOn(growth) });
}

function relativePlot(
  { sizes }: Growth,
  series: readonly { label: string; values: number[] }[],
  { title, note }: { title: string; note: string },
): string {
  const deposits = sizes.map((size) => size.deposits);
  const [first, last] = [deposits[0] as number, deposits.at(-1) as number];
  const relative = series.map(({ label, values }) => ({
    label,
    values: values.map((value) => value / (values[0] as number)),
  }));
  const most = Math.max(allowed(first, last), ...relative.flatMap(({ values }) => values.filter(Number.isFinite)));
  const top = Math.ceil(most * 2) / 2;
  const x = scale([Math.log(first), Math.log(last)], [LEFT, RIGHT]);
  const y = scale([0, top], [BOTTOM, TOP]);
  const log = (size: number): number => Math.log(size) / Math.log(first);
  const limit = deposits.map((size): Point => [x(Math.log(size)), y(log(size))]);
  const ends = relative.map(({ values }) => y(values.at(-1) as number));
  const labels = spread([...ends, y(log(last))]);
  const lines = relative.flatMap(({ label, values }, place) => {
    const points = values.map((value, at): Point => [x(Math.log(deposits[at] as number)), y(value)]);
    const words = `${label}: ${(values.at(-1) as number).toFixed(2)}`;
    return [
      curve(points, { stroke: colour(place) }),
      ...points.map((point) => dot(point, colour(place))),
      line([RIGHT + 6, ends[place] as number], [RIGHT + 18, labels[place] as number], { stroke: colour(place) }),
      text([RIGHT + 22, (labels[place] as number) + 4], words, { fill: colour(place), weight: 600 }),
    ];
  });
  const ticks = Array.from({ length: Math.floor(top / 0.5) + 1 }, (_, place) => place * 0.5);
  return chart(
    {
      title,
      summary: relative
        .map(({ label, values }) => `${label}: ${values.map((value) => value.toFixed(2)).join(', ')}`)
        .join('; '),
      note,
      height: HEIGHT,
    },
    [
      ...ticks.flatMap((tick) => [
        line([LEFT, y(tick)], [RIGHT, y(tick)]),
        text([LEFT - 8, y(tick) + 4], tick.toFixed(1), { anchor: 'end' }),
      ]),
      ...deposits.map((size) => text([x(Math.log(size)), BOTTOM + 18], shortNumber(size), { anchor: 'middle' })),
      text([(LEFT + RIGHT) / 2, BOTTOM + 34], 'deposits in the database', { anchor: 'middle' }),
      text([18, (TOP + BOTTOM) / 2], `times of what it is with ${shortNumber(first)}`, {
        anchor: 'middle',
        turned: true,
      }),
      curve(limit, { stroke: SOFT, dashed: true }),
      text([RIGHT + 22, (labels.at(-1) as number) + 4], `the logarithm: ${log(last).toFixed(2)}`, { fill: INK }),
      ...lines,
    ],
  );
}
