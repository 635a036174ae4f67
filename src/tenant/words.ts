import type { Language } from '../domain/language.ts';

export type TenantWords = {
  title: string;
  home: string;
  landlord: string;
  amount: string;
  unknownLink: string;
  beingEdited: string;
  outdatedLink: string;
};

export const TENANT_WORDS: Record<Language, TenantWords> = {
  de: {
    title: 'Ihre Mietkaution',
    home: 'Mietobjekt',
    landlord: 'Verwaltung',
    amount: 'Mietkaution',
    unknownLink: 'Dieser Link ist nicht oder nicht mehr gültig. Bitte öffnen Sie ihn direkt aus der neusten E-Mail.',
    beingEdited:
      'Die Verwaltung überarbeitet Ihre Mietkaution gerade. Sobald sie fertig ist, erhalten Sie eine neue E-Mail und unterzeichnen noch einmal.',
    outdatedLink:
      'Die Verwaltung hat Ihre Mietkaution geändert. Dieser Link und frühere Unterschriften gelten nicht mehr. Bitte öffnen Sie den Link in der neusten E-Mail.',
  },
  fr: {
    title: 'Votre garantie de loyer',
    home: 'Objet loué',
    landlord: 'Gérance',
    amount: 'Garantie de loyer',
    unknownLink: 'Ce lien n’est pas ou n’est plus valable. Veuillez l’ouvrir depuis le dernier e-mail reçu.',
    beingEdited:
      'La gérance est en train de modifier votre garantie de loyer. Dès qu’elle aura terminé, vous recevrez un nouvel e-mail et signerez une nouvelle fois.',
    outdatedLink:
      'La gérance a modifié votre garantie de loyer. Ce lien et les signatures précédentes ne sont plus valables. Veuillez ouvrir le lien du dernier e-mail reçu.',
  },
  it: {
    title: 'Il suo deposito di garanzia',
    home: 'Oggetto locato',
    landlord: 'Amministrazione',
    amount: 'Deposito di garanzia',
    unknownLink: 'Questo link non è o non è più valido. Lo apra direttamente dall’ultima e-mail ricevuta.',
    beingEdited:
      'L’amministrazione sta modificando il suo deposito di garanzia. Appena avrà finito, riceverà una nuova e-mail e firmerà di nuovo.',
    outdatedLink:
      'L’amministrazione ha modificato il suo deposito di garanzia. Questo link e le firme precedenti non sono più validi. Apra il link nell’ultima e-mail ricevuta.',
  },
  en: {
    title: 'Your rental deposit',
    home: 'Home',
    landlord: 'Property management',
    amount: 'Rental deposit',
    unknownLink: 'This link is not valid, or no longer. Please open it directly from the latest e-mail.',
    beingEdited:
      'The property management is editing your rental deposit. Once it is done, you will get a new e-mail and sign again.',
    outdatedLink:
      'The property management has changed your rental deposit. This link and earlier signatures are no longer valid. Please open the link in the latest e-mail.',
  },
};
