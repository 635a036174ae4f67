import type { Language } from '../../../domain/values/language.ts';

type NoteWords = {
  heading: string;
  means: string;
  none: string;
  note: string;
  add: string;
  share: string;
  noteProblem: Record<'empty' | 'too_long', string>;
  file: string;
  fileHint: string;
  upload: string;
  fileProblem: Record<'empty' | 'other_content' | 'too_large', string>;
  shared: string;
  notShared: string;
  doShare: string;
  doUnshare: string;
  /** `name`: of the file, for readers of screens. */
  ofFile: (name: string) => string;
  accepted: (tenant: string) => string;
  done: Record<'note' | 'file' | 'share' | 'unshare', string>;
};

export const NOTE_WORDS: Record<Language, NoteWords> = {
  de: {
    heading: 'Notizen und Dateien',
    means: 'Für Übergabeprotokolle, Rechnungen oder Vollmachten. Die Mieterschaft sieht nur, was Sie mit ihr teilen.',
    none: 'Noch keine.',
    note: 'Neue Notiz',
    add: 'Notiz speichern',
    share: 'Mit der Mieterschaft teilen',
    noteProblem: {
      empty: 'Bitte schreiben Sie etwas.',
      too_long: 'Bitte kürzen Sie die Notiz auf höchstens 4000 Zeichen.',
    },
    file: 'Neue Datei',
    fileHint: 'PDF, JPEG oder PNG, höchstens 10 MB',
    upload: 'Datei hochladen',
    fileProblem: {
      empty: 'Bitte wählen Sie eine Datei.',
      other_content: 'Diese Datei ist weder PDF noch JPEG oder PNG.',
      too_large: 'Diese Datei ist grösser als 10 MB.',
    },
    shared: 'mit der Mieterschaft geteilt',
    notShared: 'nur für die Verwaltung',
    doShare: 'Teilen',
    doUnshare: 'Nicht mehr teilen',
    ofFile: (name) => `Datei ${name}`,
    accepted: (tenant) => `gilt als Unterschrift von ${tenant}`,
    done: {
      note: 'Die Notiz ist gespeichert.',
      file: 'Die Datei ist gespeichert.',
      share: 'Die Mieterschaft sieht die Datei auf ihrer Seite.',
      unshare: 'Die Mieterschaft sieht die Datei nicht mehr.',
    },
  },
  fr: {
    heading: 'Notes et fichiers',
    means:
      'Pour les états des lieux, factures ou procurations. Les locataires ne voient que ce que vous partagez avec eux.',
    none: 'Rien pour l’instant.',
    note: 'Nouvelle note',
    add: 'Enregistrer la note',
    share: 'Partager avec les locataires',
    noteProblem: {
      empty: 'Veuillez écrire quelque chose.',
      too_long: 'Veuillez raccourcir la note à 4000 caractères au plus.',
    },
    file: 'Nouveau fichier',
    fileHint: 'PDF, JPEG ou PNG, 10 Mo au plus',
    upload: 'Envoyer le fichier',
    fileProblem: {
      empty: 'Veuillez choisir un fichier.',
      other_content: 'Ce fichier n’est ni un PDF, ni un JPEG, ni un PNG.',
      too_large: 'Ce fichier dépasse 10 Mo.',
    },
    shared: 'partagé avec les locataires',
    notShared: 'pour la gérance uniquement',
    doShare: 'Partager',
    doUnshare: 'Ne plus partager',
    ofFile: (name) => `Fichier ${name}`,
    accepted: (tenant) => `vaut signature de ${tenant}`,
    done: {
      note: 'La note est enregistrée.',
      file: 'Le fichier est enregistré.',
      share: 'Les locataires voient le fichier sur leur page.',
      unshare: 'Les locataires ne voient plus le fichier.',
    },
  },
  it: {
    heading: 'Note e file',
    means: 'Per verbali di consegna, fatture o procure. Gli inquilini vedono solo ciò che condivide con loro.',
    none: 'Ancora nulla.',
    note: 'Nuova nota',
    add: 'Salva la nota',
    share: 'Condividi con gli inquilini',
    noteProblem: {
      empty: 'La preghiamo di scrivere qualcosa.',
      too_long: 'La preghiamo di accorciare la nota a 4000 caratteri al massimo.',
    },
    file: 'Nuovo file',
    fileHint: 'PDF, JPEG o PNG, al massimo 10 MB',
    upload: 'Carica il file',
    fileProblem: {
      empty: 'La preghiamo di scegliere un file.',
      other_content: 'Questo file non è né un PDF, né un JPEG, né un PNG.',
      too_large: 'Questo file supera i 10 MB.',
    },
    shared: 'condiviso con gli inquilini',
    notShared: 'solo per l’amministrazione',
    doShare: 'Condividi',
    doUnshare: 'Non condividere più',
    ofFile: (name) => `File ${name}`,
    accepted: (tenant) => `vale come firma di ${tenant}`,
    done: {
      note: 'La nota è salvata.',
      file: 'Il file è salvato.',
      share: 'Gli inquilini vedono il file sulla loro pagina.',
      unshare: 'Gli inquilini non vedono più il file.',
    },
  },
  en: {
    heading: 'Notes and files',
    means: 'For hand-over protocols, invoices or powers of attorney. Tenants see only what you share with them.',
    none: 'None yet.',
    note: 'New note',
    add: 'Save the note',
    share: 'Share with the tenants',
    noteProblem: {
      empty: 'Please write something.',
      too_long: 'Please shorten the note to at most 4000 characters.',
    },
    file: 'New file',
    fileHint: 'PDF, JPEG or PNG, at most 10 MB',
    upload: 'Upload the file',
    fileProblem: {
      empty: 'Please choose a file.',
      other_content: 'This file is no PDF, JPEG or PNG.',
      too_large: 'This file is larger than 10 MB.',
    },
    shared: 'shared with the tenants',
    notShared: 'for the management only',
    doShare: 'Share',
    doUnshare: 'No longer share',
    ofFile: (name) => `File ${name}`,
    accepted: (tenant) => `counts as the signature of ${tenant}`,
    done: {
      note: 'The note is saved.',
      file: 'The file is saved.',
      share: 'The tenants see the file on their page.',
      unshare: 'The tenants no longer see the file.',
    },
  },
};
