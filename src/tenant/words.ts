import type { Language } from '../domain/language.ts';

export type TenantWords = { title: string; home: string; landlord: string; amount: string; unknownLink: string };

export const TENANT_WORDS: Record<Language, TenantWords> = {
  de: {
    title: 'Ihre Mietkaution',
    home: 'Mietobjekt',
    landlord: 'Verwaltung',
    amount: 'Mietkaution',
    unknownLink: 'Dieser Link ist nicht oder nicht mehr gültig. Bitte öffnen Sie ihn direkt aus der neusten E-Mail.',
  },
  fr: {
    title: 'Votre garantie de loyer',
    home: 'Objet loué',
    landlord: 'Gérance',
    amount: 'Garantie de loyer',
    unknownLink: 'Ce lien n’est pas ou n’est plus valable. Veuillez l’ouvrir depuis le dernier e-mail reçu.',
  },
  it: {
    title: 'Il suo deposito di garanzia',
    home: 'Oggetto locato',
    landlord: 'Amministrazione',
    amount: 'Deposito di garanzia',
    unknownLink: 'Questo link non è o non è più valido. Lo apra direttamente dall’ultima e-mail ricevuta.',
  },
  en: {
    title: 'Your rental deposit',
    home: 'Home',
    landlord: 'Property management',
    amount: 'Rental deposit',
    unknownLink: 'This link is not valid, or no longer. Please open it directly from the latest e-mail.',
  },
};
