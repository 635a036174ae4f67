import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import fc from 'fast-check';
import { importFile } from '../src/actions/bank/import-file.ts';
import { retryFile } from '../src/actions/bank/retry-file.ts';
import type { Services } from '../src/actions/services.ts';
import { camt, ntry, txDtls } from '../src/bank/bank-files.test.ts';
import { startBankExchange } from '../src/jobs/bank-exchange.ts';
import { createServices } from '../src/services.ts';
import { listAudit } from '../src/storage/audit-log.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import type { Ended } from './support/command-line.ts';
import { depono as runWith, settingsOf } from './support/depono.ts';
import { runCount } from './support/depth.ts';
import { signInOperator } from './support/operator.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let database: Database;
let services: Services;
let folder: string;
let deposit: { play: Play; iban: string; reference: string };
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
  folder = service.config.bankExchangeDir;
  services.exchange.incoming();
  const play = await demo.start();
  await play.play('tenant-signs');
  await play.play('account-opened');
  const { iban, paymentReference } = await play.record();
  deposit = { play, iban, reference: paymentReference };
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

let count = 0;

/** A file with so many payments of CHF 1 for the deposit. */
function payments(many = 1, kind: 'camt.053.001.08' | 'camt.054.001.08' = 'camt.054.001.08'): string {
  const entries = Array.from({ length: many }, () => {
    const id = `READ-${++count}`;
    const rest = `<RmtInf><Strd><CdtrRefInf><Ref>${deposit.reference}</Ref></CdtrRefInf></Strd></RmtInf>`;
    const refs = `<AcctSvcrRef>${id}</AcctSvcrRef>`;
    return ntry({ amount: '1.00', reference: id, details: txDtls(refs, '1.00', rest) });
  });
  return camt(entries.join(''), kind, deposit.iban);
}

