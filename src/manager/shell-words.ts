import type { Language } from '../domain/values/language.ts';

/** The sections of the application, in the order of its navigation. */
export type ManagerSection =
  | 'start'
  | 'deposits'
  | 'new_deposit'
  | 'import_errors'
  | 'holdings'
  | 'organization'
  | 'account';

type ShellWords = {
  sections: Record<ManagerSection, string>;
  signIn: string;
  signOut: string;
  notFound: string;
  notFoundMeans: string;
  sessionOver: string;
  sessionOverMeans: string;
  oldForm: string;
  oldFormMeans: string;
  sendOnceMore: string;
  forged: string;
  forgedMeans: string;
};

export const SHELL_WORDS: Record<Language, ShellWords> = {
  de: {
    sections: {
      start: 'Übersicht',
      deposits: 'Mietkautionen',
      new_deposit: 'Neue Mietkaution',
      import_errors: 'Importfehler',
      holdings: 'Guthaben',
      organization: 'Organisation',
      account: 'Mein Konto',
    },
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    notFound: 'Nicht gefunden',
    notFoundMeans: 'Diese Seite gibt es nicht, oder sie gehört zu einer Organisation, in der Sie nicht Mitglied sind.',
    sessionOver: 'Ihre Sitzung ist abgelaufen',
    sessionOverMeans:
      'Ihre Angaben sind noch da. Melden Sie sich in einem neuen Fenster an, kehren Sie hierher zurück und senden Sie sie noch einmal.',
    oldForm: 'Bitte noch einmal bestätigen',
    oldFormMeans: 'Dieses Formular stammt aus einer früheren Sitzung. Ihre Angaben sind noch da.',
    sendOnceMore: 'Noch einmal senden',
    forged: 'Nicht ausgeführt',
    forgedMeans: 'Diese Anfrage kam nicht von einer Seite von Depono. Es wurde nichts geändert.',
  },
  fr: {
    sections: {
      start: 'Aperçu',
      deposits: 'Garanties de loyer',
      new_deposit: 'Nouvelle garantie',
      import_errors: 'Erreurs d’importation',
      holdings: 'Avoirs',
      organization: 'Organisation',
      account: 'Mon compte',
    },
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    notFound: 'Introuvable',
    notFoundMeans: 'Cette page n’existe pas ou relève d’une organisation dont vous n’êtes pas membre.',
    sessionOver: 'Votre session a expiré',
    sessionOverMeans:
      'Vos indications sont toujours là. Connectez-vous dans une nouvelle fenêtre, revenez ici, puis renvoyez-les.',
    oldForm: 'Veuillez confirmer encore une fois',
    oldFormMeans: 'Ce formulaire provient d’une session précédente. Vos indications sont toujours là.',
    sendOnceMore: 'Renvoyer',
    forged: 'Demande non exécutée',
    forgedMeans: 'Cette demande ne provenait pas d’une page de Depono. Rien n’a été modifié.',
  },
  it: {
    sections: {
      start: 'Panoramica',
      deposits: 'Depositi di garanzia',
      new_deposit: 'Nuovo deposito',
      import_errors: 'Errori di importazione',
      holdings: 'Averi',
      organization: 'Organizzazione',
      account: 'Il mio profilo',
    },
    signIn: 'Accedi',
    signOut: 'Esci',
    notFound: 'Non trovato',
    notFoundMeans: 'Questa pagina non esiste o appartiene a un’organizzazione di cui lei non è membro.',
    sessionOver: 'La sua sessione è scaduta',
    sessionOverMeans:
      'I suoi dati sono ancora qui. Acceda in una nuova finestra, ritorni qui e li invii un’altra volta.',
    oldForm: 'La preghiamo di confermare di nuovo',
    oldFormMeans: 'Questo modulo proviene da una sessione precedente. I suoi dati sono ancora qui.',
    sendOnceMore: 'Invia di nuovo',
    forged: 'Non eseguito',
    forgedMeans: 'Questa richiesta non proveniva da una pagina di Depono. Non è stato modificato nulla.',
  },
  en: {
    sections: {
      start: 'Overview',
      deposits: 'Rental deposits',
      new_deposit: 'New deposit',
      import_errors: 'Import errors',
      holdings: 'Balances',
      organization: 'Organization',
      account: 'My account',
    },
    signIn: 'Sign in',
    signOut: 'Sign out',
    notFound: 'Not found',
    notFoundMeans: 'There is no such page, or it belongs to an organization of which you are not a member.',
    sessionOver: 'Your session has ended',
    sessionOverMeans: 'Your input is kept. Sign in in a new window, come back, and send it again.',
    oldForm: 'Please confirm once more',
    oldFormMeans: 'This form belongs to an earlier session. Your input is kept.',
    sendOnceMore: 'Send again',
    forged: 'Not done',
    forgedMeans: 'This request did not come from a page of Depono. Nothing was changed.',
  },
};
