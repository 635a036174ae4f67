import type { Language } from '../../domain/values/language.ts';

type SharedWords = { heading: string; from: (organization: string) => string };

export const SHARED_WORDS: Record<Language, SharedWords> = {
  de: {
    heading: 'Von der Verwaltung',
    from: (organization) => `${organization} hat Folgendes mit Ihnen geteilt:`,
  },
  fr: {
    heading: 'De la gérance',
    from: (organization) => `${organization} a partagé ceci avec vous\u00a0:`,
  },
  it: {
    heading: 'Dall’amministrazione',
    from: (organization) => `${organization} ha condiviso con lei quanto segue:`,
  },
  en: {
    heading: 'From the property management',
    from: (organization) => `${organization} has shared the following with you:`,
  },
};
