import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { GoLiveStep } from './go-live.ts';

type StepWords = { title: string; done: string; toDo: string; link: string };

export type StartWords = {
  title: string;
  lead: string;
  issueKey: string;
  issueMeans: string;
  checklist: string;
  doneOf: (done: number, all: number) => string;
  done: string;
  open: string;
  steps: Record<GoLiveStep, StepWords>;
  waiting: string;
  more: string;
  yourInterface: string;
  baseUrl: string;
  path: string;
  environment: string;
  environments: Record<'test' | 'production', string>;
  documentation: string;
  guide: string;
  callbacks: string;
  conformance: string;
  reference: string;
  sandboxGuide: string;
  support: string;
};

const german: StartWords = {
  title: 'Start',
  lead: 'Ihr Weg vom Schlüssel bis zum Betrieb. Die Liste zeigt, was wir von Ihrem System schon gesehen haben.',
  issueKey: 'Schlüssel ausstellen und einsetzen',
  issueMeans: 'Der neue Schlüssel wird einmal gezeigt, hier, mit den Aufrufen, die ihn enthalten.',
  checklist: 'Checkliste für den Betrieb',
  doneOf: (done, all) => `${done} von ${all} erledigt`,
  done: 'erledigt',
  open: 'offen',
  steps: {
    organization: {
      title: 'Organisation verbunden',
      done: 'Mindestens eine Organisation ist mit Ihrem System verbunden.',
      toDo: 'Bitten Sie den Betreiber des Dienstes, eine Organisation mit Ihrem System zu verbinden.',
      link: 'Organisationen',
    },
    key: {
      title: 'Schlüssel im Einsatz',
      done: 'Ihr System ruft mit einem gültigen Schlüssel auf.',
      toDo: 'Stellen Sie einen Schlüssel aus, und tragen Sie ihn in Ihrem System ein.',
      link: 'Schlüssel',
    },
    deposit: {
      title: 'Erste Kaution eröffnet',
      done: 'Ihr System hat eine Kaution eröffnet.',
      toDo: 'Senden Sie den ersten Vertrag. Ein Probelauf (/check) zeigt vorher, was noch fehlt.',
      link: 'Aufrufe',
    },
    handled: {
      title: 'Jede Antwort behandelt',
      done: 'Kein Vertrag wartet darauf, dass Ihr System ihn korrigiert oder noch einmal sendet.',
      toDo: 'Diese Verträge warten noch auf eine Korrektur oder einen weiteren Aufruf:',
      link: 'Aufrufe',
    },
    status: {
      title: 'Stand gelesen',
      done: 'Ihr System liest den Stand der Kautionen.',
      toDo: 'Lesen Sie mit einem Schlüssel für den Stand, wie es um einen Vertrag steht.',
      link: 'Schlüssel',
    },
    callback: {
      title: 'Callback gesetzt',
      done: 'Jede Organisation hat einen Callback, der eingeschaltet ist.',
      toDo: 'Setzen Sie für jede Organisation die Adresse, an die wir Dokumente und Ereignisse melden.',
      link: 'Organisationen',
    },
    delivered: {
      title: 'Zustellungen kommen an',
      done: 'Ihr Empfänger hat Meldungen angenommen, und keine ist liegen geblieben.',
      toDo: 'Noch keine Meldung ist angekommen, oder manche wurden nicht zugestellt. Sehen Sie nach, was Ihr Empfänger antwortet.',
      link: 'Zustellungen',
    },
    conformance: {
      title: 'Konformität gezeigt',
      done: 'Für jede Organisation gibt es einen beendeten Lauf, in dem nichts verletzt wurde.',
      toDo: 'Starten Sie für jede Organisation einen Lauf, und beenden Sie ihn, wenn alles gesehen wurde.',
      link: 'Konformität',
    },
  },
  waiting: 'wartet',
  more: 'und weitere',
  yourInterface: 'Ihre Schnittstelle',
  baseUrl: 'Adresse',
  path: 'Pfad',
  environment: 'Umgebung',
  environments: { test: 'Testumgebung: Alle Daten sind erfunden.', production: 'Betrieb' },
  documentation: 'Dokumentation',
  guide: 'Leitfaden für Partner',
  callbacks: 'Callbacks',
  conformance: 'Konformität',
  reference: 'API-Referenz',
  sandboxGuide: 'Sandbox',
  support:
    'Nennen Sie bei Fragen an den Betreiber die x-request-id des Aufrufs. Sie steht im Header jeder Antwort und unter «Aufrufe».',
};

const english: StartWords = {
  title: 'Start',
  lead: 'Your way from the key to production. The list shows what we have already seen of your system.',
  issueKey: 'Issue a key and fill it in',
  issueMeans: 'The new key is shown once, here, with the calls that contain it.',
  checklist: 'Go-live checklist',
  doneOf: (done, all) => `${done} of ${all} done`,
  done: 'done',
  open: 'open',
  steps: {
    organization: {
      title: 'Organization connected',
      done: 'At least one organization is connected to your system.',
      toDo: 'Ask the operator of the service to connect an organization to your system.',
      link: 'Organizations',
    },
    key: {
      title: 'Key in use',
      done: 'Your system calls with a valid key.',
      toDo: 'Issue a key, and enter it in your system.',
      link: 'Keys',
    },
    deposit: {
      title: 'First deposit opened',
      done: 'Your system has opened a deposit.',
      toDo: 'Send the first contract. A dry run (/check) shows beforehand what is still missing.',
      link: 'Calls',
    },
    handled: {
      title: 'Every answer handled',
      done: 'No contract waits for your system to correct it or to send it again.',
      toDo: 'These contracts still wait for a correction or another call:',
      link: 'Calls',
    },
    status: {
      title: 'Status read',
      done: 'Your system reads the status of deposits.',
      toDo: 'Read the status of a contract with a key that reads the status.',
      link: 'Keys',
    },
    callback: {
      title: 'Callback set',
      done: 'Every organization has a callback that is switched on.',
      toDo: 'For each organization, set the address that is told of documents and events.',
      link: 'Organizations',
    },
    delivered: {
      title: 'Deliveries arrive',
      done: 'Your receiver has accepted messages, and none was left undelivered.',
      toDo: 'No message has arrived yet, or some were not delivered. See what your receiver answers.',
      link: 'Deliveries',
    },
    conformance: {
      title: 'Conformance shown',
      done: 'Each organization has a finished run in which nothing failed.',
      toDo: 'Start a run for each organization, and finish it when everything was seen.',
      link: 'Conformance',
    },
  },
  waiting: 'waits',
  more: 'and more',
  yourInterface: 'Your interface',
  baseUrl: 'Address',
  path: 'Path',
  environment: 'Environment',
  environments: { test: 'Test environment: all data is made up.', production: 'Production' },
  documentation: 'Documentation',
  guide: 'Partner guide',
  callbacks: 'Callbacks',
  conformance: 'Conformance',
  reference: 'API reference',
  sandboxGuide: 'Sandbox',
  support:
    'When you ask the operator, quote the x-request-id of the call. It is in a header of every answer and under “Calls”.',
};

export const PARTNER_START_WORDS: Record<PartnerLanguage, StartWords> = { de: german, en: english };
