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

const SUCCESS = { success: true, result: 'success' };
const refused = (result: string, reason: string) => ({ success: false, result, reason });

function is(answer: Answer, status: number, body: object): void {
  assert.deepEqual({ status: answer.status, body: answer.body }, { status, body });
}

test('4.1 a good call answers 200 with exactly two members, and the record has everything', async () => {
  const sent = payload({
    street: 'Seestrasse 12a',
    streetNumber: '',
    rentalDeposit: '3560.02',
    tenantPhoneNumber: '079 123 45 67',
    assistentEmail: 'assistenz@verwaltung.example',
    assistentFirstName: 'Anton',
    ...naturalTenant('tenant3'),
  });
  is(await partner.open(sent), 200, SUCCESS);
  const record = await partner.record(sent['externalContractId']);
  const { id, createdAt, since, history, adjustments, propertyManager, tenants, ...rest } = record;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.equal(new Date(createdAt).toISOString(), createdAt);
  assert.equal(since, createdAt);
  assert.deepEqual(rest, {
    organizationId: partner.organizationId,
    externalContractId: sent['externalContractId'],
    integration: 'custom',
    state: 'opening',
    step: 'awaiting_manager_signature',
    property: { propertyId: 'P-1', street: 'Seestrasse', streetNumber: '12a', zip: '8002', city: 'Zürich' },
    rentalStart: '2027-01-01',
    rentalDeposit: 3560,
    tenantLanguage: 'de',
    investmentAllowed: true,
    owner: {
      name: 'Erika Besitzerin',
      street: 'Talstrasse',
      streetNumber: '5',
      zip: '8001',
      city: 'Zürich',
      countryCode: 'CH',
      careOf: false,
    },
    assistant: { email: 'assistenz@verwaltung.example', firstName: 'Anton', lastName: null },
    signatureRule: null,
    sentAt: null,
    iban: null,
    qrIban: null,
    paymentReference: null,
    product: null,
    provider: null,
    paidInTotal: 0,
    payments: [],
    policy: null,
    orders: [],
    balance: { deposit: 0, interest: 0, charges: 0, withholdingTax: 0, surplus: 0, held: 0 },
    attention: [],
    refusal: null,
    registerCheck: null,
    closing: null,
    closingWord: null,
    changes: [],
    hold: null,
    payoutAccount: null,
    sendAt: null,
    signatures: [],
    takenOver: null,
    notes: [],
    files: [],
    letters: [],
    warnings: [],
    legalClaim: null,
    paidOutTime: null,
    paidOutAmountTenant: null,
    paidOutAmountLandlord: null,
    documents: [],
  });
  assert.deepEqual(
    adjustments.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`),
    [
      'rentalDeposit amount_rounded',
      'street street_split',
      'streetNumber street_split',
      'tenantPhoneNumber phone_normalized',
    ],
  );
  assert.equal(propertyManager.email, partner.managerEmail);
  assert.equal(tenants.length, 2);
  assert.deepEqual(tenants[0], {
    type: 'natural',
    newEmail: null,
    emailBounced: null,
    firstName: 'Lea',
    lastName: 'Brunner',
    email: 'lea@mail.example',
    phoneNumber: '+41791234567',
    address: { street: 'Limmatquai', streetNumber: '4', zip: '8001', city: 'Zürich', countryCode: 'CH' },
    title: 'ms',
    birthDate: '1990-03-04',
    nationality: 'CH',
    civilStatus: 'single',
    signedAt: null,
  });
  assert.deepEqual(
    history.map(({ actor, event }: { actor: string; event: string }) => [actor, event]),
    [['partner', 'opened']],
  );
});

test('2.6 a company', async () => {
  const sent = companyPayload(legalTenant('tenant2'));
  is(await partner.open(sent), 200, SUCCESS);
  const record = await partner.record(sent['externalContractId']);
  assert.equal(record.signatureRule, 'joint');
  assert.deepEqual(record.tenants[1].company, {
    name: 'Muster AG',
    legalForm: 'ag',
    domicile: 'Zürich',
    zefixUid: 'CHE-109.322.551',
  });
});

test('2.8 if the tenant may not choose, the product is set from the start', async () => {
  const bank = await setUpPartner(service, { tenantChoosesProduct: false });
  const insurance = await setUpPartner(service, { tenantChoosesProduct: false, product: 'insurance' });
  for (const [one, product, provider] of [
    [bank, 'bank_deposit', 'demo_bank'],
    [insurance, 'insurance', 'demo_insurance'],
  ] as const) {
    const sent = payload();
    await one.open(sent);
    const record = await one.record(sent['externalContractId']);
    assert.deepEqual([record.product, record.provider], [product, provider]);
  }
});

/** A call that breaks every rule from a row on, corrected row by row, follows the order of refusals. */
test('7.1 the order of refusals: the first rule that applies decides', async (t) => {
  const path = '/webhook/custom';
  const key = { 'x-api-key': partner.apiKey };
  const both = { ...key, 'x-external-org-id': partner.externalOrgId };
  const taken = payload();
  await partner.open(taken);
  const ignoredId = 'ignored for always';
  await service.operator('PUT', `/organizations/${partner.organizationId}/ignored-contracts/${ignoredId}`, {
    until: null,
  });
  const bad = { tenantType: 'person', propertyManagerEmail: 'nobody', zip: 'x' };
  const manyCompanies = { ...legalTenant('tenant2'), ...legalTenant('tenant3') };

  const rows: [name: string, call: Promise<Answer>, result: string, reason: string | RegExp][] = [
    ['1 no key', service.call('POST', path, { raw: 'x' }), 'errored', 'Not Authorised!'],
    [
      '1 unknown key',
      service.call('POST', path, { raw: 'x', headers: { ...both, 'x-api-key': 'no' } }),
      'errored',
      'Not Authorised!',
    ],
    [
      '1 key of another path',
      service.call('POST', '/webhook/immotop2', { raw: 'x', headers: both }),
      'errored',
      'Not Authorised!',
    ],
    [
      '2 no organization',
      service.call('POST', path, { raw: 'x', headers: key }),
      'errored',
      'External Org ID not provided',
    ],
    [
      '2 a blank one',
      service.call('POST', path, { raw: 'x', headers: { ...key, 'x-external-org-id': '  ' } }),
      'errored',
      'External Org ID not provided',
    ],
    [
      '3 unknown organization',
      service.call('POST', path, { raw: 'x', headers: { ...key, 'x-external-org-id': `<b>${'y'.repeat(100)}` } }),
      'errored',
      `Organization with external ID &lt;b&gt;${'y'.repeat(61)} not found for custom`,
    ],
    ['4 not JSON', service.call('POST', path, { raw: '{', headers: both }), 'errored', 'The body is not valid JSON'],
    ['4 a list', partner.open([]), 'errored', 'The body is not one JSON object'],
    [
      '5 no contract id',
      partner.open({ ...bad, externalContractId: ' ' }),
      'skipped',
      'Data item without external contract ID',
    ],
    ['6 ignored', partner.open({ ...bad, externalContractId: ignoredId }), 'skipped', 'Contract permanently ignored'],
    ['7 taken', partner.open({ ...taken, ...bad }), 'skipped', 'Contract with external ID already exists'],
    ['8 unknown type', partner.open(payload(bad)), 'errored', 'Unknown tenant type'],
    [
      '8 of a further tenant',
      partner.open(payload({ ...bad, tenantType: 'natural', tenant4Type: 'x' })),
      'errored',
      'Unknown tenant type',
    ],
    [
      '9 signatories',
      partner.open(companyPayload({ ...bad, ...manyCompanies, tenantType: 'legal' })),
      'errored',
      'Too many signatories for a legal entity tenant',
    ],
    [
      '10 manager',
      partner.open(payload({ ...bad, tenantType: 'natural' })),
      'errored',
      /^<br> Verantwortliche Person, E-Mail-Adresse/,
    ],
    [
      '10 names',
      partner.open(payload({ zip: 'x', propertyManagerEmail: `new@${partner.domain}`, propertyManagerFirstName: 'N' })),
      'errored',
      'Property manager first and last name missing - cannot invite new user',
    ],
    ['11 fields', partner.open(payload({ zip: 'x' })), 'errored', /^<br> Liegenschaft, Postleitzahl \(zip\): /],
  ];
  for (const [name, call, result, reason] of rows) {
    await t.test(`row ${name}`, async () => {
      const { status, body } = await call;
      assert.equal(status, 500);
      assert.deepEqual(Object.keys(body), ['success', 'result', 'reason']);
      assert.deepEqual([body.success, body.result], [false, result]);
      if (reason instanceof RegExp) assert.match(body.reason, reason);
      else assert.equal(body.reason, reason);
    });
  }
});

test('7.1 the reason never repeats a value of the payload', async () => {
  const secret = 'Geheimnis';
  const values = {
    city: secret.repeat(60),
    tenantEmail: secret,
    zip: secret,
    tenantTitle: secret,
    rentalDeposit: secret,
  };
  const { body } = await partner.open(payload(values));
  assert.equal(body.reason.split('<br> ').length, 6);
  assert.ok(!body.reason.includes(secret));
});

test('7.1 in the language of the responsible property manager', async () => {
  for (const [language, line] of [
    ['fr', 'Immeuble, localité (city) : donnée manquante'],
    ['it', 'Immobile, località (city): dato mancante'],
    ['en', 'Property, town (city): missing'],
  ]) {
    const email = `${language}@${partner.domain}`;
    const person = { email, firstName: 'X', lastName: 'Y', language };
    await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, person));
    const answer = await partner.open(payload({ city: '', propertyManagerEmail: email.toUpperCase() }));
    is(answer, 500, refused('errored', `<br> ${line}`));
  }
});

test('7.1 a missing default property manager is reported before the body is read', async () => {
  const bare = await created(
    service.operator('POST', '/organizations', {
      name: 'Leer AG',
      language: 'de',
      emailDomain: 'leer.example',
      address: { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich' },
    }),
  );
  await created(
    service.operator('POST', `/organizations/${bare.id}/connections`, {
      partnerId: partner.partnerId,
      externalOrgId: 'leer',
    }),
  );
  const { body } = await partner.open({}, { 'x-external-org-id': 'leer' });
  assert.equal(body.result, 'errored');
  assert.match(body.reason, /no default property manager/);
});

const PATHS: [integration: string, missing: string, invalid: string, reason: RegExp, named: boolean][] = [
  ['custom', 'errored', 'errored', /^<br> [^;]+<br> [^;]+$/, false],
  ['garaio-rem', 'errored', 'errored', /^<br> [^;]+<br> [^;]+$/, false],
  ['rimo-r5', 'errored', 'errored', /^<br> [^;]+<br> [^;]+$/, false],
  ['immotop2', 'errored', 'errored', /^<br> [^;]+<br> [^;]+$/, false],
  ['abaimmo', 'skipped', 'errored', /^[^;<]+;[^;<]+$/, true],
];
for (const [integration, missing, invalid, reason, named] of PATHS) {
  test(`4.1 the path ${integration}`, async () => {
    const own = await setUpPartner(service, { integration });
    const one = payload({ city: '', zip: '' });
    const two = payload({ city: '', zip: 'x' });
    const three = payload();
    for (const [sent, result] of [
      [one, missing],
      [two, invalid],
    ] as const) {
      const { body } = await own.open(sent);
      assert.equal(body.result, result);
      assert.match(body.reason, reason);
      assert.equal(body.externalContractId, named ? sent['externalContractId'] : undefined);
    }
    const name = named ? { externalContractId: three['externalContractId'] } : {};
    is(await own.open(three), 200, { ...SUCCESS, ...name });
    is(await own.open(three), 500, { ...refused('skipped', 'Contract with external ID already exists'), ...name });
    is(await own.open({}), 500, refused('skipped', 'Data item without external contract ID'));
    const mails = await own.mails(own.managerEmail);
    assert.equal(
      mails.filter(({ kind }) => kind === 'import_error').length,
      2,
      'skipped for missing data still sends the mail',
    );
  });
}

test('4.1 other methods are 405, other paths plain 404', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await service.call(method, '/webhook/custom');
    assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
  }
  for (const path of [
    '/webhook/partner',
    '/webhook/',
    '/webhook',
    '/webhook/custom/',
    '/webhook/Custom',
    '/webhook/%zz',
  ]) {
    assert.equal((await service.call('POST', path, { body: {} })).status, 404, path);
  }
});

test('5 a revoked key is refused at once, an older one stays valid until then', async () => {
  const own = await setUpPartner(service);
  const second = await created(service.operator('POST', `/partners/${own.partnerId}/keys`));
  is(await own.open(payload(), { 'x-api-key': second.apiKey }), 200, SUCCESS);
  is(await own.open(payload()), 200, SUCCESS);
  assert.equal((await service.operator('DELETE', `/partners/${own.partnerId}/keys/${own.keyId}`)).status, 204);
  is(await own.open(payload()), 500, refused('errored', 'Not Authorised!'));
  is(await own.open(payload(), { 'x-api-key': second.apiKey }), 200, SUCCESS);
});

test('2.2 one contract id in two organizations is two contracts', async () => {
  const other = await setUpPartner(service);
  const sent = payload();
  is(await partner.open(sent), 200, SUCCESS);
  is(await other.open(sent), 200, SUCCESS);
});

test('2.1 white space and control characters around a contract id do not change it', async () => {
  const sent = payload({ externalContractId: 'Trim-1' });
  is(await partner.open(sent), 200, SUCCESS);
  is(
    await partner.open({ ...sent, externalContractId: ' \u0007Tri\u0000m-1\n' }),
    500,
    refused('skipped', 'Contract with external ID already exists'),
  );
});

test('3 keys that are equal only when joined stay separate', async () => {
  const beta = await setUpPartner(service);
  const connect = (organizationId: string, externalOrgId: string) =>
    created(
      service.operator('POST', `/organizations/${organizationId}/connections`, {
        partnerId: partner.partnerId,
        externalOrgId,
      }),
    );
  await connect(partner.organizationId, 'Zug');
  await connect(beta.organizationId, 'immo Zug');
  await partner.open(payload({ propertyManagerEmail: 'x@other.example Immo' }), { 'x-external-org-id': 'Zug' });
  const sent = payload({ propertyManagerEmail: 'x@other.example' });
  is(await partner.open(sent, { 'x-external-org-id': 'immo Zug' }), 200, SUCCESS);
  assert.ok(await beta.record(sent['externalContractId']));
  assert.equal(await partner.record(sent['externalContractId']), undefined);
});
