import type { Language } from '../../domain/values/language.ts';

/** What a number on the start page counts. */
export const START_TILES = ['sign', 'answer', 'send_again', 'overdue', 'year', 'refused', 'register'] as const;
export type StartTile = (typeof START_TILES)[number];

type StartWords = {
  title: string;
  greeting: (name: string) => string;
  forMe: string;
  forAll: string;
  whose: string;
  nothing: string;
  nothingMeans: string;
  tiles: Record<StartTile, string>;
  means: Record<StartTile, string>;
  importErrors: string;
  importErrorsMean: string;
  todo: string;
  problems: string;
  money: string;
  held: string;
  heldMeans: string;
  deadlines: string;
  orderedOn: string;
  all: string;
  list: string;
};

export const START_WORDS: Record<Language, StartWords> = {
  de: {
    title: 'Übersicht',
    greeting: (name) => `Guten Tag, ${name}`,
    forMe: 'Meine',
    forAll: 'Alle',
    whose: 'Wessen Mietkautionen',
    nothing: 'Alles erledigt',
    nothingMeans: 'Im Moment wartet keine Mietkaution auf die Verwaltung.',
    tiles: {
      sign: 'Zu unterzeichnen',
      answer: 'Zu beantworten',
      send_again: 'In Bearbeitung',
      overdue: 'Überfällig',
      year: 'Fristen nach OR 257e',
      refused: 'Abgelehnt',
      register: 'Handelsregister',
    },
    means: {
      sign: 'Erst nach Ihrer Unterschrift geht die Mietkaution an die Mieterschaft.',
      answer: 'Ein Vorschlag der Mieterschaft oder ein Mietende wartet auf Antwort.',
      send_again: 'Begonnen zu bearbeiten, noch nicht neu gesendet.',
      overdue: 'Mietbeginn vorbei, zweimal erinnert, nicht vollständig einbezahlt.',
      year: 'Ohne Antwort wird zu diesem Datum ausbezahlt.',
      refused: 'Bank oder Versicherung hat abgelehnt: Angaben berichtigen.',
      register: 'Die Firma weicht vom Handelsregister ab.',
    },
    importErrors: 'Importfehler',
    importErrorsMean: 'Aufträge aus Ihrem Verwaltungssystem, die noch nicht angenommen sind.',
    todo: 'Zu erledigen',
    problems: 'Probleme',
    money: 'Geld',
    held: 'Guthaben auf den Konten',
    heldMeans: 'Was die Mietkautionen Ihrer Organisationen heute halten.',
    deadlines: 'Nächste Fristen',
    orderedOn: 'Auszahlung am',
    all: 'Alle Fristen',
    list: 'Alle Mietkautionen',
  },
  fr: {
    title: 'Aperçu',
    greeting: (name) => `Bonjour ${name}`,
    forMe: 'Les miennes',
    forAll: 'Toutes',
    whose: 'Garanties de qui',
    nothing: 'Tout est fait',
    nothingMeans: 'Aucune garantie n’attend la gérance pour l’instant.',
    tiles: {
      sign: 'À signer',
      answer: 'À répondre',
      send_again: 'En cours de modification',
      overdue: 'En retard',
      year: 'Délais selon l’art. 257e CO',
      refused: 'Refusées',
      register: 'Registre du commerce',
    },
    means: {
      sign: 'La garantie n’est envoyée aux locataires qu’après votre signature.',
      answer: 'Une proposition des locataires ou une fin de bail attend une réponse.',
      send_again: 'Modification commencée, pas encore renvoyée.',
      overdue: 'Bail commencé, deux rappels envoyés, montant incomplet.',
      year: 'Sans réponse, le virement est exécuté à cette date.',
      refused: 'La banque ou l’assurance a refusé\u00a0: données à corriger.',
      register: 'La société diffère du registre du commerce.',
    },
    importErrors: 'Erreurs d’importation',
    importErrorsMean: 'Demandes de votre système de gérance qui ne sont pas encore acceptées.',
    todo: 'À traiter',
    problems: 'Problèmes',
    money: 'Argent',
    held: 'Avoirs sur les comptes',
    heldMeans: 'Ce que les garanties de vos organisations détiennent aujourd’hui.',
    deadlines: 'Prochains délais',
    orderedOn: 'Virement le',
    all: 'Tous les délais',
    list: 'Toutes les garanties de loyer',
  },
  it: {
    title: 'Panoramica',
    greeting: (name) => `Buongiorno, ${name}`,
    forMe: 'I miei',
    forAll: 'Tutti',
    whose: 'Depositi di chi',
    nothing: 'Tutto fatto',
    nothingMeans: 'Al momento nessun deposito attende l’amministrazione.',
    tiles: {
      sign: 'Da firmare',
      answer: 'Da rispondere',
      send_again: 'In corso di modifica',
      overdue: 'In ritardo',
      year: 'Termini secondo l’art. 257e CO',
      refused: 'Rifiutati',
      register: 'Registro di commercio',
    },
    means: {
      sign: 'Il deposito è inviato agli inquilini solo dopo la sua firma.',
      answer: 'Una proposta degli inquilini o una fine della locazione attende risposta.',
      send_again: 'Modifica iniziata, non ancora reinviato.',
      overdue: 'Locazione iniziata, due promemoria inviati, importo incompleto.',
      year: 'Senza risposta, l’accredito è eseguito a questa data.',
      refused: 'La banca o l’assicurazione ha rifiutato: correggere i dati.',
      register: 'La società diverge dal registro di commercio.',
    },
    importErrors: 'Errori di importazione',
    importErrorsMean: 'Richieste del suo sistema di amministrazione non ancora accettate.',
    todo: 'Da trattare',
    problems: 'Problemi',
    money: 'Denaro',
    held: 'Averi sui conti',
    heldMeans: 'Quanto detengono oggi i depositi delle sue organizzazioni.',
    deadlines: 'Prossimi termini',
    orderedOn: 'Accredito il',
    all: 'Tutti i termini',
    list: 'Tutti i depositi di garanzia',
  },
  en: {
    title: 'Overview',
    greeting: (name) => `Good day, ${name}`,
    forMe: 'Mine',
    forAll: 'All',
    whose: 'Whose deposits',
    nothing: 'All done',
    nothingMeans: 'No deposit waits for the property management at the moment.',
    tiles: {
      sign: 'To sign',
      answer: 'To answer',
      send_again: 'Being edited',
      overdue: 'Overdue',
      year: 'Deadlines of CO 257e',
      refused: 'Refused',
      register: 'Commercial register',
    },
    means: {
      sign: 'The deposit goes to the tenants only once you have signed.',
      answer: 'A proposal of the tenants or an end of tenancy waits for an answer.',
      send_again: 'Editing was started, and it is not sent again yet.',
      overdue: 'The tenancy has started, two reminders are sent, and it is not fully paid in.',
      year: 'Without an answer, the payout is ordered on this day.',
      refused: 'The bank or the insurer has refused: the data needs to be corrected.',
      register: 'The company differs from the commercial register.',
    },
    importErrors: 'Import errors',
    importErrorsMean: 'Calls of your property-management system that are not accepted yet.',
    todo: 'To do',
    problems: 'Problems',
    money: 'Money',
    held: 'Held on the accounts',
    heldMeans: 'What the deposits of your organizations hold today.',
    deadlines: 'Next deadlines',
    orderedOn: 'Payout on',
    all: 'All deadlines',
    list: 'All rental deposits',
  },
};
