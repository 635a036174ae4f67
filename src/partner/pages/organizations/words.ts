import type { CallbackDocument, EventType } from '../../../domain/document.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';

export type CallbackProblem = 'not_a_url' | 'too_long' | 'not_https' | 'private' | 'no_events';

export type ConnectionWords = {
  title: string;
  lead: string;
  none: string;
  noneMeans: string;
  organization: string;
  externalOrgId: string;
  organizationId: string;
  callback: string;
  standing: Record<'none' | 'on' | 'off', string>;
  address: string;
  addressHint: string;
  events: string;
  eventNames: Record<EventType, string>;
  documents: string;
  documentsHint: string;
  documentNames: Record<CallbackDocument, string>;
  inline: string;
  inlineHint: string;
  inlined: string;
  linked: string;
  all: string;
  save: string;
  switchOn: string;
  switchedOff: string;
  noCallback: string;
  noCallbackMeans: string;
  secret: string;
  secretMeans: string;
  rotate: string;
  bothUntil: string;
  bothUntilOperator: string;
  newSecret: string;
  copyNow: string;
  copy: string;
  copied: string;
  test: string;
  testMeans: string;
  sendTest: string;
  answered: (status: number, milliseconds: number) => string;
  noAnswer: (milliseconds: number) => string;
  accepted: string;
  notAccepted: string;
  emptyAnswer: string;
  itsAnswer: string;
  remove: string;
  removeTitle: string;
  removeMeans: string;
  removeIt: string;
  cancel: string;
  done: Record<'saved' | 'rotated' | 'removed', string>;
  toCorrect: string;
  problems: Record<CallbackProblem, string>;
};

const german: ConnectionWords = {
  title: 'Organisationen',
  lead: 'Die Liegenschaftsverwaltungen, für die Ihr System Kautionen eröffnet. Neue verbindet der Betreiber des Dienstes.',
  none: 'Noch keine Organisation',
  noneMeans: 'Bitten Sie den Betreiber des Dienstes, eine Organisation mit Ihrem System zu verbinden.',
  organization: 'Organisation',
  externalOrgId: 'x-external-org-id',
  organizationId: 'x-org-id',
  callback: 'Callback',
  standing: { none: 'keiner', on: 'eingeschaltet', off: 'ausgeschaltet' },
  address: 'Adresse',
  addressHint: 'Dorthin senden wir signierte Meldungen, zum Beispiel https://verwaltung.example/depono.',
  events: 'Ereignisse',
  eventNames: {
    'document.created': 'Ein Dokument wurde erstellt',
    'deposit.state_changed': 'Eine Kaution hat einen anderen Zustand',
  },
  documents: 'Dokumente',
  documentsHint: 'Nur die gewählten werden gemeldet.',
  documentNames: {
    payment_slip: 'Einzahlungsschein',
    pay_in: 'Bestätigung der Einzahlung',
    pay_out: 'Bestätigung der Auszahlung',
    withdrawal: 'Bestätigung der Annullierung',
    certificate: 'Versicherungszertifikat',
  },
  inline: 'PDF mitsenden',
  inlineHint: 'Ja: Die Meldung enthält das Dokument als Base64. Nein: Sie enthält nur einen Link, der abläuft.',
  inlined: 'PDF in der Meldung',
  linked: 'Link zum PDF',
  all: 'alle',
  save: 'Speichern',
  switchOn: 'Speichern und wieder einschalten',
  switchedOff:
    'Ihr Empfänger hat mit 410 Gone geantwortet. Deshalb ist der Callback ausgeschaltet, und wartende Zustellungen sind abgebrochen. Speichern schaltet ihn wieder ein.',
  noCallback: 'Kein Callback',
  noCallbackMeans: 'Es wird nichts zugestellt. Sie können die Ereignisse weiterhin lesen.',
  secret: 'Geheimnis',
  secretMeans:
    'Damit prüft Ihr Empfänger die Signatur jeder Meldung. Wenn Sie ein neues erstellen, sind Meldungen während 24 Stunden mit beiden signiert: Tragen Sie das neue in dieser Zeit ein.',
  rotate: 'Neues Geheimnis erstellen',
  bothUntil: 'Beide Geheimnisse gelten bis:',
  bothUntilOperator: 'Zwei Geheimnisse gelten, bis der Betreiber das ältere zurückzieht.',
  newSecret: 'Das Geheimnis des Callbacks',
  copyNow: 'Kopieren Sie es jetzt. Es wird nur dieses eine Mal gezeigt und kann nicht nachgeschlagen werden.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  test: 'Ausprobieren',
  testMeans:
    'Sendet sofort eine signierte Meldung vom Typ test an die Adresse und zeigt, was Ihr Empfänger antwortet. Sie betrifft keine Kaution.',
  sendTest: 'Testmeldung senden',
  answered: (status, milliseconds) => `Ihr Empfänger hat nach ${milliseconds} ms mit HTTP ${status} geantwortet`,
  noAnswer: (milliseconds) => `Keine Antwort nach ${milliseconds} ms`,
  accepted: 'Damit gilt eine Meldung als zugestellt.',
  notAccepted: 'Damit gilt eine Meldung nicht als zugestellt: Sie würde wiederholt.',
  emptyAnswer: 'Die Antwort hat keinen Inhalt.',
  itsAnswer: 'Antwort',
  remove: 'Callback entfernen',
  removeTitle: 'Callback entfernen',
  removeMeans:
    'Es wird nichts mehr zugestellt, und das Geheimnis wird gelöscht. Was noch wartet, wird nicht mehr zugestellt. Die Ereignisse können Sie weiterhin lesen.',
  removeIt: 'Entfernen',
  cancel: 'Abbrechen',
  done: {
    saved: 'Der Callback ist gespeichert und eingeschaltet.',
    rotated: 'Meldungen sind während 24 Stunden mit beiden Geheimnissen signiert.',
    removed: 'Der Callback ist entfernt.',
  },
  toCorrect: 'Bitte prüfen Sie:',
  problems: {
    not_a_url: 'Das ist keine Adresse, wie zum Beispiel https://verwaltung.example/depono.',
    too_long: 'Die Adresse darf höchstens 2000 Zeichen haben.',
    not_https: 'Die Adresse muss mit https:// beginnen.',
    private: 'Die Adresse darf nicht privat sein, wie 127.0.0.1, 192.168.1.20 oder localhost.',
    no_events: 'Wählen Sie mindestens ein Ereignis.',
  },
};

