import { parseDay } from '../../../domain/values/calendar.ts';
import { STATES, STEPS, type State, type Step } from '../../../domain/deposit.ts';
import {
  DEFAULT_ORDER,
  LIST_SORTS,
  NO_FILTER,
  type ListFilter,
  type ListOrder,
  type ListSort,
} from '../../../storage/deposit-list/list-query.ts';
import { isId } from '../../../storage/database/ids.ts';

/** The filters, order and page of a list, as its URL states them: a URL can be bookmarked and shared. */
export type ListQuery = {
  filter: ListFilter;
  order: ListOrder;
  after: string | null;
  before: string | null;
};

/** Invalid parameters are ignored. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const given = (name: string): string | null => query.get(name)?.trim() || null;
  const id = (name: string): string | null => {
    const value = given(name);
    return value !== null && isId(value) ? value.toLowerCase() : null;
  };
  const steps = someOf<Step>(STEPS, query.getAll('step'));
  const sort = oneOf<ListSort>(LIST_SORTS, given('sort'));
  return {
    filter: {
      ...NO_FILTER,
      search: given('q'),
      // A step implies the state `opening`.
      states: steps.length > 0 ? [] : someOf<State>(STATES, query.getAll('state')),
      steps,
      awaitsManager: given('show') === 'todo',
      hasProblem: given('show') === 'problems',
      managerId: id('manager'),
      organizationId: id('organization'),
      from: parseDay(given('from') ?? ''),
      to: parseDay(given('to') ?? ''),
    },
    order: sort === null ? DEFAULT_ORDER : { sort, descending: given('dir') === 'down' },
    after: given('after'),
    before: given('before'),
  };
}

/** The URL with some parameters changed, starting at the first page. Null removes a parameter. */
export function listAddress(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams([...query].filter(([name, value]) => value !== '' && !NOT_KEPT.has(name)));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === '' ? '/manager/deposits' : `/manager/deposits?${text}`;
}

/** Parameters of the current page only: its position in the list and the notice it shows. */
const NOT_KEPT: ReadonlySet<string> = new Set(['after', 'before', 'done']);

function oneOf<T extends string>(choices: readonly T[], value: string | null): T | null {
  return choices.find((choice) => choice === value) ?? null;
}

function someOf<T extends string>(choices: readonly T[], values: readonly string[]): T[] {
  return choices.filter((choice) => values.includes(choice));
}
