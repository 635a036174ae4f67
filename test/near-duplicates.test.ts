import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { signIn } from './support/manager.ts';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let sql: Client;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  partner = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

let places = 0;
const place = (): Record<string, string> => ({
  street: `Prüfweg ${++places}`,
  streetNumber: '7',
  tenantEmail: `n${places}@mail.example`,
});
const other = { tenantFirstName: 'Jemand', tenantLastName: 'Anders', tenantEmail: 'anders@mail.example' };

test('years 4: the same tenant, address and start under another contract id, also DUP-1 against dup-1', async () => {
  const same = place();
  const first = await partner.start({ ...same, externalContractId: 'DUP-1' });
  const second = await partner.start({ ...same, externalContractId: 'dup-1' });
  const [warning, ...others] = (await second.record()).warnings;
  assert.deepEqual(others, []);
  assert.equal(warning.code, 'near_duplicate');
  assert.equal(warning.depositId, first.id);
  assert.match(warning.message, /contract DUP-1\b/);
  assert.deepEqual(
    (await first.record()).warnings.map(({ depositId }: any) => depositId),
    [second.id],
  );
});

const ROWS: [name: string, change: Record<string, string>, isWarned: boolean][] = [
  [
    'the name in other case, another address of mail',
    { tenantLastName: 'BRUNNER', tenantEmail: 'x@mail.example' },
    true,
  ],
  ['the same mail, the name written in another way', { tenantFirstName: 'L.' }, true],
  ['the street in other case', { city: 'ZÜRICH' }, true],
  ['another tenant', other, false],
  ['another start', { rentalStart: '2027-02-01' }, false],
  ['another house number', { streetNumber: '8' }, false],
  ['another place', { zip: '8003' }, false],
];
for (const [name, change, isWarned] of ROWS) {
  test(`years 4: ${name}: ${isWarned ? 'warned' : 'no warning'}`, async () => {
    const same = { tenantLastName: 'Brunner', city: 'Zürich', ...place() };
    await partner.start(same);
    const { warnings } = await (await partner.start({ ...same, ...change })).record();
    assert.equal(warnings.length, isWarned ? 1 : 0);
  });
}

test('years 4: not of another organization, not of a withdrawn deposit, not once it is in force', async () => {
  const same = place();
  const elsewhere = await stage(service);
  await elsewhere.start(same);
  const first = await partner.start(same);
  assert.deepEqual((await first.record()).warnings, []);
  const second = await partner.start(same);
  assert.equal((await first.record()).warnings.length, 1);
  await second.play('withdraw');
  assert.deepEqual((await first.record()).warnings, []);
  const third = await partner.start(same);
  await sql.query(`update deposits set state = 'open', step = null where id = $1`, [third.id]);
  assert.deepEqual((await third.record()).warnings, []);
  assert.equal((await first.record()).warnings.length, 1);
});

test('years 4: the property manager sees it before signing', async () => {
  const same = place();
  const first = await partner.start({ ...same, externalContractId: 'SEE-1' });
  const second = await partner.start({ ...same, externalContractId: 'see-1' });
  const manager = await signIn(service, partner.managerEmail);
  const { text } = await manager.page(`/manager/deposits/${second.id}`);
  assert.match(text, /Vielleicht doppelt erfasst/);
  assert.match(text, new RegExp(`href="/manager/deposits/${first.id}">[^<]*SEE-1`));
});

test('years 4: it is found by an index', async () => {
  await sql.query('set enable_seqscan = off');
  const { rows } = await sql.query(
    `explain select id from deposits o where organization_id = $1 and rental_start = '2027-01-01'
     and lower(property ->> 'zip') = '8002' and lower(property ->> 'street') = 'x'`.replace(
      '$1',
      `'${partner.organizationId}'`,
    ),
  );
  assert.match(rows.map((row) => Object.values(row)).join('\n'), /deposits_alike/);
});
