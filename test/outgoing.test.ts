import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportOrders } from '../src/actions/bank/export-orders.ts';
import { importFile } from '../src/actions/bank/import-file.ts';
import type { Services } from '../src/actions/services.ts';
import { rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import type { Credit } from '../src/sandbox/simulated-bank/write-entries.ts';
import { readPain001 } from '../src/sandbox/simulated-bank/read-pain001.ts';
import { writePain002 } from '../src/sandbox/simulated-bank/write-pain002.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { depono as runWith, settingsOf } from './support/depono.ts';
import { created } from './support/partner.ts';
import { advance, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Answer, type Service } from './support/service.ts';

// bank-and-money.md, sections 2, 3 and 9: what goes out.

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

const SWISS = 'CH3908704016075473007';
const OTHER = 'CH6309000000250097798';
const GERMAN = 'DE89370400440532013000';
const QR_IBAN = 'CH4431999123000889012';
const ADDRESS = { street: 'Neuweg', streetNumber: '9', zip: '4000', city: 'Basel' };

async function open(): Promise<Play> {
  const it = await demo.start({ tenantFirstName: 'Renée', tenantLastName: 'Müller' });
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment');
  return it;
}

async function ordered(closing: object = {}, amountLandlord = 0): Promise<Play> {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', amountLandlord, tenantIban: SWISS, ...closing });
  await it.play('consent', { by: 'manager' });
  return it;
}

const payoutOf = async (it: Play, to = 'tenant'): Promise<any> =>
  (await it.money('payout')).find((one) => one.to === to);
const post = (path: string, body?: object): Promise<Answer> => service.operator('POST', path, body);
const give = (id: string, account: object): Promise<Answer> => post(`/money/${id}/account`, account);

async function person(role: string, email: string, on = service): Promise<Service['operator']> {
  const { id } = await created(on.operator('POST', '/operators', { email, name: email, role }));
  const { token } = await created(on.operator('POST', `/operators/${id}/tokens`, { name: 'test' }));
  return (method, path, body) =>
    on.call(method, `/operator/api${path}`, { headers: { authorization: `Bearer ${token}` }, body });
}

let files = 0;

/** The bank books money. */
async function arrives(credit: Partial<Credit>): Promise<void> {
  const n = ++files;
  const whole: Credit = {
    direction: 'credit',
    accountIban: '',
    amount: rappen(100_00),
    bookedOn: '2026-11-15',
    bankReference: `OUT-${n}`,
    reference: null,
    debtor: { name: 'Max Keller', iban: OTHER },
    ...credit,
  };
  const path = join(service.config.bankExchangeDir, `out-${n}.xml`);
  writeFileSync(path, writeCamt054({ messageId: `OUT-${n}`, createdAt: new Date(), bookings: [whole] }));
  const [report] = await importFile(services, path);
  assert.equal(report.state, 'done', report.reason ?? '');
}

/** The payment of an order in the file it was exported with. */
async function exported(orderId: string): Promise<string> {
  await exportOrders(services);
  const { body } = await service.operator('GET', '/money');
  const order = body.entries.find(({ id }: any) => id === orderId);
  assert.equal(order.state, 'sent', JSON.stringify(order));
  const xml = readFileSync(join(service.config.bankExchangeDir, 'out', `${order.runId}.xml`), 'utf8').replaceAll(
    '\n',
    '',
  );
  const block = xml.split('<PmtInf>').find((one) => one.includes(order.endToEndId)) ?? '';
  const [head = ''] = block.split('<CdtTrfTxInf>');
  const payment = block.split('<CdtTrfTxInf>').find((one) => one.includes(order.endToEndId)) ?? '';
  return `${head}${payment}`;
}

const written = ({ street, streetNumber, zip, city }: typeof ADDRESS, country = 'CH'): string =>
  `<PstlAdr><StrtNm>${street}</StrtNm><BldgNb>${streetNumber}</BldgNb><PstCd>${zip}</PstCd><TwnNm>${city}</TwnNm><Ctry>${country}</Ctry></PstlAdr>`;

describe('the account of a payee', () => {
  const REFUSED: [what: string, account: object, fields: string[]][] = [
    ['9 a QR-IBAN as payee is 422', { iban: QR_IBAN }, ['iban']],
    ['9 a wrong IBAN is 422', { iban: 'CH3908704016075473008' }, ['iban']],
    ['9 abroad without a BIC is 422', { iban: GERMAN }, ['bic']],
    ['9 a wrong BIC is 422', { iban: GERMAN, bic: 'DEUT' }, ['bic']],
    ['9 an IBAN of a refused country is 422', { iban: 'BY13NBRB3600900000002Z00AB00', bic: 'DEUTDEFF' }, ['iban']],
    ['9 a BIC of a refused country is 422', { iban: GERMAN, bic: 'SABRRUMM' }, ['bic']],
    [
      '9 an address in a refused country is 422',
      { iban: SWISS, address: { ...ADDRESS, countryCode: 'RU' } },
      ['address'],
    ],
    [
      '2 half an address is 422',
      { iban: SWISS, address: { street: 'Weg' } },
      ['address.streetNumber', 'address.zip', 'address.city'],
    ],
    ['2 a Swiss postcode has four digits', { iban: SWISS, address: { ...ADDRESS, zip: '80001' } }, ['address.zip']],
    ['2 no such country', { iban: SWISS, address: { ...ADDRESS, countryCode: 'QQ' } }, ['address.countryCode']],
    ['2 unknown members are refused', { iban: SWISS, color: 'red' }, ['color']],
    ['2 an empty holder is none', { iban: SWISS, holderName: '' }, ['holderName']],
  ];
  test('2 and 9: what is refused changes nothing', async () => {
    const order = await payoutOf(await ordered());
    for (const [what, account, fields] of REFUSED) {
      const { status, body } = await give(order.id, account);
      assert.deepEqual([status, body.problems?.map(({ field }: any) => field)], [422, fields], what);
      assert.ok(
        body.problems.every(({ message }: any) => message.length > 5),
        what,
      );
    }
  });

  test('9 a QR-IBAN as payee is 422 everywhere', async () => {
    const organization = `/organizations/${demo.organizationId}`;
    assert.equal((await service.operator('PATCH', organization, { payoutIban: QR_IBAN })).status, 422);
    const it = await open();
    await it.refuse('start-closing', { by: 'tenant', tenantIban: QR_IBAN }, 422);
    await it.play('start-closing', { by: 'manager' });
    await it.refuse('consent', { by: 'tenant', tenantIban: QR_IBAN }, 422);
  });

  test('9 the bank and the holder abroad are written', async () => {
    const { id } = await payoutOf(await ordered());
    const account = {
      iban: GERMAN,
      bic: 'deut deff 500',
      holderName: 'Muller Renee',
      address: { ...ADDRESS, zip: '10115', city: 'Berlin', countryCode: 'DE' },
    };
    const { status, body } = await give(id, account);
    assert.deepEqual([status, body.state, body.bic], [200, 'ordered', 'DEUTDEFF500'], JSON.stringify(body));
    const xml = await exported(id);
    assert.match(xml, /<CdtrAgt><FinInstnId><BICFI>DEUTDEFF500<\/BICFI>/);
    assert.ok(xml.includes(`<Nm>Muller Renee</Nm>${written({ ...ADDRESS, zip: '10115', city: 'Berlin' }, 'DE')}`), xml);
  });

  test('9 an account abroad of an earlier version waits for its BIC instead of being sent', async () => {
    const it = await ordered({ tenantIban: GERMAN });
    const order = await payoutOf(it);
    assert.deepEqual([order.state, /BIC is missing/.test(order.waitsFor)], ['waiting', true]);
    await exportOrders(services);
    assert.equal((await payoutOf(it)).state, 'waiting');
    await it.refuse('payout-completed');
    const { body } = await give(order.id, { iban: GERMAN, bic: 'DEUTDEFF' });
    assert.equal(body.state, 'ordered');
  });

  test('9 the landlord’s account: holder and bank of the organization, in the owner’s name at the owner’s address', async () => {
    const its = await stage(service, { preSigned: true });
    const path = `/organizations/${its.organizationId}`;
    const change = (body: object) => service.operator('PATCH', path, body);
    assert.deepEqual((await change({ payoutIban: GERMAN })).body.problems[0].field, 'payoutBic');
    assert.equal((await change({ payoutHolderName: 'X' })).status, 422, 'a holder without an account');
    const set = await change({ payoutIban: GERMAN, payoutBic: 'DEUTDEFF', payoutHolderName: 'BESITZERIN Erika' });
    assert.deepEqual([set.status, set.body.payoutHolderName], [200, 'BESITZERIN Erika']);
    const it = await its.start();
    for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
    await it.play('start-closing', { by: 'manager', amountLandlord: 50 });
    await it.play('consent', { by: 'tenant' });
    const order = await payoutOf(it, 'landlord');
    assert.deepEqual([order.state, order.holderName, order.bic], ['ordered', 'BESITZERIN Erika', 'DEUTDEFF']);
    assert.match(await exported(order.id), /<Nm>BESITZERIN Erika<\/Nm><PstlAdr><StrtNm>Talstrasse<\/StrtNm>/);
    const swiss = await change({ payoutIban: OTHER });
    assert.deepEqual([swiss.body.payoutHolderName, swiss.body.payoutBic], [null, null], 'of the earlier account');
  });
});

describe('the address of a tenant', () => {
  test('9 the property’s while the tenancy lasts, not that of the open call', async () => {
    const it = await ordered();
    const xml = await exported((await payoutOf(it)).id);
    const { street, streetNumber, zip, city } = (await it.record()).property;
    assert.ok(xml.includes(`<Cdtr><Nm>Renée Müller</Nm>${written({ street, streetNumber, zip, city })}`), xml);
  });

  test('9 afterwards it is asked for: the order waits until it is given', async () => {
    const it = await open();
    const yesterday = Temporal.Now.plainDateISO('Europe/Zurich').subtract({ days: 1 }).toString();
    await it.play('start-closing', { by: 'tenant', tenantIban: SWISS, tenancyEnd: yesterday });
    const { orders } = await it.play('consent', { by: 'manager' });
    assert.deepEqual([orders[0].state, /tenancy is over/.test(orders[0].waitsFor)], ['waiting', true]);
    const { id } = orders[0];
    await it.refuse('payout-completed');
    const given = await give(id, { iban: SWISS, address: ADDRESS });
    assert.deepEqual(
      [given.status, given.body.state, given.body.address],
      [200, 'ordered', { ...ADDRESS, countryCode: 'CH' }],
    );
    assert.ok((await exported(id)).includes(written(ADDRESS)));
    assert.equal((await it.play('payout-completed')).state, 'closed');
  });

  test('9 one that was given since the move-in comes first', async () => {
    const it = await ordered({ tenantAddress: ADDRESS });
    assert.ok((await exported((await payoutOf(it)).id)).includes(written(ADDRESS)));
  });

  test('9 the last day is included: an order that goes out a day later waits', async () => {
    const it = await ordered();
    assert.equal((await payoutOf(it)).state, 'ordered');
    await advance(service, 'P1D');
    const late = await payoutOf(it);
    assert.deepEqual([late.state, /tenancy is over/.test(late.waitsFor)], ['waiting', true]);
    await give(late.id, { iban: SWISS, address: ADDRESS });
    await it.play('payout-completed');
  });
});

describe('the payer of a payback', () => {
  async function surplus(debtor: Credit['debtor']): Promise<any> {
    const it = await open();
    const { iban, paymentReference } = await it.record();
    await arrives({ accountIban: iban, reference: paymentReference, debtor });
    const [order] = await it.money('surplus');
    return order;
  }
  const home = { ...ADDRESS, countryCode: 'CH' };

  test('9 name and address are those that the bank reported', async () => {
    const order = await surplus({ name: 'Max Keller', iban: OTHER, address: home });
    assert.deepEqual([order.state, order.iban], ['ordered', OTHER]);
    assert.ok((await exported(order.id)).includes(`<Cdtr><Nm>Max Keller</Nm>${written(ADDRESS)}`));
  });

  test('9 without an address the order waits for a person', async () => {
    const order = await surplus({ name: 'Max Keller', iban: OTHER });
    assert.deepEqual([order.state, /payer’s address/.test(order.waitsFor)], ['waiting', true]);
    const { body } = await give(order.id, { iban: OTHER, address: ADDRESS });
    assert.equal(body.state, 'ordered');
    assert.ok((await exported(order.id)).includes(`<Cdtr><Nm>Max Keller</Nm>${written(ADDRESS)}`));
  });

  test('9 an account entered by hand is compared with the payer’s name', async () => {
    const order = await surplus({ name: 'Max Keller', iban: null, address: home });
    assert.equal((await give(order.id, { iban: SWISS, holderName: 'KELLER MAX' })).body.state, 'ordered');
    assert.equal((await give(order.id, { iban: SWISS, holderName: 'Renée Müller' })).body.state, 'to_release');
  });

  test('9 money without a deposit goes out from the operator’s own account', async () => {
    const accountIban = service.config.money.operatorIban ?? '';
    await arrives({
      accountIban,
      reference: 'RF18539007547034',
      debtor: { name: 'Max Keller', iban: OTHER, address: home },
    });
    const [order] = (await service.operator('GET', '/money?kind=unknown_reference')).body.entries;
    assert.deepEqual([order.state, order.deposit], ['ordered', null]);
    const released = await service.operator('POST', `/money/${order.id}/release`, { reason: 'to be paid back' });
    assert.equal(released.status, 200, released.text);
    const xml = await exported(order.id);
    assert.ok(xml.includes(`<Dbtr><Nm>Depono</Nm></Dbtr><DbtrAcct><Id><IBAN>${accountIban}</IBAN>`), xml);
    assert.ok(xml.includes(`<Cdtr><Nm>Max Keller</Nm>${written(ADDRESS)}`), xml);
  });

  test('9 or it waits for a person', async () => {
    const accountIban = service.config.money.operatorIban ?? '';
    await arrives({ accountIban, reference: 'RF45678901', debtor: { name: '', iban: OTHER } });
    const [order] = (await service.operator('GET', '/money?kind=unknown_reference')).body.entries;
    assert.equal(order.state, 'waiting', JSON.stringify(order));
    const { body } = await give(order.id, { iban: OTHER, holderName: 'Max Keller', address: ADDRESS });
    assert.equal(body.state, 'to_release', 'nobody knows the payer’s name');
    assert.equal((await post(`/money/${order.id}/release`)).status, 403);
    const other = await person('clerk', 'unknown@depono.example');
    assert.equal((await other('POST', `/money/${order.id}/release`)).body.state, 'ordered');
  });
});

describe('another name', () => {
  test('9 another name needs release, whatever PAYMENT_RELEASE says', async () => {
    const it = await ordered({ tenantHolderName: 'Eva Muster' });
    const order = await payoutOf(it);
    assert.deepEqual(
      [order.state, order.holderName, /release/.test(order.waitsFor)],
      ['to_release', 'Eva Muster', true],
    );
    await exportOrders(services);
    assert.equal((await payoutOf(it)).state, 'to_release', 'not exported');
    const released = await post(`/money/${order.id}/release`, { reason: 'called' });
    assert.deepEqual([released.status, released.body.state, released.body.released.by], [200, 'ordered', 'token']);
    assert.match(await exported(order.id), /<Nm>Eva Muster<\/Nm>/);
    const { history } = await it.record();
    assert.equal(history.at(-1).event, 'payment_released');
  });

  test('9 the same words in another order, with other accents, need none', async () => {
    const it = await ordered({ tenantHolderName: 'MULLER renee' });
    assert.equal((await payoutOf(it)).state, 'ordered');
  });

  test('3 released once: the same words again 200, others 409', async () => {
    const { id } = await payoutOf(await ordered({ tenantHolderName: 'Eva Muster' }));
    assert.equal((await post(`/money/${id}/release`, { reason: 'called' })).status, 200);
    assert.equal((await post(`/money/${id}/release`, { reason: 'called' })).status, 200);
    const again = await post(`/money/${id}/release`, { reason: 'written' });
    assert.deepEqual([again.status, /other words/.test(again.body.detail)], [409, true]);
  });

  test('3 what does not wait for release is 409, what does not exist 404', async () => {
    const { id } = await payoutOf(await ordered());
    const answer = await post(`/money/${id}/release`);
    assert.deepEqual([answer.status, /does not wait for release/.test(answer.body.detail)], [409, true]);
    for (const unknown of ['x', '0193b7a4-5c11-7d2e-9f00-0123456789ab']) {
      assert.equal((await post(`/money/${unknown}/release`)).status, 404);
    }
  });

  test('3 who changed the account cannot release it: 403, by identity; another account must be released again', async () => {
    const [anna, ben] = [await person('clerk', 'anna@depono.example'), await person('clerk', 'ben@depono.example')];
    const viewer = await person('viewer', 'vera@depono.example');
    const { id } = await payoutOf(await ordered());
    const account = { iban: OTHER, holderName: 'Eva Muster' };
    assert.equal((await anna('POST', `/money/${id}/account`, account)).body.state, 'to_release');
    const release = (by: Service['operator']) => by('POST', `/money/${id}/release`);
    const refused = await release(anna);
    assert.deepEqual([refused.status, /another person/.test(refused.body.detail)], [403, true]);
    assert.equal((await release(viewer)).status, 403);
    assert.equal((await release(ben)).status, 200);
    assert.equal(
      (await ben('POST', `/money/${id}/account`, { iban: SWISS, holderName: 'Eva Muster' })).body.state,
      'to_release',
    );
    assert.equal((await release(ben)).status, 403);
    assert.equal((await release(anna)).status, 403, 'also who gave the account before');
    assert.equal((await release(service.operator)).status, 200);
    const audit = (await service.operator('GET', '/audit?actor=ben@depono.example')).body.entries;
    assert.ok(
      audit.some(({ action, subject }: any) => action === 'order.release' && JSON.stringify(subject).includes(id)),
    );
  });

  test('3 OPERATOR_TOKEN and the command line are identities too', async () => {
    const { id } = await payoutOf(await ordered());
    await give(id, { iban: OTHER, holderName: 'Eva Muster' });
    assert.equal((await post(`/money/${id}/release`)).status, 403);
    const { code, output } = await runWith(settingsOf(service), 'bank', 'release-payment', id, '--reason', 'called');
    assert.deepEqual([code, /released\./.test(output)], [0, true], output);
    const again = await runWith(settingsOf(service), 'bank', 'release-payment', id, 'x');
    assert.equal(again.code, 1);
    assert.match(again.output, /other words[^]*no such order/);
  });
});

describe('PAYMENT_RELEASE', () => {
  test('3 all: payouts wait; who created the order cannot release it', async () => {
    const strict = await startService({ env: { PAYMENT_RELEASE: 'all' } });
    try {
      const its = await stage(strict, { preSigned: true });
      const it = await its.start();
      for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
      await it.play('start-closing', { by: 'tenant' });
      const clerk = await person('clerk', 'carl@depono.example', strict);
      const ground = { ground: 'judgment', amountLandlord: 0, evidence: 'Urteil' };
      assert.equal((await clerk('POST', `/deposits/${it.id}/release-ground`, ground)).status, 200);
      const order = await payoutOf(it);
      assert.equal(order.state, 'to_release');
      await it.refuse('payout-completed');
      assert.equal((await clerk('POST', `/money/${order.id}/release`)).status, 403);
      assert.equal((await strict.operator('POST', `/money/${order.id}/release`)).status, 200);
      assert.equal((await it.play('payout-completed')).state, 'closed');
    } finally {
      await strict.stop();
    }
  });
});

describe('a rejected payment file', () => {
  const report = (runId: string, refusal: object | null, payments: any[] = []) =>
    writePain002({
      messageId: `ST-${++files}`,
      createdAt: new Date(),
      originalMessageId: runId,
      refusal,
      payments,
    } as never);

  async function tell(content: string): Promise<void> {
    const path = join(service.config.bankExchangeDir, `status-${++files}.xml`);
    writeFileSync(path, content);
    assert.equal((await importFile(services, path))[0].state, 'done');
  }

  const runOf = async (id: string): Promise<any> =>
    (await service.operator('GET', '/bank/runs')).body.runs.find((one: any) => one.id === id);

  test('2 as a whole: it goes out again with another id; once', async () => {
    await exportOrders(services);
    const [one, other] = [await ordered(), await ordered()];
    const { run } = await exportOrders(services);
    assert.ok(run);
    const before = await runOf(run.id);
    assert.deepEqual([before.name, before.state, before.orders], [`${run.id}.xml`, 'written', 2]);
    assert.equal((await post(`/bank/runs/${run.id}/resend`)).status, 409, 'nothing of it is rejected');
    await tell(report(run.id, { code: 'AM05', text: 'Duplikat' }));
    assert.deepEqual([(await runOf(run.id)).state, (await payoutOf(one)).state], ['rejected', 'rejected']);
    const both = await Promise.all([post(`/bank/runs/${run.id}/resend`), post(`/bank/runs/${run.id}/resend`)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409], 'two at once');
    const { body } = both.find(({ status }) => status === 200) as Answer;
    assert.deepEqual([body.orders, body.state], [2, 'written']);
    assert.notEqual(body.id, run.id);
    const { payments } = readPain001(readFileSync(join(service.config.bankExchangeDir, 'out', body.name), 'utf8'));
    assert.equal(payments.length, 2);
    assert.deepEqual([(await payoutOf(one)).runId, (await payoutOf(other)).state], [body.id, 'sent']);
    assert.equal((await post('/bank/runs/NONE/resend')).status, 404);
    for (const it of [one, other]) assert.equal((await it.play('payout-completed')).state, 'closed');
  });

  test('2 in part: what was carried out or not rejected stays', async () => {
    await exportOrders(services);
    const [one, other] = [await ordered(), await ordered()];
    const { run } = await exportOrders(services);
    assert.ok(run);
    const { payments } = readPain001(readFileSync(run.file, 'utf8'));
    const bad = (await payoutOf(one)).endToEndId;
    const answers = payments.map(({ blockId, endToEndId }) => ({
      blockId,
      endToEndId,
      refusal: endToEndId === bad ? { code: 'AC04', text: 'Konto aufgehoben' } : null,
    }));
    await tell(report(run.id, null, answers));
    assert.deepEqual([(await runOf(run.id)).rejected, (await payoutOf(other)).state], [1, 'sent']);
    const { code, output } = await runWith(settingsOf(service), 'bank', 'resend', run.id);
    assert.deepEqual([code, output.startsWith('1 payment in ')], [0, true], output);
    assert.equal((await payoutOf(other)).runId, run.id);
    assert.notEqual((await payoutOf(one)).runId, run.id);
    assert.equal((await runWith(settingsOf(service), 'bank', 'resend', run.id)).code, 1);
  });
});
