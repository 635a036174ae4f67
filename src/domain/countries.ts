import countries from 'i18n-iso-countries';

const CODES = new Set(Object.keys(countries.getAlpha2Codes()));

/** ISO 3166-1 alpha-2, upper case, with `XK` (Kosovo) as Swiss banks use it. */
export function isCountryCode(text: string): boolean {
  return CODES.has(text);
}
