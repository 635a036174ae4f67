import type { RefusalCode } from '../../../domain/lifecycle/refusal.ts';
import type { Language } from '../../../domain/values/language.ts';

type NoteRefusal = Extract<
  RefusalCode,
  'too_many_notes' | 'too_many_files' | 'no_such_file' | 'reached_by_mail' | 'paper_accepted'
>;

/** Why notes, files, letters and papers are refused. */
export const NOTE_REFUSALS: Record<Language, Record<NoteRefusal, string>> = {
  de: {
    too_many_notes: 'Die Mietkaution hat so viele Notizen, wie sie haben kann.',
    too_many_files: 'Die Mietkaution hat so viele Dateien, wie sie haben kann.',
    no_such_file: 'Diese Datei gibt es nicht.',
    reached_by_mail: 'Diese Person hat eine E-Mail-Adresse und erhält ihre Post dort.',
    paper_accepted: 'Diese Datei gilt bereits als Unterschrift.',
  },
  fr: {
    too_many_notes: 'La garantie a déjà autant de notes qu’elle peut en avoir.',
    too_many_files: 'La garantie a déjà autant de fichiers qu’elle peut en avoir.',
    no_such_file: 'Ce fichier n’existe pas.',
    reached_by_mail: 'Cette personne a une adresse e-mail et y reçoit son courrier.',
    paper_accepted: 'Ce fichier vaut déjà signature.',
  },
  it: {
    too_many_notes: 'Il deposito ha già tutte le note che può avere.',
    too_many_files: 'Il deposito ha già tutti i file che può avere.',
    no_such_file: 'Questo file non esiste.',
    reached_by_mail: 'Questa persona ha un indirizzo e-mail e riceve lì la posta.',
    paper_accepted: 'Questo file vale già come firma.',
  },
  en: {
    too_many_notes: 'The deposit has as many notes as it can have.',
    too_many_files: 'The deposit has as many files as it can have.',
    no_such_file: 'There is no such file.',
    reached_by_mail: 'This person has an e-mail address and gets their mail there.',
    paper_accepted: 'This file counts as a signature already.',
  },
};
