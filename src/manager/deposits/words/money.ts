import type { Language } from '../../../domain/values/language.ts';

/** Money that came back, or was taken back. */
type MoneyBackWords = {
  underfunded: string;
  /** `CHF 3’560.00` is what is missing. */
  underfundedMeans: (missing: string) => string;
  /** Beside a payment. */
  takenBack: string;
  /** Beside a payout. */
  returned: string;
};

export const MONEY_BACK_WORDS: Record<Language, MoneyBackWords> = {
  de: {
    underfunded: 'Nicht mehr vollständig einbezahlt',
    underfundedMeans: (missing) =>
      `Die Bank hat eine Einzahlung zurückgebucht. Es fehlen ${missing}. Die Mietkaution bleibt in Kraft; bitte klären Sie mit der Mieterschaft, wann der Betrag wieder einbezahlt wird. Konto und Referenz bleiben gleich.`,
    takenBack: 'von der Bank zurückgebucht',
    returned: 'von der Bank retourniert',
  },
  fr: {
    underfunded: 'Garantie plus entièrement versée',
    underfundedMeans: (missing) =>
      `La banque a annulé un versement. Il manque ${missing}. La garantie de loyer reste en vigueur\u00a0; veuillez convenir avec les locataires d’un nouveau versement. Le compte et la référence restent les mêmes.`,
    takenBack: 'annulé par la banque',
    returned: 'retourné par la banque',
  },
  it: {
    underfunded: 'Deposito non più interamente versato',
    underfundedMeans: (missing) =>
      `La banca ha stornato un versamento. Mancano ${missing}. Il deposito di garanzia resta in vigore; la preghiamo di concordare con gli inquilini un nuovo versamento. Conto e riferimento restano gli stessi.`,
    takenBack: 'stornato dalla banca',
    returned: 'restituito dalla banca',
  },
  en: {
    underfunded: 'No longer paid in full',
    underfundedMeans: (missing) =>
      `The bank has taken a payment back. ${missing} are missing. The rental deposit stays in force; please agree with the tenants when it is paid in again. Account and reference stay the same.`,
    takenBack: 'taken back by the bank',
    returned: 'returned by the bank',
  },
};
