import type { Language } from '../../domain/values/language.ts';

type ShellWords = {
  applications: string;
  readsOnly: string;
  signIn: string;
  signOut: string;
  notAllowed: string;
  notAllowedMeans: string;
  notFound: string;
  notFoundMeans: string;
  sessionOver: string;
  sessionOverMeans: string;
  oldForm: string;
  oldFormMeans: string;
  fileAgain: string;
  sendOnceMore: string;
  forged: string;
  forgedMeans: string;
};

export const PROVIDER_SHELL_WORDS: Record<Language, ShellWords> = {
  de: {
    applications: 'Anträge',
    readsOnly: 'Nur Lesezugriff',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    notAllowed: 'Nicht erlaubt',
    notAllowedMeans:
      'Sie haben nur Lesezugriff. Anträge beantworten dürfen Sachbearbeitende. Es wurde nichts geändert.',
    notFound: 'Nicht gefunden',
    notFoundMeans: 'Diese Seite gibt es nicht, oder der Antrag wurde nicht an Sie gestellt.',
    sessionOver: 'Ihre Sitzung ist abgelaufen',
    sessionOverMeans:
      'Ihre Angaben sind noch da. Melden Sie sich in einem neuen Fenster an, kehren Sie hierher zurück und senden Sie sie noch einmal.',
    oldForm: 'Bitte noch einmal bestätigen',
    oldFormMeans: 'Dieses Formular stammt aus einer früheren Sitzung. Ihre Angaben sind noch da.',
    fileAgain: 'Die Datei wählen Sie danach bitte noch einmal.',
    sendOnceMore: 'Noch einmal senden',
    forged: 'Nicht ausgeführt',
    forgedMeans: 'Diese Anfrage kam nicht von einer Seite von Depono. Es wurde nichts geändert.',
  },
  fr: {
    applications: 'Demandes',
    readsOnly: 'Lecture seule',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    notAllowed: 'Non autorisé',
    notAllowedMeans:
      'Vous avez un accès en lecture seule. Seuls les gestionnaires peuvent répondre aux demandes. Rien n’a été modifié.',
    notFound: 'Introuvable',
    notFoundMeans: 'Cette page n’existe pas ou la demande ne vous a pas été adressée.',
    sessionOver: 'Votre session a expiré',
    sessionOverMeans:
      'Vos indications sont toujours là. Connectez-vous dans une nouvelle fenêtre, revenez ici, puis renvoyez-les.',
    oldForm: 'Veuillez confirmer encore une fois',
    oldFormMeans: 'Ce formulaire provient d’une session précédente. Vos indications sont toujours là.',
    fileAgain: 'Vous devrez ensuite choisir de nouveau le fichier.',
    sendOnceMore: 'Renvoyer',
    forged: 'Demande non exécutée',
    forgedMeans: 'Cette demande ne provenait pas d’une page de Depono. Rien n’a été modifié.',
  },
  it: {
    applications: 'Richieste',
    readsOnly: 'Sola lettura',
    signIn: 'Accedi',
    signOut: 'Esci',
    notAllowed: 'Non consentito',
    notAllowedMeans:
      'Lei ha un accesso in sola lettura. Alle richieste possono rispondere solo gli incaricati. Non è stato modificato nulla.',
    notFound: 'Non trovato',
    notFoundMeans: 'Questa pagina non esiste o la richiesta non è stata inviata a voi.',
    sessionOver: 'La sua sessione è scaduta',
    sessionOverMeans:
      'I suoi dati sono ancora qui. Acceda in una nuova finestra, ritorni qui e li invii un’altra volta.',
    oldForm: 'La preghiamo di confermare di nuovo',
    oldFormMeans: 'Questo modulo proviene da una sessione precedente. I suoi dati sono ancora qui.',
    fileAgain: 'In seguito dovrà scegliere di nuovo il file.',
    sendOnceMore: 'Invia di nuovo',
    forged: 'Non eseguito',
    forgedMeans: 'Questa richiesta non proveniva da una pagina di Depono. Non è stato modificato nulla.',
  },
  en: {
    applications: 'Applications',
    readsOnly: 'Read-only access',
    signIn: 'Sign in',
    signOut: 'Sign out',
    notAllowed: 'Not allowed',
    notAllowedMeans: 'You have read-only access. Only clerks may answer applications. Nothing was changed.',
    notFound: 'Not found',
    notFoundMeans: 'There is no such page, or the application was not made to you.',
    sessionOver: 'Your session has ended',
    sessionOverMeans: 'Your input is kept. Sign in in a new window, come back, and send it again.',
    oldForm: 'Please confirm once more',
    oldFormMeans: 'This form belongs to an earlier session. Your input is kept.',
    fileAgain: 'You will then have to choose the file again.',
    sendOnceMore: 'Send again',
    forged: 'Not done',
    forgedMeans: 'This request did not come from a page of Depono. Nothing was changed.',
  },
};
