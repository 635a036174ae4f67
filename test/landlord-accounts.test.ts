import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { created } from './support/partner.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// years.md, section 6, and operator-api.md: accounts of landlords, and what waits for a second person.

let service: Service;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true' } });
});
after(() => service.stop());

const ONE = 'CH5604835012345678009';
const TWO = 'CH9300762011623852957';

test('payoutAccounts: the most specific wins; the first list needs nobody else, a change does', async () => {
  const on = await stage(service);
  const patch = (payoutAccounts: unknown) =>
    service.operator('PATCH', `/organizations/${on.organizationId}`, { payoutAccounts });
  for (const [list, sentence] of [
    [[{ iban: 'CH4431999123000889012' }], /QR reference/],
    [[{ iban: ONE }, { iban: TWO }], /same property and owner/],
    [[{ iban: ONE, more: 1 }], /./],
    [[{ iban: 'DE89370400440532013000' }], /required|BIC|is required/],
  ] as const) {
    const answer = await patch(list);
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.body.detail, sentence);
  }
  const play = await on.start({ propertyId: 'L-100' });
  const set = await patch([{ iban: ONE, propertyId: 'L-100', holderName: 'Erbengemeinschaft' }, { iban: TWO }]);
  assert.equal(set.status, 200, set.text);
  assert.equal(set.body.payoutAccounts.length, 2);
  await reach('open', play);
  await play.play('start-closing', { by: 'manager', amountLandlord: 100 });
  const { orders } = await play.play('consent', { by: 'tenant' });
  const landlord = orders.find(({ to }: any) => to === 'landlord');
  assert.deepEqual([landlord.iban, landlord.holderName], [ONE, 'Erbengemeinschaft']);
  assert.equal((await patch([{ iban: TWO }])).status, 202);
  const { body } = await service.operator('GET', '/approvals');
  assert.ok(body.approvals.some(({ action }: any) => action === 'change_organization'));
});

test('payoutAccounts: both, property, owner, neither, `payoutIban`; the owner as the partner sends it, also with c/o', async () => {
  const ibans = ['CH5604835012345678009', 'CH9300762011623852957', 'CH3908704016075473007', 'DE89370400440532013000'];
  const [both, property, owner, neither] = ibans as [string, string, string, string];
  const settings = { payoutIban: TWO, ownerAlwaysCareOf: true };
  const payoutAccounts = [
    { iban: neither, bic: 'COBADEFFXXX' },
    { iban: owner, ownerName: 'Erben Frei' },
    { iban: property, propertyId: 'L-100' },
    { iban: both, propertyId: 'L-100', ownerName: 'Erben Frei' },
  ];
  const rows: [propertyId: string, ownerName: string, iban: string][] = [
    ['L-100', 'Erben Frei', both],
    ['L-100', 'Urs Meier', property],
    ['L-200', 'Erben Frei', owner],
    ['L-200', 'Urs Meier', neither],
  ];
  const paidTo = async (on: Stage, propertyId: string, ownerName: string): Promise<string> => {
    const play = await on.start({ propertyId, ownerName });
    await reach('open', play);
    await play.play('start-closing', { by: 'manager', amountLandlord: 100 });
    const { orders, owner: kept } = await play.play('consent', { by: 'tenant' });
    assert.match(kept.name, / c\/o /);
    return orders.find(({ to }: any) => to === 'landlord').iban;
  };
  assert.equal(await paidTo(await stage(service, settings), 'L-100', 'Erben Frei'), TWO, 'without a list');
  const on = await stage(service, { ...settings, payoutAccounts });
  for (const [propertyId, ownerName, iban] of rows) assert.equal(await paidTo(on, propertyId, ownerName), iban);
});

test('lifting a hold waits for a second person', async () => {
  const on = await stage(service);
  const play = await on.start();
  await reach('open', play);
  await play.operator('hold', { ground: 'death', evidence: 'Zivilstandsamt' });
  const asked = await service.operator('POST', `/deposits/${play.id}/lift-hold`, { reason: 'Erben bekannt' });
  assert.equal(asked.status, 202, asked.text);
  assert.notEqual((await play.record()).hold, null);
  const operator = { email: `zweite-${play.id}@depono.example`, name: 'Zoe', role: 'clerk' };
  const { id } = await created(service.operator('POST', '/operators', operator));
  const { token } = await created(service.operator('POST', `/operators/${id}/tokens`, { name: 't' }));
  const approved = await service.call('POST', `/operator/api/approvals/${asked.body.approvalId}/approve`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(approved.status, 200, approved.text);
  assert.equal((await play.record()).hold, null);
});
