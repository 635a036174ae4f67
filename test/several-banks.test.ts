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
import { reach, stage, verified, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { until } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let exchange: string;
let second: ProviderVisitor;
let ofFirst: Stage;
let ofSecond: Stage;

before(async () => {
  exchange = mkdtempSync(join(tmpdir(), 'banks-'));
  service = await startService({ env: { BANK_EXCHANGE_DIR: exchange } });
  second = await setUpProvider(service, 'bank', { code: 'bergbank', initiatingParty: 'Depono bei Bergbank' });
  ofFirst = await stage(service);
  ofSecond = await stage(service, { bankProviderId: second.id });
});
after(async () => {
  await verified(service);
  await service.stop();
  rmSync(exchange, { recursive: true });
});

const folder = (...parts: string[]): string => join(exchange, ...parts);
const filesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

test('payment files go into the folder of the bank whose account pays, with its initiating party', async () => {
  const ordered = [await ofFirst.start(), await ofSecond.start()] as const;
  for (const play of ordered) await reach('ordered', play);
  const { body } = await service.operator('POST', '/bank/export');
  assert.ok(body.run);
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
  const path = folder('bergbank', 'in', 'again.xml');
  writeFileSync(`${path}.part`, readFileSync(sent));
  utimesSync(`${path}.part`, new Date(Date.now() - 10_000), new Date(Date.now() - 10_000));
  renameSync(`${path}.part`, path);
  await until(() => filesIn(folder('bergbank', 'done')).includes('again.xml'), 'it is read');
  assert.equal((await play.record()).paidInTotal, 100, 'known entries count once');
});

test('set-up: without a folder a later bank has its code; names of the exchange are refused', async () => {
  const { body } = await service.operator('GET', `/providers/${second.id}`);
  assert.equal(body.exchangeFolder, 'bergbank');
  const { status } = await service.operator('PATCH', `/providers/${second.id}`, { exchangeFolder: 'out' });
  assert.equal(status, 422);
});
