import type { ConflictCode, MandateState } from '../../../../domain/mandates/mandate.ts';

/** What has just been done, and is confirmed. */
export const MANDATE_DONE = ['asked', 'agreed', 'rejected'] as const;
export type MandateDone = (typeof MANDATE_DONE)[number];

/** What is wrong with the form. */
export type MandateProblem =
  | 'no_target'
  | 'same'
  | 'no_contracts'
  | 'unknown_contracts'
  | 'no_default_manager'
  | 'late';

export type MandateWords = {
  title: string;
  back: string;
  backToOrganization: string;
  lead: string;
  none: string;
  ask: string;
  askTitle: string;
  askMeans: string;
  target: string;
  targetHint: string;
  which: string;
  all: (deposits: number) => string;
  chosen: string;
  contracts: string;
  contractsHint: string;
  send: string;
  cancel: string;
  pleaseCorrect: string;
  problems: Record<MandateProblem, string>;
  unknownContracts: (ids: string) => string;
  done: Record<MandateDone, string>;
  states: Record<MandateState, string>;
  from: string;
  to: string;
  deposits: string;
  moved: string;
  stayed: string;
  asked: string;
  state: string;
  agreedFrom: string;
  agreedTo: string;
  notYet: string;
  rejectedBy: string;
  finished: string;
  wordOf: (by: string, at: string) => string;
  progress: (settled: number, all: number) => string;
  toDecide: string;
  toDecideFrom: string;
  toDecideTo: (deposits: number, conflicts: number) => string;
  waitsForOther: string;
  agree: string;
  reject: string;
  report: string;
  reportFile: string;
  contract: string;
  reason: string;
  codes: Record<ConflictCode, string>;
  card: string;
  cardMeans: string;
  cardLink: string;
};
