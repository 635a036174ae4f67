import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { ORGANIZATION_TABLES } from '../src/storage/mandates/tables.ts';
import { payload } from './support/payload.ts';
import { advance, reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { created } from './support/partner.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let sql: Client;
before(async () => {
  service = await startService();
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await verified(service);
  await sql.end();
  await service.stop();
});

type Pair = { from: Stage; to: Stage };

async function pair(): Promise<Pair> {
  return { from: await stage(service), to: await stage(service) };
}

async function ask({ from, to }: Pair, deposits?: readonly Play[]): Promise<any> {
  const chosen = deposits === undefined ? {} : { deposits: deposits.map(({ id }) => id) };
  return created(service.sandbox('POST', '/mandates', { from: from.organizationId, to: to.organizationId, ...chosen }));
}

async function decide(id: string, what: 'agree' | 'reject', { organizationId }: Pick<Stage, 'organizationId'>) {
  return service.sandbox('POST', `/mandates/${id}/${what}`, { organizationId });
}

/** Asked, and agreed to by both: done. */
async function handOver(both: Pair, deposits?: readonly Play[]): Promise<any> {
  const { id } = await ask(both, deposits);
  assert.equal((await decide(id, 'agree', both.from)).body.state, 'asked');
  const { status, body, text } = await decide(id, 'agree', both.to);
  assert.equal(status, 200, text);
  assert.equal(body.state, 'done');
  return body;
}

/** Without what a mandate changes: organization, property manager, the last entry of the history. */
function same(record: any): any {
  const { organizationId: _, propertyManager: __, assistant: ___, history, ...rest } = record;
  return { ...rest, history: history.filter(({ event }: { event: string }) => event !== 'mandate_moved') };
}

test('years 6: asked, agreed by both, done; the record is the same in another organization', async () => {
  const both = await pair();
  const plays = [];
  for (const place of ['signed', 'tenants', 'account', 'open', 'closing', 'ordered'] as const) {
    const it = await both.from.start();
    await reach(place, it, place === 'open' ? 'insurance' : 'bank_deposit');
    plays.push(it);
  }
  const closed = await both.from.start();
  await reach('closed', closed);
  const before = await Promise.all(plays.map((it) => it.record()));

  const asked = await ask(both);
  assert.deepEqual([asked.state, asked.deposits, asked.conflicts], ['asked', plays.length, []]);
  const first = await decide(asked.id, 'agree', both.to);
  assert.deepEqual([first.status, first.body.state], [200, 'asked']);
  assert.deepEqual((await decide(asked.id, 'agree', both.to)).body.state, 'asked', 'agreeing twice is agreeing once');
  const second = await decide(asked.id, 'agree', both.from);
  assert.deepEqual([second.status, second.body.state, second.body.moved], [200, 'done', plays.length], second.text);

  const { body: report } = await service.operator('GET', `/mandates/${asked.id}`);
  assert.deepEqual([report.state, report.moved, report.conflicts], ['done', plays.length, []]);
  for (const [index, it] of plays.entries()) {
    const record = await it.record();
    assert.equal(record.organizationId, both.to.organizationId);
    assert.equal(record.propertyManager.email, both.to.managerEmail);
    assert.deepEqual(same(record), same(before[index]));
    const entry = record.history.at(-1);
    assert.equal(entry.event, 'mandate_moved');
    assert.deepEqual(
      [entry.detail.from, entry.detail.to],
      [both.from.organizationId, both.to.organizationId],
      'history names both',
    );
  }
  assert.equal((await closed.record()).organizationId, both.from.organizationId, 'closed ones stay');
  await verified(service);
});

test('years 6: what may go on after it: signatures, account, payment, closing, payout', async () => {
  const both = await pair();
  const it = await both.from.start();
  await reach('tenants', it);
  const [signMail] = await it.mails(String(it.sent['tenantEmail']), 'tenant_sign');
  await handOver(both);
  assert.equal((await fetch(signMail.links[0])).status, 200, 'links issued before keep working');
  await it.play('account-opened');
  const [slip] = await it.mails(String(it.sent['tenantEmail']), 'tenant_payment');
  assert.equal((await fetch(slip.links[0])).status, 200);
  await it.play('payment', { amount: 1000 });
  await handOver({ from: both.to, to: both.from });
  await handOver(both);
  await it.play('payment');
  const open = await it.record();
  assert.deepEqual([open.state, open.paidInTotal, open.payments.length], ['open', 3560, 2]);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 100 });
  await it.play('consent', { by: 'manager' });
  const closed = await it.play('payout-completed');
  assert.deepEqual(
    [closed.state, closed.paidOutAmountTenant, closed.organizationId],
    ['closed', 3460, both.to.organizationId],
  );
  const kinds = await it.kinds(String(it.sent['tenantEmail']));
  assert.equal(kinds.filter((kind) => kind === 'mandate_moved').length, 3);
  for (const { links } of await it.mails(String(it.sent['tenantEmail']), 'mandate_moved')) {
    assert.equal((await fetch(links[0])).status, 200);
  }
  assert.equal((await fetch(signMail.links[0])).status, 200, 'also after several mandates');
  assert.deepEqual(
    (await it.kinds(both.to.managerEmail)).filter((kind) => kind === 'deposit_closed'),
    ['deposit_closed'],
  );
});

