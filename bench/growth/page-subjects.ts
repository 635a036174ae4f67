import assert from 'node:assert/strict';
import { readOwnCalls } from '../../src/actions/partners/calls.ts';
import { readOwnDeliveries } from '../../src/actions/partners/deliveries.ts';
import { viewsOf } from '../../src/actions/providers/read-applications.ts';
import { orderRules } from '../../src/domain/payee/facts.ts';
import { personFrom } from '../../src/manager/person.ts';
import { startView } from '../../src/manager/start/start-view.ts';
import { accountsView, bankAccountView } from '../../src/operator/console/monitoring/accounts/accounts-view.ts';
import { bankView } from '../../src/operator/console/monitoring/bank/bank-view.ts';
import { failureView, type FailureList } from '../../src/operator/console/monitoring/failures/failure-view.ts';
import { MOST_ON_A_TAB } from '../../src/operator/console/monitoring/parts.ts';
import { statisticsView } from '../../src/operator/console/statistics/statistics-view.ts';
import { queueView } from '../../src/provider/pages/queue/queue-view.ts';
import { createServices } from '../../src/services.ts';
import { claimDeliveries } from '../../src/storage/callbacks/deliveries.ts';
import { listEventsOf } from '../../src/storage/callbacks/events.ts';
import type { Database, Sql } from '../../src/storage/database/database.ts';
import { readFeedPage } from '../../src/storage/deposit-feed/feed.ts';
import { countAwaiting, listAwaiting } from '../../src/storage/deposit-list/awaiting.ts';
import { findNearDuplicates } from '../../src/storage/deposit-list/near-duplicates.ts';
import { findDeposit } from '../../src/storage/deposits/deposits.ts';
import { findLink } from '../../src/storage/deposits/tenant-links.ts';
import { countOpenOrders, listOpenOrders } from '../../src/storage/money/listed-orders.ts';
import { countWaitingApprovals, listApprovalRows } from '../../src/storage/operators/approvals.ts';
import { searchOwnCalls, type OwnCallFilter } from '../../src/storage/partners/call-search.ts';
import { searchDeliveries, type DeliveryFilter } from '../../src/storage/partners/delivery-search.ts';
import { listOwnDeposits } from '../../src/storage/partners/own-deposits.ts';
import { listMemberships } from '../../src/storage/people/memberships.ts';
import { countWaiting, findApplication, listApplications } from '../../src/storage/providers/queue.ts';
import { listConnectedOrganizations } from '../../src/storage/set-up/connections.ts';
import { findOrganization, listOrganizations } from '../../src/storage/set-up/organizations.ts';
import { readAttention } from '../../src/storage/statistics/attention.ts';
import { LARGE, LARGE_CONNECTION, subject, type Phase, type Subject } from './subject.ts';

/** The pages, lists and queues of each who works with deposits. */

const PAGE = 50;
const AWAITING_COUNTED = 100;
const APPLICATIONS_COUNTED = 1_000;
const NO_CALLS: OwnCallFilter = { externalContractId: null, externalOrgId: null, code: null, kind: null };
const NO_DELIVERIES: DeliveryFilter = { state: null, connectionId: null, externalContractId: null };

async function bankOf(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(`select id from providers where kind = 'bank' and is_default`);
  return idOf(rows);
}

async function partnerOf(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('select partner_id as id from connections where id = $1', [
    LARGE_CONNECTION,
  ]);
  return idOf(rows);
}

function idOf([row]: readonly { id: string }[]): string {
  assert.ok(row !== undefined, 'it was filled');
  return row.id;
}

const PROVIDER: readonly Subject[] = [
  subject(
    'provider: queue, first page with its counts',
    async (database) => {
      const bank = await bankOf(database);
      return () => queueView(database, bank, new URLSearchParams());
    },
    'matches',
  ),
  subject(
    'provider: counts of the queue',
    async (database) => {
      const bank = await bankOf(database);
      return () => countWaiting(database, bank, APPLICATIONS_COUNTED);
    },
    'matches',
  ),
  subject('provider API: 100 applications from the middle', async (database, { size }) => {
    const bank = await bankOf(database);
    const { rows } = await database.query<{ id: string }>('select bench.deposit_id($1) as id', [Math.round(size / 2)]);
    const page = { state: 'all' as const, after: idOf(rows), most: 101 };
    return async () => viewsOf({ database }, await listApplications(database, bank, page));
  }),
  subject('provider API: one application', async (database) => {
    const bank = await bankOf(database);
    const [first] = await listApplications(database, bank, { state: 'open', after: null, most: 1 });
    assert.ok(first !== undefined);
    return () => findApplication(database, bank, first.id);
  }),
];

