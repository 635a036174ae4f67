import type { Services } from '../../../../actions/services.ts';
import { STATES, STEPS, type State, type Step } from '../../../../domain/deposit.ts';
import { clean, LONGEST_CONTRACT_ID } from '../../../../domain/payload/fields.ts';
import type { Database } from '../../../../storage/database/database.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { findByTenantEmail, listDepositsOf } from '../../../../storage/deposit-list/deposit-list.ts';
import { NO_FILTER } from '../../../../storage/deposit-list/list-query.ts';
import {
  listByContract,
  listNewest,
  listProblems,
  listTheseDeposits,
  type AnywherePage,
  type DepositAnywhere,
} from '../../../../storage/deposit-list/everywhere.ts';
import { choose, isUnclear, type Chosen } from '../../choose.ts';
import { sealText } from './sealed-search.ts';

const ON_A_PAGE = 50;

/** What the operator searches for. Values that are not understood are ignored. */
export type DepositSearch = {
  text: string;
  organization: Chosen;
  state: State | Step | null;
  onlyProblems: boolean;
  after: string | null;
};

export type DepositsView = {
  search: DepositSearch;
  /** What links from the page carry; the text is sealed. */
  query: URLSearchParams;
  /** Null: the organization typed is ambiguous or unknown. */
  found: AnywherePage | null;
};

export async function depositsView(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  asked: URLSearchParams,
  text: string,
): Promise<DepositsView> {
  const organization = await choose(database, 'organizations', asked, 'organization');
  const search = readSearch(asked, text, organization);
  const query = new URLSearchParams([...asked].filter(([name]) => name !== 'q' && name !== 's'));
  if (search.text !== '') query.set('s', sealText(vault, search.text));
  return { search, query, found: isUnclear(organization) ? null : await find(database, search) };
}

function readSearch(query: URLSearchParams, text: string, organization: Chosen): DepositSearch {
  const state = query.get('place') ?? '';
  return {
    text: [...clean(text).toWellFormed()].slice(0, LONGEST_CONTRACT_ID).join(''),
    organization,
    state: [...STATES, ...STEPS].find((one) => one === state) ?? null,
    onlyProblems: query.get('show') === 'problems',
    after: query.get('after'),
  };
}

/** Each kind of search has its own index. Names and addresses are indexed per organization. */
async function find(
  database: Database,
  { text, organization: { one: organization }, state, onlyProblems, after }: DepositSearch,
): Promise<AnywherePage> {
  const page = { after, most: ON_A_PAGE };
  if (isId(text)) return whole(await listTheseDeposits(database, [text]));
  if (text.includes('@')) {
    const found = await findByTenantEmail(database, text);
    return whole(
      await listTheseDeposits(
        database,
        found.map(({ depositId }) => depositId),
      ),
    );
  }
  if (organization !== null) {
    const states = STATES.filter((one) => one === state);
    const steps = STEPS.filter((one) => one === state);
    const filter = { ...NO_FILTER, search: text === '' ? null : text, states, steps, hasProblem: onlyProblems };
    const order = { sort: 'created', descending: true } as const;
    const scope = { organizationIds: [organization.id], members: [] };
    const { deposits, next } = await listDepositsOf(database, scope, filter, { ...page, ...order });
    return { deposits: deposits.map((deposit) => ({ ...deposit, organization: organization.name })), next };
  }
  const phases = phasesOf(state);
  if (text !== '') return listByContract(database, { ...page, start: text, phases, onlyProblems });
  return onlyProblems ? listProblems(database, page) : listNewest(database, { ...page, phases });
}

function whole(deposits: DepositAnywhere[]): AnywherePage {
  return { deposits, next: null };
}

const OTHER_STATES = STATES.filter((state) => state !== 'opening');

/** A deposit that is opening is found by its step. */
function phasesOf(state: State | Step | null): readonly (State | Step)[] {
  if (state === null) return [...STEPS, ...OTHER_STATES];
  return state === 'opening' ? STEPS : [state];
}
