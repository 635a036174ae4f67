import type { Integration } from '../integration.ts';
import type { Language } from '../values/language.ts';

/** The systems behind the five paths. Names are the same in all languages. */
const SYSTEMS: Record<Exclude<Integration, 'custom'>, string> = {
  'garaio-rem': 'GARAIO REM',
  'rimo-r5': 'Rimo R5',
  immotop2: 'Immotop2',
  abaimmo: 'AbaImmo',
};

const CUSTOM: Record<Language, string> = {
  de: 'Eigene Schnittstelle',
  fr: 'Interface propre',
  it: 'Interfaccia propria',
  en: 'Own interface',
};

export function integrationNames(language: Language): Record<Integration, string> {
  return { custom: CUSTOM[language], ...SYSTEMS };
}

export function integrationName(integration: Integration, language: Language): string {
  return integrationNames(language)[integration];
}
