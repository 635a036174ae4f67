import { openDeposit } from '../../src/actions/open-deposit.ts';
import { objectBody } from '../../src/domain/open-call.ts';
import type { Services } from '../../src/actions/services.ts';
import { createServices } from '../../src/services.ts';
import { cursorOf } from '../../src/storage/deposit-list/sorting.ts';
import { listByContract, listNewest, listProblems } from '../../src/storage/deposit-list/everywhere.ts';
import { countByState, listDepositsOf } from '../../src/storage/deposit-list/deposit-list.ts';
import { DEFAULT_ORDER, NO_FILTER, type ListOrder } from '../../src/storage/deposit-list/list-query.ts';
import { listDeliveries } from '../../src/storage/callbacks/deliveries.ts';
import { listDepositsOfContract } from '../../src/storage/deposits/deposits.ts';
import { listEvents } from '../../src/storage/callbacks/events.ts';
import { claimEffects } from '../../src/storage/effects/effects.ts';
import { listCalls, type CallFilter } from '../../src/storage/request-log/list.ts';
import { STATES, STEPS } from '../../src/domain/deposit.ts';
import { PAYLOAD } from '../payload.ts';
import { RARE, SELDOM } from './names.ts';
import { PAGES } from './page-subjects.ts';
import { LARGE, SMALL, subject, type Phase, type Subject } from './subject.ts';

const PAGE = 50;
const ANY_CALL: CallFilter = {
  kind: 'all',
  from: null,
  to: null,
  path: null,
  partnerId: null,
  organizationId: null,
  outcome: null,
  externalContractId: null,
  reason: null,
};
const byContract: ListOrder = { sort: 'contract', descending: false };
const byTime: ListOrder = { sort: 'created', descending: true };

function list(
  organizationId: string,
  {
    search = null,
    order = DEFAULT_ORDER,
    key,
  }: { search?: string | null; order?: ListOrder; key?: (place: Phase) => string },
): Subject['act'] {
  return (database, place) => {
    const id = '00000000-0000-0000-0000-000000000000';
    const after = key === undefined ? null : cursorOf(order, { awaitsManager: false, key: key(place), id });
    return () =>
      listDepositsOf(
        database,
        { organizationIds: [organizationId], members: [] },
        { ...NO_FILTER, search },
        { ...order, after, most: PAGE },
      );
  };
}

async function readStatus(services: Services, { keys: { statusKey: apiKey }, some }: Phase): Promise<void> {
  const { organizationId, contract: externalContractId } = some;
  const { status } = await services.readStatus({ organizationId, externalContractId, apiKey });
  if (status === null) throw new Error('A filled contract is missing.');
}

/** The middle of what was filled. */
const middleContract = ({ size }: Phase): string => `gr-${String(Math.round(size / 2)).padStart(13, '0')}`;
const contractOf = ({ some }: Phase): string => some.contract;

export const SUBJECTS: readonly Subject[] = [
  subject('contract status', (database, place) => () => readStatus(createServices(place.config, database), place)),
  subject('contract status, cached', (database, place) => {
    const services = createServices(place.config, database);
    return () => readStatus(services, place);
  }),
  subject('list, large organization: first page', list(LARGE, {})),
  subject('list, large organization: a page in the middle', list(LARGE, { order: byContract, key: middleContract })),
  subject('list, small organization: first page', list(SMALL, {})),
  subject('list, small organization: a page in the middle', list(SMALL, { order: byContract, key: middleContract })),
  subject('search: one contract', (database, place) =>
    list(place.some.organizationId, { search: contractOf(place) })(database, place),
  ),
  subject('search: a rare name, 20 matches', list(LARGE, { search: RARE })),
  subject('search: a common name, 1 match in 10', list(LARGE, { search: 'lea' }), 'matches'),
  subject('search: a common name, sorted by contract', list(LARGE, { search: 'lea', order: byContract }), 'matches'),
  subject('search: a word in every deposit', list(LARGE, { search: 'zürich', order: byTime }), 'matches'),
  subject('search: a word in no deposit', list(LARGE, { search: 'qqqq' })),
  subject('search: a name, 1 match in 500', list(LARGE, { search: SELDOM }), 'matches'),
  subject(
    'counts per state, up to 10,000 each',
    (database) => () => countByState(database, { organizationIds: [LARGE], members: [] }),
    'matches',
  ),
  subject('claim 20 jobs', (database) => async () => {
    const tasks = await claimEffects(database, { most: 20, withContent: true });
    if (tasks.length === 0) throw new Error('No job is due.');
  }),
  subject(
    'history of a contract',
    (database, { some: { organizationId, contract: externalContractId } }) =>
      () =>
        listDepositsOfContract(database, { organizationId, externalContractId }),
  ),
  subject(
    'events of an organization, 100 from the middle',
    (database, { size }) =>
      () =>
        listEvents(database, { organizationId: LARGE, after: Math.round(size * 0.07), most: 101 }),
  ),
  subject(
    'calls about a contract',
    (database, { some: { organizationId, contract } }) =>
      () =>
        listCalls(database, {
          filter: { ...ANY_CALL, organizationId, externalContractId: contract },
          before: null,
          most: PAGE,
        }),
  ),
  subject(
    'calls of a large organization, newest first',
    (database) => () =>
      listCalls(database, { filter: { ...ANY_CALL, organizationId: LARGE }, before: null, most: PAGE }),
  ),
  subject(
    'deliveries of a deposit',
    (database, { some: { depositId } }) =>
      () =>
        listDeliveries(database, { depositId, state: null, most: 100 }),
  ),
  subject(
    'operator: newest deposits of all',
    (database) => () => listNewest(database, { phases: [...STATES, ...STEPS], after: null, most: PAGE }),
  ),
  subject(
    'operator: contracts by prefix',
    (database, { some: { contract } }) =>
      () =>
        listByContract(database, {
          start: contract.slice(0, 15),
          phases: [...STATES, ...STEPS],
          onlyProblems: false,
          after: null,
          most: PAGE,
        }),
  ),
  subject('operator: deposits with a problem', (database) => () => listProblems(database, { after: null, most: PAGE })),
  ...PAGES,
  // Last: rolled-back rows stay in the tables until vacuum.
  subject('open a deposit', (database, place) => opening(createServices(place.config, database), place)),
  subject(
    'open a deposit, empty cache',
    (database, place) => () => opening(createServices(place.config, database), place)(),
  ),
];

let opened = 0;

function opening(services: Services, { keys: { apiKey } }: Phase): () => Promise<void> {
  return async () => {
    const fields = { ...PAYLOAD, externalContractId: `N-${opened++}` };
    const payload = Buffer.from(JSON.stringify(fields));
    const body = objectBody(fields);
    const outcome = await openDeposit(services, {
      integration: 'custom',
      apiKey,
      externalOrgId: 'growth-1',
      body,
      payload,
    });
    if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
  };
}