test('years 6: the old contract id stays used, and its status reads as the new one’s for 90 days', async () => {
  const both = await pair();
  const it = await both.from.start({ externalContractId: 'MOVED-1' });
  await reach('account', it);
  assert.equal((await it.status()).state, 'opening');
  await handOver(both);
  const again = await both.from.open(payload({ externalContractId: 'MOVED-1' }));
  assert.deepEqual([again.status, again.body.result], [500, 'skipped']);
  const { body: dry } = await both.from.check(payload({ externalContractId: 'MOVED-1' }));
  assert.equal(dry.body.result, 'skipped');
  assert.equal((await both.to.open(payload({ externalContractId: 'MOVED-1' }))).body.result, 'skipped');
  const at = async (): Promise<any> => it.status();
  assert.equal((await at()).state, 'opening');
  await it.play('payment');
  const open = await at();
  assert.deepEqual([open.state, open.paidInAmount, open.externalContractId], ['open', 3560, 'MOVED-1']);
  assert.equal(Object.keys(open).length, 8);
  await advance(service, 'P89DT23H');
  assert.equal((await at()).state, 'open');
  await advance(service, 'PT2H');
  await assert.rejects(at, /404/);
  const late = await both.from.open(payload({ externalContractId: 'MOVED-1' }));
  assert.equal(late.body.result, 'skipped', 'it stays used');
});

test('years 6: a contract id that the new organization has already stays behind', async () => {
  const both = await pair();
  const kept = await both.from.start({ externalContractId: 'BOTH-1' });
  const gone = await both.from.start({ externalContractId: 'ONLY-1' });
  await both.to.start({ externalContractId: 'BOTH-1' });
  const asked = await ask(both);
  const conflicts = [{ depositId: kept.id, externalContractId: 'BOTH-1', code: 'contract_exists' }];
  assert.deepEqual([asked.deposits, asked.conflicts], [2, conflicts]);
  await decide(asked.id, 'agree', both.from);
  const { body } = await decide(asked.id, 'agree', both.to);
  assert.deepEqual([body.state, body.moved, body.conflicts], ['done', 1, conflicts]);
  assert.equal((await kept.record()).organizationId, both.from.organizationId);
  assert.equal((await gone.record()).organizationId, both.to.organizationId);
  // Withdrawn there, the id is free, and the rest can follow.
  const there = await both.to.record('BOTH-1');
  await service.sandbox('POST', `/deposits/${there.id}/withdraw`, {});
  assert.deepEqual((await handOver(both)).conflicts, []);
  assert.equal((await kept.record()).organizationId, both.to.organizationId);
});

test('years 6: chosen deposits alone go', async () => {
  const both = await pair();
  const [one, other] = [await both.from.start(), await both.from.start()];
  const done = await handOver(both, [one]);
  assert.deepEqual([done.deposits, done.moved, done.isAll], [1, 1, false]);
  assert.equal((await one.record()).organizationId, both.to.organizationId);
  assert.equal((await other.record()).organizationId, both.from.organizationId);
});

