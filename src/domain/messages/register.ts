import type { Difference, RegisterStatus } from '../register-check.ts';
import type { Language } from '../values/language.ts';
import { payloadValue } from './payload-value.ts';

type RegisterWords = { fields: Record<Difference['field'], string>; statuses: Record<RegisterStatus, string> };

/** What the commercial register says. */
export const REGISTER_WORDS: Record<Language, RegisterWords> = {
  de: {
    fields: {
      company: 'Firma nicht gefunden',
      name: 'Firma',
      seat: 'Sitz',
      legalForm: 'Rechtsform',
      status: 'Status',
    },
    statuses: { active: 'aktiv', dissolving: 'in Auflösung', deleted: 'gelöscht' },
  },
  fr: {
    fields: {
      company: 'Société introuvable',
      name: 'Raison sociale',
      seat: 'Siège',
      legalForm: 'Forme juridique',
      status: 'Statut',
    },
    statuses: { active: 'active', dissolving: 'en dissolution', deleted: 'radiée' },
  },
  it: {
    fields: {
      company: 'Società non trovata',
      name: 'Ragione sociale',
      seat: 'Sede',
      legalForm: 'Forma giuridica',
      status: 'Stato',
    },
    statuses: { active: 'attiva', dissolving: 'in liquidazione', deleted: 'cancellata' },
  },
  en: {
    fields: {
      company: 'Company not found',
      name: 'Name',
      seat: 'Seat',
      legalForm: 'Legal form',
      status: 'Status',
    },
    statuses: { active: 'active', dissolving: 'being dissolved', deleted: 'deleted' },
  },
};

/** A declared or registered value in words: legal forms and statuses are codes. */
export function registerValue(field: Difference['field'], value: string, language: Language): string {
  if (field === 'legalForm') return payloadValue('tenantLegalForm', value, language);
  if (field === 'status') return REGISTER_WORDS[language].statuses[value as RegisterStatus] ?? value;
  return value;
}
