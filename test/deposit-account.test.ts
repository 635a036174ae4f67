import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportOrders } from '../src/actions/bank/export-orders.ts';
import { importFile } from '../src/actions/bank/import-file.ts';
import type { Services } from '../src/actions/services.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import { rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import type { Credit, Debit } from '../src/sandbox/simulated-bank/write-entries.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { depono as runWith, settingsOf } from './support/depono.ts';
import { created } from './support/partner.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Answer, type Service } from './support/service.ts';

// bank-and-money.md, section 10: account data.

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true' } });
  demo = await stage(service, { preSigned: true });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

let accounts = 0;
const next = (): string => String(++accounts).padStart(12, '0');
const newIban = (): string => swissIban('09998', next());
const newQrIban = (): string => swissIban('30998', next());

/** A deposit that waits for its account. */
async function signed(): Promise<Play> {
  const it = await demo.start();
  await it.play('tenant-signs', { product: 'bank_deposit' });
  return it;
}

async function withAccount(iban = newIban(), qrIban?: string): Promise<Play> {
  const it = await signed();
  await it.operator('account', { iban, ...(qrIban !== undefined && { qrIban }) });
  return it;
}

const account = (it: Play, body: object): Promise<Answer> =>
  service.operator('POST', `/deposits/${it.id}/account`, body);
const slips = async (it: Play): Promise<number> =>
  (await it.record()).documents.filter(({ kind }: any) => kind === 'payment_slip').length;

let files = 0;
async function booked(booking: Partial<Credit> | Partial<Debit>): Promise<void> {
  const n = ++files;
  const whole = {
    direction: 'credit',
    amount: rappen(100_00),
    bookedOn: '2026-11-15',
    bankReference: `ACC-${n}`,
    reference: null,
    debtor: { name: 'Max Keller', iban: 'CH6309000000250097798' },
    ...booking,
  } as Credit;
  const path = join(service.config.bankExchangeDir, `acc-${n}.xml`);
  writeFileSync(path, writeCamt054({ messageId: `ACC-${n}`, createdAt: new Date(), bookings: [whole] }));
  assert.equal((await importFile(services, path))[0].state, 'done');
}

