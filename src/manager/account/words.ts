import type { Language } from '../../domain/values/language.ts';
import type { SignInWay } from '../../storage/people/sessions.ts';

/** Confirmations of completed actions. */
export const ACCOUNT_DONE = [
  'language',
  'notifications',
  'passkey_added',
  'passkey_removed',
  'session_ended',
  'sessions_ended',
] as const;
export type AccountDone = (typeof ACCOUNT_DONE)[number];

export type AccountWords = {
  title: string;
  done: Record<AccountDone, string>;
  about: string;
  name: string;
  email: string;
  organizations: string;
  whoChanges: string;
  language: string;
  languageMeans: string;
  save: string;
  passkeys: string;
  passkeysMean: string;
  noPasskeys: string;
  passkeysUnknown: string;
  passkeyName: string;
  passkeyNameHint: string;
  addPasskey: string;
  passkeyFailed: string;
  added: string;
  lastUsed: string;
  never: string;
  remove: (name: string) => string;
  removeShort: string;
  sessions: string;
  sessionsMean: string;
  browser: string;
  unknownBrowser: string;
  thisOne: string;
  signedIn: string;
  way: Record<SignInWay, string>;
  lastSeen: string;
  address: string;
  end: string;
  endOthers: string;
};

const de: AccountWords = {
  title: 'Mein Konto',
  done: {
    language: 'Ihre Sprache ist gespeichert.',
    notifications: 'Ihre Wahl ist gespeichert.',
    passkey_added: 'Der Passkey ist eingerichtet. Sie können sich ab sofort damit anmelden.',
    passkey_removed: 'Der Passkey ist entfernt. Löschen Sie ihn auch auf Ihrem Gerät.',
    session_ended: 'Die Sitzung ist beendet.',
    sessions_ended: 'Alle anderen Sitzungen sind beendet.',
  },
  about: 'Angaben zur Person',
  name: 'Name',
  email: 'E-Mail-Adresse',
  organizations: 'Organisationen',
  whoChanges: 'Ihren Namen ändert eine Person, die Ihre Organisation verwaltet.',
  language: 'Sprache',
  languageMeans: 'In dieser Sprache zeigen wir Ihnen Depono und schreiben wir Ihnen E-Mails.',
  save: 'Speichern',
  passkeys: 'Passkeys',
  passkeysMean:
    'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne auf eine E-Mail zu warten. Der Link per E-Mail bleibt Ihnen daneben immer erhalten.',
  noPasskeys: 'Sie haben noch keinen Passkey eingerichtet.',
  passkeysUnknown:
    'In diesem Browser lässt sich kein Passkey einrichten. Dafür braucht es JavaScript und einen aktuellen Browser.',
  passkeyName: 'Name des Passkeys',
  passkeyNameHint: 'Zum Beispiel das Gerät, auf dem er liegt.',
  addPasskey: 'Passkey einrichten',
  passkeyFailed: 'Der Passkey wurde nicht eingerichtet. Bitte versuchen Sie es noch einmal.',
  added: 'Eingerichtet',
  lastUsed: 'Zuletzt verwendet',
  never: 'noch nie',
  remove: (name) => `${name} entfernen`,
  removeShort: 'Entfernen',
  sessions: 'Sitzungen',
  sessionsMean:
    'Hier sind Sie zurzeit angemeldet. Eine Sitzung endet nach 60 Minuten ohne Nutzung, spätestens nach 12 Stunden.',
  browser: 'Browser',
  unknownBrowser: 'Unbekannter Browser',
  thisOne: 'diese Sitzung',
  signedIn: 'Angemeldet',
  way: { mail: 'mit Link per E-Mail', passkey: 'mit Passkey' },
  lastSeen: 'Zuletzt aktiv',
  address: 'IP-Adresse',
  end: 'Beenden',
  endOthers: 'Alle anderen beenden',
};

const fr: AccountWords = {
  title: 'Mon compte',
  done: {
    language: 'Votre langue est enregistrée.',
    notifications: 'Votre choix est enregistré.',
    passkey_added: 'La clé d’accès est configurée. Vous pouvez dès maintenant l’utiliser pour vous connecter.',
    passkey_removed: 'La clé d’accès est supprimée. Effacez-la aussi sur votre appareil.',
    session_ended: 'La session est terminée.',
    sessions_ended: 'Toutes les autres sessions sont terminées.',
  },
  about: 'Indications personnelles',
  name: 'Nom',
  email: 'Adresse e-mail',
  organizations: 'Organisations',
  whoChanges: 'Une personne qui administre votre organisation peut modifier votre nom.',
  language: 'Langue',
  languageMeans: 'Nous vous présentons Depono et vous écrivons dans cette langue.',
  save: 'Enregistrer',
  passkeys: 'Clés d’accès',
  passkeysMean:
    'Avec une clé d’accès, vous vous connectez par l’empreinte digitale, le visage ou le code de votre appareil, sans attendre d’e-mail. Le lien par e-mail reste toujours disponible.',
  noPasskeys: 'Vous n’avez pas encore configuré de clé d’accès.',
  passkeysUnknown:
    'Ce navigateur ne permet pas de configurer une clé d’accès. Il faut JavaScript et un navigateur récent.',
  passkeyName: 'Nom de la clé d’accès',
  passkeyNameHint: 'Par exemple l’appareil sur lequel elle se trouve.',
  addPasskey: 'Configurer une clé d’accès',
  passkeyFailed: 'La clé d’accès n’a pas été configurée. Veuillez réessayer.',
  added: 'Configurée',
  lastUsed: 'Dernière utilisation',
  never: 'jamais',
  remove: (name) => `Supprimer ${name}`,
  removeShort: 'Supprimer',
  sessions: 'Sessions',
  sessionsMean:
    'Voici vos connexions actuelles. Une session se termine après 60 minutes d’inactivité, au plus tard après 12 heures.',
  browser: 'Navigateur',
  unknownBrowser: 'Navigateur inconnu',
  thisOne: 'cette session',
  signedIn: 'Connexion',
  way: { mail: 'par lien e-mail', passkey: 'par clé d’accès' },
  lastSeen: 'Dernière activité',
  address: 'Adresse IP',
  end: 'Terminer',
  endOthers: 'Terminer toutes les autres',
};

