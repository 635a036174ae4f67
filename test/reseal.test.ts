import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { listMailsTo } from '../src/storage/data-protection/person.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { refusedCallContext } from '../src/storage/open-call/refused-calls.ts';
import { payloadsContext } from '../src/storage/request-log/list.ts';
import { resealAll } from '../src/storage/data-protection/reseal.ts';
import { Vault } from '../src/vault/vault.ts';
import { runDepono } from './support/command-line.ts';
import { listening } from './support/receiver.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

const [NEW, OTHER] = ['the new key of more than 32 characters', 'some other key of more than 32 characters'];

let service: Service;
let database: Database;
let managerEmail: string;

/** A callback with two secrets, a deposit with its mails, a refused call, and the request log of both. */
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  database = await openDatabase(service.databaseUrl, () => undefined);
  const partner = await listening(service, { url: 'http://127.0.0.1:9/' });
  managerEmail = partner.managerEmail;
  await partner.rotate();
  for (const body of [payload(), payload(), payload({ zip: 'x' })]) await partner.open(body);
  // The service writes its log a moment later, and seals it with the old key.
  while ((await recordedCalls()) < 3) await wait(20);
});
after(async () => {
  await database.end();
  await service.stop();
});

async function recordedCalls(): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*) as count from calls');
  return rows[0]?.count ?? 0;
}

type Sealed = { sealed: Buffer; context: string };

async function sealed(): Promise<Record<'secrets' | 'effects' | 'refused' | 'payloads', Sealed[]>> {
  const read = async (text: string, contextOf: (row: { id: string; kind: string }) => string): Promise<Sealed[]> => {
    const { rows } = await database.query<{ id: string; kind: string; content: Buffer }>(text);
    return rows.map(({ content, ...row }) => ({ sealed: content, context: contextOf(row) }));
  };
  const secret = ({ id }: { id: string }): string => `callback secret ${id}`;
  const of = (column: string): string => `select id, ${column} as content from connections where ${column} is not null`;
  return {
    secrets: [...(await read(of('callback_secret'), secret)), ...(await read(of('callback_previous_secret'), secret))],
    effects: await read(
      'select id, kind, content from effects where content is not null',
      ({ id, kind }) => `${kind} ${id}`,
    ),
    refused: await read('select id, payload as content from refused_calls', ({ id }) => refusedCallContext(id)),
    payloads: await read('select id, content from call_payloads', ({ id }) => payloadsContext(id)),
  };
}

/** How many of each kind a key opens, and the total. */
async function openedBy(vault: Vault): Promise<[kind: string, opened: number, all: number][]> {
  const isOpened = ({ sealed: content, context }: Sealed): boolean => {
    try {
      return vault.unseal(content, context).length > 0;
    } catch {
      return false;
    }
  };
  return Object.entries(await sealed()).map(([kind, all]) => [kind, all.filter(isOpened).length, all.length]);
}

const whole = { onRows: () => undefined, isStopped: () => false };

test('with the wrong key nothing is changed, and the number of unreadable values is reported', async () => {
  const before = await sealed();
  const { resealed, unreadable } = await resealAll(database, new Vault(NEW, [OTHER]), whole);
  const all = Object.values(before).flat().length;
  assert.deepEqual([resealed, unreadable >= all], [0, true]);
  assert.deepEqual(await sealed(), before);
});

test('with both keys everything can be read, and old signatures are valid', async () => {
  const { secretKey } = service.config;
  const both = new Vault(NEW, [secretKey]);
  for (const [kind, opened, all] of await openedBy(both)) assert.ok(opened === all && all > 0, kind);
  const old = new Vault(secretKey);
  assert.ok(both.isSigned('form', '1', old.sign('form', '1')));
  assert.ok(!new Vault(NEW).isSigned('form', '1', old.sign('form', '1')));
  assert.ok((await listMailsTo(database, both, managerEmail)).length > 0);
  assert.equal((await listMailsTo(database, new Vault(NEW), managerEmail)).length, 0);
});

test('it can be interrupted and continued, and then nothing needs the old key', async () => {
  const vault = new Vault(NEW, [service.config.secretKey]);
  let batches = 0;
  const first = await resealAll(database, vault, { ...whole, isStopped: () => ++batches > 1 });
  assert.ok(first.resealed > 0);
  const second = await resealAll(database, vault, whole);
  assert.ok(second.resealed > 0, 'there was more to do');
  assert.equal(second.unreadable, 0);
  for (const [kind, opened, all] of await openedBy(new Vault(NEW))) assert.ok(opened === all && all > 0, kind);
  for (const [kind, opened] of await openedBy(new Vault(service.config.secretKey))) assert.equal(opened, 0, kind);
  assert.ok((await listMailsTo(database, new Vault(NEW), managerEmail)).length > 0, 'mails are found by their mark');
  assert.equal((await resealAll(database, vault, whole)).resealed, 0, 'a third time there is nothing to do');
});

test('depono key reseal: from the settings, and exits with 1 if a value cannot be opened', async () => {
  const env = {
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.config.dataDir,
    OPERATOR_TOKEN: 'a token of tests',
  };
  const keys = { SECRET_KEY: OTHER, SECRET_KEYS_OLD: `${service.config.secretKey}, ${NEW}` };
  const done = await runDepono(['key', 'reseal', '--json'], { env: { ...env, ...keys } });
  assert.equal(done.code, 0, done.errors);
  const { resealed, unreadable, complete } = JSON.parse(done.output);
  assert.ok(resealed > 0 && unreadable === 0 && complete === true, done.output);
  const wrong = await runDepono(['key', 'reseal'], { env: { ...env, SECRET_KEY: NEW } });
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /cannot be decrypted with any of the keys/);
  const short = await runDepono(['key', 'reseal'], { env: { ...env, ...keys, SECRET_KEYS_OLD: 'short' } });
  assert.deepEqual([short.code, /SECRET_KEYS_OLD/.test(short.errors), /short,/.test(short.errors)], [2, true, false]);
});
