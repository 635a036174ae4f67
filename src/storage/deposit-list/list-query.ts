import type { Day } from '../../domain/values/calendar.ts';
import type { State, Step } from '../../domain/deposit.ts';

/** The deposits that a reader may see. Ids are lower case, as in the database. */
export type ListScope = {
  organizationIds: readonly string[];
  /** Deposits of other organizations that these members are responsible for. */
  members: readonly { organizationId: string; id: string }[];
  /** Set by `openList`. */
  parts?: readonly ListPart[];
};

/** The deposits of an organization, or those of them assigned to members of another organization. */
export type ListPart = { organizationId: string; givenTo: string | null };

/**
 * What deposits are counted and listed by beside their state: to sign, to answer, to send again, unpaid after all
 * reminders, waiting for the year of OR 257e, refused by a bank or insurer, different from the commercial register.
 */
export type ListMark = 'sign' | 'answer' | 'send_again' | 'unpaid' | 'year' | 'refused' | 'register';

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
  /** Only deposits with this mark. */
  mark: ListMark | null;
  /** Only tenancies that have started by this day. */
  startedBy: Day | null;
  /** Of one of these members; empty: any. */
  managerIds: readonly string[];
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
  mark: null,
  startedBy: null,
  managerIds: [],
  organizationId: null,
  from: null,
  to: null,
};

/** `frees_on`: few have such a day, so it has no index. It goes with the mark `year`. */
export const LIST_SORTS = ['attention', 'created', 'contract', 'tenant', 'rental_start', 'amount', 'frees_on'] as const;
/** `attention`, descending: deposits that wait for the manager first, then the newest. */
export type ListSort = (typeof LIST_SORTS)[number];
export type ListOrder = { sort: ListSort; descending: boolean };
export const DEFAULT_ORDER: ListOrder = { sort: 'attention', descending: true };
