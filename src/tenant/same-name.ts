import { nameSpellings } from '../domain/values/folding.ts';

/**
 * Ignores case, accents, apostrophes and spaces: Müller may be typed as Mueller or muller, Đorđević as Dordevic or
 * Djordjevic.
 */
export function isSameName(typed: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean {
  return !nameSpellings(tidy(typed)).isDisjointFrom(nameSpellings(tidy(`${firstName} ${lastName}`)));
}

function tidy(name: string): string {
  return name
    .replaceAll(/[’‘ʼ´`]/g, "'")
    .replaceAll(/[‐‑–]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
