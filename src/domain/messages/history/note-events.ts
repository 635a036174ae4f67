import type { HistoryEvent } from '../../history/events.ts';
import type { Language } from '../../values/language.ts';

/** Entries about notes and files. */
type NoteEvent = Extract<
  HistoryEvent,
  'note_added' | 'file_added' | 'file_shared' | 'file_unshared' | 'mail_bounced' | 'letter_printed' | 'letter_sent'
>;

export const NOTE_EVENT_WORDS: Record<Language, Record<NoteEvent, string>> = {
  de: {
    note_added: 'Notiz hinzugefügt',
    file_added: 'Datei hinzugefügt',
    file_shared: 'Datei mit der Mieterschaft geteilt',
    file_unshared: 'Datei nicht mehr mit der Mieterschaft geteilt',
    mail_bounced: 'E-Mail kam zurück',
    letter_printed: 'Brief gedruckt',
    letter_sent: 'Brief an den Druckdienst übergeben',
  },
  fr: {
    note_added: 'Note ajoutée',
    file_added: 'Fichier ajouté',
    file_shared: 'Fichier partagé avec les locataires',
    file_unshared: 'Fichier retiré du partage avec les locataires',
    mail_bounced: 'E-mail revenu',
    letter_printed: 'Lettre imprimée',
    letter_sent: 'Lettre remise au service d’impression',
  },
  it: {
    note_added: 'Nota aggiunta',
    file_added: 'File aggiunto',
    file_shared: 'File condiviso con gli inquilini',
    file_unshared: 'File non più condiviso con gli inquilini',
    mail_bounced: 'E-mail tornata indietro',
    letter_printed: 'Lettera stampata',
    letter_sent: 'Lettera consegnata al servizio di stampa',
  },
  en: {
    note_added: 'Note added',
    file_added: 'File added',
    file_shared: 'File shared with the tenants',
    file_unshared: 'File no longer shared with the tenants',
    mail_bounced: 'E-mail came back',
    letter_printed: 'Letter printed',
    letter_sent: 'Letter handed to the print service',
  },
};
