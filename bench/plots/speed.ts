import { scale, shortNumber, ticksUpTo } from '../../src/operator/console/statistics/scale.ts';
import type { Machine } from '../keep.ts';
import type { Ratio } from '../show.ts';
import { bar, colour, COLOURS, INK, line, madeOn, chart, text } from './svg.ts';

type Measured = { name: string; perSecond: number | null };
export type Speed = {
  machine: Machine;
  at: string;
  ratios: (readonly [string, number | null, Ratio[2], number])[];
  read: Measured[];
  written: Measured[];
};

const LEFT = 290;
const RIGHT = 640;

/** Each ratio relative to its target: reached if it is to the right of the line. */
export function ratiosPlot(speed: Speed): string {
  const rows = speed.ratios.flatMap(([title, value, kind, aim]) => {
    // A side may be missing.
    if (value === null || !(value > 0) || !Number.isFinite(value)) return [];
    return [{ title, value, kind, aim, times: kind === 'at least' ? value / aim : aim / value }];
  });
  const furthest = Math.max(2, ...rows.map(({ times }) => Math.max(times, 1 / times)));
  const x = scale([-Math.log2(furthest), Math.log2(furthest)], [LEFT, RIGHT]);
  const height = 110 + rows.length * 34;
  const bottom = height - 44;
  const bars = rows.map(({ title, value, kind, aim, times }, place) => {
    const [top, at] = [60 + place * 34, x(Math.log2(times))];
    const isReached = times >= 1;
    return [
      text([LEFT - 12, top + 14], title, { anchor: 'end', fill: INK }),
      bar({
        x: Math.min(at, x(0)),
        y: top,
        width: Math.abs(at - x(0)),
        height: 20,
        fill: isReached ? COLOURS[0] : COLOURS[3],
      }),
      text([RIGHT + 12, top + 14], `${value.toFixed(2)}  (${kind} ${aim})`, {
        fill: isReached ? COLOURS[0] : COLOURS[3],
        weight: 600,
      }),
    ].join('\n');
  });
  return chart(
    {
      title: 'Ratios, and what they should be',
      summary: rows.map(({ title, value, kind, aim }) => `${title}: ${value.toFixed(2)}, ${kind} ${aim}`).join('; '),
      note: madeOn(speed),
      height,
    },
    [
      ...bars,
      line([x(0), 48], [x(0), bottom], { stroke: INK }),
      text([x(0), bottom + 16], 'as it should be', { anchor: 'middle' }),
      text([RIGHT, bottom + 16], `${furthest.toFixed(1)} times better →`, { anchor: 'end' }),
      text([LEFT, bottom + 16], '← missed', { anchor: 'start' }),
    ],
  );
}

/** Calls per second of all sides: open calls above, status reads below. */
export function callsPlot(speed: Speed): string {
  const groups: [string, Measured[]][] = [
    ['Opened a second', speed.written],
    ['Status reads a second', speed.read],
  ];
  const parts: string[] = [];
  let top = 56;
  for (const [title, measured] of groups) {
    const known = measured.filter((one): one is { name: string; perSecond: number } => one.perSecond !== null);
    const ticks = ticksUpTo(Math.max(...known.map(({ perSecond }) => perSecond)));
    const x = scale([0, ticks.at(-1) as number], [LEFT, RIGHT]);
    const bottom = top + 12 + known.length * 26;
    parts.push(text([20, top], title, { weight: 600, fill: INK }));
    for (const tick of ticks) {
      parts.push(
        line([x(tick), top + 8], [x(tick), bottom]),
        text([x(tick), bottom + 14], shortNumber(tick), { anchor: 'middle' }),
      );
    }
    for (const [place, { name, perSecond }] of known.entries()) {
      const isOurs = /^(?:open a deposit|contract status)$/.test(name);
      const y = top + 12 + place * 26;
      parts.push(
        text([LEFT - 12, y + 13], name, { anchor: 'end', fill: INK, ...(isOurs ? { weight: 600 } : {}) }),
        bar({ x: LEFT, y, width: x(perSecond) - LEFT, height: 18, fill: isOurs ? COLOURS[0] : colour(4) }),
        text([x(perSecond) + 8, y + 13], shortNumber(Math.round(perSecond)), { fill: INK }),
      );
    }
    top = bottom + 52;
  }
  return chart(
    {
      title: 'Calls a second, all measured in turns in one run',
      summary: groups
        .map(
          ([title, all]) =>
            `${title}: ${all.map(({ name, perSecond }) => `${name} ${Math.round(perSecond ?? 0)}`).join(', ')}`,
        )
        .join('; '),
      note: madeOn(speed),
      height: top - 4,
    },
    parts,
  );
}
