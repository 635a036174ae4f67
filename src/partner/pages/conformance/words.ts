import type { ProbedRequirement } from '../../../domain/conformance/requirements.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { RequirementResult } from './report-view.ts';

export type ReportWords = {
  title: string;
  lead: string;
  guide: string;
  none: string;
  noCallbackYet: string;
  setCallback: string;
  noOrganization: string;
  noOrganizationMeans: string;
  organization: string;
  start: string;
  startMeans: string;
  startIt: string;
  openRun: string;
  onlyAdmins: string;
  isOpenAlready: string;
  runs: string;
  state: string;
  reportOf: (organization: string) => string;
  isFinished: string;
  isOpen: string;
  openMeans: string;
  withoutCallback: string;
  renews: string;
  stopRenewing: string;
  renewAgain: string;
  result: string;
  results: Record<RequirementResult, string>;
  passedOf: (passed: number, all: number) => string;
  running: string;
  stands: string;
  hasFailed: string;
  run: string;
  startedAt: string;
  finishedAt: string;
  endsAt: string;
  address: string;
  download: string;
  compare: string;
  compareWith: string;
  comparedWith: string;
  nothing: string;
  before: string;
  changed: string;
  same: string;
  groups: Record<'open' | 'status' | 'callback' | 'events', string>;
  evidence: string;
  times: (times: number) => string;
  probes: Record<ProbedRequirement, string>;
  notSent: string;
  noAnswer: string;
  after: (milliseconds: number) => string;
  heldDelivery: string;
  finish: string;
  finishMeans: string;
  finishIt: string;
  readBy: string;
  asOperator: string;
};

const german: ReportWords = {
  title: 'Konformität',
  lead: 'Ein Lauf zeigt, ob Ihr System tut, was der Vertrag verlangt. Er prüft Ihren Empfänger sofort und verfolgt danach Ihre Aufrufe.',
  guide: 'Wie ein Lauf funktioniert',
  none: 'Noch kein Lauf',
  noCallbackYet: 'Ohne Callback, der eingeschaltet ist, wird Ihr Empfänger nicht geprüft.',
  setCallback: 'Callback setzen',
  noOrganization: 'Noch keine Organisation',
  noOrganizationMeans:
    'Ein Lauf gehört zu einer Organisation. Bitten Sie den Betreiber, eine mit Ihrem System zu verbinden.',
  organization: 'Organisation',
  start: 'Lauf starten',
  startMeans:
    'Ihr Empfänger erhält sofort zehn Meldungen, manche davon absichtlich falsch. Die erste Zustellung während des Laufs wird zurückgehalten. Ein Lauf endet nach 24 Stunden von selbst.',
  startIt: 'Lauf starten',
  openRun: 'Zum laufenden Lauf',
  onlyAdmins: 'Einen Lauf startet, wer bei Ihnen die Rolle «admin» hat.',
  isOpenAlready: 'In dieser Organisation ist bereits ein Lauf offen. Beenden Sie ihn zuerst.',
  runs: 'Läufe',
  state: 'Stand',
  reportOf: (organization) => `Konformität: ${organization}`,
  isFinished: 'Der Lauf ist beendet.',
  isOpen: 'Der Lauf ist offen',
  openMeans: 'Was Ihr System in dieser Organisation aufruft, erscheint hier nach wenigen Sekunden.',
  withoutCallback:
    'Die Organisation hat keinen Callback. Deshalb werden keine Meldungen geprüft. Setzen Sie zuerst einen Callback, und starten Sie dann einen neuen Lauf. Aufrufe werden verfolgt.',
  renews: 'Die Seite erneuert sich selbst.',
  stopRenewing: 'Nicht mehr erneuern',
  renewAgain: 'Seite laufend erneuern',
  result: 'Ergebnis',
  results: { passed: 'bestanden', failed: 'nicht bestanden', not_seen: 'nicht gesehen' },
  passedOf: (passed, all) => `${passed} von ${all} bestanden`,
  running: 'offen',
  stands: 'nichts verletzt',
  hasFailed: 'mit Fehlern',
  run: 'Lauf',
  startedAt: 'Gestartet',
  finishedAt: 'Beendet',
  endsAt: 'Endet spätestens',
  address: 'Adresse',
  download: 'Als JSON herunterladen',
  compare: 'Vergleichen',
  compareWith: 'Mit einem früheren Lauf vergleichen',
  comparedWith: 'Verglichen mit',
  nothing: 'nicht vergleichen',
  before: 'Früherer Lauf:',
  changed: 'Das ist anders als damals.',
  same: 'Gleich wie jetzt.',
  groups: { open: 'Eröffnen', status: 'Status lesen', callback: 'Meldungen empfangen', events: 'Nachholen' },
  evidence: 'Belege',
  times: (times) => `${times}-mal`,
  probes: {
    'callback.accepts': 'Richtig signierte Meldung',
    'callback.refuses_forged': 'Meldung mit falscher Signatur',
    'callback.refuses_old': 'Zehn Minuten alte Meldung',
    'callback.refuses_unsigned': 'Meldung ohne Signatur',
    'callback.repeats': 'Dieselbe Meldung zweimal',
    'callback.order': 'Meldungen in umgekehrter Reihenfolge',
    'callback.unknown': 'Meldung mit Unbekanntem',
  },
  notSent: 'noch nicht gesendet',
  noAnswer: 'keine Antwort',
  after: (milliseconds) => `nach ${milliseconds} ms`,
  heldDelivery: 'Zurückgehaltene Zustellung',
  finish: 'Lauf beenden',
  finishMeans:
    'Danach ändert sich der Bericht nicht mehr. Drei Anforderungen werden erst am Ende bestanden: kein wiederholtes Senden, alle Werte als Text, nicht zu häufiges Lesen.',
  finishIt: 'Lauf beenden',
  readBy: 'Sie lesen diesen Bericht als Betreiber.',
  asOperator: 'Zur Konsole',
};

