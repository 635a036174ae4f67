import { parseDay, type Day } from '../../../domain/values/calendar.ts';
import { STATES, STEPS, type State, type Step } from '../../../domain/deposit.ts';
import {
  DEFAULT_ORDER,
  LIST_SORTS,
  NO_FILTER,
  type ListFilter,
  type ListMark,
  type ListOrder,
  type ListSort,
} from '../../../storage/deposit-list/list-query.ts';
import { isId } from '../../../storage/database/ids.ts';

/** What the list shows beside states: what is to be done, and what is wrong. */
export const SHOWN = [
  'todo',
  'sign',
  'answer',
  'send_again',
  'overdue',
  'year',
  'problems',
  'refused',
  'register',
] as const;
export type ListShow = (typeof SHOWN)[number];

/** The filters, order and page of a list, as its URL states them: a URL can be bookmarked and shared. */
export type ListQuery = {
  filter: ListFilter;
  show: ListShow | null;
  order: ListOrder;
  after: string | null;
  before: string | null;
};

/** What the URL leaves open: the day, and the memberships of the person that a member id names. */
type Around = { today: Day; sameAs: (memberId: string) => readonly string[] };

/** Invalid parameters are ignored. */
export function readListQuery(query: URLSearchParams, { today, sameAs }: Around): ListQuery {
  const given = (name: string): string | null => query.get(name)?.trim() || null;
  const id = (name: string): string | null => {
    const value = given(name);
    return value !== null && isId(value) ? value.toLowerCase() : null;
  };
  const steps = someOf<Step>(STEPS, query.getAll('step'));
  const show = oneOf<ListShow>(SHOWN, given('show'));
  const manager = id('manager');
  return {
    filter: {
      ...NO_FILTER,
      search: given('q'),
      // A step implies the state `opening`.
      states: steps.length > 0 ? [] : someOf<State>(STATES, query.getAll('state')),
      steps,
      awaitsManager: show === 'todo',
      hasProblem: show === 'problems',
      mark: show === null ? null : MARKS[show],
      startedBy: show === 'overdue' ? today : null,
      managerIds: manager === null ? [] : sameAs(manager),
      organizationId: id('organization'),
      from: parseDay(given('from') ?? ''),
      to: parseDay(given('to') ?? ''),
    },
    show,
    order: readOrder(oneOf<ListSort>(LIST_SORTS, given('sort')), given('dir') === 'down', show),
    after: given('after'),
    before: given('before'),
  };
}

const MARKS: Record<ListShow, ListMark | null> = {
  todo: null,
  problems: null,
  sign: 'sign',
  answer: 'answer',
  send_again: 'send_again',
  overdue: 'unpaid',
  year: 'year',
  refused: 'refused',
  register: 'register',
};

/** The day on which a deposit is freed sorts only those that have one; they start with the next. */
function readOrder(sort: ListSort | null, descending: boolean, show: ListShow | null): ListOrder {
  if (show === 'year') return { sort: sort ?? 'frees_on', descending };
  return sort === null || sort === 'frees_on' ? DEFAULT_ORDER : { sort, descending };
}

/** The URL with some parameters changed, starting at the first page. Null removes a parameter. */
export function listAddress(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = keptOf(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === '' ? '/manager/deposits' : `/manager/deposits?${text}`;
}

/** What a saved view keeps of a URL. */
export function keptOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name, value]) => value !== '' && !NOT_KEPT.has(name)));
}

/** Parameters of the current page only: its position in the list and the notice it shows. */
const NOT_KEPT: ReadonlySet<string> = new Set(['after', 'before', 'done']);

function oneOf<T extends string>(choices: readonly T[], value: string | null): T | null {
  return choices.find((choice) => choice === value) ?? null;
}

function someOf<T extends string>(choices: readonly T[], values: readonly string[]): T[] {
  return choices.filter((choice) => values.includes(choice));
}
