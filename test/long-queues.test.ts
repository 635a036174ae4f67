import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { touchedBy } from '../bench/growth/pages.ts';
import { pageOfAccounts, reconcileAccounts, type ReconciledAccount } from '../src/actions/bank/reconcile.ts';
import { hasDifference } from '../src/domain/bank/reconciliation.ts';
import { reconcileOnce } from '../src/jobs/reconcile.ts';
import { countDeliveries } from '../src/storage/callbacks/delivery-queue.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { findNearDuplicates } from '../src/storage/deposit-list/near-duplicates.ts';
import { findDeposit } from '../src/storage/deposits/deposits.ts';
import { countFailedEffects, readQueue } from '../src/storage/effects/failed-effects.ts';
import { countKept } from '../src/storage/money/bank-entries.ts';
import { searchDeliveries, type DeliveryFilter } from '../src/storage/partners/delivery-search.ts';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// What a person or partner waits for does not read a whole queue, however long it is.

let service: Service;
let database: Database;
let sql: Client;
let ours: Stage;
let partnerId: string;

before(async () => {
  // No worker: what is queued here stays.
  service = await startService({ env: { ROLE: 'web' } });
  database = await openDatabase(service.databaseUrl, () => undefined);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  ours = await stage(service);
  const { rows } = await sql.query('select partner_id from connections where organization_id = $1', [
    ours.organizationId,
  ]);
  partnerId = rows[0].partner_id;
});
after(async () => {
  await sql.end();
  await database.end();
  await service.stop();
});

