import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { rappen } from '../../src/domain/values/money.ts';
import { readPain001 } from '../../src/sandbox/simulated-bank/read-pain001.ts';
import { writeCamt053 } from '../../src/sandbox/simulated-bank/write-camt053.ts';
import { writeCamt054 } from '../../src/sandbox/simulated-bank/write-camt054.ts';
import type { SimulatedEntry } from '../../src/sandbox/simulated-bank/write-entries.ts';
import { writePain002 } from '../../src/sandbox/simulated-bank/write-pain002.ts';
import { depono, settingsOf } from '../support/depono.ts';
import { codeIn, readDocument, rowsOf } from '../support/document.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from '../support/play.ts';
import { visitProvider, type ProviderVisitor } from '../support/provider.ts';
import { openReceiver, until, type Receiver } from '../support/receiver.ts';
import { PRODUCTION, startService, TOKEN, type Service } from '../support/service.ts';
import { storyOf } from '../support/story.ts';
import { alike, openTerminal, type Terminal } from '../support/terminal.ts';

// The first hour of an engineer of a bank or an insurer: applications and answers, and for a bank the files.

const guide = readDocument('docs/provider-guide.md');
const files = readDocument('docs/bank.md');
const commands = readDocument('docs/command-line.md');

let service: Service;
let folder: string;
let terminal: Terminal;
let receiver: Receiver;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  receiver = await openReceiver({ status: 204 });
  folder = mkdtempSync(join(tmpdir(), 'first-hour-bank-'));
  mkdirSync(join(folder, 'data'));
  cpSync(join(service.config.dataDir, 'demo.json'), join(folder, 'data', 'demo.json'));
  writeFileSync(join(folder, 'data', 'operator-token'), `${TOKEN}\n`);
  terminal = openTerminal({ folder, placed: (text) => text.replace('http://localhost:8080', service.address) });
});
after(async () => {
  await terminal.close();
  await receiver.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('an engineer of a bank and of an insurer, with the provider guide alone', async (t) => {
  const step = storyOf(t);
  for (const heading of ['Your first account', 'An insurance', 'Many at once', 'Documents'] as const) {
    await step(guide, heading, 'pastes every command, and sees what the guide shows', (section) =>
      terminal.follow(section),
    );
  }
  const ran = ['Your first account', 'An insurance', 'Many at once', 'Documents'];
  const others = guide.sections.filter(({ heading, blocks }) => !ran.includes(heading) && blocks.some(isCommand));
  assert.deepEqual(others, [], 'every command of the guide has been run');

  const on = await stage(service);
  let bank: ProviderVisitor;
  await step(guide, 'Callbacks', 'is told, verifies the signature, reads the application', async ({ blocks }) => {
    bank = await visitProvider(service, 'demo_bank');
    const set = await service.operator('PATCH', `/providers/${bank.id}`, { callback: { url: receiver.url } });
    const { secret } = set.body.callback;
    const { id } = await signed(on, 'bank_deposit');
    const [{ text, headers }] = (await receiver.received(1)) as [Receiver['requests'][number]];
    const given = headers as Record<string, string>;
    const message = new Webhook(secret).verify(text, given) as any;
    alike(message, JSON.parse(blocks[0]?.text ?? ''), 'the message');
    assert.equal(message.data.application.depositId, id);
    assert.throws(() => new Webhook(secret).verify(text.replace('account', 'Account'), given));
    const { body } = await bank.call('GET', `/applications/${message.data.application.id}`);
    assert.equal(body.deposit.id, id);
    await service.operator('POST', `/deposits/${id}/withdraw`, {});
    const [, cancelled] = await receiver.received(2);
    assert.equal(cancelled?.body.type, 'application.cancelled');
    await service.operator('PATCH', `/providers/${bank.id}`, { callback: null });
  });

  await step(guide, 'Answers', 'an insurer sends a certificate of its own', async (section) => {
    const row = rowsOf(section).find(([call]) => call === '`cover`');
    for (const member of ['policyNumber', 'premium', 'certificate']) assert.ok(row?.[1]?.includes(`\`${member}\``));
    const insurer = await visitProvider(service, 'demo_insurance');
    const { id } = await signed(on, 'insurance');
    const [cover] = await insurer.open(id);
    const certificate = Buffer.from('%PDF-1.7\nof the insurer\n%%EOF\n');
    const answer = { policyNumber: 'P-1', premium: 149.5, certificate: certificate.toString('base64') };
    await insurer.answer(cover.id, 'cover', answer);
    const { documents } = (await service.operator('GET', `/deposits/${id}`)).body;
    const { id: documentId } = documents.find(({ kind }: any) => kind === 'certificate');
    const { text } = await service.operator('GET', `/documents/${documentId}`);
    assert.equal(text, certificate.toString());
  });

  await step(commands, 'Banks and insurers without an interface', 'by CSV, there and back', async ({ blocks }) => {
    const one = await signed(on, 'bank_deposit');
    const [first = '', second = ''] = (blocks[0]?.text ?? '').trim().split('\n');
    const out = join(folder, 'applications.csv');
    await done(first.replace('example_bank', 'demo_bank').replace('applications.csv', out));
    const [application] = await bank.open(one.id);
    assert.ok(readFileSync(out, 'utf8').includes(application.id));
    const [head = '', account = ''] = (blocks[1]?.text ?? '').split('\n');
    const answered = join(folder, 'answers.csv');
    const row = account.replace(/^[^;]+/, application.id);
    writeFileSync(answered, `${head}\n${row}\n`);
    await done(second.replace('answers.csv', answered));
    assert.equal((await one.record()).step, 'awaiting_payment');
  });

  await step(guide, 'Going live', 'in production, with two keys', inProduction);
});

const isCommand = ({ language }: { language: string }): boolean => language === 'sh';

async function signed(on: Stage, product: string): Promise<Play> {
  const play = await on.start({ externalContractId: `HOUR-${Math.random().toString(36).slice(2)}` });
  await play.play('manager-signs');
  await play.play('tenant-signs', { product });
  return play;
}

/** A command of the document, as it stands there, on the service of this test. */
async function done(command: string, code = 0): Promise<string> {
  assert.match(command, /^bin\/depono /);
  const ended = await depono(settingsOf(service), ...command.split(' ').slice(1));
  assert.equal(ended.code, code, `${command}: ${ended.output}${ended.errors}`);
  return ended.output;
}

async function inProduction(): Promise<void> {
  const production = await startService({ env: { ...PRODUCTION } });
  try {
    const address = { street: 'Bankgasse', streetNumber: '7', zip: '9000', city: 'St. Gallen' };
    const body = { kind: 'bank', code: 'first_hour_bank', name: 'Bank AG', address };
    const { id, apiKey } = (await production.operator('POST', '/providers', body)).body;
    const second = (await production.operator('POST', `/providers/${id}/keys`)).body;
    const read = async (key: string): Promise<number> =>
      (await production.call('GET', '/provider/api/applications', { headers: { authorization: `Bearer ${key}` } }))
        .status;
    assert.deepEqual([await read(apiKey), await read(second.apiKey)], [200, 200]);
    const { keyId } = (await production.operator('GET', `/providers/${id}/keys`)).body.keys.find(
      (one: any) => one.keyId !== second.keyId,
    );
    assert.equal((await production.operator('DELETE', `/providers/${id}/keys/${keyId}`)).status, 204);
    assert.deepEqual([await read(apiKey), await read(second.apiKey)], [401, 200]);
  } finally {
    await production.stop();
  }
}

const IBAN = 'CH9300762011623852957';
const today = (): string => new Date().toISOString().slice(0, 10);

test('an engineer of the bank that exchanges files, with “Bank files” alone', async (t) => {
  const step = storyOf(t);
  const exchange = service.config.bankExchangeDir;
  const on = await stage(service, { payoutIban: TENANT_IBAN });
  const it = await signed(on, 'bank_deposit');
  await it.operator('account', { iban: 'CH3309000000250094652' });
  const { paymentReference: reference, iban, rentalDeposit } = await it.record();
  const credit: SimulatedEntry = {
    accountIban: iban,
    direction: 'credit',
    amount: rappen(rentalDeposit * 100),
    bookedOn: today(),
    bankReference: 'HOUR-1',
    debtor: { name: 'Lea Brunner', iban: IBAN },
    reference,
  };

  await step(files, 'Bank files', 'puts a camt.054 into “in”, and finds it in “done”', async (section) => {
    for (const [name = ''] of rowsOf(section).slice(0, 2))
      assert.ok(existsSync(join(exchange, codeIn(name)[0] ?? '')), name);
    // As the page asks for: under another name, until it is complete.
    const content = writeCamt054({ messageId: 'HOUR-1', createdAt: new Date(), bookings: [credit] });
    writeFileSync(join(exchange, 'in', 'camt054.xml.part'), content);
    await until(() => readdirSync(join(exchange, 'in')).length === 1, 'the file stays');
    cpSync(join(exchange, 'in', 'camt054.xml.part'), join(exchange, 'in', 'camt054.xml'));
    await until(async () => (await it.record()).state === 'open', 'the payment');
    assert.ok(readdirSync(join(exchange, 'done')).some((name) => name.includes('camt054')));
    assert.ok(existsSync(join(exchange, 'in', 'camt054.xml.part')), 'an unfinished file is left alone');
    rmSync(join(exchange, 'in', 'camt054.xml.part'));
  });

  await step(files, 'What is read', 'the camt.053 of the day counts nothing twice; a camt.052 is refused', async () => {
    const amounts = { opening: 0, closing: rentalDeposit * 100 };
    const day = { id: 'HOUR-2', accountIban: iban, number: null, on: today(), entries: [credit], ...amounts };
    const path = join(folder, 'camt053.xml');
    writeFileSync(path, writeCamt053({ messageId: 'HOUR-2', createdAt: new Date(), statements: [day] }));
    const asShown = (text: string): string =>
      text
        .replace(/^\S+: /, '')
        .replace('entries', 'entry')
        .replaceAll('2', '1');
    const [, second = ''] = (files.section('By hand').blocks[1]?.text ?? '').split('\n');
    assert.equal((await done(`bin/depono bank import ${path}`)).trim().replace(/^\S+: /, ''), asShown(second));
    const report = readFileSync(path, 'utf8').replaceAll('camt.053', 'camt.052');
    const interim = join(folder, 'camt052.xml');
    writeFileSync(interim, report);
    await done(`bin/depono bank import ${interim}`, 1);
    assert.equal((await it.record()).paidInTotal, rentalDeposit);
  });

  await step(files, 'What is written', 'picks a pain.001 up, rejects it in a pain.002, then pays', async (section) => {
    await it.play('start-closing', { by: 'tenant', amountLandlord: 0, tenantIban: TENANT_IBAN });
    await it.play('consent', { by: 'manager' });
    const before = new Set(outside());
    const [, , exporting = ''] = (files.section('By hand').blocks[0]?.text ?? '').trim().split('\n');
    await done(exporting);
    const [name = ''] = outside().filter((one) => !before.has(one));
    const run = readPain001(readFileSync(join(exchange, 'out', name), 'utf8'));
    const [payment] = run.payments;
    assert.deepEqual([payment?.debtorIban, payment?.creditorIban], [iban, TENANT_IBAN]);
    const refusal = { code: 'AC04', text: 'The account is closed' };
    const answer = { blockId: payment?.blockId ?? '', endToEndId: payment?.endToEndId ?? '', refusal };
    const report = { messageId: 'HOUR-3', createdAt: new Date(), originalMessageId: run.messageId, refusal: null };
    const status = join(folder, 'pain002.xml');
    writeFileSync(status, writePain002({ ...report, payments: [answer] }));
    await done(`bin/depono bank import ${status}`);
    const states = rowsOf(section).map(([state = '']) => codeIn(state)[0]);
    const order = async (): Promise<any> => (await it.record()).orders.at(-1);
    assert.ok(states.includes('rejected') && (await order()).state === 'rejected');
    const { runs } = (await service.operator('GET', '/bank/runs')).body;
    const again = runs.find((one: any) => one.name === name);
    assert.equal((await service.operator('POST', `/bank/runs/${again.id}/resend`)).status, 200);
    await paidBy(it, exchange, new Set([...before, name]), iban);
    assert.deepEqual([(await it.record()).state, (await order()).state], ['closed', 'completed']);
  });

  await step(files, 'By hand', 'every command is understood', async ({ blocks }) => {
    const [, retry = '', , release = ''] = (blocks[0]?.text ?? '').trim().split('\n');
    await done(retry, 1);
    await done(`${release} --yes`);
    for (const call of rowsOf(files.section('By hand')).map(([one = '']) => codeIn(one)[0] ?? '')) {
      const [method = '', path = ''] = call.split(' ');
      if (method === 'GET')
        assert.equal((await service.operator('GET', path.replace('/operator/api', ''))).status, 200, call);
    }
  });

  await step(files, 'Reconciliation', 'the books agree', async () => {
    await verified(service);
    const { accounts } = (await service.operator('GET', `/bank/reconciliation?iban=${iban}`)).body;
    assert.equal(accounts.length, 1);
  });
});

const outside = (): string[] =>
  readdirSync(join(service.config.bankExchangeDir, 'out')).filter((name) => name.endsWith('.xml'));

/** The bank carries the newest payment file out, and says so in a camt.054. */
async function paidBy(it: Play, exchange: string, before: ReadonlySet<string>, accountIban: string): Promise<void> {
  const exported = outside().filter((name) => !before.has(name));
  if (exported.length === 0) await done('bin/depono bank export');
  const [name = ''] = outside().filter((one) => !before.has(one));
  const { payments } = readPain001(readFileSync(join(exchange, 'out', name), 'utf8'));
  const bookings = payments.map((one, index) => ({
    accountIban,
    direction: 'debit' as const,
    amount: rappen(Math.round(Number(one.amountText) * 100)),
    bookedOn: today(),
    bankReference: `HOUR-PAID-${index}`,
    creditor: { name: one.creditorName, iban: one.creditorIban },
    endToEndId: one.endToEndId,
  }));
  const path = join(folder, 'paid.xml');
  writeFileSync(
    path,
    writeCamt054({ messageId: `HOUR-${it.contractId}`.slice(0, 30), createdAt: new Date(), bookings }),
  );
  await done(`bin/depono bank import ${path}`);
}
