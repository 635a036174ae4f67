import type { State, Step } from '../deposit.ts';
import type { Language } from '../values/language.ts';

/** The labels of states and steps for people; partners get the codes. */
export const STATE_NAMES: Record<Language, Record<State, string>> = {
  de: {
    draft_editing: 'In Bearbeitung',
    opening: 'In Eröffnung',
    open: 'In Kraft',
    closing: 'In Auflösung',
    closed: 'Abgeschlossen',
    withdrawn: 'Annulliert',
  },
  fr: {
    draft_editing: 'En cours de modification',
    opening: 'En cours d’ouverture',
    open: 'En vigueur',
    closing: 'En cours de libération',
    closed: 'Clôturée',
    withdrawn: 'Annulée',
  },
  it: {
    draft_editing: 'In corso di modifica',
    opening: 'In corso di apertura',
    open: 'In vigore',
    closing: 'In corso di liberazione',
    closed: 'Chiuso',
    withdrawn: 'Annullato',
  },
  en: {
    draft_editing: 'Being edited',
    opening: 'Opening',
    open: 'In force',
    closing: 'Closing',
    closed: 'Closed',
    withdrawn: 'Cancelled',
  },
};

export const STEP_NAMES: Record<Language, Record<Step, string>> = {
  de: {
    awaiting_manager_signature: 'Wartet auf die Unterschrift der Verwaltung',
    awaiting_send: 'Wird demnächst an die Mieterschaft gesandt',
    awaiting_tenant_signatures: 'Wartet auf die Unterschrift der Mieterschaft',
    awaiting_account: 'Wartet auf die Eröffnung des Kontos',
    awaiting_cover: 'Wartet auf die Bestätigung der Versicherung',
    awaiting_payment: 'Wartet auf die Einzahlung',
  },
  fr: {
    awaiting_manager_signature: 'En attente de la signature de la gérance',
    awaiting_send: 'Sera bientôt envoyée aux locataires',
    awaiting_tenant_signatures: 'En attente de la signature des locataires',
    awaiting_account: 'En attente de l’ouverture du compte',
    awaiting_cover: 'En attente de la confirmation de l’assurance',
    awaiting_payment: 'En attente du versement',
  },
  it: {
    awaiting_manager_signature: 'In attesa della firma dell’amministrazione',
    awaiting_send: 'Sarà presto inviato agli inquilini',
    awaiting_tenant_signatures: 'In attesa della firma degli inquilini',
    awaiting_account: 'In attesa dell’apertura del conto',
    awaiting_cover: 'In attesa della conferma dell’assicurazione',
    awaiting_payment: 'In attesa del versamento',
  },
  en: {
    awaiting_manager_signature: 'Waiting for the property manager’s signature',
    awaiting_send: 'About to be sent to the tenants',
    awaiting_tenant_signatures: 'Waiting for the tenants’ signatures',
    awaiting_account: 'Waiting for the account to be opened',
    awaiting_cover: 'Waiting for the insurance to be confirmed',
    awaiting_payment: 'Waiting for payment',
  },
};
