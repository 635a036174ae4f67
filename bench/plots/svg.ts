import { escapeHtml } from '../../src/web/html.ts';
import { round } from '../../src/operator/console/statistics/scale.ts';

/** Colours of the console's charts, on white, so that they are readable on a dark page too. */
export const INK = '#14202b';
export const SOFT = '#4f5d6a';
export const LINE = '#dbe2e8';
export const COLOURS = [
  '#0b6e66',
  '#1d4f80',
  '#b3761a',
  '#8f2415',
  '#7fa6cc',
  '#6b4c9a',
  '#4f5d6a',
  '#2f9e8f',
] as const;

export type Point = readonly [x: number, y: number];

export function colour(place: number): string {
  return COLOURS[place % COLOURS.length] as string;
}

/** A whole chart: a title, a text alternative, and a line on how it was measured. */
export function chart(
  {
    title,
    summary,
    note,
    width = 760,
    height,
  }: { title: string; summary: string; note: string; width?: number; height: number },
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title summary" font-family="Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" font-size="12">
<title id="title">${escapeHtml(title)}</title>
<desc id="summary">${escapeHtml(summary)}</desc>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${text([20, 28], title, { size: 16, weight: 600, fill: INK })}
${parts.filter((part) => part !== '').join('\n')}
${text([20, height - 12], note, { size: 11 })}
</svg>
`;
}

type Look = { size?: number; weight?: number; fill?: string; anchor?: 'start' | 'middle' | 'end'; turned?: boolean };

export function text([x, y]: Point, words: string, { size, weight, fill = SOFT, anchor, turned }: Look = {}): string {
  const attributes = [
    `x="${round(x)}" y="${round(y)}" fill="${fill}"`,
    size === undefined ? '' : `font-size="${size}"`,
    weight === undefined ? '' : `font-weight="${weight}"`,
    anchor === undefined ? '' : `text-anchor="${anchor}"`,
    turned === true ? `transform="rotate(-90 ${round(x)} ${round(y)})"` : '',
  ].filter((attribute) => attribute !== '');
  return `<text ${attributes.join(' ')}>${escapeHtml(words)}</text>`;
}

export function line(from: Point, to: Point, { stroke = LINE, dashed = false, width = 1 } = {}): string {
  const dash = dashed ? ' stroke-dasharray="5 4"' : '';
  return `<line x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}" stroke="${stroke}" stroke-width="${width}"${dash}/>`;
}

export function curve(
  points: readonly Point[],
  { stroke, dashed = false, width = 2 }: { stroke: string; dashed?: boolean; width?: number },
): string {
  const d = points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  const dash = dashed ? ' stroke-dasharray="5 4"' : '';
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${dash}/>`;
}

export function dot([x, y]: Point, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="3" fill="${fill}"/>`;
}

/** Measured values are always visible, however small. */
export function bar({
  x,
  y,
  width,
  height,
  fill,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
}): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(1, width))}" height="${round(Math.max(1, height))}" rx="2" fill="${fill}"/>`;
}

/** Labels at the ends of lines, moved apart so that they do not overlap. */
export function spread(places: readonly number[], gap = 15): number[] {
  const order = places.map((place, index) => ({ place, index })).toSorted((one, other) => one.place - other.place);
  const moved = order.map(({ place }) => place);
  for (let round = 0; round < 50; round++) {
    for (let n = 1; n < moved.length; n++) {
      const lacking = gap - ((moved[n] as number) - (moved[n - 1] as number));
      if (lacking <= 0) continue;
      moved[n] = (moved[n] as number) + lacking / 2;
      moved[n - 1] = (moved[n - 1] as number) - lacking / 2;
    }
  }
  const result = [...places];
  for (const [n, { index }] of order.entries()) result[index] = moved[n] as number;
  return result;
}

/** Date and machine of a result. */
export function madeOn({ machine, at }: { machine: { cores: number; node: string }; at: string }): string {
  return `${at.slice(0, 10)}, ${machine.cores} cores shared by callers, service and database, Node ${machine.node.replace(/^v/, '')}`;
}
