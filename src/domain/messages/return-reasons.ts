import type { Language } from '../values/language.ts';

/** The codes that banks give most often when they return a payment (ISO 20022, external return reasons). */
const WORDS: Readonly<Record<string, Record<Language, string>>> = {
  AC01: {
    de: 'Die Kontonummer ist falsch',
    fr: 'Le numéro de compte est faux',
    it: 'Il numero di conto è errato',
    en: 'The account number is wrong',
  },
  AC03: {
    de: 'Die Kontonummer ist ungültig',
    fr: 'Le numéro de compte n’est pas valable',
    it: 'Il numero di conto non è valido',
    en: 'The account number is not valid',
  },
  AC04: {
    de: 'Das Konto ist aufgehoben',
    fr: 'Le compte est clôturé',
    it: 'Il conto è chiuso',
    en: 'The account is closed',
  },
  AC06: {
    de: 'Das Konto ist gesperrt',
    fr: 'Le compte est bloqué',
    it: 'Il conto è bloccato',
    en: 'The account is blocked',
  },
  AG01: {
    de: 'Auf dieses Konto kann nicht überwiesen werden',
    fr: 'Aucun virement n’est possible sur ce compte',
    it: 'Su questo conto non sono possibili pagamenti',
    en: 'No payment to this account is possible',
  },
  BE01: {
    de: 'Der Name passt nicht zum Konto',
    fr: 'Le nom ne correspond pas au compte',
    it: 'Il nome non corrisponde al conto',
    en: 'The name does not match the account',
  },
  BE04: {
    de: 'Die Adresse fehlt oder ist unvollständig',
    fr: 'L’adresse manque ou est incomplète',
    it: 'L’indirizzo manca o è incompleto',
    en: 'The address is missing or incomplete',
  },
  RC01: {
    de: 'Die Angaben zur Bank sind falsch',
    fr: 'Les indications sur la banque sont fausses',
    it: 'Le indicazioni sulla banca sono errate',
    en: 'The bank is not named correctly',
  },
};

/** Why a payment came back, for the payee: `Das Konto ist aufgehoben (AC04)`. Other reasons in the bank's words. */
export function returnReasonIn(language: Language, reason: string): string {
  const code = reason.slice(0, 4);
  const isCode = reason === code || reason.startsWith(`${code}:`);
  const words = isCode && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (words !== undefined) return `${words[language]} (${code})`;
  return reason.endsWith('.') ? reason.slice(0, -1) : reason;
}
