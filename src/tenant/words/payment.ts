import type { Language } from '../../domain/values/language.ts';

/** By when to pay, as the page and its heading say it. */
type DueWords = { dueOn: (day: string) => string; wasDueOn: (day: string) => string; overdueMeans: string };

export const DUE_WORDS: Record<Language, DueWords> = {
  de: {
    dueOn: (day) => `Zahlbar bis ${day}`,
    wasDueOn: (day) => `Die Zahlung war bis ${day} fällig`,
    overdueMeans:
      'Bitte zahlen Sie den Betrag jetzt ein. Haben Sie in den letzten Tagen bezahlt, müssen Sie nichts weiter tun. Können Sie nicht bezahlen, wenden Sie sich an Ihre Ansprechperson.',
  },
  fr: {
    dueOn: (day) => `À verser jusqu’au ${day}`,
    wasDueOn: (day) => `Le versement était dû jusqu’au ${day}`,
    overdueMeans:
      'Veuillez verser le montant maintenant. Si vous avez payé ces derniers jours, vous n’avez rien d’autre à faire. Si vous ne pouvez pas payer, adressez-vous à votre personne de contact.',
  },
  it: {
    dueOn: (day) => `Da versare entro il ${day}`,
    wasDueOn: (day) => `Il versamento era dovuto entro il ${day}`,
    overdueMeans:
      'La preghiamo di versare l’importo ora. Se ha pagato negli ultimi giorni, non deve fare altro. Se non può pagare, si rivolga alla sua persona di contatto.',
  },
  en: {
    dueOn: (day) => `Payable by ${day}`,
    wasDueOn: (day) => `The payment was due by ${day}`,
    overdueMeans:
      'Please pay the amount now. If you have paid in the last few days, there is nothing else to do. If you cannot pay, ask your contact person.',
  },
};
