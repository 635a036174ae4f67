import type { Language } from '../../values/language.ts';
import type { Actor } from '../../lifecycle/move.ts';

/** Who did something, in the history of a deposit. */
export const ACTOR_NAMES: Record<Language, Record<Actor, string>> = {
  de: {
    partner: 'Verwaltungssystem',
    service: 'Depono',
    manager: 'Verwaltung',
    tenant: 'Mieterschaft',
    operator: 'Betreiber',
    bank: 'Bank',
    insurer: 'Versicherung',
  },
  fr: {
    partner: 'Logiciel de gérance',
    service: 'Depono',
    manager: 'Gérance',
    tenant: 'Locataires',
    operator: 'Exploitant',
    bank: 'Banque',
    insurer: 'Assurance',
  },
  it: {
    partner: 'Sistema di amministrazione',
    service: 'Depono',
    manager: 'Amministrazione',
    tenant: 'Inquilini',
    operator: 'Gestore del servizio',
    bank: 'Banca',
    insurer: 'Assicurazione',
  },
  en: {
    partner: 'Property-management system',
    service: 'Depono',
    manager: 'Management',
    tenant: 'Tenants',
    operator: 'Operator',
    bank: 'Bank',
    insurer: 'Insurer',
  },
};
