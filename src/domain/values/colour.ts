/** Colours as `#rrggbb`, and the contrast of WCAG 2.2 (1.4.3) between two of them. */

export const WHITE = '#ffffff';

type Channels = readonly [red: number, green: number, blue: number];

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Between 1 (the same) and 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** `share` of the way from one colour to another. */
export function mix(from: string, to: string, share: number): string {
  const [start, end] = [channels(from), channels(to)];
  const mixed = start.map((value, index) => Math.round(value + ((end[index] as number) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** As little towards white as is needed for a contrast on a background. */
export function lightened(colour: string, background: string, least: number): string {
  let share = 0;
  while (share < 1 && contrast(mix(colour, WHITE, share), background) < least) share += 0.02;
  return mix(colour, WHITE, Math.min(share, 1));
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => linear(value / 255)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function channels(colour: string): Channels {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