const english: ReportWords = {
  title: 'Conformance',
  lead: 'A run shows whether your system does what the contract asks. It tests your receiver at once, and then follows your calls.',
  guide: 'How a run works',
  none: 'No run yet',
  noCallbackYet: 'Without a callback that is switched on, your receiver is not tested.',
  setCallback: 'Set a callback',
  noOrganization: 'No organization yet',
  noOrganizationMeans: 'A run belongs to an organization. Ask the operator to connect one to your system.',
  organization: 'Organization',
  start: 'Start a run',
  startMeans:
    'Your receiver gets ten messages at once, some of them wrong on purpose. The first delivery during the run is held back. A run ends by itself after 24 hours.',
  startIt: 'Start the run',
  openRun: 'To the open run',
  onlyAdmins: 'Runs are started by your colleagues with the role “admin”.',
  isOpenAlready: 'A run is open in this organization already. Finish it first.',
  runs: 'Runs',
  state: 'State',
  reportOf: (organization) => `Conformance: ${organization}`,
  isFinished: 'The run is finished.',
  isOpen: 'The run is open',
  openMeans: 'What your system calls in this organization appears here within seconds.',
  withoutCallback:
    'The organization has no callback, so no messages are tested. Set a callback first, then start another run. Calls are followed.',
  renews: 'The page renews itself.',
  stopRenewing: 'Stop renewing',
  renewAgain: 'Keep the page up to date',
  result: 'Result',
  results: { passed: 'passed', failed: 'failed', not_seen: 'not seen' },
  passedOf: (passed, all) => `${passed} of ${all} passed`,
  running: 'open',
  stands: 'nothing failed',
  hasFailed: 'with failures',
  run: 'Run',
  startedAt: 'Started',
  finishedAt: 'Finished',
  endsAt: 'Ends at the latest',
  address: 'Address',
  download: 'Download as JSON',
  compare: 'Compare',
  compareWith: 'Compare with an earlier run',
  comparedWith: 'Compared with',
  nothing: 'do not compare',
  before: 'Earlier run:',
  changed: 'That has changed.',
  same: 'The same as now.',
  groups: { open: 'Opening', status: 'Reading the status', callback: 'Receiving messages', events: 'Catching up' },
  evidence: 'Evidence',
  times: (times) => `${times} times`,
  probes: {
    'callback.accepts': 'Message with a right signature',
    'callback.refuses_forged': 'Message with a wrong signature',
    'callback.refuses_old': 'Message ten minutes old',
    'callback.refuses_unsigned': 'Message without a signature',
    'callback.repeats': 'The same message twice',
    'callback.order': 'Messages in reversed order',
    'callback.unknown': 'Message with something unknown',
  },
  notSent: 'not sent yet',
  noAnswer: 'no answer',
  after: (milliseconds) => `after ${milliseconds} ms`,
  heldDelivery: 'Delivery that was held back',
  finish: 'Finish the run',
  finishMeans:
    'The report does not change after that. Three requirements are passed only at the end: no repeated sending, every value a string, no reading too often.',
  finishIt: 'Finish the run',
  readBy: 'You read this report as an operator.',
  asOperator: 'To the console',
};

export const REPORT_WORDS: Record<PartnerLanguage, ReportWords> = { de: german, en: english };
