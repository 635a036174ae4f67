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

/** `l•••@m•••.example`: enough to recognize one's own address, too little to reveal another's. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  const labels = domain.split('.');
  return `${first(name)}•••@${first(labels[0] ?? '')}•••.${labels.at(-1)}`;
}

function first(text: string): string {
  return [...text][0] ?? '';
}
