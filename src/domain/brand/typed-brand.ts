import { clean } from '../payload/fields.ts';
import { parseEmail } from '../values/contact.ts';
import { withoutInvisible } from '../values/visible.ts';
import type { Brand } from './brand.ts';
import { parseColour } from './colour.ts';
import type { LogoFault } from './logo.ts';

/** The fields of a brand that are typed. */
export const BRAND_FIELDS = ['name', 'colour', 'senderName', 'replyTo', 'footer'] as const;
export type BrandField = (typeof BRAND_FIELDS)[number];
export type TypedBrand = Record<BrandField, string>;

export type BrandProblem = 'too_long' | 'not_plain' | 'not_a_colour' | 'too_light' | 'not_an_address' | LogoFault;
export type BrandProblems = Partial<Record<BrandField | 'logo', BrandProblem>>;

const LONGEST: Record<BrandField, number> = { name: 60, colour: 7, senderName: 60, replyTo: 254, footer: 300 };

type Texts = Pick<Brand, BrandField>;

/** Empty fields are inherited. */
export function readTypedBrand(typed: TypedBrand): { value: Texts } | { problems: BrandProblems } {
  const problems: BrandProblems = {};
  const text = (field: BrandField): string | null => {
    const value = typed[field].trim();
    if (value === '') return null;
    if (value.length > LONGEST[field]) problems[field] = 'too_long';
    else if (clean(withoutInvisible(value)) !== value || !value.isWellFormed()) problems[field] = 'not_plain';
    return value;
  };
  const colour = colourIn(typed.colour.trim());
  if (typeof colour === 'object' && colour !== null) problems.colour = colour.problem;
  const replyTo = text('replyTo');
  const address = replyTo === null ? null : parseEmail(replyTo);
  if (replyTo !== null && address === null) problems.replyTo = 'not_an_address';
  const value = {
    name: text('name'),
    colour: typeof colour === 'string' ? colour : null,
    senderName: text('senderName'),
    replyTo: address,
    footer: text('footer'),
  };
  return Object.keys(problems).length > 0 ? { problems } : { value };
}

function colourIn(typed: string): Texts['colour'] | { problem: 'not_a_colour' | 'too_light' } {
  if (typed === '') return null;
  const colour = parseColour(typed);
  if (colour === null) return { problem: 'not_a_colour' };
  return colour === 'too_light' ? { problem: 'too_light' } : colour;
}

export function typedFromBrand(brand: Partial<Brand>): TypedBrand {
  const fields = BRAND_FIELDS.map((field) => [field, brand[field] ?? '']);
  return Object.fromEntries(fields) as TypedBrand;
}
