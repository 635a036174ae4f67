import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setUpPartner, type Partner } from './support/partner.ts';
import { companyPayload, legalTenant, payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service);
});
after(() => service.stop());

test('a good payload: the answer, the deposit, the adjustments and the manager; nothing is created or sent', async () => {
  const sent = payload({ rentalDeposit: '1000.02' });
  const { status, body } = await partner.check(sent);
  assert.equal(status, 200);
  assert.deepEqual([body.status, body.body], [200, { success: true, result: 'success' }]);
  assert.deepEqual(body.problems, []);
  assert.equal(body.deposit.rentalDeposit, 1000);
  assert.deepEqual(body.adjustments, [
    { field: 'rentalDeposit', rule: 'amount_rounded', from: '1000.02', to: '1000.00' },
  ]);
  assert.deepEqual([body.propertyManager.email, body.propertyManager.why], [partner.managerEmail, 'not_named']);
  assert.equal(await partner.record(sent['externalContractId']), undefined);
  assert.deepEqual(await partner.mails(partner.managerEmail), []);
});

test('problems by field and code, in four languages; no mail, and the daily mail stays available', async () => {
  const sent = payload({ zip: '12', tenantEmail: '' });
  const { status, body } = await partner.check(sent);
  assert.equal(status, 200);
  assert.deepEqual([body.status, body.body.result, body.deposit], [500, 'errored', null]);
  assert.deepEqual(
    body.problems.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [
      ['zip', 'invalid_zip'],
      ['tenantEmail', 'missing'],
    ],
  );
  assert.deepEqual(Object.keys(body.problems[0].messages).sort(), ['de', 'en', 'fr', 'it']);
  assert.equal(body.propertyManager.why, 'responsible');
  assert.deepEqual(await partner.mails(partner.managerEmail), []);
  await partner.open(sent);
  assert.equal((await partner.mails(partner.managerEmail)).length, 1, 'the real call still sends its mail');
});

test('rows 1 to 3 answer like the real call', async () => {
  for (const headers of [{ 'x-api-key': 'no' }, { 'x-external-org-id': ' ' }, { 'x-external-org-id': 'no' }]) {
    const [checked, opened] = [await partner.check(payload(), headers), await partner.open(payload(), headers)];
    assert.equal(checked.status, 500);
    assert.deepEqual(checked.body, opened.body);
  }
});

test('otherwise always 200, and the prediction is what happens', async () => {
  const many = { ...legalTenant('tenant2'), ...legalTenant('tenant3') };
  const taken = payload();
  await partner.open(taken);
  const bodies: unknown[] = [
    [],
    {},
    taken,
    payload({ tenantType: 'x' }),
    companyPayload(many),
    payload({ propertyManagerEmail: 'x' }),
    payload({ propertyManagerEmail: `x@${partner.domain}` }),
    payload({ city: 5 }),
    payload({
      propertyManagerEmail: `x@${partner.domain}`,
      propertyManagerFirstName: 'X',
      propertyManagerLastName: 'Y',
    }),
    companyPayload(),
  ];
  for (const sent of bodies) {
    const foretold = await partner.check(sent);
    assert.equal(foretold.status, 200);
    const real = await partner.open(sent);
    assert.deepEqual([foretold.body.status, foretold.body.body], [real.status, real.body]);
  }
});

test('an unreadable body is reported, too', async () => {
  const headers = { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId };
  const { status, body } = await service.call('POST', '/webhook/custom/check', { headers, raw: '{"a":' });
  assert.deepEqual([status, body.status, body.body.result], [200, 500, 'errored']);
});
