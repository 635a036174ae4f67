import type { Language } from '../../../domain/values/language.ts';

/** The link to the PDF that the manager signs. */
export const AGREEMENT_WORDS: Record<Language, string> = {
  de: 'Vereinbarung lesen (PDF)',
  fr: 'Lire la convention (PDF)',
  it: 'Leggi la convenzione (PDF)',
  en: 'Read the agreement (PDF)',
};
