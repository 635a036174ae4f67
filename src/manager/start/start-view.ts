import { swissDay } from '../../domain/values/calendar.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { countByMark, listDepositsOf, openList } from '../../storage/deposit-list/deposit-list.ts';
import type { ListedDeposit } from '../../storage/deposit-list/listed.ts';
import { NO_FILTER, type ListMark } from '../../storage/deposit-list/list-query.ts';
import { listRefusedCalls } from '../../storage/open-call/refused-calls.ts';
import { heldNow } from '../../storage/statistics/levels.ts';
import { scopeOf } from '../person.ts';
import { organizationsOf, type Person } from '../person.ts';
import { START_TILES, type StartTile } from './words.ts';

/** What a property manager sees first. */
export type StartView = {
  /** Only the deposits of this person. */
  isMine: boolean;
  /** The person as a member of their first organization. */
  me: string;
  counts: Record<StartTile, number>;
  importErrors: number;
  /** Those that are freed next (OR 257e). */
  deadlines: readonly ListedDeposit[];
  held: number;
};

const MOST_DEADLINES = 5;
export const MOST_IMPORT_ERRORS = 50;
export const MOST_ON_A_TILE = 999;

const MARK_OF: Record<StartTile, ListMark> = {
  sign: 'sign',
  answer: 'answer',
  send_again: 'send_again',
  overdue: 'unpaid',
  year: 'year',
  refused: 'refused',
  register: 'register',
};

export async function startView(sql: Sql, person: Person, { isMine }: { isMine: boolean }): Promise<StartView> {
  const today = swissDay(await serviceNow(sql));
  const scope = await openList(sql, scopeOf(person));
  const managerIds = isMine ? person.memberships.map(({ member }) => member.id) : [];
  const organizationIds = organizationsOf(person).map(({ id }) => id);
  const { deposits: deadlines } = await listDepositsOf(
    sql,
    scope,
    { ...NO_FILTER, mark: 'year', managerIds },
    { sort: 'frees_on', descending: false, after: null, most: MOST_DEADLINES },
  );
  const marks = START_TILES.map((tile) => ({ mark: MARK_OF[tile], startedBy: tile === 'overdue' ? today : null }));
  const counted = await countByMark(sql, scope, {
    marks,
    filter: { ...NO_FILTER, managerIds },
    most: MOST_ON_A_TILE + 1,
  });
  const refused = await listRefusedCalls(sql, {
    organizationIds,
    contractId: '',
    before: null,
    most: MOST_IMPORT_ERRORS + 1,
  });
  return {
    isMine,
    me: person.memberships[0].member.id,
    counts: Object.fromEntries(START_TILES.map((tile, place) => [tile, counted[place] ?? 0])) as StartView['counts'],
    importErrors: refused.length,
    deadlines,
    held: await heldNow(sql, organizationIds),
  };
}
