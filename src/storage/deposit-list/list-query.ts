import type { Day } from '../../domain/calendar.ts';
import type { State, Step } from '../../domain/deposit.ts';

/** Whose deposits a reader may see. Ids as the database has them. */
export type ListScope = {
  organizationIds: readonly string[];
  /** Deposits of other organizations that these members are responsible for. */
  members: readonly { organizationId: string; id: string }[];
};

export type ListFilter = {
  search: string | null;
  /** Empty: any. */
  states: readonly State[];
  /** Steps of `opening`, beside the other states that are chosen. Empty: any. */
  steps: readonly Step[];
  /** Only what awaits the manager. */
  awaitsManager: boolean;
  /** Only what has a problem. */
  hasProblem: boolean;
  managerId: string | null;
  organizationId: string | null;
  /** Created on these days in Switzerland, both included. */
  from: Day | null;
  to: Day | null;
};

export const NO_FILTER: ListFilter = {
  search: null,
  states: [],
  steps: [],
  awaitsManager: false,
  hasProblem: false,
  managerId: null,
  organizationId: null,
  from: null,
  to: null,
};

export const LIST_SORTS = ['attention', 'created', 'contract', 'tenant', 'rental_start', 'amount'] as const;
/** `attention`, descending: what awaits the manager first, then the newest. */
export type ListSort = (typeof LIST_SORTS)[number];
export type ListOrder = { sort: ListSort; descending: boolean };
export const DEFAULT_ORDER: ListOrder = { sort: 'attention', descending: true };
