import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';

export type SandboxWords = {
  title: string;
  lead: string;
  guide: string;
  clock: string;
  mailbox: string;
  deposits: string;
  contract: string;
  find: string;
  none: string;
  noneMeans: string;
  noneFound: string;
  noneFoundMeans: string;
  organization: string;
  state: string;
  opened: string;
  newest: string;
  earlier: string;
  pages: string;
  pay: string;
  payMeans: string;
  payIt: string;
  paid: string;
  toDeposit: string;
  reference: string;
  amount: string;
  notYours: string;
  notPlayed: string;
  toCorrect: string;
  played: (what: string) => string;
  play: string;
  onlyAdmins: string;
  nothingPossible: string;
  next: string;
  property: string;
  please: string;
  api: string;
  tenants: string;
  account: string;
  policy: string;
  paidIn: string;
  depositAmount: string;
  depositId: string;
  paidOut: string;
  leads: string;
  calls: string;
  deliveries: string;
  mailsTo: string;
  mailsMean: string;
  noMails: string;
  noMailsMeans: string;
  to: string;
  copy: string;
  subject: string;
  kind: string;
  time: string;
  waiting: string;
  failed: string;
  attached: string;
  links: string;
  code: string;
  asItLooks: string;
  asText: string;
  filter: string;
};

const german: SandboxWords = {
  title: 'Sandbox',
  lead: 'Spielen Sie alle, die an Ihren Kautionen beteiligt sind: Verwaltung, Mieterschaft, Bank und Versicherung. Alle Daten sind erfunden.',
  guide: 'Leitfaden zur Sandbox, auch mit Vertragsnummern, bei denen von selbst etwas geschieht',
  clock: 'Die Uhr gilt für alle in dieser Umgebung. Nur der Betreiber stellt sie.',
  mailbox: 'Postfach',
  deposits: 'Ihre Kautionen',
  contract: 'Vertrag',
  find: 'Suchen',
  none: 'Noch keine Kaution',
  noneMeans: 'Sobald Ihr System eine Kaution eröffnet, steht sie hier.',
  noneFound: 'Nichts gefunden',
  noneFoundMeans: 'Zu dieser Vertragsnummer gibt es keine Kaution von Ihnen.',
  organization: 'Organisation',
  state: 'Zustand',
  opened: 'Eröffnet',
  newest: 'Zu den neuesten',
  earlier: 'Frühere',
  pages: 'Seiten',
  pay: 'Geld mit einer Referenz',
  payMeans: 'Die Bank bucht eine Zahlung mit der Referenz des Einzahlungsscheins.',
  payIt: 'Zahlung buchen',
  paid: 'Die Zahlung ist gebucht.',
  toDeposit: 'Zur Kaution',
  reference: 'Referenz',
  amount: 'Betrag in CHF',
  notYours: 'Keine Ihrer Kautionen hat diese Referenz.',
  notPlayed: 'Das ging nicht',
  toCorrect: 'Bitte prüfen Sie:',
  played: (what) => `Gespielt: ${what}. Was daraus folgt, ist erledigt.`,
  play: 'Spielen',
  onlyAdmins: 'Spielen kann, wer bei Ihnen die Rolle «admin» hat. Sie sehen, was jetzt möglich ist.',
  nothingPossible: 'Jetzt ist nichts möglich.',
  next: 'So geht es weiter',
  property: 'Mietobjekt',
  please: 'Bitte wählen',
  api: 'Als Aufruf',
  tenants: 'Mieterschaft',
  account: 'Konto (IBAN)',
  policy: 'Police',
  paidIn: 'Einbezahlt',
  depositAmount: 'Kaution',
  depositId: 'depositId',
  paidOut: 'Ausbezahlt',
  leads: 'Was daraus wurde',
  calls: 'Aufrufe zu diesem Vertrag',
  deliveries: 'Zustellungen zu diesem Vertrag',
  mailsTo: 'E-Mails an',
  mailsMean:
    'Was die Beteiligten Ihrer Kautionen erhalten haben, das Neueste zuerst. Anmeldelinks sind nicht dabei. Die Links in den E-Mails funktionieren.',
  noMails: 'Keine E-Mails',
  noMailsMeans: 'Sobald an Ihren Kautionen etwas geschieht, stehen die E-Mails hier.',
  to: 'An',
  copy: 'Kopie',
  subject: 'Betreff',
  kind: 'Art',
  time: 'Zeit',
  waiting: 'wartet',
  failed: 'nicht zugestellt',
  attached: 'Anhang',
  links: 'Links',
  code: 'Code',
  asItLooks: 'Die E-Mail, wie sie aussieht',
  asText: 'Als Text',
  filter: 'Filtern',
};

const english: SandboxWords = {
  title: 'Sandbox',
  lead: 'Play everybody who takes part in your deposits: property manager, tenants, bank and insurer. All data is made up.',
  guide: 'Guide to the sandbox, also with contract ids that make something happen by themselves',
  clock: 'The clock is everybody’s in this environment. Only the operator moves it.',
  mailbox: 'Mailbox',
  deposits: 'Your deposits',
  contract: 'Contract',
  find: 'Find',
  none: 'No deposit yet',
  noneMeans: 'Once your system opens a deposit, it is listed here.',
  noneFound: 'Nothing found',
  noneFoundMeans: 'No deposit of yours has this contract id.',
  organization: 'Organization',
  state: 'State',
  opened: 'Opened',
  newest: 'Newest',
  earlier: 'Earlier',
  pages: 'Pages',
  pay: 'Money with a reference',
  payMeans: 'The bank books a payment with the reference of the payment slip.',
  payIt: 'Book the payment',
  paid: 'The payment is booked.',
  toDeposit: 'To the deposit',
  reference: 'Reference',
  amount: 'Amount in CHF',
  notYours: 'No deposit of yours has this reference.',
  notPlayed: 'That was not possible',
  toCorrect: 'Please check:',
  played: (what) => `Played: ${what}. What follows from it is done.`,
  play: 'Play',
  onlyAdmins: 'Your colleagues with the role “admin” can play. You see what is possible now.',
  nothingPossible: 'Nothing is possible now.',
  next: 'What comes next',
  property: 'Property',
  please: 'Please choose',
  api: 'As a call',
  tenants: 'Tenants',
  account: 'Account (IBAN)',
  policy: 'Policy',
  paidIn: 'Paid in',
  depositAmount: 'Deposit',
  depositId: 'depositId',
  paidOut: 'Paid out',
  leads: 'What came of it',
  calls: 'Calls for this contract',
  deliveries: 'Deliveries for this contract',
  mailsTo: 'Mails to',
  mailsMean:
    'What the people of your deposits have got, newest first. Sign-in links are not among them. The links in the mails work.',
  noMails: 'No mails',
  noMailsMeans: 'Once something happens to your deposits, the mails are here.',
  to: 'To',
  copy: 'Copy',
  subject: 'Subject',
  kind: 'Kind',
  time: 'Time',
  waiting: 'waiting',
  failed: 'not delivered',
  attached: 'Attached',
  links: 'Links',
  code: 'Code',
  asItLooks: 'The mail as it looks',
  asText: 'As text',
  filter: 'Filter',
};

export const SANDBOX_WORDS: Record<PartnerLanguage, SandboxWords> = { de: german, en: english };