const it: AccountWords = {
  title: 'Il mio profilo',
  done: {
    language: 'La sua lingua è stata salvata.',
    notifications: 'La sua scelta è salvata.',
    passkey_added: 'La passkey è configurata. Da subito può usarla per accedere.',
    passkey_removed: 'La passkey è stata rimossa. La cancelli anche sul suo dispositivo.',
    session_ended: 'La sessione è terminata.',
    sessions_ended: 'Tutte le altre sessioni sono terminate.',
  },
  about: 'Dati personali',
  name: 'Nome',
  email: 'Indirizzo e-mail',
  organizations: 'Organizzazioni',
  whoChanges: 'Il suo nome può essere modificato da chi amministra la sua organizzazione.',
  language: 'Lingua',
  languageMeans: 'In questa lingua le mostriamo Depono e le scriviamo le e-mail.',
  save: 'Salva',
  passkeys: 'Passkey',
  passkeysMean:
    'Con una passkey accede con l’impronta digitale, il volto o il PIN del suo dispositivo, senza attendere un’e-mail. Il link per e-mail resta sempre a disposizione.',
  noPasskeys: 'Non ha ancora configurato alcuna passkey.',
  passkeysUnknown:
    'In questo browser non è possibile configurare una passkey. Servono JavaScript e un browser recente.',
  passkeyName: 'Nome della passkey',
  passkeyNameHint: 'Ad esempio il dispositivo su cui si trova.',
  addPasskey: 'Configura una passkey',
  passkeyFailed: 'La passkey non è stata configurata. La preghiamo di riprovare.',
  added: 'Configurata',
  lastUsed: 'Ultimo utilizzo',
  never: 'mai',
  remove: (name) => `Rimuovi ${name}`,
  removeShort: 'Rimuovi',
  sessions: 'Sessioni',
  sessionsMean:
    'Ecco i suoi accessi attuali. Una sessione termina dopo 60 minuti di inattività, al più tardi dopo 12 ore.',
  browser: 'Browser',
  unknownBrowser: 'Browser sconosciuto',
  thisOne: 'questa sessione',
  signedIn: 'Accesso',
  way: { mail: 'con link per e-mail', passkey: 'con passkey' },
  lastSeen: 'Ultima attività',
  address: 'Indirizzo IP',
  end: 'Termina',
  endOthers: 'Termina tutte le altre',
};

const en: AccountWords = {
  title: 'My account',
  done: {
    language: 'Your language is saved.',
    notifications: 'Your choice is saved.',
    passkey_added: 'The passkey is set up. You can sign in with it from now on.',
    passkey_removed: 'The passkey is removed. Delete it on your device too.',
    session_ended: 'The session has ended.',
    sessions_ended: 'All other sessions have ended.',
  },
  about: 'About you',
  name: 'Name',
  email: 'E-mail address',
  organizations: 'Organizations',
  whoChanges: 'Your name can be changed by an administrator of your organization.',
  language: 'Language',
  languageMeans: 'We show you Depono and write to you in this language.',
  save: 'Save',
  passkeys: 'Passkeys',
  passkeysMean:
    'With a passkey you sign in by the fingerprint, face or PIN of your device, without waiting for an e-mail. You can still sign in by e-mail at any time.',
  noPasskeys: 'You have not set up a passkey yet.',
  passkeysUnknown: 'Passkeys cannot be set up in this browser. They need JavaScript and an up-to-date browser.',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'For example the device that it is on.',
  addPasskey: 'Set up a passkey',
  passkeyFailed: 'The passkey was not set up. Please try again.',
  added: 'Set up',
  lastUsed: 'Last used',
  never: 'never',
  remove: (name) => `Remove ${name}`,
  removeShort: 'Remove',
  sessions: 'Sessions',
  sessionsMean:
    'Where you are signed in now. A session ends after 60 minutes without use, and after 12 hours at the latest.',
  browser: 'Browser',
  unknownBrowser: 'Unknown browser',
  thisOne: 'this session',
  signedIn: 'Signed in',
  way: { mail: 'by link in an e-mail', passkey: 'with a passkey' },
  lastSeen: 'Last active',
  address: 'IP address',
  end: 'End',
  endOthers: 'End all others',
};

export const ACCOUNT_WORDS: Record<Language, AccountWords> = { de, fr, it, en };
