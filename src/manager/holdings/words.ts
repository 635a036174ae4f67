import type { PeriodProblem } from '../../domain/statements/period.ts';
import type { Language } from '../../domain/values/language.ts';

type HoldingsWords = {
  title: string;
  lead: string;
  choose: string;
  day: string;
  show: string;
  problems: Record<PeriodProblem, string>;
  total: (day: string) => string;
  count: (count: number) => string;
  none: string;
  files: string;
  filesMean: string;
  excel: string;
  list: string;
  columns: Record<'contract' | 'tenants' | 'property' | 'account' | 'amount', string>;
  shown: (shown: number, all: number) => string;
  computed: string;
};

export const HOLDINGS_WORDS: Record<Language, HoldingsWords> = {
  de: {
    title: 'Guthaben',
    lead: 'Was auf den Konten der Mietkautionen liegt, an einem Tag Ihrer Wahl. Die Dateien sind eine Saldobestätigung für Ihre Revision.',
    choose: 'Organisation wählen',
    day: 'Stichtag',
    show: 'Anzeigen',
    problems: {
      invalid: 'Bitte geben Sie einen Tag ein, zum Beispiel 31.12.2025.',
      future: 'Dieser Tag liegt in der Zukunft.',
    },
    total: (day) => `Guthaben am Ende des ${day}`,
    count: (count) => (count === 1 ? '1 Mietkaution' : `${count} Mietkautionen`),
    none: 'An diesem Tag lag kein Geld auf Konten von Mietkautionen.',
    files: 'Saldobestätigung',
    filesMean: 'Mit allen Mietkautionen, dem Total, der Berechnung und dem Zeitpunkt.',
    excel: 'Excel',
    list: 'Mietkautionen',
    columns: {
      contract: 'Vertrag',
      tenants: 'Mieterschaft',
      property: 'Mietobjekt',
      account: 'Konto',
      amount: 'Betrag',
    },
    shown: (shown, all) => `Es werden ${shown} von ${all} Mietkautionen angezeigt. Die Dateien enthalten alle.`,
    computed:
      'Massgebend ist der Buchungstag der Bank. Was zur Auszahlung in Auftrag gegeben, aber noch nicht ausgeführt ist, zählt als Guthaben.',
  },
  fr: {
    title: 'Avoirs',
    lead: 'Ce qui se trouve sur les comptes des garanties de loyer, au jour de votre choix. Les fichiers servent de confirmation de soldes pour votre révision.',
    choose: 'Choisir l’organisation',
    day: 'Date de référence',
    show: 'Afficher',
    problems: {
      invalid: 'Veuillez saisir un jour, par exemple 31.12.2025.',
      future: 'Ce jour est dans le futur.',
    },
    total: (day) => `Avoirs à la fin du ${day}`,
    count: (count) => (count === 1 ? '1 garantie de loyer' : `${count} garanties de loyer`),
    none: 'Ce jour-là, il n’y avait pas d’argent sur les comptes de garanties de loyer.',
    files: 'Confirmation de soldes',
    filesMean: 'Avec toutes les garanties de loyer, le total, le calcul et la date d’établissement.',
    excel: 'Excel',
    list: 'Garanties de loyer',
    columns: {
      contract: 'Contrat',
      tenants: 'Locataires',
      property: 'Objet loué',
      account: 'Compte',
      amount: 'Montant',
    },
    shown: (shown, all) => `${shown} garanties sur ${all} sont affichées. Les fichiers les contiennent toutes.`,
    computed:
      'La date de comptabilisation de la banque fait foi. Un virement ordonné mais pas encore exécuté compte comme avoir.',
  },
  it: {
    title: 'Averi',
    lead: 'Quanto si trova sui conti dei depositi di garanzia, in un giorno a scelta. I file servono da conferma dei saldi per la sua revisione.',
    choose: 'Scegli l’organizzazione',
    day: 'Giorno di riferimento',
    show: 'Mostra',
    problems: {
      invalid: 'La preghiamo di inserire un giorno, per esempio 31.12.2025.',
      future: 'Questo giorno è nel futuro.',
    },
    total: (day) => `Averi alla fine del ${day}`,
    count: (count) => (count === 1 ? '1 deposito di garanzia' : `${count} depositi di garanzia`),
    none: 'In quel giorno non c’era denaro sui conti dei depositi di garanzia.',
    files: 'Conferma dei saldi',
    filesMean: 'Con tutti i depositi di garanzia, il totale, il calcolo e il momento dell’allestimento.',
    excel: 'Excel',
    list: 'Depositi di garanzia',
    columns: {
      contract: 'Contratto',
      tenants: 'Inquilini',
      property: 'Oggetto locato',
      account: 'Conto',
      amount: 'Importo',
    },
    shown: (shown, all) => `Sono mostrati ${shown} depositi su ${all}. I file li contengono tutti.`,
    computed:
      'Fa stato la data di registrazione della banca. Un pagamento disposto ma non ancora eseguito conta come avere.',
  },
  en: {
    title: 'Balances',
    lead: 'What is on the accounts of the rental deposits, on a day of your choice. The files are a balance confirmation for your auditor.',
    choose: 'Choose the organization',
    day: 'Day',
    show: 'Show',
    problems: {
      invalid: 'Please enter a day, such as 31.12.2025.',
      future: 'This day is in the future.',
    },
    total: (day) => `Balance at the end of ${day}`,
    count: (count) => (count === 1 ? '1 rental deposit' : `${count} rental deposits`),
    none: 'On this day there was no money on the accounts of rental deposits.',
    files: 'Balance confirmation',
    filesMean: 'With all rental deposits, the total, how it was computed, and when.',
    excel: 'Excel',
    list: 'Rental deposits',
    columns: {
      contract: 'Contract',
      tenants: 'Tenants',
      property: 'Property',
      account: 'Account',
      amount: 'Amount',
    },
    shown: (shown, all) => `${shown} of ${all} rental deposits are shown. The files contain all of them.`,
    computed: 'The bank’s booking date counts. What is ordered to be paid out but not executed yet counts as held.',
  },
};
