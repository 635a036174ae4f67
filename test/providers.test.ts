import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { depono, settingsOf } from './support/depono.ts';
import { created, setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { reach, stage, verified } from './support/play.ts';
import { setUpProvider, visitProvider } from './support/provider.ts';
import { freshDatabase } from './support/server.ts';
import { PRODUCTION, startService, TOKEN, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(async () => {
  await verified(service);
  await service.stop();
});

const ADDRESS = { street: 'Bankgasse', streetNumber: '7', zip: '9000', city: 'St. Gallen' };
const BANK = { kind: 'bank', code: 'unused', name: 'Neue Bank', address: ADDRESS };
const NOBODY = '00000000-0000-7000-8000-000000000000';
const byCode = async (at: Service, code: string): Promise<any> =>
  (await at.operator('GET', '/providers')).body.providers.find((one: any) => one.code === code);
const change = (id: string, body: object) => service.operator('PATCH', `/providers/${id}`, body);

test('set-up: what is stored is what was sent; key and secret are shown once', async () => {
  const offer = {
    interestRate: 0.1,
    fees: 12.5,
    conditions: { de: 'https://bank.example/agb' },
    phone: '+41 71 000 00 00',
  };
  const callback = { url: 'https://bank.example/hook' };
  const sent = { ...BANK, code: 'set_up_bank', offer, callback, exchangeFolder: 'sg', initiatingParty: 'Depono AG' };
  const { id, keyId, apiKey, ...made } = await created(service.operator('POST', '/providers', sent));
  assert.match(made.callback.secret, /^whsec_/);
  const shown = { ...made, callback: { url: callback.url, active: true } };
  assert.deepEqual(shown, { ...sent, ownIban: null, callback: shown.callback, default: false, active: true });
  assert.deepEqual((await service.operator('GET', `/providers/${id}`)).body, { id, ...shown });
  assert.deepEqual(await byCode(service, 'set_up_bank'), { id, ...shown });
  const used = await service.call('GET', '/provider/api/applications', {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  assert.equal(used.status, 200);
  const { keys } = (await service.operator('GET', `/providers/${id}/keys`)).body;
  assert.deepEqual(
    keys.map((key: any) => [key.keyId, key.revokedAt]),
    [[keyId, null]],
  );
});

const REFUSED: [name: string, body: object, status: number, field: string][] = [
  ['a code with capitals', { code: 'Bank' }, 422, 'code'],
  ['a code that begins with a digit', { code: '1bank' }, 422, 'code'],
  ['a code of one letter', { code: 'b' }, 422, 'code'],
  ['a code of 41 letters', { code: 'b'.repeat(41) }, 422, 'code'],
  ['a code with a hyphen', { code: 'my-bank' }, 422, 'code'],
  ['a code that exists', { code: 'demo_bank' }, 409, 'code'],
  ['a code of the other kind that exists', { code: 'demo_insurance' }, 409, 'code'],
  ['an unknown kind', { kind: 'broker' }, 422, 'kind'],
  ['no name', { name: '' }, 422, 'name'],
  ['no address', { address: undefined }, 422, 'address'],
  ['half an address', { address: { street: 'x' } }, 422, 'address.city'],
  ['a premium of a bank', { offer: { premiumPercent: 4 } }, 422, 'offer.premiumPercent'],
  ['interest of an insurer', { kind: 'insurer', offer: { interestRate: 1 } }, 422, 'offer.interestRate'],
  ['a rate below 0', { offer: { interestRate: -1 } }, 422, 'offer.interestRate'],
  ['a rate as text', { offer: { interestRate: '1' } }, 422, 'offer.interestRate'],
  ['an amount in half Rappen', { offer: { fees: 1.005 } }, 422, 'offer.fees'],
  ['an unknown member of the offer', { offer: { gift: 1 } }, 422, 'offer.gift'],
  ['conditions without https', { offer: { conditions: { de: 'http://a.example' } } }, 422, 'offer.conditions.de'],
  ['a folder that leads elsewhere', { exchangeFolder: '../x' }, 422, 'exchangeFolder'],
  ['a folder of an insurer', { kind: 'insurer', exchangeFolder: 'x' }, 422, 'exchangeFolder'],
  ['a wrong IBAN', { ownIban: 'CH00' }, 422, 'ownIban'],
  ['an unknown member', { colour: 'red' }, 422, 'colour'],
];

test('set-up: what is refused, and nothing is stored', async () => {
  const count = async (): Promise<number> => (await service.operator('GET', '/providers')).body.providers.length;
  const before = await count();
  for (const [name, body, status, field] of REFUSED) {
    const answer = await service.operator('POST', '/providers', { ...BANK, ...body });
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    const fields = answer.body.problems?.map((problem: any) => problem.field) ?? [answer.body.detail];
    if (status === 422) assert.ok(fields.includes(field), `${name}: ${answer.text}`);
    else assert.match(answer.body.detail, new RegExp(field), name);
  }
  assert.equal(await count(), before);
});

test('set-up: unknown ids are 404', async () => {
  for (const id of [NOBODY, 'x']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['GET', '/keys', undefined],
      ['POST', '/keys', undefined],
      ['DELETE', '/keys/abcd2345efgh', undefined],
      ['GET', '/contacts', undefined],
      ['POST', '/contacts', { email: 'a@b.example', name: 'A', role: 'clerk' }],
      ['DELETE', `/contacts/${NOBODY}`, undefined],
    ] as const) {
      const { status } = await service.operator(method, `/providers/${id}${path}`, body);
      assert.equal(status, 404, `${method} ${path} of ${id}`);
    }
  }
});

test('set-up: the first of a kind is the default; default: true moves it; retiring the default is 409', async () => {
  const [demo, second] = [await byCode(service, 'demo_bank'), await setUpProvider(service, 'bank')];
  assert.deepEqual([demo.default, (await byCode(service, second.code)).default], [true, false]);
  const retiring = await change(demo.id, { active: false });
  assert.equal(retiring.status, 409);
  assert.match(retiring.body.detail, /default/);
  assert.equal((await change(second.id, { default: true })).body.default, true);
  assert.equal((await byCode(service, 'demo_bank')).default, false);
  assert.equal((await byCode(service, 'demo_insurance')).default, true, 'the other kind keeps its own');
  assert.equal((await change(demo.id, { active: false })).body.active, false);
  assert.equal((await change(demo.id, { default: true })).status, 409, 'a retired one cannot be the default');
  assert.equal((await change(demo.id, { default: false })).status, 422, 'only moved, not taken away');
  assert.equal((await change(demo.id, { active: true, default: true })).status, 200);
  assert.equal((await byCode(service, second.code)).default, false);
});

test('retired: open applications stay, new deposits go to the default, and so does the organization', async () => {
  const bank = await setUpProvider(service, 'bank');
  const theirs = await stage(service, { bankProviderId: bank.id });
  const [early, waiting] = [await theirs.start(), await theirs.start()];
  await reach('tenants', early);
  assert.equal((await change(bank.id, { active: false })).status, 200);
  const [open, ...more] = await bank.open(early.id);
  assert.deepEqual([open.state, more.length], ['open', 0]);
  await bank.answer(open.id, 'refused', { code: 'other', reason: 'nein' });

  const later = await theirs.start();
  for (const play of [waiting, later]) await reach('tenants', play);
  assert.equal((await later.status()).provider, 'demo_bank');
  assert.deepEqual(await bank.open(later.id), []);
  const { body } = await service.operator('GET', `/organizations/${theirs.organizationId}`);
  assert.equal(body.bankProviderId, bank.id, 'the setting stays, for when it comes back');
});

test('organizations: an unknown provider, one of the wrong kind or a retired one is 422; null is the default', async () => {
  const [bank, insurer, gone] = [
    await setUpProvider(service, 'bank'),
    await setUpProvider(service, 'insurer'),
    await setUpProvider(service, 'bank'),
  ];
  await change(gone.id, { active: false });
  const { organizationId } = await setUpPartner(service);
  const set = (body: object) => service.operator('PATCH', `/organizations/${organizationId}`, body);
  for (const [field, id] of [
    ['bankProviderId', NOBODY],
    ['bankProviderId', 'x'],
    ['bankProviderId', insurer.id],
    ['insurerProviderId', bank.id],
    ['bankProviderId', gone.id],
  ] as const) {
    const { status, body } = await set({ [field]: id });
    assert.deepEqual([status, body.problems?.[0]?.field], [422, field], `${field} ${id}`);
  }
  assert.equal((await set({ bankProviderId: bank.id })).body.bankProviderId, bank.id);
  assert.equal((await set({ insurerProviderId: insurer.id })).body.bankProviderId, bank.id, 'the other one stays');
  assert.equal((await set({ bankProviderId: null })).body.bankProviderId, null);
});

test('PATCH: without offer it stays; with one it is replaced', async () => {
  const bank = await setUpProvider(service, 'bank', { offer: { interestRate: 0.25, fees: 10 } });
  const renamed = await change(bank.id, { name: 'Anders' });
  assert.deepEqual([renamed.body.name, renamed.body.offer], ['Anders', { interestRate: 0.25, fees: 10 }]);
  assert.deepEqual((await change(bank.id, { offer: { fees: 20 } })).body.offer, { fees: 20 });
  for (const [body, field] of [
    [{ code: 'other' }, 'code'],
    [{ kind: 'insurer' }, 'kind'],
    [{ offer: { premiumMinimum: 1 } }, 'offer.premiumMinimum'],
  ] as const) {
    const answer = await change(bank.id, body);
    assert.deepEqual([answer.status, answer.body.problems[0].field], [422, field]);
  }
});

test('versions: a deposit that was sent keeps provider and offer; editing starts over', async () => {
  const [one, two] = [
    await setUpProvider(service, 'bank', { offer: { interestRate: 1 } }),
    await setUpProvider(service, 'bank'),
  ];
  const theirs = await stage(service, { bankProviderId: one.id, tenantChoosesProduct: false });
  const play = await theirs.start();
  await reach('signed', play);
  const versions = async (): Promise<unknown[]> => {
    const sql = new Client({ connectionString: service.databaseUrl });
    await sql.connect();
    const { rows } = await sql.query(
      `select d.provider_code, v.offer from deposits d left join provider_versions v on v.id = d.provider_version_id
       where d.id = $1`,
      [play.id],
    );
    await sql.end();
    return rows.map((row) => [row.provider_code, row.offer]);
  };
  assert.deepEqual(await versions(), [[one.code, { interestRate: 1 }]]);
  await change(one.id, { offer: { interestRate: 2 } });
  await service.operator('PATCH', `/organizations/${theirs.organizationId}`, { bankProviderId: two.id });
  assert.deepEqual(await versions(), [[one.code, { interestRate: 1 }]], 'as the tenant saw it');
  assert.equal((await play.status()).provider, one.code);
  await play.play('edit', { rentalDeposit: 1200 });
  await play.play('resend');
  await play.play('tenant-signs', { product: 'bank_deposit' });
  assert.deepEqual(await versions(), [[two.code, {}]]);
  assert.deepEqual(await one.open(play.id), []);
  assert.equal((await two.open(play.id)).length, 1);
});

test('keys: another one, a revoked one is refused', async () => {
  const first = await setUpProvider(service, 'insurer');
  const second = await visitProvider(service, first.code);
  assert.equal((await second.call('GET', '/applications')).status, 200);
  const { keys } = (await service.operator('GET', `/providers/${first.id}/keys`)).body;
  assert.equal(keys.length, 2);
  const revoke = () => service.operator('DELETE', `/providers/${first.id}/keys/${keys[1].keyId}`);
  assert.deepEqual([(await revoke()).status, (await revoke()).status], [204, 204]);
  assert.deepEqual(
    [(await first.call('GET', '/applications')).status, (await second.call('GET', '/applications')).status],
    [401, 200],
  );
  const other = await setUpProvider(service, 'insurer');
  const foreign = await service.operator('DELETE', `/providers/${other.id}/keys/${keys[0].keyId}`);
  assert.equal(foreign.status, 404, 'a key of another provider');
});

test('contacts: added, listed, removed; one address belongs to one contact', async () => {
  const [bank, other] = [await setUpProvider(service, 'bank'), await setUpProvider(service, 'bank')];
  const contacts = `/providers/${bank.id}/contacts`;
  const person = { email: 'Rita@bank.example', name: 'Rita Rechner', role: 'clerk' };
  const made = await created(service.operator('POST', contacts, person));
  assert.deepEqual((await service.operator('GET', contacts)).body, { contacts: [{ id: made.id, ...person }] });
  const twice = await service.operator('POST', `/providers/${other.id}/contacts`, {
    ...person,
    email: 'rita@bank.example',
  });
  assert.equal(twice.status, 409);
  for (const [body, field] of [
    [{ email: 'x' }, 'email'],
    [{ role: 'admin' }, 'role'],
    [{ name: '' }, 'name'],
  ] as const) {
    const answer = await service.operator('POST', contacts, { ...person, ...body });
    assert.deepEqual([answer.status, answer.body.problems[0].field], [422, field]);
  }
  assert.equal((await service.operator('DELETE', `/providers/${other.id}/contacts/${made.id}`)).status, 404);
  assert.equal((await service.operator('DELETE', `${contacts}/${made.id}`)).status, 204);
  assert.deepEqual((await service.operator('GET', contacts)).body, { contacts: [] });
});

const { PROVIDER_BANK: _bank, PROVIDER_INSURANCE: _insurance, ...BARE } = PRODUCTION;

test('production without a provider: the open call is errored after row 3, like the dry run; doctor says so', async (t) => {
  const production = await startService({ env: BARE });
  t.after(() => production.stop());
  assert.deepEqual((await production.operator('GET', '/providers')).body.providers, []);
  const partner = await setUpPartner(production);
  const unknown = await partner.open(payload(), { 'x-external-org-id': 'nobody' });
  assert.doesNotMatch(unknown.text, /no bank or insurer/, 'row 3 comes first');
  const lacking = /Organization has no bank or insurer yet/;
  assert.match((await partner.open(payload())).text, lacking);
  assert.match((await partner.open('{')).text, lacking, 'before the body is read');
  assert.match((await partner.check(payload())).text, /no bank or insurer|no_provider/);
  const env = { ...settingsOf(production), ...BARE, OPERATOR_TOKEN: TOKEN };
  const { output: examined } = await depono(env, 'doctor');
  assert.match(examined, /FAIL {2}providers: no bank for Verwaltung \d+ AG/);
  assert.match(examined, /depono provider add CODE --kind bank/);
  assert.doesNotMatch(examined, /demo code/, 'there is no provider with one');

  const insurer = await setUpProvider(production, 'insurer');
  assert.match((await partner.open(payload())).text, lacking, 'an insurer is not what its product needs');
  await production.operator('PATCH', `/organizations/${partner.organizationId}`, { product: 'insurance' });
  assert.equal((await partner.open(payload())).status, 200);
  assert.equal((await byCode(production, insurer.code)).default, true);
  assert.match((await depono(env, 'doctor')).output, /ok {4}providers: /);
});

test('a start in production makes the providers of the settings, asks for what waits, and does so once', async (t) => {
  const database = await freshDatabase({ isMigrated: true });
  const sandbox = await startService({ databaseUrl: database.url });
  const theirs = await stage(sandbox);
  const play = await theirs.start();
  await reach('tenants', play);
  await sandbox.stop();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  // As it was before there were providers.
  await sql.query('delete from applications');
  await sql.query('update deposits set provider_code = null, provider_version_id = null');
  for (const table of ['provider_versions', 'provider_keys', 'providers']) await sql.query(`delete from ${table}`);

  for (const round of [1, 2]) {
    const production = await startService({ env: PRODUCTION, databaseUrl: database.url });
    try {
      const { providers } = (await production.operator('GET', '/providers')).body;
      assert.deepEqual(
        providers.map(({ kind, code, name, address, default: isDefault }: any) => [
          kind,
          code,
          name,
          address,
          isDefault,
        ]),
        [
          ['bank', 'our_bank', 'our_bank', null, true],
          ['insurer', 'our_insurance', 'our_insurance', null, true],
        ],
        `round ${round}`,
      );
      const bank = await visitProvider(production, 'our_bank');
      const [asked, ...more] = await bank.open(play.id);
      assert.deepEqual([asked.kind, more.length], ['account_opening', 0]);
      const doctor = await depono({ ...settingsOf(production), ...PRODUCTION, OPERATOR_TOKEN: TOKEN }, 'doctor');
      assert.match(doctor.output, /providers: our_bank was made from the settings/);
    } finally {
      await production.stop();
    }
  }
});

test('a start in production with deposits of before and no setting makes the provider of their product alone', async (t) => {
  const database = await freshDatabase({ isMigrated: true });
  const sandbox = await startService({ databaseUrl: database.url });
  await (await stage(sandbox, { tenantChoosesProduct: false })).start();
  await sandbox.stop();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  await sql.query('update deposits set provider_code = null, provider_version_id = null');
  for (const table of ['provider_versions', 'provider_keys', 'providers']) await sql.query(`delete from ${table}`);
  const production = await startService({ env: BARE, databaseUrl: database.url });
  const { providers } = (await production.operator('GET', '/providers')).body;
  const doctor = await depono({ ...settingsOf(production), ...BARE, OPERATOR_TOKEN: TOKEN }, 'doctor');
  await production.stop();
  assert.deepEqual(
    providers.map(({ code }: any) => code),
    ['demo_bank'],
  );
  assert.match(doctor.output, /warn +providers: partners see the demo code demo_bank as provider/i);
  assert.doesNotMatch(doctor.output, /demo_insurance/);
});