test('years 6: what is refused, body first, then the id, then the state', async (t) => {
  const both = await pair();
  const third = await stage(service);
  const foreign = await third.start();
  await both.from.start();
  const [from, to] = [both.from.organizationId, both.to.organizationId];
  const unknown = '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';
  const ASKED: [string, object, number][] = [
    ['the same organization', { from, to: from }, 422],
    ['a deposit of another one', { from, to, deposits: [foreign.id] }, 422],
    ['no deposit', { from, to, deposits: [] }, 422],
    ['an unknown deposit', { from, to, deposits: [unknown] }, 422],
    ['an unknown organization', { from, to: unknown }, 422],
    ['a missing member', { from }, 422],
    ['an unknown member', { from, to, extra: 1 }, 422],
  ];
  for (const [name, body, status] of ASKED) {
    await t.test(name, async () => assert.equal((await service.sandbox('POST', '/mandates', body)).status, status));
  }
  const { id } = await ask(both);
  const AGREED: [string, string, object, number][] = [
    ['no body', id, {}, 422],
    ['no body and an unknown id', unknown, {}, 422],
    ['an unknown id', unknown, { organizationId: from }, 404],
    ['a malformed id', 'none', { organizationId: from }, 404],
    ['a third organization', id, { organizationId: third.organizationId }, 403],
  ];
  for (const call of ['agree', 'reject']) {
    for (const [name, mandate, body, status] of AGREED) {
      await t.test(`${call}: ${name}`, async () => {
        assert.equal((await service.sandbox('POST', `/mandates/${mandate}/${call}`, body)).status, status);
      });
    }
  }
  await t.test('after rejected', async () => {
    const rejected = await decide(id, 'reject', both.to);
    assert.deepEqual([rejected.status, rejected.body.state], [200, 'rejected']);
    for (const call of ['agree', 'reject'] as const) {
      assert.equal((await decide(id, call, both.from)).status, 409);
      assert.equal((await decide(id, call, third)).status, 403, 'a third organization learns nothing of the state');
    }
  });
  await t.test('after done', async () => {
    const done = await handOver(both);
    for (const call of ['agree', 'reject'] as const) assert.equal((await decide(done.id, call, both.from)).status, 409);
  });
  await t.test('the new organization without default property manager', async () => {
    const bare = await created(
      service.operator('POST', '/organizations', {
        name: 'Ohne Leitung AG',
        language: 'de',
        emailDomain: 'ohne.example',
        address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
      }),
    );
    const asked = await created(service.sandbox('POST', '/mandates', { from, to: bare.id }));
    const { status, body } = await decide(asked.id, 'agree', both.from);
    assert.equal(status, 409);
    assert.match(body.detail, /default property manager/);
  });
  assert.equal((await service.operator('GET', `/mandates/${unknown}`)).status, 404);
});

test('who hears: administrators of both, when it is asked and done', async () => {
  const both = await pair();
  await both.from.start();
  await both.from.start();
  await handOver(both);
  for (const { managerEmail } of [both.from, both.to]) {
    const mails = (await both.from.mails(managerEmail)).filter(({ kind }) => kind.startsWith('mandate_'));
    assert.deepEqual(mails.map(({ kind }) => kind).toReversed(), ['mandate_asked', 'mandate_done']);
    for (const { text } of mails) assert.match(text, /\b2\b/);
  }
  const { body } = await service.operator('GET', `/mandates?organizationId=${both.to.organizationId}`);
  assert.deepEqual([body.mandates.length, body.mandates[0].moved, body.next], [1, 2, null]);
});

test('events made before stay the old partner’s; later ones are the new partner’s', async () => {
  const both = await pair();
  const it = await both.from.start();
  await reach('account', it);
  const events = async ({ organizationId }: Stage): Promise<any[]> => {
    const { apiKey } = await created(service.operator('POST', `/organizations/${organizationId}/status-keys`));
    const headers = { 'x-api-key': apiKey, 'x-org-id': organizationId };
    return (await service.call('GET', '/webhook/events', { headers })).body.events;
  };
  const kinds = (all: any[]) =>
    all.filter(({ type }) => type === 'document.created').map(({ data }) => [data.sequence, data.document.kind]);
  const before = await events(both.from);
  assert.deepEqual(kinds(before), [[1, 'payment_slip']]);
  await handOver(both);
  await it.play('payment');
  const later = await events(both.from);
  assert.deepEqual(kinds(later), kinds(before));
  const there = await events(both.to);
  assert.deepEqual(there.map(({ data }) => data.sequence).sort(), [2, 3], 'the sequence counts per deposit');
  assert.deepEqual(
    kinds(there).map(([, kind]) => kind),
    ['pay_in'],
  );
  for (const { data } of [...before, ...later]) {
    const document = await fetch(data.document.url);
    assert.equal(document.status, 200, 'links issued before and after');
    await document.arrayBuffer();
  }
});

