import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn } from './support/manager.ts';
import { companyPayload } from './support/payload.ts';
import { reach, stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  demo = await stage(service);
});
after(() => service.stop());

let count = 0;
/** A street of its own for each test. */
const at = (): Record<string, unknown> => ({ street: 'Musterstrasse', streetNumber: String(++count) });
const warnings = async (it: Play): Promise<any[]> => (await it.record()).warnings;
const ids = async (it: Play): Promise<string[]> => (await warnings(it)).map(({ depositId }) => depositId);

test('years 4: the same tenant, address and start under another contract id is a near duplicate, both ways', async () => {
  const place = at();
  const one = await demo.start(place);
  const other = await demo.start(place);
  const [warning] = await warnings(other);
  assert.deepEqual(
    [warning.code, warning.depositId, warning.externalContractId],
    ['near_duplicate', one.id, one.contractId],
  );
  assert.match(warning.message, new RegExp(one.contractId));
  assert.deepEqual(await ids(one), [other.id]);
});

for (const [what, changes] of [
  ['another street number', { streetNumber: '99a' }],
  ['another start', { rentalStart: '2027-05-01' }],
  ['another last name', { tenantLastName: 'Anders' }],
  ['another birth date', { tenantBirthDate: '1960-01-01' }],
] as const) {
  test(`years 4: ${what} is no near duplicate`, async () => {
    const place = at();
    await demo.start(place);
    assert.deepEqual(await ids(await demo.start({ ...place, ...changes })), []);
  });
}

test('years 4: DUP-1 against dup-1', async () => {
  const [one, other] = [
    await demo.start({ ...at(), externalContractId: 'DUP-1' }),
    await demo.start({ ...at(), externalContractId: 'dup-1' }),
  ];
  assert.deepEqual(await ids(other), [one.id]);
  assert.deepEqual(await ids(await demo.start({ ...at(), externalContractId: 'DUP-2' })), []);
});

test('years 4: a company by its name, and upper and lower case do not count', async () => {
  const place = at();
  const one = await demo.start({ ...place, tenantCompanyName: 'Muster AG' }, companyPayload);
  const other = await demo.start({ ...place, street: 'MUSTERSTRASSE', tenantCompanyName: 'MUSTER AG' }, companyPayload);
  assert.deepEqual(await ids(other), [one.id]);
});

test('years 6: own organization only, no withdrawn deposit, and none once it is in force', async () => {
  const place = at();
  const elsewhere = await (await stage(service)).start(place);
  const withdrawn = await demo.start(place);
  await withdrawn.play('withdraw');
  const one = await demo.start(place);
  assert.deepEqual(await ids(one), []);
  assert.deepEqual(await ids(elsewhere), []);
  await reach('open', one);
  const other = await demo.start(place);
  assert.deepEqual(await ids(other), [one.id]);
  assert.deepEqual(await ids(one), []);
});

test('years 4: managers see the warning before they sign, one by one and many at once', async () => {
  const place = at();
  const [one, other] = [await demo.start(place), await demo.start(place)];
  const manager = await signIn(service, demo.managerEmail);
  const page = await manager.page(`/manager/deposits/${other.id}`);
  assert.match(page.text, /Vielleicht schon erfasst/);
  assert.ok(page.text.includes(`href="/manager/deposits/${one.id}"`));
  const many = await manager.post('/manager/sign-many', { id: [other.id] });
  assert.match(many.text, new RegExp(`Vielleicht schon erfasst:[^]*${one.contractId}`));
  await reach('signed', other);
  assert.doesNotMatch((await manager.page(`/manager/deposits/${other.id}`)).text, /Vielleicht schon erfasst/);
});
