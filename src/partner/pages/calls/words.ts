import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { NextStep, OutcomeCode } from '../../codes.ts';

export type CallWords = {
  title: string;
  lead: (keptFor: string) => string;
  none: string;
  noneMeans: string;
  noneFound: string;
  noneFoundMeans: string;
  lookedBack: string;
  time: string;
  contract: string;
  noContract: string;
  kind: string;
  kinds: Record<'open' | 'dry', string>;
  organization: string;
  answer: string;
  code: string;
  next: string;
  took: string;
  any: string;
  all: string;
  filter: string;
  newest: string;
  earlier: string;
  pages: string;
  path: string;
  requestId: string;
  closed: string;
  said: string;
  saidByDryRun: string;
  codes: Record<OutcomeCode, string>;
  steps: Record<NextStep, string>;
  problems: string;
  field: string;
  name: string;
  problem: string;
  payload: string;
  payloadMeans: string;
  noPayload: string;
  unreadable: string;
  notText: (bytes: number) => string;
  leads: string;
  allOfContract: string;
  playIt: string;
  again: string;
  againMeans: string;
  result: string;
  wouldOpen: string;
  wouldAnswer: (status: number) => string;
  noProblems: string;
  ignored: string;
  ignoredMeans: string;
  nothingIgnored: string;
  nearest: string;
  noNearest: string;
  adjusted: string;
  rule: string;
  from: string;
  to: string;
};

const german: CallWords = {
  title: 'Aufrufe',
  lead: (keptFor) => `Was Ihr System gesendet hat, das Neueste zuerst. Aufbewahrt während ${keptFor}.`,
  none: 'Noch kein Aufruf',
  noneMeans: 'Sobald Ihr System aufruft, steht es hier, mit Nutzlast und Antwort.',
  noneFound: 'Nichts gefunden',
  noneFoundMeans: 'Zu diesen Angaben gibt es keinen Aufruf.',
  lookedBack: 'Durchsucht bis:',
  time: 'Zeit',
  contract: 'Vertrag',
  noContract: 'ohne Vertrag',
  kind: 'Art',
  kinds: { open: 'Aufruf', dry: 'Probelauf' },
  organization: 'Organisation',
  answer: 'Antwort',
  code: 'Code',
  next: 'Was nun',
  took: 'Dauer',
  any: 'alle',
  all: 'alle Organisationen',
  filter: 'Filtern',
  newest: 'Zu den neuesten',
  earlier: 'Frühere',
  pages: 'Seiten',
  path: 'Adresse',
  requestId: 'x-request-id',
  closed: 'keine: Die Verbindung wurde geschlossen',
  said: 'Inhalt der Antwort',
  saidByDryRun: 'Was der wirkliche Aufruf geantwortet hätte',
  codes: {
    opened: 'Die Kaution ist eröffnet.',
    not_authorised: 'Der Schlüssel ist falsch oder widerrufen.',
    organization_missing: 'Der Header x-external-org-id fehlt.',
    organization_unknown: 'Diese Organisation ist nicht mit Ihnen verbunden.',
    organization_incomplete: 'Die Organisation ist noch nicht fertig eingerichtet.',
    body_unreadable: 'Der Inhalt ist kein JSON-Objekt.',
    contract_id_missing: 'Die Vertragsnummer fehlt.',
    ignored_temporarily: 'Der Vertrag wird vorübergehend ignoriert.',
    ignored_permanently: 'Der Vertrag wird ignoriert.',
    contract_exists: 'Den Vertrag gibt es schon.',
    tenant_type_unknown: 'Diese Art von Mietpartei gibt es nicht.',
    too_many_signatories: 'Eine Firma hat höchstens zwei Unterzeichnende.',
    property_manager: 'Die verantwortliche Person kann nicht zugewiesen werden.',
    data_missing: 'Es fehlen Angaben.',
    data_invalid: 'Angaben sind ungültig.',
    unavailable: 'Der Dienst konnte den Aufruf nicht verarbeiten.',
  },
  steps: {
    done: 'erledigt',
    ask_operator: 'beim Betreiber nachfragen',
    correct_and_resend: 'korrigieren und noch einmal senden',
    resend_later: 'später noch einmal senden',
  },
  problems: 'Was zu korrigieren war',
  field: 'Angabe',
  name: 'Feld',
  problem: 'Problem',
  payload: 'Nutzlast',
  payloadMeans: 'Personendaten: Im Protokoll steht, wer sie gelesen hat.',
  noPayload: 'Es ist keine Nutzlast gespeichert: Der Aufruf hatte keine, oder ihre Frist ist abgelaufen.',
  unreadable: 'Die Nutzlast kann nicht gelesen werden: Sie wurde mit einem anderen Schlüssel versiegelt.',
  notText: (bytes) => `Die Nutzlast ist kein Text (${bytes} Bytes).`,
  leads: 'Wohin es führt',
  allOfContract: 'Alle Aufrufe zu diesem Vertrag',
  playIt: 'Diese Kaution in der Sandbox',
  again: 'Noch einmal als Probelauf',
  againMeans: 'Entscheidet heute mit der gespeicherten Nutzlast. Es wird nichts gespeichert und nichts gesendet.',
  result: 'Probelauf von jetzt',
  wouldOpen: 'Heute würde der Aufruf eine Kaution eröffnen.',
  wouldAnswer: (status) => `Heute würde der Aufruf mit HTTP ${status} beantwortet.`,
  noProblems: 'An den Angaben gibt es nichts auszusetzen.',
  ignored: 'Nicht gelesene Felder (ignored)',
  ignoredMeans: 'Sie wurden gesendet, aber nicht verwendet.',
  nothingIgnored: 'Alle gesendeten Felder wurden gelesen.',
  nearest: 'Gemeint ist vielleicht',
  noNearest: '–',
  adjusted: 'Was angepasst würde',
  rule: 'Regel',
  from: 'gesendet',
  to: 'gespeichert',
};

