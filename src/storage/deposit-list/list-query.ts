import type { Day } from '../../domain/values/calendar.ts';
import type { State, Step } from '../../domain/deposit.ts';

/** The deposits that a reader may see. Ids are lower case, as in the database. */
export type ListScope = {
  organizationIds: readonly string[];
  /** Deposits of other organizations that these members are responsible for. */
  members: readonly { organizationId: string; id: string }[];
};

export type ListFilter = {
  search: string | null;
  /** Empty: any. */
  states: readonly State[];
  /** Steps of `opening`, in addition to the chosen states. Empty: any. */
  steps: readonly Step[];
  /** Only deposits that wait for the manager. */
  awaitsManager: boolean;
  /** Only deposits with a problem. */
  hasProblem: boolean;
  managerId: string | null;
  organizationId: string | null;
  /** Created on these Swiss days, both inclusive. */
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
/** `attention`, descending: deposits that wait for the manager first, then the newest. */
export type ListSort = (typeof LIST_SORTS)[number];
export type ListOrder = { sort: ListSort; descending: boolean };
export const DEFAULT_ORDER: ListOrder = { sort: 'attention', descending: true };
