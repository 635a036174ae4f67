import countries from 'i18n-iso-countries';
import type { Language } from './language.ts';

export const COUNTRY_CODES: readonly string[] = Object.keys(countries.getAlpha2Codes());

const CODES = new Set(COUNTRY_CODES);

/** ISO 3166-1 alpha-2, upper case, with `XK` (Kosovo) as Swiss banks use it. */
export function isCountryCode(text: string): boolean {
  return CODES.has(text);
}

/** The country in words; a code that is none stays as it is. */
export function countryName(code: string, language: Language): string {
  return countries.getName(code, language) ?? code;
}