/** Files that the background work of the service does not see. */
function fileNamed(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const depono = (...args: string[]): Promise<Ended> => runWith(settingsOf(service), ...args);
const paidIn = async (): Promise<number> => (await deposit.play.record()).paidInTotal;
const fileOf = async (name: string): Promise<any> => {
  const { body } = await service.operator('GET', '/bank/files');
  return body.files.find((file: any) => file.name === name);
};

test('8 each file of an archive is imported on its own, with its own row', async () => {
  const before = await paidIn();
  const good = payments(2);
  const archive = zipSync({
    'good.xml': Buffer.from(good),
    'bad.xml': Buffer.from('<x>'),
    '__MACOSX/._a': Buffer.from('x'),
  });
  const path = fileNamed('both.zip', Buffer.from(archive));
  const { code, output } = await depono('bank', 'import', path);
  assert.equal(code, 1);
  assert.match(output, new RegExp(`^${path}/good.xml: 2 entries, 2 booked$`, 'm'));
  assert.match(output, new RegExp(`^${path}/bad.xml: refused, nothing was booked. Line 1: `, 'm'));
  assert.equal(await paidIn(), before + 2, 'the other one counts');
  const [one, other] = [await fileOf('both.zip/good.xml'), await fileOf('both.zip/bad.xml')];
  assert.deepEqual([one.state, one.archive, one.entries, one.booked, one.reason], ['done', 'both.zip', 2, 2, null]);
  assert.deepEqual([other.state, other.archive, other.entries], ['refused', 'both.zip', 0]);
  assert.equal(one.at, one.readAt);
  assert.deepEqual(Object.keys(one).toSorted(), [
    'archive',
    'at',
    'booked',
    'entries',
    'id',
    'name',
    'readAt',
    'reason',
    'sha256',
    'state',
  ]);
  const again = JSON.parse((await depono('bank', 'import', fileNamed('one.xml.gz', gzipSync(good)), '--json')).output);
  assert.deepEqual([again.name, again.archive, again.counts.repeated], ['one.xml.gz/one.xml', 'one.xml.gz', 2]);
  assert.equal(await paidIn(), before + 2, 'the same money in another archive');
});

test('8 an archive that is refused as a whole is one file', async () => {
  const [report, ...more] = await importFile(
    services,
    fileNamed('cut.zip', Buffer.from(zipSync({ 'a.xml': Buffer.from(payments()) })).subarray(0, -8)),
  );
  assert.deepEqual([report.name, report.archive, report.state, more], ['cut.zip', null, 'refused', []]);
  assert.match(report.reason ?? '', /^The archive ends too early/);
});

test('a file that is imported again keeps its row', async () => {
  const path = fileNamed('same.xml', payments());
  const [first] = await importFile(services, path);
  const [second] = await importFile(services, path);
  assert.equal(second.id, first.id);
  const { body } = await service.operator('GET', '/bank/files');
  assert.equal(body.files.filter(({ name }: any) => name === 'same.xml').length, 1);
});

test('5 and 6: the statements of a camt.053 are stored once, under the account that they are of', async () => {
  const balance = (code: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-13</Dt></Dt></Bal>`;
  const { qrIban } = await deposit.play.record();
  const file = payments(2, 'camt.053.001.08')
    .replaceAll(deposit.iban, qrIban)
    .replace('<Ntry>', `${balance('OPBD', '5.00')}${balance('CLBD', '7.00')}<Ntry>`)
    .replace('<Id>S1</Id>', '<Id>STMT-1</Id><ElctrncSeqNb>3</ElctrncSeqNb>');
  for (const name of ['s1.xml', 's2.xml'])
    assert.equal((await importFile(services, fileNamed(name, file)))[0].state, 'done');
  const { rows } = await database.query(
    `select account_iban, number, to_on::text, opening_rappen, closing_rappen, entries_rappen, currency from bank_statements
     where statement_id = 'STMT-1'`,
  );
  assert.deepEqual(rows, [
    {
      account_iban: deposit.iban,
      number: 3,
      to_on: '2026-11-13',
      opening_rappen: 500,
      closing_rappen: 700,
      entries_rappen: 200,
      currency: 'CHF',
    },
  ]);
});

test('8 a refused file can be tried again: by API, console and command, and the audit log says so', async () => {
  const broken = payments().replace('</Ntry>', '');
  const put = (name: string, content: string): string => services.exchange.writeIncoming(name, content);
  // A file of the same name was refused before.
  await importFile(services, put('retry.xml', '<Document>'));
  await importFile(services, put('retry.xml', broken));
  const refused = await fileOf('retry.xml');
  assert.deepEqual([refused.state, readdirSync(join(folder, 'refused')).includes('2-retry.xml')], ['refused', true]);
  const again = await service.operator('POST', `/bank/files/${refused.id}/retry`);
  assert.deepEqual(
    [again.status, again.body.id, again.body.state, again.body.reason],
    [200, refused.id, 'refused', refused.reason],
  );
  assert.ok(again.body.at > refused.at, 'read again');
  const [entry] = await listAudit(database, {}, { most: 1 });
  assert.deepEqual(
    [entry?.verb, entry?.thing, entry?.about],
    ['retry', 'bank file', { id: refused.id, file: 'retry.xml', state: 'refused' }],
  );

  // As if an earlier version could not read it.
  const good = payments();
  const before = await paidIn();
  const [report] = await importFile(services, put('fine.xml', good));
  assert.equal(await paidIn(), before + 1);
  await database.query(`update bank_files set state = 'refused', reason = 'x' where id = $1`, [report.id]);
  services.exchange.writeIncoming('fine.xml', good);
  services.exchange.putAway(services.exchange.inFile('fine.xml'), 'refused');
  const metric = async (): Promise<number> =>
    (
      await database.query<{ n: number }>(
        `select count(*)::int as n from bank_files where state = 'refused' or was_refused`,
      )
    ).rows[0]?.n ?? 0;
  const counted = await metric();
  const read = await service.operator('POST', `/bank/files/${report.id}/retry`);
  assert.deepEqual([read.status, read.body.state, read.body.reason], [200, 'done', null]);
  assert.equal(await metric(), counted, 'a counter never falls');
  assert.equal(await paidIn(), before + 1, 'booked once');
  assert.ok(!existsSync(join(folder, 'refused', 'fine.xml')), 'it went to done/');
  const done = await service.operator('POST', `/bank/files/${report.id}/retry`);
  assert.deepEqual([done.status, /not refused/.test(done.body.detail)], [409, true]);
  for (const id of ['none', '0198fa00-0000-7000-8000-000000000000']) {
    assert.equal((await service.operator('POST', `/bank/files/${id}/retry`)).status, 404);
  }

  const operator = await signInOperator(service);
  const page = await operator.page('/operator/bank?show=refused');
  assert.match(page.text, new RegExp(`action="/operator/bank/files/${refused.id}/retry"`));
  const pressed = await operator.post(`/operator/bank/files/${refused.id}/retry`, {});
  assert.deepEqual(
    [pressed.status, /show=refused&done=refused/.test(pressed.headers.get('location') ?? '')],
    [303, true],
  );
  const typed = await depono('bank', 'retry', refused.id);
  assert.deepEqual([typed.code, /retry.xml: refused again\. Line /.test(typed.output)], [1, true]);
  const unknown = await depono('bank', 'retry', 'none');
  assert.deepEqual([unknown.code, /no bank file none/.test(unknown.errors)], [1, true]);
});

test('8 a refused file that nobody has any more is 409; one inside an archive is found there', async () => {
  const [outside] = await importFile(services, fileNamed('outside.xml', '<x>'));
  const gone = await service.operator('POST', `/bank/files/${outside.id}/retry`);
  assert.deepEqual([gone.status, /no longer in the folder/.test(gone.body.detail)], [409, true]);
  const path = services.exchange.inFile('pack.zip');
  writeFileSync(path, Buffer.from(zipSync({ 'a.xml': Buffer.from('<x>'), 'b.xml': Buffer.from(payments()) })));
  const reports = await importFile(services, path);
  assert.deepEqual(
    reports.map(({ state }) => state),
    ['refused', 'done'],
  );
  assert.ok(existsSync(join(folder, 'refused', 'pack.zip')));
  const both = await Promise.all([1, 2].map(() => retryFile(services, reports[0].id)));
  assert.deepEqual(
    both.map((one) => one.is),
    ['read', 'read'],
  );
  assert.ok(existsSync(join(folder, 'refused', 'pack.zip')), 'it stays until all of it is read');
});

test('8 a file whose end is not there yet is left alone, and counts as unread; after a day it is refused', async () => {
  const content = payments();
  const path = services.exchange.inFile('growing.xml');
  const put = (part: string, hoursOld: number): void => {
    writeFileSync(path, part);
    const time = new Date(Date.now() - hoursOld * 3_600_000);
    utimesSync(path, time, time);
  };
  const lines: string[] = [];
  const rounds = async (): Promise<void> => {
    const worker = startBankExchange(services, {
      exports: false,
      log: (error, what) => lines.push(`${what}: ${String(error)}`),
    });
    await wait(300);
    await worker.stop();
  };
  put(content.slice(0, -20), 23);
  const unread = services.exchange.unread().files;
  await rounds();
  assert.deepEqual([existsSync(path), services.exchange.unread().files, lines], [true, unread, []]);
  put(content.slice(0, -20), 25);
  await rounds();
  assert.ok(!existsSync(path));
  assert.match((await fileOf('growing.xml')).reason, /ends too early/);
  put(content, 1);
  const before = await paidIn();
  await rounds();
  assert.deepEqual([existsSync(path), await paidIn()], [false, before + 1]);
});

test('8 an import stops between two batches, and goes on after the next start', async () => {
  const before = await paidIn();
  // The worker of the service does not read it.
  const path = services.exchange.inFile('long.xml.part');
  writeFileSync(path, payments(600));
  const stop = new AbortController();
  const importing = importFile(services, path, { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(importing, { name: 'AbortError' });
  const booked = (await paidIn()) - before;
  assert.ok(booked > 0 && booked < 600, `${booked} are booked`);
  assert.ok(existsSync(path), 'it stays');
  const [report] = await importFile(services, path);
  assert.deepEqual([report.counts.booked, report.counts.repeated], [600 - booked, booked]);
  assert.equal(await paidIn(), before + 600);
  const { rows } = await database.query('select distinct file_id from bank_entries where file_id = $1', [report.id]);
  assert.equal(rows.length, 1, 'what was booked before belongs to the same file');
});

test('8 a file that changes between its readings books nothing wrong', async () => {
  const before = await paidIn();
  const path = fileNamed('changing.xml', payments(3));
  const other = payments(4);
  // The second reading finds another file.
  const flagsFor = (): 'r' => 'r';
  const swapped = { ...services, exchange: { ...services.exchange, flagsFor } };
  swapped.database = new Proxy(services.database, {
    get: (target, name, receiver) => {
      if (name === 'query') writeFileSync(path, other);
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await assert.rejects(importFile(swapped, path), { name: 'FileChanged' });
  assert.equal(await paidIn(), before);
  assert.equal((await importFile(services, path))[0].counts.booked, 4, 'the next time it is read as it is');
});

test('8 any cut of a file books nothing', async () => {
  const before = await paidIn();
  const file = Buffer.from(payments(3));
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), async (length) => {
      const [report] = await importFile(services, fileNamed('any-cut.xml', file.subarray(0, length)));
      assert.deepEqual([report.state, report.entries], ['refused', 0]);
    }),
    { numRuns: runCount({ quick: 20, deep: 300 }) },
  );
  assert.equal(await paidIn(), before);
});