function deliveries(filter: (place: Phase) => Partial<DeliveryFilter>): Subject['act'] {
  return async (database, place) => {
    const partner = await partnerOf(database);
    const page = { filter: { ...NO_DELIVERIES, ...filter(place) }, before: null, most: PAGE + 1 };
    return () => searchDeliveries(database, partner, page);
  };
}

function ownCalls(filter: (place: Phase) => Partial<OwnCallFilter>): Subject['act'] {
  return async (database, place) => {
    const partner = await partnerOf(database);
    const page = { filter: { ...NO_CALLS, ...filter(place) }, before: null, most: PAGE };
    return () => searchOwnCalls(database, partner, page);
  };
}

function feed(after: (last: number) => number): Subject['act'] {
  return async (database) => {
    const question = { organizationId: LARGE, connectionIds: [LARGE_CONNECTION], withArrived: false, most: 100 };
    const { last } = await readFeedPage(database, { ...question, after: 0 });
    return () => readFeedPage(database, { ...question, after: after(last) });
  };
}

const PARTNER: readonly Subject[] = [
  subject(
    'partner: changed deposits, 100 from the middle',
    feed((last) => Math.round(last / 2)),
  ),
  subject(
    'partner: changed deposits, at the end',
    feed((last) => last),
  ),
  subject(
    'partner: events of its connection, 100 from the middle',
    (database, { size }) =>
      () =>
        listEventsOf(database, {
          organizationId: LARGE,
          connectionIds: [LARGE_CONNECTION],
          after: Math.round(size * 0.07),
          most: 101,
        }),
  ),
  subject('partner API: 100 calls from the middle', async (database, place) => {
    const [partner, services] = [await partnerOf(database), createServices(place.config, database)];
    return () => readOwnCalls(services, partner, { after: Math.round(place.size / 2), limit: 100 });
  }),
  subject('partner API: 100 deliveries from the middle', async (database, place) => {
    const [partner, services] = [await partnerOf(database), createServices(place.config, database)];
    return () => readOwnDeliveries(services, partner, { after: Math.round(place.size / 5), limit: 100 });
  }),
  subject(
    'partner page: newest calls',
    ownCalls(() => ({})),
  ),
  subject(
    'partner page: calls about a contract',
    ownCalls(({ some }) => ({ externalContractId: some.contract })),
  ),
  subject(
    'partner page: calls with a code that none has',
    ownCalls(() => ({ code: 'duplicate' })),
    'matches',
  ),
  subject(
    'partner page: newest deliveries',
    deliveries(() => ({})),
  ),
  subject(
    'partner page: deliveries that were given up',
    deliveries(() => ({ state: 'failed' })),
  ),
  subject(
    'partner page: deliveries that wait',
    deliveries(() => ({ state: 'waiting' })),
  ),
  subject(
    'partner page: deliveries of an organization',
    deliveries(() => ({ connectionId: LARGE_CONNECTION })),
  ),
  subject(
    'partner page: deliveries about a contract',
    deliveries(({ some }) => ({ externalContractId: some.contract })),
  ),
  subject('partner page: its deposits, newest first', async (database) => {
    const partner = await partnerOf(database);
    return () => listOwnDeposits(database, partner, { contract: null, before: null, most: PAGE + 1 });
  }),
  subject('partner page: its organizations', async (database) => {
    const partner = await partnerOf(database);
    return () => listConnectedOrganizations(database, partner);
  }),
  subject('claim deliveries, a long queue for one receiver', (database) => async () => {
    const claimed = await claimDeliveries(database, { most: 20, leaseSeconds: 60 });
    assert.ok(claimed.length > 0, 'No delivery is due.');
    await database.query('update deliveries set claimed_until = null where claimed_until is not null');
  }),
];

const TENANT: readonly Subject[] = [
  subject('tenant: the page behind a link', (database, { some: { n, organizationId } }) => async () => {
    const link = await findLink(database, { organizationId, token: `growth-${n}` });
    assert.ok(link !== null);
    await findDeposit(database, link.depositId);
    await findLink(database, { organizationId, token: `growth-${n}` });
    await findOrganization(database, organizationId);
  }),
];

