import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exportOrders } from '../src/actions/bank/export-orders.ts';
import type { Services } from '../src/actions/services.ts';
import { swissDay } from '../src/domain/values/calendar.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import { rappen } from '../src/domain/values/money.ts';
import type { Credit } from '../src/sandbox/simulated-bank/write-entries.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import { depono, settingsOf } from './support/depono.ts';
import { signInOperator } from './support/operator.ts';
import { reach, stage, TENANT_IBAN, verified, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { until } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';
import { openBookingDesk, statementEntry, type BookingDesk } from './support/statement-entry.ts';

const OWN = swissIban('00781', '000000000001');

let service: Service;
let exchange: string;
let second: ProviderVisitor;
let ofFirst: Stage;
let ofSecond: Stage;

before(async () => {
  exchange = mkdtempSync(join(tmpdir(), 'banks-'));
  service = await startService({ env: { BANK_EXCHANGE_DIR: exchange } });
  second = await setUpProvider(service, 'bank', {
    code: 'bergbank',
    initiatingParty: 'Depono bei Bergbank',
    ownIban: OWN,
  });
  ofFirst = await stage(service);
  ofSecond = await stage(service, { bankProviderId: second.id });
});
after(async () => {
  await verified(service);
  await service.stop();
  rmSync(exchange, { recursive: true });
});

const folder = (...parts: string[]): string => join(exchange, ...parts);
/** The second bank sends a file, some time ago. */
function put(name: string, content: string | Buffer): void {
  const path = folder('bergbank', 'in', name);
  const at = new Date(Date.now() - 10_000);
  writeFileSync(`${path}.part`, content);
  utimesSync(`${path}.part`, at, at);
  renameSync(`${path}.part`, path);
}
const filesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

test('payment files go into the folder of the bank whose account pays, with its initiating party', async () => {
  const ordered = [await ofFirst.start(), await ofSecond.start()] as const;
  for (const play of ordered) await reach('ordered', play);
  const { body } = await service.operator('POST', '/bank/export');
  const { run, runs } = body;
  assert.deepEqual([run.id, run.orders], [runs[0].id, runs[0].orders]);
  assert.deepEqual(runs.map(({ bank }: any) => bank).toSorted(), ['bergbank', 'demo_bank']);
  for (const { id, name, bank } of runs) {
    assert.equal(name, `${id}.xml`);
    assert.ok(existsSync(folder(bank === 'bergbank' ? bank : '', 'out', name)), 'each of the files');
  }
  const inFirst = filesIn(folder('out'));
  const inSecond = filesIn(folder('bergbank', 'out'));
  assert.deepEqual([inFirst.length, inSecond.length], [1, 1]);
  const [first, other] = [
    readFileSync(folder('out', String(inFirst[0])), 'utf8'),
    readFileSync(folder('bergbank', 'out', String(inSecond[0])), 'utf8'),
  ];
  const [one, two] = [await ordered[0].record(), await ordered[1].record()];
  assert.ok(first.includes(one.iban) && !first.includes(two.iban));
  assert.ok(other.includes(two.iban) && !other.includes(one.iban));
  assert.match(first, /<InitgPty>\s*<Nm>Depono<\/Nm>/);
  assert.match(other, /<InitgPty>\s*<Nm>Depono bei Bergbank<\/Nm>/);
  for (const play of ordered) assert.equal((await play.play('payout-completed')).state, 'closed');
});

test('files of every bank are read from its own folder, and put away there', async () => {
  const play = await ofSecond.start();
  await reach('account', play);
  await play.play('payment', { amount: 100 });
  const done = filesIn(folder('done'));
  const sent = folder('done', String(done.at(-1)));
  await until(() => existsSync(folder('bergbank', 'in')), 'the folder of the second bank');
  put('again.xml', readFileSync(sent));
  await until(() => filesIn(folder('bergbank', 'done')).includes('again.xml'), 'it is read');
  assert.equal((await play.record()).paidInTotal, 100, 'known entries count once');
});

test('1 row 2: the account says whose money it is, not the folder that the file came through', async () => {
  const [play, before] = [await ofFirst.start(), filesIn(folder('done'))];
  await reach('account', play);
  const { iban, paymentReference } = await play.record();
  const credit: Credit = {
    direction: 'credit',
    accountIban: iban,
    bankReference: 'ELSEWHERE-1',
    bookedOn: swissDay(new Date()),
    amount: rappen(100_00),
    reference: paymentReference,
    debtor: { name: 'Lea Brunner', iban: TENANT_IBAN },
  };
  put('elsewhere.xml', writeCamt054({ messageId: 'ELSEWHERE', createdAt: new Date(), bookings: [credit] }));
  await until(() => filesIn(folder('bergbank', 'done')).includes('elsewhere.xml'), 'it is read');
  assert.equal((await play.record()).paidInTotal, 100);
  assert.deepEqual(filesIn(folder('done')), before, 'it is put away where it came from');
});

test('set-up: without a folder a later bank has its code; names of the exchange are refused', async () => {
  const { body } = await service.operator('GET', `/providers/${second.id}`);
  assert.equal(body.exchangeFolder, 'bergbank');
});

const SHARED: [what: string, exchangeFolder: string, says: RegExp][] = [
  ['another bank’s folder', 'bergbank', /bergbank uses it/],
  ['with capitals, which some file systems ignore', 'BergBank', /bergbank uses it/],
  ['a folder inside the first bank’s', 'out', /must not be one of in, out/],
  ['the same with capitals', 'IN', /must not be one of in, out/],
  ['another spelling', 'x/../bergbank', /name of a folder/],
  ['with a dot', './bergbank', /name of a folder/],
  ['with a slash', 'bergbank/', /name of a folder/],
  ['inside another bank’s folder', 'bergbank/in', /name of a folder/],
  ['the exchange folder itself', '.', /name of a folder/],
  ['the folder above', '..', /name of a folder/],
  ['out of the exchange folder', '../other', /name of a folder/],
  ['an absolute path', '/tmp', /name of a folder/],
  ['nothing', '', /name of a folder/],
];

test('exchangeFolder: no two banks share a folder, and none leaves BANK_EXCHANGE_DIR', async () => {
  const third = await setUpProvider(service, 'bank', { code: 'seebank' });
  const address = { street: 'Seeweg', streetNumber: '1', zip: '8002', city: 'Zürich' };
  const before = (await service.operator('GET', '/providers')).body;
  for (const [what, exchangeFolder, says] of SHARED) {
    const body = { kind: 'bank', code: 'never_made', name: 'Bank', address, exchangeFolder };
    for (const answer of [
      await service.operator('POST', '/providers', body),
      await service.operator('PATCH', `/providers/${third.id}`, { exchangeFolder }),
    ]) {
      assert.equal(answer.status, 422, `${what}: ${answer.text}`);
      assert.match(
        JSON.stringify(answer.body.problems.find(({ field }: any) => field === 'exchangeFolder')),
        says,
        what,
      );
    }
  }
  for (const [code, says] of [
    ['done', /must be given: .*one of in, out/],
    ['kb', /must be given: .*seebank uses it/],
  ] as const) {
    await service.operator('PATCH', `/providers/${third.id}`, { exchangeFolder: 'kb' });
    const answer = await service.operator('POST', '/providers', { kind: 'bank', code, name: 'Bank', address });
    assert.deepEqual([answer.status, says.test(answer.text)], [422, true], answer.text);
  }
  assert.equal((await service.operator('PATCH', `/providers/${third.id}`, { exchangeFolder: null })).status, 200);
  assert.deepEqual((await service.operator('GET', '/providers')).body, before, 'its code again');
});

test('exchangeFolder: of two banks that ask for one folder at once, one gets it', async () => {
  const address = { street: 'Seeweg', streetNumber: '1', zip: '8002', city: 'Zürich' };
  const asked = ['one_bank', 'two_bank', 'three_bank'].map((code) =>
    service.operator('POST', '/providers', { kind: 'bank', code, name: 'Bank', address, exchangeFolder: 'shared' }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [201, 422, 422]);
});

/** The process dies just before or after the n-th step with a file: no later step happens. */
function dying({ exchange: whole }: Services, n: number, when: 'before' | 'after'): Services['exchange'] {
  let steps = 0;
  const step = <T>(work: () => T): T => {
    steps++;
    if (steps > n || (steps === n && when === 'before')) throw new Error('the process has died');
    const done = work();
    if (steps === n) throw new Error('the process has died');
    return done;
  };
  const over = <F extends Pick<Services['exchange'], 'prepare' | 'publish' | 'prepared'>>(one: F): F => ({
    ...one,
    prepare: (name, content) => step(() => one.prepare(name, content)),
    publish: (name, content) => step(() => one.publish(name, content)),
    // Without it, nothing is left to publish.
    prepared: () => (steps >= n ? step(() => one.prepared()) : one.prepared()),
  });
  return { ...over(whole), bank: (name) => over(whole.bank(name)) };
}

/** In how many files of both banks an order is. */
function filesWith(endToEndId: string): number {
  const paths = [folder('out'), folder('bergbank', 'out')];
  const all = paths.flatMap((path) => filesIn(path).map((name) => readFileSync(join(path, name), 'utf8')));
  return all.filter((xml) => xml.includes(endToEndId)).length;
}

const PAYER = {
  counterpartyName: 'Nora Wyss',
  counterpartyAddress: { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode: 'CH' },
};
let arrived = 0;

/** Money on the operator's own account at each bank, to be paid back; the end-to-end ids. */
async function toPayBack(desk: BookingDesk): Promise<[first: string, second: string]> {
  const amounts = [++arrived, ++arrived];
  const accounts = [service.config.money.operatorIban ?? assert.fail(), OWN];
  const entries = accounts.map((iban, index) => statementEntry(iban, amounts[index] ?? 0, PAYER));
  assert.deepEqual(await desk.book(...entries), ['booked', 'booked']);
  const { body } = await service.operator('GET', '/money?kind=unknown_reference');
  const found = amounts.map((amount) => body.entries.find((one: any) => one.amount === amount));
  for (const { id } of found) await service.operator('POST', `/money/${id}/release`, { reason: 'to be paid back' });
  return found.map(({ endToEndId }) => endToEndId) as [string, string];
}

test('an export that dies between the files of two banks: each order is in exactly one file', async () => {
  const desk = await openBookingDesk(service);
  const count = (): number => [...filesIn(folder('out')), ...filesIn(folder('bergbank', 'out'))].length;
  for (const [n, step] of ['prepare', 'publish', 'prepare', 'publish'].entries()) {
    for (const when of ['before', 'after'] as const) {
      const at = `${when} the ${step} of bank ${n < 2 ? 1 : 2}`;
      const [ids, before] = [await toPayBack(desk), count()];
      const broken = { ...desk.services, exchange: dying(desk.services, n + 1, when) };
      await assert.rejects(exportOrders(broken), /the process has died/, at);
      // Once more: nothing is left to do.
      for (const _ of ['again', 'once more']) await exportOrders(desk.services);
      assert.deepEqual(ids.map(filesWith), [1, 1], at);
      assert.equal(count(), before + 2, at);
    }
  }
  await desk.close();
});

test('a folder that cannot be written to does not hold up the other bank; its orders follow', async () => {
  const desk = await openBookingDesk(service);
  const ids = await toPayBack(desk);
  renameSync(folder('bergbank', 'ready'), folder('bergbank', '.ready'));
  writeFileSync(folder('bergbank', 'ready'), 'in the way');
  await assert.rejects(exportOrders(desk.services), /bergbank/);
  assert.deepEqual(ids.map(filesWith), [1, 0]);
  const later = await toPayBack(desk);
  await assert.rejects(exportOrders(desk.services), /bergbank/);
  assert.deepEqual([...ids, ...later].map(filesWith), [1, 0, 1, 0]);
  rmSync(folder('bergbank', 'ready'));
  renameSync(folder('bergbank', '.ready'), folder('bergbank', 'ready'));
  await exportOrders(desk.services);
  assert.deepEqual([...ids, ...later].map(filesWith), [1, 1, 1, 1]);
  await desk.close();
});

test('the command line and the console report every file', async () => {
  const desk = await openBookingDesk(service);
  await toPayBack(desk);
  const { code, output } = await depono({ ...settingsOf(service), BANK_EXCHANGE_DIR: exchange }, 'bank', 'export');
  const lines = output.trim().split('\n').toSorted();
  assert.deepEqual([code, lines.length], [0, 2], output);
  assert.ok(
    lines.every((line, index) => line.includes(folder(...(index === 0 ? ['bergbank'] : []), 'out'))),
    output,
  );
  await toPayBack(desk);
  const olga = await signInOperator(service);
  assert.match((await olga.submit('/operator/bank/export')).text, /A payment file was written for each bank/);
  const { body } = await service.operator('GET', '/audit');
  assert.match(JSON.stringify(body), /DEP[0-9a-f]{32}, DEP[0-9a-f]{32}/, 'the audit log names both');
  await desk.close();
});
