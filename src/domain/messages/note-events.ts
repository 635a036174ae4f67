import type { Language } from '../values/language.ts';

/** Entries about notes and files. */
export const NOTE_EVENTS = ['note_added', 'file_added', 'file_shared', 'file_unshared'] as const;

export const NOTE_EVENT_WORDS: Record<Language, Record<(typeof NOTE_EVENTS)[number], string>> = {
  de: {
    note_added: 'Notiz hinzugefügt',
    file_added: 'Datei hinzugefügt',
    file_shared: 'Datei mit der Mieterschaft geteilt',
    file_unshared: 'Datei nicht mehr mit der Mieterschaft geteilt',
  },
  fr: {
    note_added: 'Note ajoutée',
    file_added: 'Fichier ajouté',
    file_shared: 'Fichier partagé avec les locataires',
    file_unshared: 'Fichier retiré du partage avec les locataires',
  },
  it: {
    note_added: 'Nota aggiunta',
    file_added: 'File aggiunto',
    file_shared: 'File condiviso con gli inquilini',
    file_unshared: 'File non più condiviso con gli inquilini',
  },
  en: {
    note_added: 'Note added',
    file_added: 'File added',
    file_shared: 'File shared with the tenants',
    file_unshared: 'File no longer shared with the tenants',
  },
};