describe('a partner’s deliveries', () => {
  const RECEIVERS = 8;
  const NO_FILTER: DeliveryFilter = { state: null, connectionId: null, externalContractId: null };
  let connections: string[];

  before(async () => {
    await sql.query(
      `insert into organizations (id, name, language, email_domain, address, pre_signed, send_delay_minutes,
         owner_always_care_of, tenant_chooses_product, product, offers_investment, small_deposit_limit_rappen,
         contract_status_enabled, created_at)
       select gen_random_uuid(), 'Receiver ' || n, 'de', 'receiver' || n || '.example', address, pre_signed,
         send_delay_minutes, owner_always_care_of, tenant_chooses_product, product, offers_investment,
         small_deposit_limit_rappen, true, created_at
       from generate_series(1, ${RECEIVERS}) n cross join (select * from organizations where id = $1) t`,
      [ours.organizationId],
    );
    const { rows } = await sql.query(
      `insert into connections (id, organization_id, partner_id, external_org_id, created_at)
       select gen_random_uuid(), id, $1, name, now() from organizations where name like 'Receiver %' returning id`,
      [partnerId],
    );
    connections = rows.map(({ id }) => id);
    // The first has had the most, the second waits for long, the last have had nothing.
    await sql.query(
      `insert into deposits (organization_id, id, external_contract_id, connection_id, integration, state, step, created_at,
         property, rental_start, rental_deposit_rappen, tenant_language, investment_allowed, owner,
         manager_organization_id, manager_id, adjustments, step_since, history_count, history_hash)
       select c.organization_id, gen_random_uuid(), 'Q-' || s, c.id, 'custom', s, null, now(), '{}', now(), 100, 'de', true,
         '{}', c.organization_id, gen_random_uuid(), '[]', now(), 1, ''
       from connections c cross join unnest(array['withdrawn', 'open']) s where c.id = any($1)`,
      [connections],
    );
    await sql.query(
      `with made as (
         insert into events (organization_id, number, deposit_id, connection_id, sequence, at, type, document_id, status, change)
         select d.organization_id, row_number() over (partition by d.organization_id order by n), d.id, d.connection_id, n, now(),
           'deposit.state_changed', gen_random_uuid(), '{}', '{"from":"opening","to":"open"}'
         from deposits d cross join generate_series(1, 700) n
         where d.external_contract_id in ('Q-open', 'Q-withdrawn')
           and n <= case d.connection_id when ($1::uuid[])[1] then 700 when ($1::uuid[])[2] then 350 when ($1::uuid[])[3] then 20
                      when ($1::uuid[])[4] then 3 else 0 end
         returning *
       ) insert into deliveries (organization_id, id, event_number, deposit_id, connection_id, state, due_at, created_at)
       select organization_id, ('019' || lpad(to_hex(hashint8(number * 7919) & 2147483647), 8, '0')
           || lpad(number::text, 5, '0') || left(replace(deposit_id::text, '-', ''), 16))::uuid,
         number, deposit_id, connection_id,
         case when connection_id = ($1::uuid[])[2] then 'waiting' when number % 50 = 0 then 'failed'
              when number % 90 = 1 then 'waiting' else 'delivered' end, now() + number * interval '1 minute', now()
       from made`,
      [connections],
    );
    await sql.query('vacuum analyze deliveries');
  });

  const ROWS: [what: string, filter: () => Partial<DeliveryFilter>, condition: string][] = [
    ['all', () => ({}), 'true'],
    ['those that were given up', () => ({ state: 'failed' }), `d.state = 'failed'`],
    ['those that wait', () => ({ state: 'waiting' }), `d.state = 'waiting'`],
    ['those that arrived', () => ({ state: 'delivered' }), `d.state = 'delivered'`],
    ['of one receiver', () => ({ connectionId: connections[0] ?? '' }), `c.external_org_id = 'Receiver 1'`],
    ['of a contract', () => ({ externalContractId: 'Q-open' }), `p.external_contract_id = 'Q-open'`],
    [
      'of a withdrawn deposit that wait',
      () => ({ externalContractId: 'Q-withdrawn', state: 'waiting' }),
      `p.external_contract_id = 'Q-withdrawn' and d.state = 'waiting'`,
    ],
  ];
  for (const [what, filter, condition] of ROWS) {
    test(`page by page, newest first: ${what}`, async () => {
      const asked = { ...NO_FILTER, ...filter() };
      const { rows } = await sql.query(
        `select d.id from deliveries d join connections c on c.id = d.connection_id join deposits p on p.id = d.deposit_id
         where c.partner_id = $1 and ${condition} order by d.id desc limit 130`,
        [partnerId],
      );
      assert.ok(rows.length > 20, `${rows.length} rows`);
      const found: string[] = [];
      for (let before: string | null = null; found.length < rows.length;) {
        const page = await searchDeliveries(database, partnerId, { filter: asked, before, most: 50 });
        if (page.length === 0) break;
        found.push(...page.map(({ id }) => id));
        before = found.at(-1) ?? null;
      }
      assert.deepEqual(
        found.slice(0, rows.length),
        rows.map(({ id }) => id),
      );
    });
  }
});

test('counts of the console stop at their bound', async () => {
  await sql.query(
    `insert into effects (organization_id, id, kind, state, due_at, attempts, created_at, finished_at, last_error)
     select $1, gen_random_uuid(), 'remind', s, now() - interval '1 hour', 1, now(),
       case s when 'failed' then now() end, 'no'
     from generate_series(1, 60) cross join unnest(array['failed', 'waiting']) s`,
    [ours.organizationId],
  );
  await sql.query(
    `insert into bank_entries (organization_id, key, entry_key, file_id, at, account_iban, direction, amount_text,
       currency, charges_rappen, attention)
     select $1, 'K-' || n, 'K-' || n, $1, now(), 'CH', 'credit', '1', 'CHF', 0, 'It must be checked.'
     from generate_series(1, 60) n`,
    [ours.organizationId],
  );
  const { steps } = await countFailedEffects(database, 40);
  assert.deepEqual(steps, { givenUp: 40, retried: 40 });
  assert.deepEqual((await countFailedEffects(database, null)).steps, { givenUp: 60, retried: 60 });
  const due = async (most: number | null): Promise<number> =>
    (await readQueue(database, most)).reduce((sum, { waiting }) => sum + waiting, 0);
  assert.equal(await due(40), 40);
  assert.ok((await due(null)) >= 60);
  assert.equal(await countKept(database, 40), 40);
  assert.equal(await countKept(database, 1_000), 60);
  const { failed, waiting } = await countDeliveries(database, 10);
  assert.deepEqual([failed, waiting], [10, 10]);
});

