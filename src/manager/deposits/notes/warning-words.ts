import type { Language } from '../../../domain/values/language.ts';

type WarningWords = { heading: string; means: string; short: string };

/** Before signing: there may be two deposits for one tenancy. */
export const WARNING_WORDS: Record<Language, WarningWords> = {
  de: {
    heading: 'Vielleicht schon erfasst',
    means:
      'Diese Mietkautionen sind vielleicht für denselben Vertrag: gleiche Mieterschaft, gleiche Adresse und gleicher Mietbeginn, oder eine Vertragsnummer, die sich nur in Gross- und Kleinschreibung unterscheidet. Bitte prüfen Sie das, bevor Sie unterzeichnen.',
    short: 'Vielleicht schon erfasst:',
  },
  fr: {
    heading: 'Peut-être déjà créée',
    means:
      'Ces garanties concernent peut-être le même contrat\u00a0: mêmes locataires, même adresse et même début du bail, ou un numéro de contrat qui ne diffère que par les majuscules. Veuillez vérifier avant de signer.',
    short: 'Peut-être déjà créée\u00a0:',
  },
  it: {
    heading: 'Forse già registrato',
    means:
      'Questi depositi riguardano forse lo stesso contratto: stessi inquilini, stesso indirizzo e stesso inizio della locazione, oppure un numero di contratto che differisce solo per le maiuscole. La preghiamo di verificare prima di firmare.',
    short: 'Forse già registrato:',
  },
  en: {
    heading: 'Perhaps entered already',
    means:
      'These deposits may be for the same contract: the same tenants, address and start of the tenancy, or a contract number that differs in upper and lower case only. Please check this before you sign.',
    short: 'Perhaps entered already:',
  },
};
