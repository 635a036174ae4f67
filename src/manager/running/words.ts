import type { FileFault } from '../../actions/running/read-rows.ts';
import type { Language } from '../../domain/values/language.ts';

type Outcome = 'would_open' | 'skipped' | 'errored';

export type RunningWords = {
  title: string;
  lead: string;
  mayLack: string;
  template: string;
  file: string;
  fileHint: string;
  check: string;
  report: (rows: number) => string;
  counts: (opens: number, skipped: number, errored: number) => string;
  rows: string;
  columns: { row: string; contract: string; outcome: string; why: string };
  outcomes: Record<Outcome, string>;
  takeOver: (count: number) => string;
  takeOverMeans: string;
  nothing: string;
  done: (count: number) => string;
  imports: string;
  opened: (count: number) => string;
  undone: string;
  undo: string;
  undoTitle: (count: number) => string;
  undoMeans: string;
  wasUndone: string;
  refused: string;
  back: string;
  faults: Record<FileFault | 'missing', string>;
  noManager: string;
};

export const RUNNING_WORDS: Record<Language, RunningWords> = {
  de: {
    title: 'Laufende Kautionen übernehmen',
    lead: 'Kautionen, die bei einer Bank oder Versicherung schon bestehen, werden mit dem Stand «In Kraft» übernommen. Niemand unterzeichnet oder zahlt noch einmal, und es geht keine E-Mail aus.',
    mayLack:
      'Bei alten Verträgen dürfen Geburtsdatum, Telefonnummer und E-Mail-Adresse der Mieterschaft fehlen. Alles andere gilt wie bei einer neuen Kaution.',
    template: 'Vorlage herunterladen (CSV)',
    file: 'Datei',
    fileHint: 'CSV oder JSON Lines, höchstens 1’000 Zeilen. Zuerst wird nur geprüft.',
    check: 'Datei prüfen',
    report: (rows) => `Prüfung von ${rows} ${rows === 1 ? 'Zeile' : 'Zeilen'}`,
    counts: (opens, skipped, errored) => `Zu übernehmen: ${opens}. Übersprungen: ${skipped}. Mit Fehlern: ${errored}.`,
    rows: 'Zeile für Zeile',
    columns: { row: 'Zeile', contract: 'Vertrag', outcome: 'Ergebnis', why: 'Grund' },
    outcomes: { would_open: 'wird übernommen', skipped: 'übersprungen', errored: 'fehlerhaft' },
    takeOver: (count) => `${count} ${count === 1 ? 'Kaution' : 'Kautionen'} jetzt übernehmen`,
    takeOverMeans:
      'Fehlerhafte Zeilen können Sie korrigieren und später noch einmal hochladen. Was schon da ist, wird übersprungen.',
    nothing: 'In dieser Datei ist nichts zu übernehmen.',
    done: (count) => `${count} ${count === 1 ? 'Kaution wurde' : 'Kautionen wurden'} übernommen.`,
    imports: 'Bisherige Übernahmen',
    opened: (count) => `${count} ${count === 1 ? 'Kaution' : 'Kautionen'}`,
    undone: 'rückgängig gemacht',
    undo: 'Rückgängig machen',
    undoTitle: (count) => `${count} ${count === 1 ? 'Kaution' : 'Kautionen'} wieder entfernen?`,
    undoMeans:
      'Alle Kautionen dieser Übernahme werden gelöscht. Das geht während 24 Stunden, und nur solange sich keine davon verändert hat.',
    wasUndone: 'Die Übernahme wurde rückgängig gemacht.',
    refused:
      'Diese Übernahme lässt sich nicht mehr rückgängig machen: Sie ist älter als 24 Stunden, oder eine ihrer Kautionen hat sich seither verändert.',
    back: 'Zurück',
    faults: {
      missing: 'Wählen Sie eine Datei.',
      not_readable: 'Diese Datei ist nicht lesbar. Speichern Sie sie als CSV (UTF-8).',
      no_contract_column:
        'Die erste Zeile muss die Spalten nennen, darunter externalContractId. Verwenden Sie die Vorlage.',
      unknown_column: 'Die Datei hat eine unbekannte Spalte. Verwenden Sie die Namen der Vorlage.',
      no_rows: 'Die Datei hat keine Zeilen.',
      too_many_rows: 'Die Datei hat mehr als 1’000 Zeilen. Teilen Sie sie auf.',
    },
    noManager: 'Die Organisation hat keine hauptverantwortliche Person. Legen Sie zuerst eine fest.',
  },
  fr: {
    title: 'Reprendre des garanties en cours',
    lead: 'Les garanties qui existent déjà auprès d’une banque ou d’une assurance sont reprises avec l’état «\u00a0En vigueur\u00a0». Personne ne signe ni ne paie une seconde fois, et aucun e-mail n’est envoyé.',
    mayLack:
      'Pour d’anciens contrats, la date de naissance, le téléphone et l’e-mail des locataires peuvent manquer. Pour le reste, les règles d’une nouvelle garantie s’appliquent.',
    template: 'Télécharger le modèle (CSV)',
    file: 'Fichier',
    fileHint: 'CSV ou JSON Lines, 1’000 lignes au plus. Le fichier est d’abord seulement vérifié.',
    check: 'Vérifier le fichier',
    report: (rows) => `Vérification de ${rows} ${rows === 1 ? 'ligne' : 'lignes'}`,
    counts: (opens, skipped, errored) =>
      `À reprendre\u00a0: ${opens}. Ignorées\u00a0: ${skipped}. Avec erreurs\u00a0: ${errored}.`,
    rows: 'Ligne par ligne',
    columns: { row: 'Ligne', contract: 'Contrat', outcome: 'Résultat', why: 'Raison' },
    outcomes: { would_open: 'sera reprise', skipped: 'ignorée', errored: 'erronée' },
    takeOver: (count) => `Reprendre ${count} ${count === 1 ? 'garantie' : 'garanties'} maintenant`,
    takeOverMeans:
      'Vous pouvez corriger les lignes erronées et envoyer le fichier à nouveau. Ce qui existe déjà est ignoré.',
    nothing: 'Ce fichier ne contient rien à reprendre.',
    done: (count) => `${count} ${count === 1 ? 'garantie a été reprise' : 'garanties ont été reprises'}.`,
    imports: 'Reprises précédentes',
    opened: (count) => `${count} ${count === 1 ? 'garantie' : 'garanties'}`,
    undone: 'annulée',
    undo: 'Annuler',
    undoTitle: (count) => `Supprimer ${count} ${count === 1 ? 'garantie' : 'garanties'}\u00a0?`,
    undoMeans:
      'Toutes les garanties de cette reprise seront supprimées. C’est possible pendant 24 heures, tant qu’aucune n’a changé.',
    wasUndone: 'La reprise a été annulée.',
    refused:
      'Cette reprise ne peut plus être annulée\u00a0: elle date de plus de 24 heures, ou l’une de ses garanties a changé depuis.',
    back: 'Retour',
    faults: {
      missing: 'Choisissez un fichier.',
      not_readable: 'Ce fichier n’est pas lisible. Enregistrez-le au format CSV (UTF-8).',
      no_contract_column: 'La première ligne doit nommer les colonnes, dont externalContractId. Utilisez le modèle.',
      unknown_column: 'Le fichier a une colonne inconnue. Utilisez les noms du modèle.',
      no_rows: 'Le fichier ne contient aucune ligne.',
      too_many_rows: 'Le fichier compte plus de 1’000 lignes. Divisez-le.',
    },
    noManager: 'L’organisation n’a pas de personne responsable principale. Désignez-en une d’abord.',
  },
  it: {
    title: 'Riprendere depositi in corso',
    lead: 'I depositi che esistono già presso una banca o un’assicurazione vengono ripresi con lo stato «In vigore». Nessuno firma o paga una seconda volta e non viene inviata alcuna e-mail.',
    mayLack:
      'Per contratti vecchi possono mancare data di nascita, telefono ed e-mail degli inquilini. Per il resto valgono le regole di un nuovo deposito.',
    template: 'Scarica il modello (CSV)',
    file: 'File',
    fileHint: 'CSV o JSON Lines, al massimo 1’000 righe. Dapprima il file viene solo controllato.',
    check: 'Controlla il file',
    report: (rows) => `Controllo di ${rows} ${rows === 1 ? 'riga' : 'righe'}`,
    counts: (opens, skipped, errored) => `Da riprendere: ${opens}. Saltati: ${skipped}. Con errori: ${errored}.`,
    rows: 'Riga per riga',
    columns: { row: 'Riga', contract: 'Contratto', outcome: 'Esito', why: 'Motivo' },
    outcomes: { would_open: 'viene ripreso', skipped: 'saltato', errored: 'errato' },
    takeOver: (count) => `Riprendere ora ${count} ${count === 1 ? 'deposito' : 'depositi'}`,
    takeOverMeans: 'Può correggere le righe errate e caricare di nuovo il file. Ciò che esiste già viene saltato.',
    nothing: 'In questo file non c’è nulla da riprendere.',
    done: (count) => `${count} ${count === 1 ? 'deposito è stato ripreso' : 'depositi sono stati ripresi'}.`,
    imports: 'Riprese precedenti',
    opened: (count) => `${count} ${count === 1 ? 'deposito' : 'depositi'}`,
    undone: 'annullata',
    undo: 'Annulla',
    undoTitle: (count) => `Rimuovere ${count} ${count === 1 ? 'deposito' : 'depositi'}?`,
    undoMeans:
      'Tutti i depositi di questa ripresa vengono cancellati. È possibile per 24 ore, finché nessuno di essi è cambiato.',
    wasUndone: 'La ripresa è stata annullata.',
    refused:
      'Questa ripresa non può più essere annullata: ha più di 24 ore, oppure uno dei suoi depositi è cambiato nel frattempo.',
    back: 'Indietro',
    faults: {
      missing: 'Scelga un file.',
      not_readable: 'Questo file non è leggibile. Lo salvi come CSV (UTF-8).',
      no_contract_column: 'La prima riga deve indicare le colonne, tra cui externalContractId. Usi il modello.',
      unknown_column: 'Il file ha una colonna sconosciuta. Usi i nomi del modello.',
      no_rows: 'Il file non contiene righe.',
      too_many_rows: 'Il file ha più di 1’000 righe. Lo divida.',
    },
    noManager: 'L’organizzazione non ha un responsabile principale. Ne indichi prima uno.',
  },
  en: {
    title: 'Take over running deposits',
    lead: 'Deposits that exist at a bank or an insurer already are taken over with the state “In force”. Nobody signs or pays again, and no e-mail is sent.',
    mayLack:
      'For old contracts, birth date, phone number and e-mail address of the tenants may be missing. Everything else is as for a new deposit.',
    template: 'Download the template (CSV)',
    file: 'File',
    fileHint: 'CSV or JSON Lines, at most 1,000 rows. The file is only checked at first.',
    check: 'Check the file',
    report: (rows) => `Check of ${rows} ${rows === 1 ? 'row' : 'rows'}`,
    counts: (opens, skipped, errored) => `To take over: ${opens}. Skipped: ${skipped}. With errors: ${errored}.`,
    rows: 'Row by row',
    columns: { row: 'Row', contract: 'Contract', outcome: 'Outcome', why: 'Why' },
    outcomes: { would_open: 'will be taken over', skipped: 'skipped', errored: 'with errors' },
    takeOver: (count) => `Take over ${count} ${count === 1 ? 'deposit' : 'deposits'} now`,
    takeOverMeans:
      'You can correct the rows with errors and upload the file again later. What is there already is skipped.',
    nothing: 'There is nothing to take over in this file.',
    done: (count) => `${count} ${count === 1 ? 'deposit was' : 'deposits were'} taken over.`,
    imports: 'Earlier imports',
    opened: (count) => `${count} ${count === 1 ? 'deposit' : 'deposits'}`,
    undone: 'undone',
    undo: 'Undo',
    undoTitle: (count) => `Remove ${count} ${count === 1 ? 'deposit' : 'deposits'} again?`,
    undoMeans:
      'All deposits of this import are deleted. This is possible for 24 hours, and only as long as none of them has changed.',
    wasUndone: 'The import was undone.',
    refused:
      'This import can no longer be undone: it is older than 24 hours, or one of its deposits has changed since.',
    back: 'Back',
    faults: {
      missing: 'Choose a file.',
      not_readable: 'This file cannot be read. Save it as CSV (UTF-8).',
      no_contract_column: 'The first line must name the columns, including externalContractId. Use the template.',
      unknown_column: 'The file has an unknown column. Use the names of the template.',
      no_rows: 'The file has no rows.',
      too_many_rows: 'The file has more than 1,000 rows. Split it.',
    },
    noManager: 'The organization has no default property manager. Choose one first.',
  },
};