describe('one living deposit', () => {
  test('10 an IBAN belongs to one living deposit (409), also by its QR-IBAN', async () => {
    const [iban, qrIban] = [newIban(), newQrIban()];
    await withAccount(iban, qrIban);
    const other = await signed();
    const rows: [what: string, body: object][] = [
      ['10 the same IBAN', { iban }],
      ['10 the same QR-IBAN', { iban: newIban(), qrIban }],
      ['10 both', { iban, qrIban }],
    ];
    for (const [what, body] of rows) {
      const detail = await other.refuseOperator('account', body);
      assert.match(detail, /Another deposit has this account/, what);
    }
    await other.operator('account', { iban: newIban() });
  });

  test('10 also by former accounts of living deposits', async () => {
    const [first, second] = [newIban(), newIban()];
    const it = await withAccount(first);
    await it.operator('account', { iban: second, reason: 'two digits were swapped' });
    const other = await signed();
    await other.refuseOperator('account', { iban: first });
    await other.refuseOperator('account', { iban: second });
    await it.play('withdraw');
    await other.operator('account', { iban: first });
  });

  test('10 a closed or withdrawn deposit leaves its account to others', async () => {
    const iban = newIban();
    const it = await withAccount(iban);
    await it.play('withdraw');
    const other = await signed();
    assert.equal((await other.operator('account', { iban })).iban, iban);
  });

  test('10 two calls at once: one of them gets it', async () => {
    for (let n = 0; n < 5; n++) {
      const [one, other] = [await signed(), await signed()];
      const [iban, qrIban] = [newIban(), newQrIban()];
      const answers = await Promise.all([
        account(one, { iban, qrIban }),
        account(other, n % 2 === 0 ? { iban } : { iban: newIban(), qrIban }),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    }
  });

  const INVALID: [what: string, body: () => object, field: string][] = [
    [
      '10 a QR-IBAN has an institution id from 30000 to 31999',
      () => ({ iban: newIban(), qrIban: swissIban('32000', next()) }),
      'qrIban',
    ],
    ['10 nor one below', () => ({ iban: newIban(), qrIban: swissIban('29999', next()) }), 'qrIban'],
    [
      '10 a QR-IBAN is of the country of the IBAN',
      () => ({ iban: 'LI21088100002324013AA', qrIban: newQrIban() }),
      'qrIban',
    ],
    ['10 a QR-IBAN is no IBAN of an account', () => ({ iban: newQrIban() }), 'iban'],
    ['10 an empty reason is none', () => ({ iban: newIban(), reason: ' ' }), 'reason'],
  ];
  test('10 what is 422', async () => {
    const it = await signed();
    for (const [what, body, field] of INVALID) {
      const { status, body: problem } = await account(it, body());
      assert.deepEqual([status, problem.problems?.[0]?.field], [422, field], what);
    }
    for (const institution of ['30000', '31999']) {
      const other = await signed();
      await other.operator('account', { iban: newIban(), qrIban: swissIban(institution, next()) });
    }
  });
});

describe('a wrong account', () => {
  test('10 before money arrived it is corrected at once, with a new slip; the reference stays', async () => {
    const it = await withAccount();
    const before = await it.record();
    const iban = newIban();
    const after = await it.operator('account', { iban, reason: 'two digits were swapped' });
    assert.deepEqual([after.iban, after.qrIban, after.step], [iban, null, 'awaiting_payment']);
    assert.equal(after.paymentReference, before.paymentReference);
    assert.equal(await slips(it), 2);
    const mails = await it.mails(String(it.sent['tenantEmail']), 'tenant_payment');
    assert.equal(mails.length, 2);
    assert.ok(mails[1].text.replaceAll(' ', '').includes(iban));
    const { event, actor, detail } = after.history.at(-1);
    assert.deepEqual(
      [event, actor, detail.reason, detail.formerIban],
      ['account_corrected', 'operator', 'two digits were swapped', before.iban],
    );
  });

  test('10 a new reference where the kind changes', async () => {
    const it = await withAccount();
    const { paymentReference } = await it.record();
    const after = await it.operator('account', { iban: newIban(), qrIban: newQrIban(), reason: 'QR-IBAN forgotten' });
    assert.notEqual(after.paymentReference, paymentReference);
    assert.match(after.paymentReference, /^[0-9]{27}$/);
    const back = await it.operator('account', { iban: newIban(), reason: 'no QR-IBAN after all' });
    assert.match(back.paymentReference, /^RF/);
  });

  test('10 without a reason, or the same account again: 409; without an account: 409', async () => {
    const iban = newIban();
    const it = await withAccount(iban);
    await it.refuseOperator('account', { iban: newIban() });
    assert.match(await it.refuseOperator('account', { iban, reason: 'again' }), /has this account already/);
    const none = await signed();
    assert.match(await none.refuseOperator('account', { iban: newIban(), reason: 'too early' }), /no account/);
  });

  test('10 money that arrives on the former account stays this deposit’s, with the old reference or none', async () => {
    const [first, firstQr] = [newIban(), newQrIban()];
    const it = await withAccount(first, firstQr);
    const { paymentReference } = await it.record();
    await it.operator('account', { iban: newIban(), reason: 'wrong bank' });
    await booked({ accountIban: first, reference: paymentReference });
    await booked({ accountIban: firstQr, reference: null, amount: rappen(50_00) });
    const record = await it.record();
    assert.equal(record.paidInTotal, 150);
    assert.deepEqual(
      record.payments.map(({ matchedBy }: any) => matchedBy),
      ['account', 'account'],
    );
  });

  test('10 after money arrived it waits for a second person', async () => {
    const it = await withAccount();
    await it.play('payment', { amount: 1000 });
    const before = await it.record();
    const iban = newIban();
    const asked = await account(it, { iban, reason: 'the bank moved it' });
    assert.equal(asked.status, 202, asked.text);
    assert.equal((await it.record()).iban, before.iban);
    const again = await account(it, { iban, reason: 'the bank moved it' });
    assert.deepEqual([again.status, again.body.approvalId], [409, asked.body.approvalId]);
    const email = 'second@depono.example';
    const { id } = await created(service.operator('POST', '/operators', { email, name: 'Second', role: 'clerk' }));
    const { token } = await created(service.operator('POST', `/operators/${id}/tokens`, { name: 'test' }));
    const headers = { authorization: `Bearer ${token}` };
    const shown = await service.call('GET', '/operator/api/approvals', { headers });
    assert.match(shown.body.approvals[0].what, /Correct the account of the deposit/);
    const approved = await service.call('POST', `/operator/api/approvals/${asked.body.approvalId}/approve`, {
      headers,
    });
    assert.equal(approved.status, 200, approved.text);
    const after = await it.record();
    assert.deepEqual([after.iban, after.paidInTotal], [iban, 1000]);
    assert.equal(await slips(it), 2, 'a slip for what is missing');
    // What arrived on the former account counts, and the rest arrives on the new one.
    await booked({ accountIban: before.iban, reference: before.paymentReference, amount: rappen(1000_00) });
    await booked({ accountIban: iban, reference: after.paymentReference, amount: rappen(1560_00) });
    assert.equal((await it.record()).state, 'open');
  });

  test('10 what is with the bank, or pays back, goes out from the account that holds it', async () => {
    const first = newIban();
    const it = await withAccount(first);
    await it.play('payment', { amount: 3600 });
    const second = newIban();
    await approveCorrection(it, second);
    const [order] = await it.money('surplus');
    await exportOrders(services);
    const sent = (await it.money('surplus'))[0];
    assert.equal(sent.state, 'sent');
    await booked({
      direction: 'debit',
      accountIban: second,
      amount: rappen(40_00),
      endToEndId: sent.endToEndId,
      creditor: { name: 'x', iban: null },
    });
    assert.equal((await it.money('surplus'))[0].state, 'sent', 'not from that account');
    await booked({
      direction: 'debit',
      accountIban: first,
      amount: rappen(40_00),
      endToEndId: sent.endToEndId,
      creditor: { name: 'x', iban: null },
    });
    assert.deepEqual([(await it.money('surplus'))[0].state, order.id], ['completed', sent.id]);
  });

  test('10 by command', async () => {
    const it = await signed();
    const [iban, other] = [newIban(), newIban()];
    const depono = (...args: string[]) =>
      runWith({ ...settingsOf(service), FOUR_EYES: 'true' }, 'deposit', 'account', ...args);
    assert.equal((await depono(it.id, iban)).code, 0);
    assert.equal((await depono(it.id, other)).code, 1, 'without a reason');
    assert.equal((await depono(it.id, 'CH00', '--reason', 'x')).code, 2);
    assert.equal((await depono('x', iban)).code, 1);
    const { code, output } = await depono(it.id, other, '--reason', 'swapped');
    assert.deepEqual([code, (await it.record()).iban], [0, other], output);
    await it.play('payment', { amount: 10 });
    const asked = await depono(it.id, newIban(), '--reason', 'again', '--json');
    assert.ok(JSON.parse(asked.output).approvalId);
    const { entries } = (await service.operator('GET', '/audit?actor=command_line')).body;
    assert.ok(
      entries.some(({ action }: any) => action === 'deposit_account.correct'),
      JSON.stringify(entries[0]),
    );
  });
});

async function approveCorrection(it: Play, iban: string): Promise<void> {
  const asked = await account(it, { iban, reason: 'wrong' });
  assert.equal(asked.status, 202, asked.text);
  const email = `approver-${next()}@depono.example`;
  const { id } = await created(service.operator('POST', '/operators', { email, name: 'A', role: 'clerk' }));
  const { token } = await created(service.operator('POST', `/operators/${id}/tokens`, { name: 'test' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await service.call('POST', `/operator/api/approvals/${asked.body.approvalId}/approve`, { headers });
  assert.equal(answer.status, 200, answer.text);
}
