import { contrast, isColour, mix, WHITE } from '../values/colour.ts';

/** A colour as #rrggbb, in lower case, on which white text can be read. */
export type Colour = string & { readonly is: 'Colour' };

/** For text of any size (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;

const BLACK = '#000000';
/** What text in the colour stands on: `--ground` and, in the dark, `--paper` of tokens.css. */
const LIGHT_GROUND = '#f4f6f8';
const DARK_PAPER = '#17212a';

/** Null: not a colour. `too_light`: white text on it, and it on white, would be hard to read. */
export function parseColour(text: string): Colour | 'too_light' | null {
  const hex = text.trim().toLowerCase();
  if (!isColour(hex)) return null;
  return contrast(hex, WHITE) < LEAST_CONTRAST ? 'too_light' : (hex as Colour);
}

/** The shades of a colour that pages and mails use: each is readable where it stands. */
export type Shades = Record<'brand' | 'dark' | 'pale' | 'on', string>;

export function shadesOf(colour: Colour): { light: Shades; dark: Shades } {
  const pale = mix(colour, WHITE, 0.9);
  const brand = readableOn([LIGHT_GROUND, pale, WHITE], colour, BLACK);
  const darkPale = mix(colour, DARK_PAPER, 0.75);
  const bright = readableOn([DARK_PAPER, darkPale], colour, WHITE);
  return {
    light: { brand, dark: mix(brand, BLACK, 0.25), pale, on: WHITE },
    dark: { brand: bright, dark: mix(bright, WHITE, 0.35), pale: darkPale, on: readableOn([bright], colour, BLACK) },
  };
}

/** The colour, moved towards another one until it can be read on each of the grounds. */
function readableOn(grounds: readonly string[], colour: string, towards: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const one = mix(colour, towards, share);
    if (grounds.every((ground) => contrast(one, ground) >= LEAST_CONTRAST)) return one;
  }
  return towards;
}