test('nothing of a deposit is left in the old organization but what stays by decision', async () => {
  const both = await pair();
  const it = await both.from.start();
  await reach('ordered', it);
  const moving = Object.entries(ORGANIZATION_TABLES).filter(([, decision]) => !('stays' in decision));
  const count = async (table: string, column: string): Promise<number[]> => {
    const { rows } = await sql.query(
      `select organization_id as id, count(*)::integer as count from ${table} where ${column} = $1 group by 1`,
      [it.id],
    );
    const of = (id: string) => rows.find((row) => row.id === id)?.count ?? 0;
    return [of(both.from.organizationId), of(both.to.organizationId)];
  };
  const columnOf = (table: string) => (table === 'deposits' ? 'id' : 'deposit_id');
  const withDeposit = moving
    .map(([table]) => table)
    .filter((table) => !['document_links', 'delivery_attempts', 'approvals'].includes(table));
  const before: number[][] = [];
  for (const table of withDeposit) before.push(await count(table, columnOf(table)));
  await handOver(both);
  for (const [index, table] of withDeposit.entries()) {
    const [was = 0] = before[index] ?? [];
    const [left, now] = await count(table, columnOf(table));
    assert.equal(left, 0, `${table}: rows are left behind`);
    assert.ok(now !== undefined && now >= was, `${table}: ${was} rows became ${now}`);
  }
});

test('what only grows changes its organization alone, and only in a mandate', async (t) => {
  const both = await pair();
  const it = await both.from.start();
  await reach('ordered', it);
  const [from, to] = [both.from.organizationId, both.to.organizationId];
  const rows = [
    ['history', `event = 'opened twice'`],
    ['history_personal', `content = '{}'`],
    ['ledger', 'amount_rappen = 1'],
    ['documents', `kind = 'pay_out'`],
  ] as const;
  const moved = `organization_id = '${to}'`;
  const of = `where organization_id = '${from}' and deposit_id = '${it.id}'`;
  const ATTEMPTS: [string, string, string][] = rows.flatMap(([table, change]) => [
    [`${table}: another organization without a mandate`, '', `update ${table} set ${moved} ${of}`],
    [`${table}: in the mandate of others`, `${to} ${from}`, `update ${table} set ${moved} ${of}`],
    [`${table}: more than the organization`, `${from} ${to}`, `update ${table} set ${moved}, ${change} ${of}`],
    [`${table}: the organization stays`, `${from} ${from}`, `update ${table} set ${change} ${of}`],
  ]);
  for (const [name, setting, statement] of ATTEMPTS) {
    await t.test(name, async () => {
      await sql.query('begin');
      await sql.query(`select set_config('depono.mandate', $1, true)`, [setting]);
      await assert.rejects(sql.query(statement), /only grows|never changed/);
      await sql.query('rollback');
    });
  }
});

test('verification finds what was doubled or left behind', async (t) => {
  const both = await pair();
  const it = await both.from.start();
  await reach('account', it);
  await handOver(both);
  const copy = (table: string, where: string): string =>
    `insert into ${table} select (jsonb_populate_record(null::${table},
       to_jsonb(x) || jsonb_build_object('organization_id', $1::text))).* from ${table} x where ${where} and organization_id <> $1::uuid`;
  const ROWS: [string, string, RegExp][] = [
    ['tenants', 'deposit_id = $2', /rows of tenants are left in organization/],
    ['payments', 'deposit_id = $2', /rows of payments are left/],
    ['deposits', 'id = $2', /it is in several/],
  ];
  await it.play('payment');
  for (const [table, where, fault] of ROWS) {
    await t.test(table, async () => {
      await sql.query(copy(table, where), [both.from.organizationId, it.id]);
      const { body } = await service.operator('GET', '/verification');
      assert.equal(body.ok, false);
      assert.ok(
        body.faults.some((one: any) => one.depositId === it.id && fault.test(one.fault)),
        JSON.stringify(body),
      );
      await sql.query(`delete from ${table} where organization_id = $1 and ${where}`, [
        both.from.organizationId,
        it.id,
      ]);
    });
  }
});

test('every table of an organization has a decision', async () => {
  const { rows } = await sql.query<{ table_name: string }>(
    `select distinct c.table_name from information_schema.columns c join information_schema.tables t using (table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('organization_id', 'deposit_id')
       and c.table_name not in ('mandate_deposits')`,
  );
  assert.deepEqual(rows.map((row) => row.table_name).toSorted(), Object.keys(ORGANIZATION_TABLES).toSorted());
});
