import type { CallbackDocument } from '../../../domain/document.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { DeliveryState } from '../../../storage/callbacks/delivery-queue.ts';
import type { Replay } from '../../../storage/callbacks/delivery-queue.ts';

export type DeliveryWords = {
  title: string;
  lead: string;
  none: string;
  noneMeans: string;
  noneFound: string;
  noneFoundMeans: string;
  contract: string;
  what: string;
  organization: string;
  created: string;
  state: string;
  states: Record<DeliveryState, string>;
  any: string;
  all: string;
  filter: string;
  documents: Record<CallbackDocument, string>;
  otherDocument: string;
  attempts: string;
  attemptsMade: (count: number) => string;
  noAttempt: string;
  at: string;
  answer: string;
  took: string;
  noAnswer: string;
  next: string;
  finished: string;
  id: string;
  sequence: string;
  depositId: string;
  again: string;
  againMeans: string;
  done: string;
  refused: Record<Exclude<Replay, 'queued' | 'unknown'>, string>;
  newest: string;
  earlier: string;
  pages: string;
};

const german: DeliveryWords = {
  title: 'Zustellungen',
  lead: 'Was wir Ihrem Empfänger gemeldet haben, das Neueste zuerst, mit jedem Versuch und seiner Antwort.',
  none: 'Noch keine Zustellung',
  noneMeans:
    'Sobald eine Organisation einen Callback hat und etwas geschieht, steht es hier. Mit einer Testmeldung sehen Sie auf der Seite der Organisation sofort, was Ihr Empfänger antwortet.',
  noneFound: 'Nichts gefunden',
  noneFoundMeans: 'Zu diesen Angaben gibt es keine Zustellung.',
  contract: 'Vertrag',
  what: 'Ereignis',
  organization: 'Organisation',
  created: 'Entstanden',
  state: 'Zustand',
  states: { waiting: 'wartet', delivered: 'zugestellt', failed: 'nicht zugestellt' },
  any: 'alle',
  all: 'alle Organisationen',
  filter: 'Filtern',
  documents: {
    payment_slip: 'Einzahlungsschein',
    pay_in: 'Bestätigung der Einzahlung',
    pay_out: 'Bestätigung der Auszahlung',
    withdrawal: 'Bestätigung der Annullierung',
    certificate: 'Versicherungszertifikat',
  },
  otherDocument: 'Dokument',
  attempts: 'Versuche',
  attemptsMade: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  noAttempt: 'Es wurde noch kein Versuch gemacht.',
  at: 'Zeit',
  answer: 'Antwort',
  took: 'Dauer',
  noAnswer: 'keine Antwort',
  next: 'Nächster Versuch',
  finished: 'Abgeschlossen',
  id: 'webhook-id',
  sequence: 'sequence',
  depositId: 'depositId',
  again: 'Noch einmal senden',
  againMeans: 'Dieselbe webhook-id, eine neue Signatur und ein neuer Link. Der Zeitplan beginnt von vorn.',
  done: 'Die Meldung wird noch einmal gesendet.',
  refused: {
    too_old: 'Diese Zustellung ist älter als 90 Tage. Lesen Sie stattdessen die Ereignisse.',
    under_way: 'Ein Versuch läuft gerade. Warten Sie, bis er beendet ist.',
    switched_off: 'Die Organisation hat keinen Callback, der eingeschaltet ist. Setzen Sie ihn zuerst.',
  },
  newest: 'Zu den neuesten',
  earlier: 'Frühere',
  pages: 'Seiten',
};

const english: DeliveryWords = {
  title: 'Deliveries',
  lead: 'What your receiver was told, newest first, with each attempt and its answer.',
  none: 'No delivery yet',
  noneMeans:
    'Once an organization has a callback and something happens, it is listed here. To see at once what your receiver answers, send a test event on the page of the organization.',
  noneFound: 'Nothing found',
  noneFoundMeans: 'No delivery matches what you are looking for.',
  contract: 'Contract',
  what: 'Event',
  organization: 'Organization',
  created: 'Happened',
  state: 'State',
  states: { waiting: 'waiting', delivered: 'delivered', failed: 'not delivered' },
  any: 'any',
  all: 'all organizations',
  filter: 'Filter',
  documents: {
    payment_slip: 'payment slip',
    pay_in: 'confirmation of the pay-in',
    pay_out: 'confirmation of the pay-out',
    withdrawal: 'confirmation of the withdrawal',
    certificate: 'certificate of the insurance',
  },
  otherDocument: 'document',
  attempts: 'Attempts',
  attemptsMade: (count) => (count === 1 ? '1 attempt' : `${count} attempts`),
  noAttempt: 'No attempt was made yet.',
  at: 'Time',
  answer: 'Answer',
  took: 'Took',
  noAnswer: 'no answer',
  next: 'Next attempt',
  finished: 'Finished',
  id: 'webhook-id',
  sequence: 'sequence',
  depositId: 'depositId',
  again: 'Send it again',
  againMeans: 'The same webhook-id, a new signature and a new link. The schedule starts from the beginning.',
  done: 'The message is sent again.',
  refused: {
    too_old: 'This delivery is older than 90 days. Read the events instead.',
    under_way: 'An attempt is under way. Wait until it has ended.',
    switched_off: 'The organization has no callback that is switched on. Set it first.',
  },
  newest: 'Newest',
  earlier: 'Earlier',
  pages: 'Pages',
};

export const DELIVERY_WORDS: Record<PartnerLanguage, DeliveryWords> = { de: german, en: english };