/** A member of the large organization. */
async function managerOf(database: Database) {
  const memberships = await listMemberships(database, 'm1@growth1.example');
  const person = personFrom({} as Parameters<typeof personFrom>[0], memberships);
  assert.ok(person !== null);
  const members = memberships.map(({ member }) => ({ organizationId: member.organizationId, id: member.id }));
  return { person, members };
}

/** Deposits of the large organization that wait for a signature, as on the page where many are signed. */
async function depositsToSign(sql: Sql) {
  const { rows } = await sql.query<{ id: string }>(
    `select deposit_id as id from deposit_list where organization_id = $1 and state = 'opening'
     order by created_at desc, deposit_id desc limit 10`,
    [LARGE],
  );
  const found = [];
  for (const { id } of rows) found.push(await findDeposit(sql, id));
  return found.filter((deposit) => deposit !== null);
}

const MANAGER: readonly Subject[] = [
  subject(
    'manager: start page',
    async (database) => {
      const { person } = await managerOf(database);
      return () => startView(database, person, { isMine: false });
    },
    'matches',
  ),
  subject(
    'manager: start page, own deposits',
    async (database) => {
      const { person } = await managerOf(database);
      return () => startView(database, person, { isMine: true });
    },
    'matches',
  ),
  subject(
    'manager: what waits for me',
    async (database) => {
      const { members } = await managerOf(database);
      return () => listAwaiting(database, { members, most: 10 });
    },
    'matches',
  ),
  subject(
    'manager: how many wait for me',
    async (database) => {
      const { members } = await managerOf(database);
      return () => countAwaiting(database, { members, most: AWAITING_COUNTED });
    },
    'matches',
  ),
  subject('manager: near duplicates of 10 deposits', async (database) => {
    const deposits = await depositsToSign(database);
    return () => findNearDuplicates(database, deposits);
  }),
  subject(
    'manager: a deposit with its notes',
    (database, { some }) =>
      () =>
        findDeposit(database, some.depositId),
  ),
];

function failures(list: FailureList): Subject['act'] {
  return (database, { config }) => {
    const services = createServices(config, database);
    return () => failureView(services, { list, after: '' });
  };
}

const OPERATOR: readonly Subject[] = [
  subject(
    'operator: Today',
    (database) => () => statisticsView(database, new URLSearchParams(), { isToday: true }),
    'matches',
  ),
  subject('operator: counts in the navigation', (database) => () => readAttention(database), 'matches'),
  subject('operator: mails that failed', failures('mails'), 'matches'),
  subject('operator: differences from the register', failures('register'), 'matches'),
  subject('operator: queues', failures('queue'), 'matches'),
  subject(
    'operator: bank entries that need a person',
    (database, { config }) => {
      const rules = orderRules(createServices(config, database));
      return () => bankView(database, new URLSearchParams(), { rules });
    },
    'matches',
  ),
  subject(
    'operator: money, with its counts',
    (database, { config }) => {
      const rules = orderRules(createServices(config, database));
      return async () => {
        await countOpenOrders(database, { rules, most: MOST_ON_A_TAB });
        await listOpenOrders(database, { need: 'hand', before: null, most: PAGE + 1, rules });
      };
    },
    'matches',
  ),
  subject(
    'operator: approvals that wait',
    (database) => async () => {
      await countWaitingApprovals(database);
      await listApprovalRows(database, { state: 'waiting', most: 200 });
    },
    'matches',
  ),
  subject(
    'operator: approvals that were given',
    (database) => () => listApprovalRows(database, { state: 'approved', most: 200 }),
    'matches',
  ),
  subject(
    'operator: accounts and the bank’s statements',
    (database, { config }) => {
      const services = createServices(config, database);
      return () => accountsView(services, new URLSearchParams());
    },
    'matches',
  ),
  subject('operator: one account', async (database, { config, size }) => {
    const services = createServices(config, database);
    const { rows } = await database.query<{ id: string }>(
      `select d.id from deposits d join bank_statements s on s.account_iban = d.iban
       where d.iban >= 'CH' || lpad(($1::bigint / 2)::text, 19, '0') order by d.iban limit 1`,
      [size],
    );
    return () => bankAccountView(services, { owner: idOf(rows), iban: null, month: null }, new Date());
  }),
  subject('operator: organizations', (database) => () => listOrganizations(database)),
];

export const PAGES: readonly Subject[] = [...PROVIDER, ...PARTNER, ...TENANT, ...MANAGER, ...OPERATOR];
