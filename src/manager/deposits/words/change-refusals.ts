import type { RefusalCode } from '../../../domain/lifecycle/refusal.ts';
import type { Language } from '../../../domain/values/language.ts';

type Code = Extract<
  RefusalCode,
  | 'held'
  | 'held_already'
  | 'not_held'
  | 'contact_locked'
  | 'no_email_change'
  | 'nothing_to_stop'
  | 'paid_in_full'
  | 'reason_missing'
  | 'nothing_changes'
  | 'only_natural'
  | 'date_not_past'
  | 'under_age'
>;

/** Why a change, a hold or a withdrawal is refused. */
export const CHANGE_REFUSALS: Record<Language, Record<Code, string>> = {
  de: {
    held: 'Diese Mietkaution ist angehalten. Es wird nichts ausbezahlt.',
    held_already: 'Diese Mietkaution ist schon angehalten.',
    not_held: 'Diese Mietkaution ist nicht angehalten.',
    contact_locked:
      'Die E-Mail-Adresse wurde eben erst geändert. Zehn Tage lang gelten von ihr aus weder Vorschläge noch Zustimmungen noch Konten.',
    no_email_change: 'Keine neue E-Mail-Adresse wartet auf eine Bestätigung.',
    nothing_to_stop: 'Diese Änderung gilt nicht mehr, oder die Frist für den Widerspruch ist vorbei.',
    paid_in_full: 'Der ganze Betrag ist eingegangen. Annullieren kann die Mietkaution jetzt nur noch der Betreiber.',
    reason_missing: 'Bitte geben Sie einen Grund an.',
    nothing_changes: 'Diese Angaben gelten schon.',
    only_natural: 'Eine Firma hat kein Geburtsdatum.',
    date_not_past: 'Das Geburtsdatum muss in der Vergangenheit liegen.',
    under_age: 'Die Hauptmieterschaft muss volljährig sein.',
  },
  fr: {
    held: 'Cette garantie est bloquée. Aucun virement n’est effectué.',
    held_already: 'Cette garantie est déjà bloquée.',
    not_held: 'Cette garantie n’est pas bloquée.',
    contact_locked:
      'L’adresse e-mail vient d’être modifiée. Pendant dix jours, ni proposition, ni accord, ni compte donnés depuis cette adresse ne sont valables.',
    no_email_change: 'Aucune nouvelle adresse e-mail n’attend de confirmation.',
    nothing_to_stop: 'Cette modification n’est plus valable, ou le délai d’opposition est passé.',
    paid_in_full: 'Le montant total a été reçu. Seul l’exploitant peut encore annuler la garantie.',
    reason_missing: 'Veuillez indiquer un motif.',
    nothing_changes: 'Ces données sont déjà enregistrées.',
    only_natural: 'Une société n’a pas de date de naissance.',
    date_not_past: 'La date de naissance doit se situer dans le passé.',
    under_age: 'Le locataire principal doit être majeur.',
  },
  it: {
    held: 'Questo deposito è bloccato. Non viene pagato nulla.',
    held_already: 'Questo deposito è già bloccato.',
    not_held: 'Questo deposito non è bloccato.',
    contact_locked:
      'L’indirizzo e-mail è appena stato modificato. Per dieci giorni non valgono proposte, consensi o conti dati da questo indirizzo.',
    no_email_change: 'Nessun nuovo indirizzo e-mail attende una conferma.',
    nothing_to_stop: 'Questa modifica non vale più, oppure il termine per opporsi è scaduto.',
    paid_in_full: 'L’intero importo è stato ricevuto. Ora solo il gestore può annullare il deposito.',
    reason_missing: 'Indichi un motivo.',
    nothing_changes: 'Questi dati valgono già.',
    only_natural: 'Una società non ha una data di nascita.',
    date_not_past: 'La data di nascita deve essere nel passato.',
    under_age: 'L’inquilino principale deve essere maggiorenne.',
  },
  en: {
    held: 'This rental deposit is on hold. Nothing is paid out.',
    held_already: 'This rental deposit is on hold already.',
    not_held: 'This rental deposit is not on hold.',
    contact_locked:
      'The e-mail address has only just been changed. For ten days, no proposal, consent or account from it counts.',
    no_email_change: 'No new e-mail address waits for confirmation.',
    nothing_to_stop: 'This change no longer holds, or the time to object is over.',
    paid_in_full: 'The whole amount has arrived. Only the operator can cancel the deposit now.',
    reason_missing: 'Please give a reason.',
    nothing_changes: 'This data is recorded already.',
    only_natural: 'A company has no date of birth.',
    date_not_past: 'The date of birth must lie in the past.',
    under_age: 'The main tenant must be of age.',
  },
};