const english: ConnectionWords = {
  title: 'Organizations',
  lead: 'The property managements for which your system opens deposits. The operator of the service connects new ones.',
  none: 'No organization yet',
  noneMeans: 'Ask the operator of the service to connect an organization to your system.',
  organization: 'Organization',
  externalOrgId: 'x-external-org-id',
  organizationId: 'x-org-id',
  callback: 'Callback',
  standing: { none: 'none', on: 'switched on', off: 'switched off' },
  address: 'Address',
  addressHint: 'Signed messages are sent there, such as https://pms.example/depono.',
  events: 'Events',
  eventNames: {
    'document.created': 'A document was made',
    'deposit.state_changed': 'A deposit has entered another state',
  },
  documents: 'Documents',
  documentsHint: 'Only the selected ones are told of.',
  documentNames: {
    payment_slip: 'payment slip',
    pay_in: 'confirmation of the pay-in',
    pay_out: 'confirmation of the pay-out',
    withdrawal: 'confirmation of the withdrawal',
    certificate: 'certificate of the insurance',
  },
  inline: 'Include the PDF',
  inlineHint: 'Yes: the message contains the document as base64. No: it contains a link that expires.',
  inlined: 'PDF in the message',
  linked: 'link to the PDF',
  all: 'all',
  save: 'Save',
  switchOn: 'Save and switch on again',
  switchedOff:
    'Your receiver answered 410 Gone, so the callback is switched off and waiting deliveries are cancelled. Saving switches it on again.',
  noCallback: 'No callback',
  noCallbackMeans: 'Nothing is delivered. You can still read the events.',
  secret: 'Secret',
  secretMeans:
    'Your receiver checks the signature of every message with it. When you make a new one, messages are signed with both for 24 hours: enter the new one within that time.',
  rotate: 'Make a new secret',
  bothUntil: 'Both secrets are valid until:',
  bothUntilOperator: 'Two secrets are valid until the operator retires the older one.',
  newSecret: 'The secret of the callback',
  copyNow: 'Copy it now. It is shown only once and cannot be looked up later.',
  copy: 'Copy',
  copied: 'Copied',
  test: 'Try it',
  testMeans:
    'Sends a signed message of the type test to the address now, and shows what your receiver answers. It is about no deposit.',
  sendTest: 'Send a test event',
  answered: (status, milliseconds) => `Your receiver answered HTTP ${status} after ${milliseconds} ms`,
  noAnswer: (milliseconds) => `No answer after ${milliseconds} ms`,
  accepted: 'With this answer a message counts as delivered.',
  notAccepted: 'With this answer a message does not count as delivered: it would be repeated.',
  emptyAnswer: 'The answer is empty.',
  itsAnswer: 'Answer',
  remove: 'Remove the callback',
  removeTitle: 'Remove the callback',
  removeMeans:
    'Nothing is delivered any more, and the secret is deleted. What still waits is not delivered. You can still read the events.',
  removeIt: 'Remove',
  cancel: 'Cancel',
  done: {
    saved: 'The callback is saved and switched on.',
    rotated: 'Messages are signed with both secrets for 24 hours.',
    removed: 'The callback is removed.',
  },
  toCorrect: 'Please check:',
  problems: {
    not_a_url: 'This is not an address, such as https://pms.example/depono.',
    too_long: 'The address may have at most 2000 characters.',
    not_https: 'The address must start with https://.',
    private: 'The address must not be private, such as 127.0.0.1, 192.168.1.20 or localhost.',
    no_events: 'Select at least one event.',
  },
};

export const CONNECTION_WORDS: Record<PartnerLanguage, ConnectionWords> = { de: german, en: english };