const english: CallWords = {
  title: 'Calls',
  lead: (keptFor) => `What your system has sent, newest first. Kept for ${keptFor}.`,
  none: 'No call yet',
  noneMeans: 'Once your system calls, it is listed here with payload and answer.',
  noneFound: 'Nothing found',
  noneFoundMeans: 'No call matches what you are looking for.',
  lookedBack: 'Searched back to:',
  time: 'Time',
  contract: 'Contract',
  noContract: 'no contract',
  kind: 'Kind',
  kinds: { open: 'call', dry: 'dry run' },
  organization: 'Organization',
  answer: 'Answer',
  code: 'Code',
  next: 'What next',
  took: 'Took',
  any: 'any',
  all: 'all organizations',
  filter: 'Filter',
  newest: 'Newest',
  earlier: 'Earlier',
  pages: 'Pages',
  path: 'Address',
  requestId: 'x-request-id',
  closed: 'none: the connection was closed',
  said: 'Body of the answer',
  saidByDryRun: 'What the real call would have answered',
  codes: {
    opened: 'The deposit is opened.',
    not_authorised: 'The key is wrong or revoked.',
    organization_missing: 'The header x-external-org-id is missing.',
    organization_unknown: 'This organization is not connected to you.',
    organization_incomplete: 'The organization is not completely set up yet.',
    body_unreadable: 'The body is not one JSON object.',
    contract_id_missing: 'The contract id is missing.',
    ignored_temporarily: 'The contract is ignored for now.',
    ignored_permanently: 'The contract is ignored.',
    contract_exists: 'The contract exists already.',
    tenant_type_unknown: 'There is no such type of tenant.',
    too_many_signatories: 'A company has at most two signatories.',
    property_manager: 'The property manager cannot be assigned.',
    data_missing: 'Fields are missing.',
    data_invalid: 'Fields are invalid.',
    unavailable: 'The service could not process the call.',
  },
  steps: {
    done: 'done',
    ask_operator: 'ask the operator',
    correct_and_resend: 'correct and send again',
    resend_later: 'send again later',
  },
  problems: 'What was to correct',
  field: 'What',
  name: 'Field',
  problem: 'Problem',
  payload: 'Payload',
  payloadMeans: 'Personal data: the audit log says who has read it.',
  noPayload: 'No payload is stored: the call had none, or its period is over.',
  unreadable: 'The payload cannot be read: it was sealed with another key.',
  notText: (bytes) => `The payload is not text (${bytes} bytes).`,
  leads: 'Where it leads',
  allOfContract: 'All calls for this contract',
  playIt: 'This deposit in the sandbox',
  again: 'Dry run of this call again',
  againMeans: 'Decides today with the stored payload. Nothing is stored, and nothing is sent.',
  result: 'Dry run of now',
  wouldOpen: 'Today the call would open a deposit.',
  wouldAnswer: (status) => `Today the call would be answered with HTTP ${status}.`,
  noProblems: 'Nothing is wrong with the fields.',
  ignored: 'Fields that are not read (ignored)',
  ignoredMeans: 'They were sent and not used.',
  nothingIgnored: 'All fields that were sent are read.',
  nearest: 'Perhaps meant',
  noNearest: '–',
  adjusted: 'What would be adjusted',
  rule: 'Rule',
  from: 'sent',
  to: 'stored',
};

export const CALL_WORDS: Record<PartnerLanguage, CallWords> = { de: german, en: english };
