import type { Language } from '../../../domain/values/language.ts';

type BounceWords = { heading: string; means: (person: string, email: string) => string; link: string };

export const BOUNCE_WORDS: Record<Language, BounceWords> = {
  de: {
    heading: 'E-Mail kam zurück',
    means: (person, email) =>
      `Unsere E-Mails an ${person} kommen nicht an: ${email}. Bitte fragen Sie nach einer anderen Adresse.`,
    link: 'Andere Adresse eintragen',
  },
  fr: {
    heading: 'E-mail revenu',
    means: (person, email) =>
      `Nos e-mails à ${person} n’arrivent pas\u00a0: ${email}. Veuillez demander une autre adresse.`,
    link: 'Saisir une autre adresse',
  },
  it: {
    heading: 'E-mail tornata indietro',
    means: (person, email) =>
      `Le nostre e-mail a ${person} non arrivano: ${email}. La preghiamo di chiedere un altro indirizzo.`,
    link: 'Inserisci un altro indirizzo',
  },
  en: {
    heading: 'E-mail came back',
    means: (person, email) => `Our e-mails to ${person} do not arrive: ${email}. Please ask for another address.`,
    link: 'Enter another address',
  },
};
