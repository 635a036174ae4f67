import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { exportOrders } from '../src/actions/bank/export-orders.ts';
import type { Services } from '../src/actions/services.ts';
import { rappen } from '../src/domain/values/money.ts';
import { startBankExchange } from '../src/jobs/bank-exchange.ts';
import { readPain001 } from '../src/sandbox/simulated-bank/read-pain001.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import type { Credit, Debit } from '../src/sandbox/simulated-bank/write-entries.ts';
import { writePain002 } from '../src/sandbox/simulated-bank/write-pain002.ts';
import { createServices } from '../src/services.ts';
import { listAudit } from '../src/storage/audit-log.ts';
import { setHold } from '../src/storage/money/bank-hold.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import type { Ended } from './support/command-line.ts';
import { depono as runWith, settingsOf } from './support/depono.ts';
import { signInOperator } from './support/operator.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
let folder: string;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
  folder = service.config.bankExchangeDir;
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

const files = (name: 'in' | 'out' | 'done' | 'refused'): string[] => readdirSync(join(folder, name));

async function waiting(): Promise<Play> {
  const it = await demo.start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  return it;
}

async function ordered(amountLandlord = 60): Promise<Play> {
  const it = await waiting();
  await it.play('payment');
  await it.play('start-closing', { by: 'tenant', amountLandlord, tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  return it;
}

let count = 0;
const at = new Date('2026-11-15T10:00:00Z');

/** A bank file as it would be in the folder. */
function camt(...bookings: (Partial<Credit> | Partial<Debit>)[]): string {
  const n = ++count;
  const booked = bookings.map((booking, place) => ({
    accountIban: 'CH9300762011623852957',
    amount: rappen(100_00),
    bookedOn: '2026-11-15',
    bankReference: `REF-${n}-${place}`,
    debtor: { name: 'Lea Brunner', iban: TENANT_IBAN },
    ...booking,
  }));
  return writeCamt054({ messageId: `MSG-${n}`, createdAt: at, bookings: booked as Credit[] });
}

function fileNamed(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const depono = (...args: string[]): Promise<Ended> => runWith(settingsOf(service), ...args);

test('the sandbox exercises the production path: every payment and payout goes through files', async () => {
  const before = files('done').length;
  const it = await ordered();
  assert.equal(files('done').length, before + 1, 'a camt.054 for the payment');
  const runs = files('out').length;
  assert.equal((await it.play('payout-completed')).state, 'closed');
  assert.equal(files('out').length, runs + 1, 'a pain.001 for the payout');
  assert.equal(files('done').length, before + 2, 'a camt.054 for its debits');
  assert.deepEqual(files('in'), []);
  const { orders, iban } = await it.record();
  const { payments } = readPain001(readFileSync(join(folder, 'out', `${orders[0].runId}.xml`), 'utf8'));
  assert.deepEqual(
    payments.map(({ debtorIban, creditorIban, amountText }) => [debtorIban, creditorIban, amountText]).toSorted(),
    orders.map((order: any) => [iban, order.iban, order.amount.toFixed(2)]).toSorted(),
  );
  const { body } = await service.operator('GET', '/bank/files');
  assert.deepEqual([body.files[0].state, body.files[0].entries, body.files[0].booked], ['done', 2, 2]);
});

test('each statement entry is booked once, whichever file repeats it', async () => {
  const it = await waiting();
  const { paymentReference: reference, iban: accountIban } = await it.record();
  const content = camt({ direction: 'credit', reference, accountIban, amount: rappen(1000_00) });
  const first = await depono('bank', 'import', fileNamed('one.xml', content), '--json');
  assert.deepEqual([first.code, JSON.parse(first.output).counts.booked], [0, 1]);
  const again = await depono('bank', 'import', fileNamed('two.xml', content.replace('MSG-', 'OTHER-')), '--json');
  assert.deepEqual(
    [again.code, JSON.parse(again.output).counts],
    [0, { booked: 0, repeated: 1, not_booked_yet: 0, total: 0, attention: 0 }],
  );
  const { paidInTotal, payments } = await it.record();
  assert.deepEqual([paidInTotal, payments.length], [1000, 1]);
  const both = await Promise.all(
    [1, 2].map((n) => {
      const twice = camt({
        direction: 'credit',
        reference,
        accountIban,
        amount: rappen(500_00),
        bankReference: 'SAME',
      });
      return depono('bank', 'import', fileNamed(`race-${n}.xml`, twice), '--json');
    }),
  );
  const booked = both.map(({ output }) => JSON.parse(output).counts.booked);
  assert.deepEqual(booked.toSorted(), [0, 1], 'two processes at once');
  assert.equal((await it.record()).paidInTotal, 1500);
});

test('a file that cannot be read completely is refused as a whole, with a reason, and kept', async () => {
  const it = await waiting();
  const { paymentReference: reference, iban: accountIban } = await it.record();
  const good = camt({ direction: 'credit', reference, accountIban }, { direction: 'credit', reference, accountIban });
  const cut = good.slice(0, good.lastIndexOf('</Ntry>'));
  const { code, output } = await depono('bank', 'import', fileNamed('cut.xml', cut));
  assert.equal(code, 1);
  assert.match(output, /cut\.xml: refused, nothing was booked\. Line \d+: /);
  assert.equal((await it.record()).payments.length, 0, 'not even its first entry');
  const { body } = await service.operator('GET', '/bank/files');
  assert.deepEqual([body.files[0].name, body.files[0].state], ['cut.xml', 'refused']);
});

test('files in the bank folder are read automatically once they are complete', async () => {
  const it = await waiting();
  const { paymentReference: reference, iban: accountIban } = await it.record();
  const content = camt({ direction: 'credit', reference, accountIban, amount: rappen(3560_00) });
  writeFileSync(join(folder, 'in', 'later.xml.part'), content);
  writeFileSync(join(folder, 'in', 'broken.xml'), '<x');
  const deadline = Date.now() + 20_000;
  while (!existsSync(join(folder, 'refused', 'broken.xml')) && Date.now() < deadline) await wait(100);
  assert.deepEqual(files('in'), ['later.xml.part'], 'the broken one is put away, the unfinished one waits');
  renameSync(join(folder, 'in', 'later.xml.part'), join(folder, 'in', 'later.xml'));
  while (!existsSync(join(folder, 'done', 'later.xml')) && Date.now() < deadline) await wait(100);
  assert.equal((await it.record()).state, 'open');
});

test('a run left by a dead process is finished, and no order is sent twice', async () => {
  await exportOrders(services);
  const it = await ordered();
  const { exchange } = services;
  const dies = (): never => {
    throw new Error('killed');
  };
  const wanted = async (): Promise<number> => {
    const { orders } = await it.record();
    const ids = orders.map(({ id }: any) => id.replaceAll('-', ''));
    return files('out')
      .filter((name) => !name.startsWith('.'))
      .reduce((sum, name) => {
        const { payments } = readPain001(readFileSync(join(folder, 'out', name), 'utf8'));
        return sum + payments.filter(({ endToEndId }) => ids.includes(endToEndId)).length;
      }, 0);
  };
  await assert.rejects(exportOrders({ ...services, exchange: { ...exchange, prepare: dies } }), /killed/);
  assert.equal(await wanted(), 0, 'stored, and not yet a file');
  await assert.rejects(exportOrders({ ...services, exchange: { ...exchange, publish: dies } }), /killed/);
  assert.equal(await wanted(), 0, 'marked, and not yet seen by the bank');
  assert.deepEqual(await exportOrders(services), { run: null, runs: [], hold: null }, 'nothing new to pay');
  assert.equal(await wanted(), 2);
  await Promise.all([exportOrders(services), exportOrders(services), depono('bank', 'export')]);
  assert.equal(await wanted(), 2);
  assert.equal((await it.play('payout-completed')).state, 'closed');
});

test('after a restore no order is sent before the release, and no order is paid twice', async () => {
  await exportOrders(services);
  const it = await ordered(0);
  const [order] = (await it.record()).orders;
  const { run } = await exportOrders(services);
  assert.ok(run);
  // The state of a backup made before this run; nor may a stored run be written to a file.
  await database.query('update orders set run_id = null where id = $1', [order.id]);
  await database.query('update payment_runs set written_at = null where id = $1', [run.id]);
  await setHold(database, 'a backup of yesterday was restored');
  const before = files('out').toSorted();
  rmSync(run.file);

  const { run: none, hold } = await exportOrders(services);
  assert.deepEqual([none, hold?.why], [null, 'a backup of yesterday was restored']);
  const told: string[] = [];
  const log = (error: unknown, what: string): number => told.push(`${what}: ${(error as Error).message}`);
  const worker = startBankExchange(services, { exports: true, log });
  while (told.length === 0) await wait(20);
  await worker.stop();
  assert.match(told.join(), /^bank export: Payment files are held since .*depono bank release$/);
  const called = await service.operator('POST', '/bank/export');
  assert.deepEqual([called.status, /are held since .*depono bank release/.test(called.body.detail)], [409, true]);
  const operator = await signInOperator(service);
  assert.match((await operator.page('/operator/bank')).text, /role="alert"><h2>Payment files are held since/);
  const pressed = await operator.post('/operator/bank/export', {});
  assert.deepEqual([pressed.status, /are held since/.test(pressed.text)], [409, true]);
  const simulated = await service.sandbox('POST', `/deposits/${it.id}/payout-completed`, {});
  assert.deepEqual([simulated.status, /are held since/.test(simulated.body.detail)], [409, true]);
  const typed = await depono('bank', 'export');
  assert.deepEqual([typed.code, /are held since/.test(typed.errors)], [1, true]);
  const looked = await depono('doctor', '--json');
  assert.match(looked.output, /"payment files","state":"warn"/);
  assert.deepEqual(
    files('out').toSorted(),
    before.filter((name) => !run.file.endsWith(name)),
    'nothing was written',
  );

  const { iban: accountIban } = await it.record();
  const endToEndId = order.id.replaceAll('-', '');
  const creditor = { name: 'Lea Brunner', iban: TENANT_IBAN };
  const amount = rappen(Math.round(order.amount * 100));
  const debit = camt({ direction: 'debit', accountIban, amount, endToEndId, creditor });
  assert.equal((await depono('bank', 'import', fileNamed('since.xml', debit))).code, 0);
  assert.equal((await it.record()).orders[0].state, 'completed');

  await database.query('update payment_runs set written_at = now() where id = $1', [run.id]);
  const unsure = await depono('bank', 'release');
  assert.deepEqual([unsure.code, /still on hold.*--yes/.test(unsure.errors)], [1, true]);
  assert.ok((await exportOrders(services)).hold);
  const released = await depono('bank', 'release', '--yes', '--json');
  assert.deepEqual([released.code, JSON.parse(released.output)], [0, { released: true }]);
  assert.deepEqual(await exportOrders(services), { run: null, runs: [], hold: null }, 'the bank has paid it');
  assert.ok(!existsSync(run.file));
  const again = await depono('bank', 'release');
  assert.deepEqual([again.code, again.output], [0, 'Payment files are not on hold.\n']);
  const [entry, imported] = await listAudit(database, {}, { most: 2 });
  assert.deepEqual(
    [entry?.way, entry?.verb, entry?.thing, entry?.about['why']],
    ['command_line', 'release', 'payment files', 'a backup of yesterday was restored'],
  );
  assert.deepEqual([imported?.verb, imported?.about], ['import', { file: 'since.xml', state: 'done' }]);
});

test('imports and exports of the command line are in the audit log, failed ones are not', async () => {
  const it = await ordered(0);
  const written = JSON.parse((await depono('bank', 'export', '--json')).output).run;
  assert.equal((await it.record()).orders[0].runId, written.id);
  assert.equal((await depono('bank', 'export')).output, 'No payment orders are ready.\n');
  assert.equal((await depono('bank', 'import', fileNamed('no-xml.xml', '<x'))).code, 1);
  const entries = await listAudit(database, {}, { most: 2 });
  assert.deepEqual(
    entries.map(({ actor, verb, thing, about }) => [actor, verb, thing, about]),
    [
      ['command_line', 'import', 'bank file', { file: 'no-xml.xml', state: 'refused' }],
      ['command_line', 'write', 'payment file', { run: written.id }],
    ],
  );
});

test('concurrent exports send each order once', async () => {
  const plays = [await ordered(), await ordered(), await ordered()];
  await Promise.all(Array.from({ length: 5 }, () => exportOrders(services)));
  const runs = await Promise.all(plays.map(async (it) => (await it.record()).orders.map(({ runId }: any) => runId)));
  assert.ok(runs.flat().every((runId) => runId !== null));
  const inFiles = [...new Set(runs.flat())].flatMap(
    (runId) => readPain001(readFileSync(join(folder, 'out', `${runId}.xml`), 'utf8')).payments,
  );
  assert.equal(new Set(inFiles.map(({ endToEndId }) => endToEndId)).size, inFiles.length);
});

test('pain.002: a rejected payout goes back to the operator with the reason, and out again with another account', async () => {
  const it = await ordered(0);
  const { run } = await exportOrders(services);
  assert.ok(run);
  const [order] = (await it.record()).orders;
  assert.equal(order.state, 'sent');
  const iban = 'DE89370400440532013000';
  assert.equal(
    (await service.operator('POST', `/money/${order.id}/account`, { iban })).status,
    409,
    'it is with the bank',
  );
  const { payments } = readPain001(readFileSync(run.file, 'utf8'));
  const answers = payments.map(({ blockId, endToEndId }) => ({
    blockId,
    endToEndId,
    refusal: endToEndId === order.id.replaceAll('-', '') ? { code: 'AC04', text: 'Konto aufgehoben' } : null,
  }));
  const report = { messageId: 'ST-1', createdAt: at, originalMessageId: run.id, refusal: null, payments: answers };
  assert.equal((await depono('bank', 'import', fileNamed('status.xml', writePain002(report)))).code, 0);
  const [rejected] = await it.money('payout');
  assert.deepEqual([rejected.state, rejected.waitsFor], ['rejected', 'AC04: Konto aufgehoben']);
  assert.equal((await service.operator('POST', `/money/${order.id}/account`, { iban })).status, 422, '9 no BIC');
  const given = await service.operator('POST', `/money/${order.id}/account`, { iban, bic: 'DEUTDEFF' });
  assert.deepEqual([given.body.state, given.body.runId], ['ordered', null]);
  const { run: again } = await exportOrders(services);
  assert.notEqual(again?.id, run.id);
  assert.match(readFileSync(again?.file ?? '', 'utf8'), /<BICFI>DEUTDEFF<\/BICFI>/);
  assert.equal((await it.record()).orders[0].runId, again?.id);
  assert.equal((await it.play('payout-completed')).state, 'closed');
  const unknown = { ...report, originalMessageId: 'NOBODYS' };
  const { code, output } = await depono('bank', 'import', fileNamed('strange.xml', writePain002(unknown)));
  assert.deepEqual([code, /not a payment file of this service/.test(output)], [1, true]);
});

test('an entry without details waits for the file that has them, in any order', async () => {
  const it = await waiting();
  const { paymentReference: reference, iban: accountIban } = await it.record();
  const credit = { direction: 'credit' as const, reference, accountIban, amount: rappen(70_00) };
  const details = camt({ ...credit, bankReference: 'LATE-DETAILS' });
  const statement = details.replace(/<NtryDtls>[\s\S]*?<\/NtryDtls>/, '');
  const first = JSON.parse((await depono('bank', 'import', fileNamed('bare.xml', statement), '--json')).output);
  assert.deepEqual([first.counts.total, first.counts.booked], [1, 0]);
  const second = JSON.parse((await depono('bank', 'import', fileNamed('full.xml', details), '--json')).output);
  assert.equal(second.counts.booked, 1);
  assert.equal((await it.record()).paidInTotal, 70);
  const third = JSON.parse((await depono('bank', 'import', fileNamed('bare-2.xml', statement), '--json')).output);
  assert.equal(third.counts.repeated, 1);
});

test('an amount of 0 and an order that fits no file do not hold up the others', async () => {
  const it = await ordered(0);
  const nothing = camt({ direction: 'credit', reference: 'RF18539007547034', amount: rappen(0) });
  const report = JSON.parse((await depono('bank', 'import', fileNamed('zero.xml', nothing), '--json')).output);
  assert.deepEqual([report.counts.attention, report.counts.not_booked_yet], [0, 1]);
  const stuck = await ordered(0);
  const [bad] = (await stuck.record()).orders;
  await database.query(`update orders set iban = 'CH4431999123000889012' where id = $1`, [bad.id]);
  assert.ok((await exportOrders(services)).run);
  assert.equal((await it.record()).orders[0].state, 'sent');
  const [held] = (await stuck.record()).orders;
  assert.deepEqual([held.state, held.runId], ['rejected', null]);
  assert.match(held.waitsFor, /^It cannot go into a payment file/);
  await service.operator('POST', `/money/${bad.id}/account`, { iban: TENANT_IBAN });
  assert.equal((await stuck.play('payout-completed')).state, 'closed');
});

test('a late acceptance does not undo a rejection; a lost file can be written again', async () => {
  const it = await ordered(0);
  const { run } = await exportOrders(services);
  assert.ok(run);
  const { payments } = readPain001(readFileSync(run.file, 'utf8'));
  const all = (refusal: { code: string; text: string } | null) =>
    writePain002({
      messageId: `ST-${++count}`,
      createdAt: at,
      originalMessageId: run.id,
      refusal: null,
      payments: payments.map(({ blockId, endToEndId }) => ({ blockId, endToEndId, refusal })),
    });
  await depono(
    'bank',
    'import',
    fileNamed('no.xml', all({ code: 'AM04', text: 'Deckung' })),
    fileNamed('yes.xml', all(null)),
  );
  const [order] = (await it.record()).orders;
  assert.equal(order.state, 'rejected');
  rmSync(run.file);
  assert.equal((await service.operator('POST', `/bank/runs/${run.id}/write-again`)).status, 204);
  assert.ok(existsSync(run.file));
  assert.equal((await service.operator('POST', '/bank/runs/NONE/write-again')).status, 404);
  const strange = camt({ direction: 'debit', creditor: { name: 'X', iban: TENANT_IBAN }, endToEndId: 'NOBODY' });
  await depono('bank', 'import', fileNamed('kept.xml', strange));
  const { body } = await service.operator('GET', '/bank/entries');
  const { key } = body.entries[0];
  assert.equal((await service.operator('POST', `/bank/entries/${key}/done`)).status, 204);
  assert.equal((await service.operator('POST', `/bank/entries/${key}/done`)).status, 404);
});

test('unmatched debits and amounts are kept for an operator', async () => {
  const it = await ordered(0);
  const { orders, iban: accountIban } = await it.record();
  const [order] = orders;
  const debit = { direction: 'debit' as const, accountIban, creditor: { name: 'X', iban: TENANT_IBAN } };
  const content = camt(
    { ...debit, endToEndId: 'RENT-2026' },
    { ...debit, endToEndId: order.id.replaceAll('-', ''), amount: rappen(1) },
  );
  const { code, output } = await depono('bank', 'import', fileNamed('odd.xml', content));
  assert.deepEqual([code, /2 to review/.test(output)], [0, true]);
  const { body } = await service.operator('GET', '/bank/entries');
  assert.deepEqual(
    body.entries
      .filter(({ account }: any) => account === accountIban)
      .map(({ why }: any) => why)
      .toSorted(),
    ['debit_mismatch', 'unexpected_debit'],
  );
  assert.equal((await it.record()).state, 'closing');
});

test('the command line: wrong usage shows the right usage', async () => {
  const wrong = [[], ['bank', 'import'], ['bank', 'export', 'x'], ['bank', 'import', '/nowhere.xml'], ['--colour']];
  const answers = await Promise.all([...wrong, ['--help']].map((args) => depono(...args)));
  assert.deepEqual(
    answers.map(({ code }) => code),
    [2, 2, 2, 2, 2, 0],
  );
  const right = [/depono bank import {2,}Import camt/, /Usage: depono bank import FILE/, /Usage: depono bank export$/m];
  for (const [place, words] of right.entries()) {
    assert.match(`${answers[place]?.output}${answers[place]?.errors}`, words);
  }
  assert.match(answers[3]?.errors ?? '', /File not found/);
  assert.match(answers[5]?.output ?? '', /Exit codes: 0/);
});