test('near duplicates: others of the same day in other properties are not read', async () => {
  const play = await ours.start({ externalContractId: 'NEAR-1' });
  const depositId = play.id;
  const deposit = await findDeposit(database, depositId);
  assert.ok(deposit !== null);
  await findNearDuplicates(database, [deposit]);
  await sql.query(
    `insert into deposit_list (organization_id, deposit_id, created_at, external_contract_id, contract_key, state, step,
       awaits_manager, has_problem, manager_organization_id, manager_id, property, tenants, tenant_key, rental_start,
       rental_deposit_rappen, made, waits_since, words)
     select organization_id, gen_random_uuid(), created_at, 'other-' || n, 'other-' || n, state, step, awaits_manager,
       has_problem, manager_organization_id, manager_id, 'Seestrasse ' || n || ', 8002 Zürich', tenants, tenant_key,
       rental_start, rental_deposit_rappen, made, waits_since, words
     from deposit_list cross join generate_series(1, 5000) n where deposit_id = $1`,
    [depositId],
  );
  await sql.query('vacuum analyze deposit_list');
  const { pages } = await touchedBy(database, async (inside) => () => findNearDuplicates(inside, [deposit]));
  assert.ok(pages < 100, `${pages} pages`);
});

describe('very many accounts', () => {
  const MANY = 1_200;
  const iban = (n: number): string => `CH${String(n).padStart(19, '0')}`;
  const DIFFERING = [iban(17), iban(1_190)];

  before(async () => {
    // Earlier accounts of the operator at a bank: they need no deposits.
    await sql.query(
      `update providers set former_own_ibans = array(
         select 'CH' || lpad(n::text, 19, '0') from generate_series(1, ${MANY}) n) where kind = 'bank' and is_default`,
    );
    await sql.query(
      `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, number, from_on, to_on,
         opening_rappen, closing_rappen, entries_rappen)
       select i, 'S-' || d, gen_random_uuid(), now(), 'CHF', d, '2026-01-01'::date + d, '2026-01-01'::date + d, 0,
         case when i = any($1) and d = 3 then 100 else 0 end, case when i = any($1) and d = 3 then 100 else 0 end
       from generate_series(1, ${MANY}) n cross join lateral (select 'CH' || lpad(n::text, 19, '0') as i) i
       cross join generate_series(1, 3) d`,
      [DIFFERING],
    );
    await sql.query('vacuum analyze bank_statements');
  });

  test('page by page each comes once, those first that differed at the last comparison', async () => {
    assert.equal(await reconcileOnce(database, { operatorIban: null }), true);
    const walked: ReconciledAccount[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await pageOfAccounts(database, { operatorIban: null, after, most: 500 });
      assert.deepEqual([page.total, page.differing], [MANY, DIFFERING.length]);
      assert.ok(page.countedAt !== null);
      walked.push(...page.accounts);
      after = page.next;
    }
    assert.deepEqual(
      walked.slice(0, 2).map((one) => one.iban),
      DIFFERING,
    );
    assert.ok(walked.slice(0, 2).every(hasDifference));
    assert.equal(walked.length, MANY);
    assert.equal(new Set(walked.map((one) => one.iban)).size, MANY);
    const all = await reconcileAccounts(database, { operatorIban: null });
    assert.deepEqual(
      walked.toSorted((one, other) => (one.iban < other.iban ? -1 : 1)),
      all,
    );
  });

  test('one account does not read the statements of the others', async () => {
    const read = (inside: Database): Promise<ReconciledAccount[]> =>
      reconcileAccounts(inside, { operatorIban: null, iban: iban(600) });
    const [found] = await read(database);
    assert.equal(found?.iban, iban(600));
    const { pages } = await touchedBy(database, async (inside) => () => read(inside));
    assert.ok(pages < 150, `${pages} pages`);
  });
});
