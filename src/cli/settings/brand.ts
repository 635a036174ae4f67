import { readFileSync, statSync } from 'node:fs';
import type * as z from 'zod';
import { LARGEST_LOGO } from '../../domain/brand/logo.ts';
import type { brandSchema } from '../../operator/settings/brand-view.ts';
import { wrongCall } from '../command.ts';

type Shown = z.infer<typeof brandSchema>;

export const logoOption = {
  logo: { type: 'text', value: 'FILE', about: 'a PNG or JPEG picture; "none" goes back to what is inherited' },
} as const;

/** Fields of a brand that are always text, even if they look like numbers. */
export const BRAND_TEXT_FIELDS = ['name', 'colour', 'senderName', 'footer'].map((field) => `brand.${field}`);

/** `brand.name=` goes back to what is inherited, and so does an empty field of the imprint. */
export function withEmptyAsNull(settings: Record<string, unknown>): Record<string, unknown> {
  const nulled = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one === '' ? null : (one as unknown)]));
  const parts = (['brand', 'imprint'] as const).filter((part) => settings[part] !== undefined);
  return { ...settings, ...Object.fromEntries(parts.map((part) => [part, nulled(settings[part])])) };
}

/** The settings with the logo of a file, in base64. */
export function withLogo(settings: Record<string, unknown>, file: string | null): Record<string, unknown> {
  if (file === null) return settings;
  const logo = file === 'none' ? null : pictureIn(file);
  return { ...settings, brand: { ...(settings['brand'] as object | undefined), logo } };
}

function pictureIn(file: string): string {
  try {
    if (statSync(file).size > 4 * LARGEST_LOGO) throw new Error('it is too large');
    return readFileSync(file).toString('base64');
  } catch (error) {
    throw wrongCall(`The logo ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** For a list of settings. */
export function brandSettings({ logo, ...texts }: Shown): Record<string, string | null> {
  const picture = logo === null ? null : `${logo.type}, ${logo.width} by ${logo.height} pixels`;
  const fields = Object.entries(texts).map(([name, value]) => [`brand.${name}`, value] as const);
  return { ...Object.fromEntries(fields), 'brand.logo': picture };
}
