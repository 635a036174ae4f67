import type { PartnerLanguage } from '../../storage/partners/contacts.ts';
import type { PartnerSection } from './sections.ts';

type ShellWords = {
  sections: Record<PartnerSection, string>;
  readsOnly: string;
  signIn: string;
  signOut: string;
  notAllowed: string;
  notAllowedMeans: string;
  notFound: string;
  notFoundMeans: string;
  toStart: string;
  sessionOver: string;
  sessionOverMeans: string;
  oldForm: string;
  oldFormMeans: string;
  sendOnceMore: string;
  forged: string;
  forgedMeans: string;
};

const german: ShellWords = {
  sections: {
    start: 'Start',
    keys: 'Schlüssel',
    organizations: 'Organisationen',
    deliveries: 'Zustellungen',
    calls: 'Aufrufe',
    conformance: 'Konformität',
    sandbox: 'Sandbox',
    changelog: 'Änderungen',
  },
  readsOnly: 'Nur Lesezugriff',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  notAllowed: 'Nicht erlaubt',
  notAllowedMeans:
    'Sie haben nur Lesezugriff. Schlüssel und Callbacks ändert, wer bei Ihnen die Rolle «admin» hat. Es wurde nichts geändert.',
  notFound: 'Nicht gefunden',
  notFoundMeans: 'Diese Seite gibt es nicht, oder sie gehört nicht zu Ihrem System.',
  toStart: 'Zum Start',
  sessionOver: 'Ihre Sitzung ist abgelaufen',
  sessionOverMeans:
    'Ihre Angaben sind noch da. Melden Sie sich in einem neuen Fenster an, kehren Sie hierher zurück und senden Sie sie noch einmal.',
  oldForm: 'Bitte noch einmal bestätigen',
  oldFormMeans: 'Dieses Formular stammt aus einer früheren Sitzung. Ihre Angaben sind noch da.',
  sendOnceMore: 'Noch einmal senden',
  forged: 'Nicht ausgeführt',
  forgedMeans: 'Diese Anfrage kam nicht von einer Seite von Depono. Es wurde nichts geändert.',
};

const english: ShellWords = {
  sections: {
    start: 'Start',
    keys: 'Keys',
    organizations: 'Organizations',
    deliveries: 'Deliveries',
    calls: 'Calls',
    conformance: 'Conformance',
    sandbox: 'Sandbox',
    changelog: 'Changes',
  },
  readsOnly: 'Read-only access',
  signIn: 'Sign in',
  signOut: 'Sign out',
  notAllowed: 'Not allowed',
  notAllowedMeans:
    'You have read-only access. Keys and callbacks are changed by your colleagues with the role “admin”. Nothing was changed.',
  notFound: 'Not found',
  notFoundMeans: 'There is no such page, or it does not belong to your system.',
  toStart: 'To the start',
  sessionOver: 'Your session has ended',
  sessionOverMeans: 'Your input is kept. Sign in in a new window, come back, and send it again.',
  oldForm: 'Please confirm once more',
  oldFormMeans: 'This form belongs to an earlier session. Your input is kept.',
  sendOnceMore: 'Send again',
  forged: 'Not done',
  forgedMeans: 'This request did not come from a page of Depono. Nothing was changed.',
};

export const PARTNER_SHELL_WORDS: Record<PartnerLanguage, ShellWords> = { de: german, en: english };
