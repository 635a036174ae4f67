import type { HistoryEvent } from '../../history/events.ts';
import type { Language } from '../../values/language.ts';

type ChangeEvent = Extract<HistoryEvent, `change_${string}`>;

/** What happened to a change of a deposit in force. */
export const CHANGE_EVENT_WORDS: Record<Language, Record<ChangeEvent, string>> = {
  de: {
    change_started: 'Änderung eingeleitet',
    change_signed_by_manager: 'Änderung von der Verwaltung unterzeichnet',
    change_signed_by_tenant: 'Änderung von der Mieterschaft unterzeichnet',
    change_payout_ordered: 'Auszahlung der Änderung in Auftrag gegeben',
    change_done: 'Änderung in Kraft',
    change_cancelled: 'Änderung abgebrochen',
    change_refused: 'Änderung abgelehnt',
  },
  fr: {
    change_started: 'Modification lancée',
    change_signed_by_manager: 'Modification signée par la gérance',
    change_signed_by_tenant: 'Modification signée par le locataire',
    change_payout_ordered: 'Remboursement de la modification ordonné',
    change_done: 'Modification en vigueur',
    change_cancelled: 'Modification interrompue',
    change_refused: 'Modification refusée',
  },
  it: {
    change_started: 'Modifica avviata',
    change_signed_by_manager: 'Modifica firmata dall’amministrazione',
    change_signed_by_tenant: 'Modifica firmata dall’inquilino',
    change_payout_ordered: 'Rimborso della modifica ordinato',
    change_done: 'Modifica in vigore',
    change_cancelled: 'Modifica interrotta',
    change_refused: 'Modifica rifiutata',
  },
  en: {
    change_started: 'Change started',
    change_signed_by_manager: 'Change signed by the property management',
    change_signed_by_tenant: 'Change signed by the tenant',
    change_payout_ordered: 'Payout of the change ordered',
    change_done: 'Change in force',
    change_cancelled: 'Change cancelled',
    change_refused: 'Change refused',
  },
};
