import countries from 'i18n-iso-countries/index.js';
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import type { Language } from './language.ts';

// The library's main entry would load all eighty languages.
for (const words of [de, en, fr, it]) countries.registerLocale(words);

export const COUNTRY_CODES: readonly string[] = Object.keys(countries.getAlpha2Codes());

const CODES = new Set(COUNTRY_CODES);

/** ISO 3166-1 alpha-2, upper case, with `XK` (Kosovo) as Swiss banks use it. */
export function isCountryCode(text: string): boolean {
  return CODES.has(text);
}

/** The name of the country; an unknown code is returned unchanged. */
export function countryName(code: string, language: Language): string {
  return countries.getName(code, language) ?? code;
}
