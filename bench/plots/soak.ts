import { scale, ticksUpTo } from '../../src/operator/console/statistics/scale.ts';
import type { Machine } from '../keep.ts';
import type { Growth } from '../soak/growth-of.ts';
import type { Living, Sample, Verdict } from '../soak/types.ts';
import { colour, curve, dot, line, madeOn, chart, spread, text, type Point } from './svg.ts';

export type Soak = {
  machine: Machine;
  at: string;
  minutes: number;
  samples: Sample[];
  living: Living[];
  verdicts: Verdict[];
};

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 560, 72, 336, 406] as const;
const MIB = 2 ** 20;

/** Memory over time: resident thick, heap thin; dots are live memory after garbage collection. */
export function memoryPlot(soak: Soak): string {
  const { samples } = soak;
  const end = samples.at(-1)?.seconds ?? 1;
  const series = [
    { label: 'web: resident', width: 2.5, place: 0, values: samples.map((one) => one.processes.web.resident) },
    { label: 'web: heap', width: 1, place: 0, values: samples.map((one) => one.processes.web.heap) },
    { label: 'worker: resident', width: 2.5, place: 1, values: samples.map((one) => one.processes.worker.resident) },
    { label: 'worker: heap', width: 1, place: 1, values: samples.map((one) => one.processes.worker.heap) },
    { label: 'database: its own', width: 2.5, place: 2, values: samples.map((one) => one.processes.database.own) },
  ];
  const ticks = ticksUpTo(Math.max(...series.flatMap(({ values }) => values)) / MIB);
  const x = scale([0, end], [LEFT, RIGHT]);
  const y = scale([0, ticks.at(-1) as number], [BOTTOM, TOP]);
  const ends = series.map(({ values }) => y((values.at(-1) ?? 0) / MIB));
  const labels = spread(ends);
  const minutes = ticksUpTo(Math.max(1, Math.floor(end / 60)), 6).filter((minute) => minute * 60 <= end + 1);
  const percent = ({ per10Minutes }: Growth): string => `${(per10Minutes * 100).toFixed(2)} %`;
  const said = soak.verdicts
    .map(({ process, held, living }) => `${process}: resident ${percent(held)}, live ${percent(living)}`)
    .join('; ');
  return chart(
    {
      title: 'Memory under full load',
      summary: `Growth in ten minutes: ${said}`,
      note: madeOn(soak),
      height: HEIGHT,
    },
    [
      text([20, 46], `Dots: live memory. Growth in ten minutes: ${said}`, { size: 11 }),
      ...ticks.flatMap((tick) => [
        line([LEFT, y(tick)], [RIGHT, y(tick)]),
        text([LEFT - 8, y(tick) + 4], String(tick), { anchor: 'end' }),
      ]),
      ...minutes.map((minute) => text([x(minute * 60), BOTTOM + 18], String(minute), { anchor: 'middle' })),
      text([(LEFT + RIGHT) / 2, BOTTOM + 34], 'minutes', { anchor: 'middle' }),
      text([18, (TOP + BOTTOM) / 2], 'MiB', { anchor: 'middle', turned: true }),
      ...series.flatMap(({ label, width, place, values }, n) => [
        curve(
          values.map((value, at): Point => [x(samples[at]?.seconds ?? 0), y(value / MIB)]),
          { stroke: colour(place), width },
        ),
        text([RIGHT + 10, (labels[n] as number) + 4], `${label} ${Math.round((values.at(-1) ?? 0) / MIB)}`, {
          fill: colour(place),
          weight: 600,
        }),
      ]),
      ...soak.living.flatMap(({ seconds, web, worker }) =>
        [web, worker].map(({ bytes }, place) => dot([x(seconds), y(bytes / MIB)], colour(place))),
      ),
    ],
  );
}
