import { html, type Html } from '../../../web/html.ts';
import { labelled, round, scale, shortNumber, ticksAround, ticksUpTo } from './scale.ts';

/** Colours by meaning. Neighbouring colours also differ in lightness. */
type PlotTone = 'good' | 'wait' | 'bad' | 'plain' | 'pale';

type Series = { name: string; tone: PlotTone; values: readonly (number | null)[] };

export type Plot = {
  /** Unique on its page. */
  id: string;
  title: string;
  /** One sentence for screen readers. */
  summary: string;
  /** The short label below the axis, and the full name. */
  slots: readonly { label: string; name: string }[];
  series: readonly Series[];
  format: (value: number) => string;
  /** Number format of the axis; the shortest by default. */
  axis?: (value: number) => string;
};

const WIDTH = 480;
const HEIGHT = 210;
const LEFT = 54;
const RIGHT = WIDTH - 6;
const TOP = 10;
const BOTTOM = HEIGHT - 24;
const MOST_LABELS = 12;

/** One bar per slot, with the series stacked. */
export function barPlot(plot: Plot): Html {
  const totals = plot.slots.map((_, index) => sum(plot.series.map(({ values }) => values[index] ?? 0)));
  const ticks = ticksUpTo(Math.max(0, ...totals));
  const y = scale([0, ticks.at(-1) as number], [BOTTOM, TOP]);
  const bars = plot.slots.map(({ name }, index) => {
    let below = 0;
    const values = plot.series.map((one) => `${one.name} ${plot.format(one.values[index] ?? 0)}`).join(', ');
    const parts = plot.series.map((one) => {
      const value = one.values[index] ?? 0;
      const [from, to] = [below, (below += value)];
      return value > 0 && rectangle(plot, index, { tone: one.tone, top: y(to), bottom: y(from) });
    });
    return html`<g><title>${name}: ${values}</title>${parts}</g>`;
  });
  return frame(plot, { ticks, y, drawing: bars });
}

/** The first series above the zero line, the second below it. */
export function mirroredPlot(plot: Plot & { series: readonly [up: Series, down: Series] }): Html {
  const [up, down] = plot.series;
  const largest = (values: Series['values']): number => Math.max(0, ...values.map((value) => value ?? 0));
  const above = ticksUpTo(Math.max(largest(up.values), largest(down.values)), 2);
  const top = above.at(-1) as number;
  const ticks = largest(down.values) === 0 ? above : [...above.slice(1).map((tick) => -tick), ...above];
  const y = scale([Math.min(...ticks), top], [BOTTOM, TOP]);
  const bars = plot.slots.map(({ name }, index) => {
    const [plus, minus] = [up.values[index] ?? 0, down.values[index] ?? 0];
    return html`<g>
      <title>${name}: ${up.name} ${plot.format(plus)}, ${down.name} ${plot.format(minus)}</title>
      ${plus > 0 && rectangle(plot, index, { tone: up.tone, top: y(plus), bottom: y(0) })}
      ${minus > 0 && rectangle(plot, index, { tone: down.tone, top: y(0), bottom: y(-minus) })}
    </g>`;
  });
  return frame(plot, { ticks, y, drawing: bars });
}

/** One line per series, with a gap at unknown values. The axis of a level need not start at 0. */
export function linePlot(plot: Plot & { isLevel?: boolean }): Html {
  const known = plot.series.flatMap(({ values }) => values.filter((value) => value !== null));
  const largest = Math.max(0, ...known);
  const ticks = plot.isLevel === true ? ticksAround(Math.min(largest, ...known), largest) : ticksUpTo(largest);
  const y = scale([ticks[0] as number, ticks.at(-1) as number], [BOTTOM, TOP]);
  const lines = plot.series.map(({ name, tone, values }) => {
    const points = values.map((value, index) => (value === null ? null : ([middle(plot, index), y(value)] as const)));
    const dots = points.map(
      (point, index) =>
        point !== null &&
        html`<circle class="${tone}" cx="${point[0]}" cy="${point[1]}" r="2.5"
          ><title>${plot.slots[index]?.name}: ${name} ${plot.format(values[index] as number)}</title></circle
        >`,
    );
    return html`<path class="line ${tone}" d="${pathThrough(points)}" />${dots}`;
  });
  return frame(plot, { ticks, y, drawing: lines });
}

/** A new line after each gap. */
export function pathThrough(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) => {
      if (point === null) return '';
      const isFirst = index === 0 || points[index - 1] === null;
      return `${isFirst ? 'M' : 'L'}${point[0]} ${point[1]}`;
    })
    .join('');
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function slotWidth({ slots }: Plot): number {
  return (RIGHT - LEFT) / Math.max(1, slots.length);
}

function middle(plot: Plot, index: number): number {
  return round(LEFT + slotWidth(plot) * (index + 0.5));
}

function rectangle(
  plot: Plot,
  index: number,
  { tone, top, bottom }: { tone: PlotTone; top: number; bottom: number },
): Html {
  const width = slotWidth(plot);
  // At least one pixel, so that small values stay visible.
  const height = Math.max(round(bottom - top), 1);
  return html`<rect
    class="${tone}"
    x="${round(LEFT + width * (index + 0.14))}"
    y="${round(bottom - height)}"
    width="${round(width * 0.72)}"
    height="${height}"
  />`;
}

/** The axes, the legend above, and the numbers as a table below. */
function frame(
  plot: Plot,
  { ticks, y, drawing }: { ticks: readonly number[]; y: (value: number) => number; drawing: readonly Html[] },
): Html {
  const { id, title, summary, slots, series, axis = shortNumber } = plot;
  const isLabelled = labelled(slots.length, MOST_LABELS);
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  return html`<figure class="plot card" aria-labelledby="${id}-heading">
    <figcaption>
      <h2 id="${id}-heading">${title}</h2>
      <ul class="key">${series.map(({ name, tone }) => html`<li>${swatch(tone)} ${name}</li>`)}</ul>
    </figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-desc">
      <title id="${id}-title">${title}</title>
      <desc id="${id}-desc">${summary}</desc>
      ${ticks.map(
        (tick) =>
          html`<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${LEFT}" x2="${RIGHT}" y1="${y(tick)}" y2="${y(tick)}" />
            <text x="${LEFT - 6}" y="${round(y(tick) + 4)}" text-anchor="end">${axis(Math.abs(tick))}</text>`,
      )}
      ${drawing}
      ${isEmpty && html`<text x="${(LEFT + RIGHT) / 2}" y="${(TOP + BOTTOM) / 2}" text-anchor="middle">No data</text>`}
      ${slots.map(
        ({ label }, index) =>
          isLabelled(index) &&
          html`<text x="${middle(plot, index)}" y="${HEIGHT - 6}" text-anchor="middle">${label}</text>`,
      )}
    </svg>
    ${table(plot)}
  </figure>`;
}

function swatch(tone: PlotTone): Html {
  return html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    <rect class="${tone}" width="12" height="12" rx="3" />
  </svg>`;
}

function table({ title, slots, series, format }: Plot): Html {
  return html`<details>
    <summary>Numbers</summary>
    <div class="table">
      <table>
        <caption class="hidden">${title}</caption>
        <thead>
          <tr><th scope="col">When</th>${series.map(({ name }) => html`<th scope="col" class="right">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${slots.map(
            ({ name }, index) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${series.map(({ values }) => {
                  const value = values[index] ?? null;
                  return html`<td class="right amount">${value === null ? '–' : format(value)}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
