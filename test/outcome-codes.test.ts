import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { companyPayload, legalTenant, naturalTenant, payload } from './support/payload.ts';
import { startService, type Answer, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service);
});
after(() => service.stop());

const codes = ({ headers }: Answer): [string | null, string | null] => [
  headers.get('x-depono-code'),
  headers.get('x-depono-next'),
];

/** The dry run first: the real call changes what comes after it. */
async function both(body: unknown, headers: Record<string, string> = {}): Promise<(string | null)[]> {
  const checked = codes(await partner.check(body, headers));
  const opened = codes(await partner.open(body, headers));
  assert.deepEqual(checked, opened, 'the dry run carries what the real call would');
  return opened;
}

type Row = [row: string, code: string, next: string, body: () => unknown, headers?: Record<string, string>];
const taken = payload();
const ignored = (): unknown => payload({ externalContractId: 'IGNORED' });
const ROWS: Row[] = [
  ['1', 'not_authorised', 'ask_operator', payload, { 'x-api-key': 'no' }],
  ['2', 'organization_missing', 'correct_and_resend', payload, { 'x-external-org-id': ' ' }],
  ['3', 'organization_unknown', 'ask_operator', payload, { 'x-external-org-id': 'no' }],
  ['4', 'body_unreadable', 'correct_and_resend', () => []],
  ['5', 'contract_id_missing', 'correct_and_resend', () => payload({ externalContractId: '' })],
  ['success', 'opened', 'done', () => taken],
  ['8', 'tenant_type_unknown', 'correct_and_resend', () => payload({ tenantType: 'x' })],
  [
    '9',
    'too_many_signatories',
    'correct_and_resend',
    () => companyPayload({ ...legalTenant('tenant2'), ...legalTenant('tenant3') }),
  ],
  ['10', 'property_manager', 'correct_and_resend', () => payload({ propertyManagerEmail: 'x' })],
  ['11, only missing fields', 'data_missing', 'correct_and_resend', () => payload({ city: '', tenantEmail: '' })],
  ['11, any invalid field', 'data_invalid', 'correct_and_resend', () => payload({ city: '', zip: '12' })],
];
for (const [row, code, next, body, headers] of ROWS) {
  test(`partner-kit.md 1, row ${row}: ${code}, ${next}`, async () => {
    assert.deepEqual(await both(body(), headers), [code, next]);
  });
}

test('partner-kit.md 1, row 6: ignored_temporarily and ignored_permanently', async () => {
  const at = `/organizations/${partner.organizationId}/ignored-contracts/IGNORED`;
  await service.operator('PUT', at, { until: '2999-01-01T00:00:00Z' });
  assert.deepEqual(await both(ignored()), ['ignored_temporarily', 'resend_later']);
  await service.operator('PUT', at, { until: null });
  assert.deepEqual(await both(ignored()), ['ignored_permanently', 'done']);
});

test('partner-kit.md 1, row 7: contract_exists', async () => {
  const again = payload();
  await partner.open(again);
  assert.deepEqual(await both(again), ['contract_exists', 'done']);
});

test('partner-kit.md 1, row 3 without a default property manager: organization_incomplete', async () => {
  const organization = await created(
    service.operator('POST', '/organizations', {
      name: 'Leer AG',
      language: 'de',
      emailDomain: 'leer.example',
      address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
    }),
  );
  await created(
    service.operator('POST', `/organizations/${organization.id}/connections`, {
      partnerId: partner.partnerId,
      externalOrgId: 'empty',
    }),
  );
  assert.deepEqual(await both(payload(), { 'x-external-org-id': 'empty' }), [
    'organization_incomplete',
    'ask_operator',
  ]);
});

test('partner-kit.md 1: 404 and 405 carry neither header', async () => {
  const missing = await service.call('POST', '/webhook/none', { body: {} });
  const wrongMethod = await service.call('GET', '/webhook/custom');
  assert.deepEqual([missing.status, wrongMethod.status], [404, 405]);
  for (const answer of [missing, wrongMethod]) assert.deepEqual(codes(answer), [null, null]);
});

test('partner-kit.md 1: the dry run says what is ignored', async () => {
  const { tenant2Type: _, ...withoutType } = naturalTenant('tenant2');
  const { body } = await partner.check(payload({ ...withoutType, assistantEmail: 'a@mail.example' }));
  assert.ok(body.ignored.some(({ field }: { field: string }) => field === 'tenant2Email'));
  assert.deepEqual(body.ignored.at(-1), { field: 'assistantEmail', nearest: 'assistentEmail' });
  const unread = await partner.check([]);
  assert.deepEqual(unread.body.ignored, []);
});
