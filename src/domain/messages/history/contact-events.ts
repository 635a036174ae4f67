import type { HistoryEvent } from '../../history/events.ts';
import type { Language } from '../../values/language.ts';

/** Entries about contact data, names, the send delay and holds. */
type ContactEvent = Extract<
  HistoryEvent,
  | 'sent_early'
  | 'contact_changed'
  | 'email_confirmed'
  | 'email_objected'
  | 'person_changed'
  | 'deposit_held'
  | 'hold_lifted'
  | 'release_noted'
>;

export const CONTACT_EVENT_WORDS: Record<Language, Record<ContactEvent, string>> = {
  de: {
    sent_early: 'Vor Ablauf der Wartezeit gesendet',
    contact_changed: 'Kontaktangaben geändert',
    email_confirmed: 'Neue E-Mail-Adresse bestätigt',
    email_objected: 'Widerspruch gegen die neue E-Mail-Adresse',
    person_changed: 'Name oder Geburtsdatum geändert',
    deposit_held: 'Angehalten',
    hold_lifted: 'Nicht mehr angehalten',
    release_noted: 'Auszahlung vorgemerkt',
  },
  fr: {
    sent_early: 'Envoyée avant la fin du délai',
    contact_changed: 'Coordonnées modifiées',
    email_confirmed: 'Nouvelle adresse e-mail confirmée',
    email_objected: 'Opposition à la nouvelle adresse e-mail',
    person_changed: 'Nom ou date de naissance modifiés',
    deposit_held: 'Bloquée',
    hold_lifted: 'Blocage levé',
    release_noted: 'Virement noté',
  },
  it: {
    sent_early: 'Inviata prima del termine',
    contact_changed: 'Dati di contatto modificati',
    email_confirmed: 'Nuovo indirizzo e-mail confermato',
    email_objected: 'Opposizione al nuovo indirizzo e-mail',
    person_changed: 'Nome o data di nascita modificati',
    deposit_held: 'Bloccata',
    hold_lifted: 'Blocco revocato',
    release_noted: 'Pagamento annotato',
  },
  en: {
    sent_early: 'Sent before the delay was over',
    contact_changed: 'Contact data changed',
    email_confirmed: 'New e-mail address confirmed',
    email_objected: 'Objection to the new e-mail address',
    person_changed: 'Name or date of birth changed',
    deposit_held: 'Put on hold',
    hold_lifted: 'Hold lifted',
    release_noted: 'Payout noted',
  },
};
