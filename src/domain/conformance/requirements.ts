/** What a conformant adapter does, in the order of a report. */
export const REQUIREMENT_IDS = [
  'open.natural',
  'open.joint',
  'open.legal',
  'open.corrected',
  'open.no_loop',
  'open.strings',
  'status.read',
  'status.pace',
  'callback.accepts',
  'callback.refuses_forged',
  'callback.refuses_old',
  'callback.refuses_unsigned',
  'callback.repeats',
  'callback.order',
  'callback.unknown',
  'callback.quick',
  'events.catch_up',
] as const;
export type RequirementId = (typeof REQUIREMENT_IDS)[number];

/** Requirements that have messages of their own. `callback.quick` is decided by all of them. */
export type ProbedRequirement = Exclude<Extract<RequirementId, `callback.${string}`>, 'callback.quick'>;

/** Where a requirement comes from: a section of the partner interface, or a chapter of the guide to callbacks. */
type Source = { contract: string } | { callbacks: string };

type Requirement = {
  title: { en: string; de: string };
  source: Source;
  /** The sentence that asks for it, word for word. */
  sentence: string;
};

/** THE TABLE. docs/conformance.md lists the same rows; a test compares them. */
export const REQUIREMENTS: Readonly<Record<RequirementId, Requirement>> = {
  'open.natural': {
    title: {
      en: 'Opens a deposit for one natural person',
      de: 'Eröffnet eine Kaution für eine natürliche Person',
    },
    source: { contract: '2.6' },
    sentence: 'The first tenant is the main tenant; the deposit account is opened for the main tenant.',
  },
  'open.joint': {
    title: { en: 'Opens a deposit for two tenants', de: 'Eröffnet eine Kaution für zwei Mietende' },
    source: { contract: '2.6' },
    sentence:
      'Up to four tenants. The first uses the prefix `tenant`; further ones use `tenant2`, `tenant3`, `tenant4` in place of `tenant` on every field (for example `tenant2Email`, `tenant2Type`, `tenant2AddressStreet`).',
  },
  'open.legal': {
    title: { en: 'Opens a deposit for a company', de: 'Eröffnet eine Kaution für eine Firma' },
    source: { contract: '2.6' },
    sentence: 'Legal entity: `tenantFirstName`, `tenantLastName`, `tenantEmail` describe a signatory, not the company.',
  },
  'open.corrected': {
    title: {
      en: 'Resends an errored contract with other data, and opens it',
      de: 'Sendet einen fehlerhaften Vertrag mit anderen Daten erneut und eröffnet ihn',
    },
    source: { contract: '7.1' },
    sentence: 'The payload may be corrected and resent with the same externalContractId.',
  },
  'open.no_loop': {
    title: {
      en: 'Does not send the identical payload again and again',
      de: 'Sendet dieselben Daten nicht immer wieder',
    },
    source: { contract: '7.1' },
    sentence: 'Resending the same payload never opens a second deposit.',
  },
  'open.strings': {
    title: { en: 'Sends every value as a string', de: 'Sendet jeden Wert als Text' },
    source: { contract: '2.1' },
    sentence:
      'Every value is a JSON string, including amounts, dates and flags. A JSON number or boolean is rejected as invalid (send `"3560"`, `"true"`).',
  },
  'status.read': {
    title: {
      en: 'Reads the status of a deposit it opened, by contract id',
      de: 'Liest den Status einer selbst eröffneten Kaution über die Vertragsnummer',
    },
    source: { contract: '1' },
    sentence: "A second endpoint returns the state of a deposit, looked up by the partner's own contract id.",
  },
  'status.pace': {
    title: {
      en: 'Reads no contract more than once a minute while it has a callback',
      de: 'Liest mit eingerichtetem Callback keinen Vertrag öfter als einmal pro Minute',
    },
    source: { contract: '6' },
    sentence: 'To learn about payments, the callback is the preferred route over polling contract status.',
  },
  'callback.accepts': {
    title: { en: 'Accepts a message with a right signature', de: 'Nimmt eine richtig signierte Meldung an' },
    source: { callbacks: 'What to answer' },
    sentence: 'Answer 2xx to every message with a right signature, within five seconds.',
  },
  'callback.refuses_forged': {
    title: { en: 'Refuses a wrong signature', de: 'Weist eine falsche Signatur ab' },
    source: { callbacks: 'Verify it' },
    sentence: 'Answer 4xx to a message with a wrong signature, to one without a signature, and to one that is too old.',
  },
  'callback.refuses_old': {
    title: { en: 'Refuses a message ten minutes old', de: 'Weist eine zehn Minuten alte Meldung ab' },
    source: { callbacks: 'Verify it' },
    sentence: 'Refuse messages older than five minutes.',
  },
  'callback.refuses_unsigned': {
    title: { en: 'Refuses a message without a signature', de: 'Weist eine Meldung ohne Signatur ab' },
    source: { callbacks: 'Verify it' },
    sentence: 'Answer 4xx to a message with a wrong signature, to one without a signature, and to one that is too old.',
  },
  'callback.repeats': {
    title: { en: 'Accepts the same event twice', de: 'Nimmt dasselbe Ereignis zweimal an' },
    source: { callbacks: 'What to answer' },
    sentence: 'Process it once, and answer 2xx each time.',
  },
  'callback.order': {
    title: { en: 'Accepts events in reversed order', de: 'Nimmt Ereignisse in umgekehrter Reihenfolge an' },
    source: { callbacks: 'The message' },
    sentence: 'Messages may arrive out of order: the one with the higher number is newer',
  },
  'callback.unknown': {
    title: {
      en: 'Accepts unknown members and an unknown event type',
      de: 'Nimmt unbekannte Felder und eine unbekannte Ereignisart an',
    },
    source: { callbacks: 'The message' },
    sentence: 'more types may be added: answer 2xx to types you do not know',
  },
  'callback.quick': {
    title: { en: 'Answers within five seconds', de: 'Antwortet innert fünf Sekunden' },
    source: { callbacks: 'What to answer' },
    sentence: 'Answer as soon as the message is stored, and process it afterwards.',
  },
  'events.catch_up': {
    title: {
      en: 'Reads the events list after a delivery was held back',
      de: 'Liest die Liste der Ereignisse, nachdem eine Meldung zurückgehalten wurde',
    },
    source: { callbacks: 'When your receiver is down' },
    sentence: 'Read those after the last number you know, with the key and the organization id of contract status.',
  },
};

/** Where a requirement comes from, in a few words. */
export function sectionOf(id: RequirementId): string {
  const { source } = REQUIREMENTS[id];
  return 'contract' in source ? `Contract ${source.contract}` : `Callbacks: ${source.callbacks}`;
}
