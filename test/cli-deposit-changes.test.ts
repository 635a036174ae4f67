import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Ended } from './support/command-line.ts';
import { depono, settingsOf } from './support/depono.ts';
import { reach, stage, verified, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// years.md, section 2: what an operator changes, by the command line.

let service: Service;
let on: Stage;
before(async () => {
  service = await startService();
  on = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const run = (...args: string[]): Promise<Ended> => depono(settingsOf(service), ...args);
async function done(...args: string[]): Promise<any> {
  const { code, output, errors } = await run(...args, '--json');
  assert.equal(code, 0, errors);
  return JSON.parse(output);
}

test('a hold is put and lifted once each, with its entries in the audit log', async () => {
  const it = await on.start();
  await reach('open', it);
  await done('deposit', 'hold', it.id, '--ground', 'seizure', '--evidence', 'Betreibungsamt 4711');
  assert.equal((await it.record()).hold.ground, 'seizure');
  assert.equal((await run('deposit', 'hold', it.id, '--ground', 'death', '--evidence', 'x')).code, 1);
  await done('deposit', 'lift-hold', it.id, '--reason', 'aufgehoben');
  assert.equal((await it.record()).hold, null);
  assert.equal((await run('deposit', 'lift-hold', it.id, '--reason', 'x')).code, 1);
  assert.equal((await run('deposit', 'hold', it.id, '--ground', 'other', '--evidence', 'x')).code, 2);
  assert.equal((await run('deposit', 'hold', it.id, '--ground', 'death')).code, 2, 'evidence is required');
  const { body } = await service.operator('GET', '/audit?limit=50');
  const about = body.entries.filter((entry: any) => JSON.stringify(entry).includes(it.id));
  assert.equal(about.length, 2, JSON.stringify(about));
  assert.doesNotMatch(JSON.stringify(about), /4711/);
});

test('contact data of a tenant: telephone and address at once, an e-mail address once it is confirmed', async () => {
  const it = await on.start();
  await reach('open', it);
  const email = `neu-${it.id}@mail.example`;
  const address = ['--street', 'Bergweg 7', '--zip', '3011', '--city', 'Bern'];
  await done(
    'deposit',
    'contact',
    it.id,
    '1',
    '--email',
    email,
    '--phone',
    '079 765 43 21',
    ...address,
    '--reason',
    'Anruf',
  );
  const [tenant] = (await it.record()).tenants;
  assert.deepEqual(
    [tenant.phoneNumber, tenant.address.street, tenant.newEmail.email],
    ['+41797654321', 'Bergweg', email],
  );
  assert.equal((await it.play('confirm-contact', { tenant: 1 })).tenants[0].email, email);
  for (const [words, code] of [
    [[it.id, '2', '--phone', '0791234567', '--reason', 'x'], 1],
    [[it.id, '9', '--phone', '0791234567', '--reason', 'x'], 2],
    [[it.id, '1', '--reason', 'x'], 2],
    [[it.id, '1', '--phone', '0791234567'], 2],
    [['01a10000-0000-7000-8000-000000000000', '1', '--phone', '0791234567', '--reason', 'x'], 1],
  ] as const) {
    assert.equal((await run('deposit', 'contact', ...words)).code, code, words.join(' '));
  }
});
