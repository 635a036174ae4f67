import type { Language } from '../domain/language.ts';

export type ManagerWords = {
  deposit: string;
  contract: string;
  property: string;
  organization: string;
  received: string;
  importError: string;
  nothingCreated: string;
  sendAgain: string;
  invitation: string;
  invited: (organization: string) => string;
  invitedMeans: string;
  unknownLink: string;
  registerDiffers: string;
  registerFields: Record<'company' | 'name' | 'seat' | 'legalForm' | 'status', string>;
};

export const MANAGER_WORDS: Record<Language, ManagerWords> = {
  de: {
    deposit: 'Mietkaution',
    contract: 'Vertrag',
    property: 'Liegenschaft',
    organization: 'Organisation',
    received: 'Eingegangen',
    importError: 'Importfehler',
    nothingCreated: 'Die gesendeten Daten sind unvollständig oder ungültig. Es wurde nichts angelegt.',
    sendAgain: 'Berichtigen Sie die Angaben in Ihrem Verwaltungssystem und senden Sie den Vertrag erneut.',
    invitation: 'Einladung',
    invited: (organization) => `Sie gehören zur Organisation ${organization}.`,
    invitedMeans: 'Mietkautionen, für die Sie verantwortlich sind, erhalten Sie per E-Mail.',
    unknownLink: 'Dieser Link ist nicht gültig. Öffnen Sie ihn bitte direkt aus der E-Mail.',
    registerDiffers: 'Das Handelsregister sagt etwas anderes. Bitte prüfen, bevor die Bank die Eröffnung ablehnt:',
    registerFields: {
      company: 'Firma nicht gefunden',
      name: 'Firma',
      seat: 'Sitz',
      legalForm: 'Rechtsform',
      status: 'Status',
    },
  },
  fr: {
    deposit: 'Garantie de loyer',
    contract: 'Contrat',
    property: 'Immeuble',
    organization: 'Organisation',
    received: 'Reçue le',
    importError: 'Erreur d’importation',
    nothingCreated: 'Les données envoyées sont incomplètes ou non valables. Rien n’a été créé.',
    sendAgain: 'Corrigez les indications dans votre système de gérance, puis renvoyez le contrat.',
    invitation: 'Invitation',
    invited: (organization) => `Vous faites partie de l’organisation ${organization}.`,
    invitedMeans: 'Vous recevez par e-mail les garanties de loyer dont vous êtes responsable.',
    unknownLink: 'Ce lien n’est pas valable. Veuillez l’ouvrir directement depuis l’e-mail.',
    registerDiffers:
      'Le registre du commerce indique autre chose. Veuillez vérifier avant que la banque ne refuse l’ouverture :',
    registerFields: {
      company: 'Entreprise introuvable',
      name: 'Raison sociale',
      seat: 'Siège',
      legalForm: 'Forme juridique',
      status: 'Statut',
    },
  },
  it: {
    deposit: 'Deposito di garanzia',
    contract: 'Contratto',
    property: 'Immobile',
    organization: 'Organizzazione',
    received: 'Ricevuto il',
    importError: 'Errore di importazione',
    nothingCreated: 'I dati inviati sono incompleti o non validi. Non è stato creato nulla.',
    sendAgain: 'Corregga le indicazioni nel suo sistema di amministrazione e invii di nuovo il contratto.',
    invitation: 'Invito',
    invited: (organization) => `Lei fa parte dell’organizzazione ${organization}.`,
    invitedMeans: 'Riceve per e-mail i depositi di garanzia di cui è responsabile.',
    unknownLink: 'Questo link non è valido. Lo apra direttamente dall’e-mail.',
    registerDiffers: 'Il registro di commercio indica altro. Verifichi prima che la banca rifiuti l’apertura:',
    registerFields: {
      company: 'Ditta non trovata',
      name: 'Ditta',
      seat: 'Sede',
      legalForm: 'Forma giuridica',
      status: 'Stato',
    },
  },
  en: {
    deposit: 'Rental deposit',
    contract: 'Contract',
    property: 'Property',
    organization: 'Organization',
    received: 'Received',
    importError: 'Import error',
    nothingCreated: 'The data sent is incomplete or invalid. Nothing was created.',
    sendAgain: 'Correct the data in your property-management system and send the contract again.',
    invitation: 'Invitation',
    invited: (organization) => `You are a member of ${organization}.`,
    invitedMeans: 'You receive the rental deposits that you are responsible for by e-mail.',
    unknownLink: 'This link is not valid. Please open it directly from the e-mail.',
    registerDiffers: 'The commercial register says otherwise. Please check before the bank refuses the account:',
    registerFields: {
      company: 'Company not found',
      name: 'Name',
      seat: 'Seat',
      legalForm: 'Legal form',
      status: 'Status',
    },
  },
};
