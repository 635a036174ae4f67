import { foldings } from '../domain/values/folding.ts';

/** Ignores case, accents, apostrophes and spaces: Müller may be typed as Mueller or muller. */
export function isSameName(typed: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean {
  const [plain, spelledOut] = foldings(tidy(typed));
  const [ownPlain, ownSpelledOut] = foldings(tidy(`${firstName} ${lastName}`));
  return plain === ownPlain || spelledOut === ownSpelledOut;
}

function tidy(name: string): string {
  return name
    .replaceAll(/[’‘ʼ´`]/g, "'")
    .replaceAll(/[‐‑–]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
