import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { decodeQrBill, readPdf } from './support/pdf.ts';
import { companyPayload, naturalTenant, payload } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, TOKEN, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let database: pg.Client;
before(async () => {
  service = await startService();
  demo = await stage(service);
  database = new pg.Client(service.databaseUrl);
  await database.connect();
});
after(async () => {
  await database.end();
  await verified(service);
  await service.stop();
});

const kindsOf = ({ documents }: any): string[] => documents.map(({ kind }: any) => kind);

async function served(id: string): Promise<Buffer> {
  const response = await fetch(`${service.baseUrl}/operator/api/documents/${id}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  return Buffer.from(await response.arrayBuffer());
}

/** Every document of a deposit, each with the hash that its record names. */
async function archive(it: Play): Promise<{ id: string; kind: string; pdf: Buffer }[]> {
  const { documents } = await it.record();
  return Promise.all(
    documents.map(async ({ id, kind, sha256 }: any) => {
      const pdf = await served(id);
      assert.equal(createHash('sha256').update(pdf).digest('hex'), sha256, kind);
      return { id, kind, pdf };
    }),
  );
}

async function newest(it: Play, kind: string): Promise<Buffer> {
  const found = (await archive(it)).findLast((document) => document.kind === kind);
  assert.ok(found, kind);
  return found.pdf;
}

test('8 a bank deposit: the documents after each step, which never change', async () => {
  const it = await demo.start();
  const steps: [move: string, body: object | undefined, made: string[]][] = [
    ['manager-signs', undefined, []],
    ['tenant-signs', { product: 'bank_deposit' }, ['agreement']],
    ['account-opened', undefined, ['payment_slip']],
    ['payment', { amount: 60 }, []],
    ['payment', undefined, ['pay_in']],
    ['start-closing', { by: 'tenant', amountLandlord: 560.05 }, []],
    ['consent', { by: 'manager' }, []],
    ['payout-completed', undefined, ['pay_out']],
  ];
  const expected: string[] = [];
  let earlier: Awaited<ReturnType<typeof archive>> = [];
  for (const [move, body, made] of steps) {
    expected.push(...made);
    assert.deepEqual(kindsOf(await it.play(move, body)), expected, move);
    const now = await archive(it);
    assert.deepEqual(now.slice(0, earlier.length), earlier, `${move} leaves the earlier ones`);
    earlier = now;
  }
  const { iban, paidOutTime } = await it.record();
  const grouped = iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const payIn = (await readPdf(await newest(it, 'pay_in'))).text;
  for (const part of [grouped, 'CHF 60.00', 'CHF 3’500.00', 'CHF 3’560.00']) assert.ok(payIn.includes(part), part);
  const payOut = (await readPdf(await newest(it, 'pay_out'))).text;
  for (const part of [grouped, 'CHF 2’999.95', 'CHF 560.05', 'Zustimmung beider Parteien', swissDay(paidOutTime)]) {
    assert.ok(payOut.includes(part), part);
  }
});

function swissDay(time: string): string {
  const day = Temporal.Instant.from(time).toZonedDateTimeISO('Europe/Zurich').toPlainDate().toString();
  return day.split('-').toReversed().join('.');
}

test('8 an insurance: the agreement and the certificate', async () => {
  const it = await demo.start();
  const closed = await reach('closed', it, 'insurance');
  assert.equal(closed.state, 'closed');
  assert.deepEqual(kindsOf(closed), ['agreement', 'certificate']);
  const { text } = await readPdf(await newest(it, 'agreement'));
  assert.match(text, /Kautionsversicherung/);
});

for (const [place, product, made] of [
  ['signed', 'bank_deposit', []],
  ['tenants', 'bank_deposit', ['agreement']],
  ['account', 'bank_deposit', ['agreement', 'payment_slip']],
  ['tenants', 'insurance', ['agreement']],
] as const) {
  test(`8 withdrawn after ${place} (${product}): one document more`, async () => {
    const it = await demo.start();
    await reach(place, it, product);
    assert.deepEqual(kindsOf(await it.play('withdraw')), [...made, 'withdrawal']);
    const { text } = await readPdf(await newest(it, 'withdrawal'));
    assert.match(text, /annulliert/);
    assert.doesNotMatch(text, /einbezahlt/);
  });
}

test('8 withdrawn before anyone signed, while editing, and with money in', async () => {
  const early = await demo.start();
  assert.deepEqual(kindsOf(await early.play('withdraw')), ['withdrawal']);

  const editing = await demo.start();
  await reach('signed', editing);
  await editing.play('edit');
  assert.deepEqual(kindsOf(await editing.play('withdraw')), ['withdrawal']);

  const paid = await demo.start();
  await reach('account', paid);
  await paid.play('payment', { amount: 1000.05 });
  assert.deepEqual(kindsOf(await paid.operator('withdraw')).at(-1), 'withdrawal');
  const { text } = await readPdf(await newest(paid, 'withdrawal'));
  assert.ok(text.includes('CHF 1’000.05'), text);
});

test('8 edited and signed again: a second agreement and a second slip, the first ones unchanged', async () => {
  const it = await demo.start({ rentalDeposit: '1000' });
  await reach('account', it);
  const first = await archive(it);
  assert.equal((await decodeQrBill(await newest(it, 'payment_slip'))).amount, '1000.00');

  await it.play('edit', { rentalDeposit: 1200.05, rentalStart: '2027-02-01' });
  await it.play('resend');
  const { iban, qrIban, paymentReference, ...record } = await it.play('tenant-signs', { product: 'bank_deposit' });
  assert.deepEqual(kindsOf(record).toSorted(), ['agreement', 'agreement', 'payment_slip', 'payment_slip']);
  const all = await archive(it);
  for (const { id, pdf } of first) assert.ok(all.find((one) => one.id === id)?.pdf.equals(pdf));

  const slip = await decodeQrBill(await newest(it, 'payment_slip'));
  assert.deepEqual([slip.iban, slip.reference, slip.amount], [qrIban ?? iban, paymentReference, '1200.05']);
  const { text } = await readPdf(await newest(it, 'agreement'));
  for (const part of ['CHF 1’200.05', '01.02.2027']) assert.ok(text.includes(part), part);
});

test('8 money that arrives during an edit is not requested again', async () => {
  const it = await demo.start({ rentalDeposit: '1000' });
  await reach('account', it);
  await it.play('edit', { rentalDeposit: 1500 });
  await it.play('payment', { amount: 1000 });
  await it.play('resend');
  const { rentalDeposit, paidInTotal } = await it.play('tenant-signs', { product: 'bank_deposit' });
  assert.deepEqual([rentalDeposit, paidInTotal], [1500, 1000]);
  const pdf = await newest(it, 'payment_slip');
  assert.equal((await decodeQrBill(pdf)).amount, '500.00');
  const { text } = await readPdf(pdf);
  for (const part of ['CHF 500.00', 'CHF 1’500.00']) assert.ok(text.includes(part), part);
});

test('the slip has the amount of the record and the owner of the account', async () => {
  const place = { tenantAddressStreet: 'Dorf', tenantAddressStNumber: '', tenantAddressPostalCode: '6563' };
  const it = await demo.start({
    ...place,
    tenantFirstName: 'Đorđe',
    tenantLastName: 'Szőke',
    tenantAddressCity: 'Mesocco',
  });
  const { iban, qrIban, paymentReference } = await reach('account', it);
  const holder = { type: 'S', name: 'Đorđe Szőke', street: 'Dorf', houseNumber: '', zip: '6563', city: 'Mesocco' };
  assert.deepEqual(await decodeQrBill(await newest(it, 'payment_slip')), {
    iban: qrIban ?? iban,
    creditor: { ...holder, country: 'CH' },
    amount: '3560.00',
    currency: 'CHF',
    debtor: { ...holder, country: 'CH' },
    referenceType: qrIban === null ? 'SCOR' : 'QRR',
    reference: paymentReference,
    message: `Mietkaution, Vertrag ${it.contractId}`,
  });
});

test('the slip of a bank without QR-IBANs, and of a company', async () => {
  const it = await demo.start({ tenantLanguage: 'en' }, companyPayload);
  await reach('tenants', it);
  const { paymentReference } = await it.operator('account', { iban: 'CH9300762011623852957' });
  const record = await eventually(it, 2);
  assert.deepEqual(kindsOf(record), ['agreement', 'payment_slip']);
  const slip = await decodeQrBill(await newest(it, 'payment_slip'));
  assert.deepEqual(
    [slip.iban, slip.referenceType, slip.reference, slip.creditor.name, slip.message],
    ['CH9300762011623852957', 'SCOR', paymentReference, 'Muster AG', `Rental deposit, contract ${it.contractId}`],
  );
});

/** Operator calls do not wait for their effects. */
async function eventually(it: Play, count: number): Promise<any> {
  for (let tries = 0; tries < 100; tries++) {
    const record = await it.record();
    if (record.documents.length >= count) return record;
    await new Promise((done) => setTimeout(done, 50));
  }
  return assert.fail(`there are not ${count} documents`);
}

for (const [tenantLanguage, slip, agreement] of [
  ['de', 'Empfangsschein', 'Unterschriften'],
  ['fr', 'Récépissé', 'Pour la gérance'],
  ['it', 'Ricevuta', 'Firme'],
  ['en', 'Receipt', 'For the property management'],
] as const) {
  test(`the documents are in the tenants’ language (${tenantLanguage})`, async () => {
    const it = await demo.start({ tenantLanguage });
    await reach('account', it);
    assert.ok((await readPdf(await newest(it, 'payment_slip'))).text.includes(slip));
    const { text } = await readPdf(await newest(it, 'agreement'));
    assert.ok(text.includes(agreement), text);
  });
}

test('the agreement names who has signed, when and from where', async () => {
  const two = { ...naturalTenant('tenant2'), tenant2FirstName: 'Łukasz', tenant2Email: 'lukasz@mail.example' };
  const it = await demo.start(two);
  const { tenants } = await reach('tenants', it);
  const { pages, text } = await readPdf(await newest(it, 'agreement'));
  assert.equal(pages.length, 2);
  assert.ok(text.includes(`Clara Chefin (${demo.managerEmail})`), text);
  assert.ok(text.includes('Łukasz Brunner (lukasz@mail.example)'), text);
  // The sandbox is no address: the evidence names none.
  assert.equal(text.split('Gezeigtes PDF (SHA-256)').length, 4);
  assert.ok(!text.includes('sandbox'));
  for (const { signedAt } of tenants) assert.ok(text.includes(swissDay(signedAt)));

  const preSigned = await stage(service, { preSigned: true });
  const other = await preSigned.start();
  await other.play('tenant-signs', { product: 'bank_deposit' });
  assert.match((await readPdf(await newest(other, 'agreement'))).text, /Im Voraus erteilte Unterschrift/);
});

test('a document is never changed; when it is removed its hash stays', async () => {
  const it = await demo.start();
  await reach('account', it);
  const [document, other] = (await it.record()).documents;
  for (const change of [
    `update documents set content = 'x' where id = $1`,
    `update documents set sha256 = 'x' where id = $1`,
    `update documents set kind = 'pay_in' where id = $1`,
    `update documents set content = null, created_at = now() where id = $1`,
    'delete from documents where id = $1',
  ]) {
    await assert.rejects(database.query(change, [document.id]), /documents are never changed/, change);
  }
  assert.equal((await archive(it)).length, 2);

  await database.query('update documents set content = null where id = $1', [document.id]);
  const { status } = await service.operator('GET', `/documents/${document.id}`);
  assert.equal(status, 404);
  assert.deepEqual((await it.record()).documents, [document, other]);
  await assert.rejects(
    database.query(`update documents set content = 'x' where id = $1`, [document.id]),
    /documents are never changed/,
  );
  await served(other.id);
});

test('an unknown document, and a caller without the token', async () => {
  const it = await demo.start({}, payload);
  await reach('tenants', it);
  const [{ id }] = (await it.record()).documents;
  for (const unknown of ['01a1dd92-d3ef-7482-b729-aecf6a2a2cc1', 'x', it.id]) {
    assert.equal((await service.operator('GET', `/documents/${unknown}`)).status, 404, unknown);
  }
  const path = `/operator/api/documents/${id}`;
  assert.equal((await service.call('GET', path)).status, 401);
  const headers = { authorization: 'Bearer a-token-for-somebody-else-altogether' };
  assert.equal((await service.call('GET', path, { headers })).status, 401);
});
