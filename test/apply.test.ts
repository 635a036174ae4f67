import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { applyPlan } from '../src/cli/apply/carry-out.ts';
import { checkSetUp, readSetUpFile, type SetUpFile } from '../src/cli/apply/file.ts';
import { planSetUp } from '../src/cli/apply/plan.ts';
import { readSetUp } from '../src/cli/apply/state.ts';
import { atCommandLine } from '../src/actions/audit.ts';
import type { Services } from '../src/actions/services.ts';
import { BY_COMMAND_LINE } from '../src/domain/operator.ts';
import { createServices } from '../src/services.ts';
import { listAudit } from '../src/storage/audit-log.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { commandLine, type CommandLine } from './support/command-line.ts';
import { startService, type Service } from './support/service.ts';
import { runCount } from './support/depth.ts';

const WHO = { acting: BY_COMMAND_LINE, author: atCommandLine(BY_COMMAND_LINE) };

let service: Service;
let cli: CommandLine;
let database: Database;
let services: Services;
let folder: string;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  cli = await commandLine(service);
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
  folder = mkdtempSync(join(tmpdir(), 'depono-apply-'));
});
after(async () => {
  await cli.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

let count = 0;
function fileWith(content: unknown): string {
  const file = join(folder, `${++count}.yaml`);
  writeFileSync(file, typeof content === 'string' ? content : stringify(content));
  return file;
}

const ADDRESS = { street: 'Seestrasse', streetNumber: '7', zip: '8002', city: 'Zürich' };
const BASE = { language: 'de', emailDomain: 'muster.example', address: ADDRESS };
const person = (email: string, more: object = {}) => ({
  email,
  firstName: 'Anna',
  lastName: 'Muster',
  language: 'de',
  ...more,
});

const EXAMPLE = `
partners:
  - name: Garaio REM
    integration: garaio-rem
organizations:
  - name: Alpblick AG
    language: de
    emailDomain: muster.example
    address: { street: Bahnhofstrasse, streetNumber: "1", zip: "8001", city: Zürich }
    preSigned: true
    smallDepositLimit: 1500
    members:
      - { email: anna@muster.example, firstName: Anna, lastName: Muster, language: de, defaultPropertyManager: true }
      - { email: beat@muster.example, firstName: Beat, lastName: Beispiel, language: fr }
    connections:
      - partner: Garaio REM
        externalOrgId: "4711"
        callback: { url: https://partner.example/hook, inline: true }
    ignoredContracts:
      - "0044"
      - { contract: "0045", until: 2027-01-31T12:00:00Z }
    organizations:
      - name: Alpblick Bern
        language: de
        emailDomain: bern.muster.example
        address: { street: Gasse, streetNumber: "2", zip: "3011", city: Bern }
`;

test('a file sets everything up, its secrets are shown once, and applying it again changes nothing', async () => {
  const file = fileWith(EXAMPLE);
  const planned = await cli.run('apply', file, '--plan');
  assert.equal(planned.code, 1, 'there is a difference');
  assert.match(planned.output, /\+ partner Garaio REM\n +integration: garaio-rem/);
  assert.match(planned.output, /\+ organization Alpblick AG \/ Alpblick Bern/);
  assert.equal(
    (await cli.json('partner', 'list')).some(({ name }) => name === 'Garaio REM'),
    false,
  );

  const [applied] = await cli.json('apply', file, '--yes');
  assert.equal(applied.applied, true);
  assert.deepEqual(
    applied.changes.map(({ sign, thing, name }: any) => `${sign} ${thing} ${name}`),
    [
      '+ partner Garaio REM',
      '+ organization Alpblick AG',
      '+ organization Alpblick AG / Alpblick Bern',
      '+ member Alpblick AG: anna@muster.example',
      '+ member Alpblick AG: beat@muster.example',
      '+ connection Alpblick AG: Garaio REM 4711',
      '+ ignored contract Alpblick AG: 0044',
      '+ ignored contract Alpblick AG: 0045',
    ],
  );
  const [key, secret] = applied.secrets;
  assert.match(key.apiKey, /^dpk_/);
  assert.match(secret.callbackSecret, /^whsec_/);

  const [shown] = await cli.json('org', 'show', 'Alpblick AG');
  assert.deepEqual([shown.preSigned, shown.smallDepositLimit, shown.members.length], [true, 1500, 2]);
  assert.equal(shown.members[0].defaultPropertyManager, true);
  assert.deepEqual(shown.connections[0].callback.url, 'https://partner.example/hook');
  const [sub] = await cli.json('org', 'show', 'Alpblick Bern');
  assert.equal(sub.parentId, shown.id);
  assert.equal((await cli.json('ignore', 'list', 'Alpblick AG')).length, 2);

  const again = await cli.done('apply', file);
  assert.match(again, /everything matches the file/);
  assert.deepEqual((await cli.json('apply', file, '--plan'))[0].changes, []);
});

test('the example file of the guide can be applied to an empty set-up', () => {
  const document = readFileSync(join(import.meta.dirname, '../docs/command-line.md'), 'utf8');
  const example = /```yaml\n([^]*?)```/.exec(document)?.[1] ?? '';
  const { steps, faults } = planSetUp({ partners: [], providers: [], organizations: [] }, readSetUpFile(example));
  assert.deepEqual([steps.length, faults], [8, []]);
});

test('only fields in the file are changed, and old and new values are shown', async () => {
  const [shown] = await cli.json('org', 'show', 'Alpblick AG');
  const file = fileWith({
    organizations: [
      {
        id: shown.id,
        name: 'Alpblick Holding AG',
        preSigned: false,
        address: { ...shown.address, streetNumber: '9' },
        members: [
          person('BEAT@muster.example', {
            firstName: 'Beat',
            lastName: 'Beispiel',
            language: 'it',
            defaultPropertyManager: true,
          }),
          person('anna@muster.example', { administrator: false, defaultPropertyManager: false }),
        ],
        connections: [{ partner: 'Garaio REM', externalOrgId: '4711', callback: null }],
        ignoredContracts: [{ contract: '0044', until: '2028-01-01T00:00:00Z' }],
        organizations: [{ name: 'Alpblick Bern', sendDelayMinutes: 30 }],
      },
    ],
  });
  const { code, output } = await cli.run('apply', file, '--yes');
  assert.equal(code, 0);
  for (const line of [
    'name: Alpblick AG → Alpblick Holding AG',
    'address.streetNumber: 1 → 9',
    'preSigned: true → false',
    'language: fr → it',
    'administrator: true → false',
    'sendDelayMinutes: 0 → 30',
    'callback.url: https://partner.example/hook → –',
    'until: always → 2028-01-01T00:00:00.000Z',
  ]) {
    assert.ok(output.includes(line), line);
  }
  assert.match(output, /Not in the file, left unchanged:[^]*ignored contract Alpblick Holding AG: 0045/);
  const members = await cli.json('member', 'list', shown.id);
  assert.deepEqual(
    members.map(({ email, defaultPropertyManager, administrator }) => [email, defaultPropertyManager, administrator]),
    [
      ['anna@muster.example', false, false],
      ['BEAT@muster.example', true, true],
    ],
  );
  assert.match(await cli.done('apply', file), /everything matches the file/);
  assert.equal((await cli.json('org', 'show', 'Alpblick Bern'))[0].smallDepositLimit, 0, 'what was not said stays');
});

const BANK = { kind: 'bank', code: 'see_bank', name: 'Bank am See', address: ADDRESS };
const changesIn = ({ changes }: any): string[] =>
  changes.map(({ sign, thing, name }: any) => `${sign} ${thing} ${name}`);

test('banks and insurers are set up by code, also for organizations of the same file', async () => {
  const callback = { url: 'https://bank.example/hook' };
  const offer = { interestRate: 0.1, fees: 12.5, conditions: { de: 'https://bank.example/agb' } };
  const content = {
    providers: [
      { ...BANK, offer, callback },
      { ...BANK, kind: 'insurer', code: 'berg_versicherung', default: true },
    ],
    organizations: [{ name: 'Seeufer AG', ...BASE, bankProviderId: 'see_bank', insurerProviderId: 'demo_insurance' }],
  };
  const file = fileWith(content);
  const planned = await cli.run('apply', file, '--plan');
  assert.match(planned.output, /\+ provider see_bank\n[^+]*offer\.interestRate: 0\.1\n/);
  assert.match(
    planned.output,
    /\+ organization Seeufer AG\n[^+]*bankProviderId: see_bank\n[^+]*insurerProviderId: demo_insurance\n/,
  );
  const [applied] = await cli.json('apply', file, '--yes');
  assert.deepEqual(changesIn(applied), [
    '+ provider berg_versicherung',
    '+ provider see_bank',
    '+ organization Seeufer AG',
  ]);
  assert.deepEqual(
    applied.secrets.map(({ of, apiKey, callbackSecret }: any) => [of, (apiKey ?? callbackSecret).slice(0, 4)]),
    [
      ['berg_versicherung', 'dvk_'],
      ['see_bank', 'dvk_'],
      ['see_bank', 'whse'],
    ],
  );
  const [bank] = await cli.json('provider', 'show', 'see_bank');
  assert.deepEqual([bank.offer, bank.callback.url], [offer, callback.url]);
  assert.equal((await cli.json('provider', 'show', 'berg_versicherung'))[0].default, true);
  const [demo] = await cli.json('provider', 'show', 'demo_insurance');
  const [organization] = await cli.json('org', 'show', 'Seeufer AG');
  assert.deepEqual([organization.bankProviderId, organization.insurerProviderId], [bank.id, demo.id]);
  assert.match(await cli.done('apply', file), /everything matches the file/);
  const byId = { organizations: [{ name: 'Seeufer AG', bankProviderId: bank.id.toUpperCase() }] };
  assert.match(await cli.done('apply', fileWith(byId)), /everything matches the file/);

  const changed = fileWith({
    providers: [
      { code: 'see_bank', name: 'Bank am Ufer', offer: { interestRate: 0.2 }, exchangeFolder: null },
      { code: 'demo_insurance', default: true },
      { code: 'berg_versicherung', active: false },
    ],
    organizations: [{ name: 'Seeufer AG', bankProviderId: null }],
  });
  const { code, output } = await cli.run('apply', changed, '--yes');
  assert.equal(code, 0);
  for (const line of [
    'name: Bank am See → Bank am Ufer',
    'offer.interestRate: 0.1 → 0.2',
    'offer.fees: 12.5 → –',
    'default: false → true',
    'active: true → false',
    'bankProviderId: see_bank → –',
  ]) {
    assert.ok(output.includes(line), `${line}: ${output}`);
  }
  assert.match(await cli.done('apply', changed), /everything matches the file/);
  assert.match(await cli.done('apply', changed), /Not in the file, left unchanged:[^]*provider demo_bank\n/);
  const again = await cli.run('apply', file, '--yes');
  assert.equal(again.code, 2);
  assert.match(again.errors, /provider berg_versicherung cannot be the default: it is retired\./);
  const foreign = await cli.run(
    'apply',
    fileWith({ providers: [{ code: 'see_bank', offer: { premiumPercent: 4 } }] }),
    '--yes',
  );
  assert.equal(foreign.code, 1);
  assert.equal(foreign.errors, 'provider see_bank: offer.premiumPercent is for insurers only. Nothing was changed.\n');
  const entries = (await listAudit(database, {}, { most: 20 })).filter(({ about }) => about['provider'] === bank.id);
  assert.deepEqual(
    entries.map(({ verb, thing }) => `${verb} ${thing}`),
    ['change provider', 'add provider'],
  );
  assert.doesNotMatch(JSON.stringify(entries), /whsec_|dvk_/);
});

test('every step is in the audit log', async () => {
  const [{ id }] = await cli.json('org', 'show', 'Alpblick Bern');
  const entries = await listAudit(database, { organizationId: id }, { most: 10 });
  assert.deepEqual(
    entries.map(({ verb, thing, actor, changes }) => [verb, thing, actor, changes['sendDelayMinutes'] ?? null]),
    [
      ['change', 'organization', 'command_line', { from: 0, to: 30 }],
      ['add', 'organization', 'command_line', null],
    ],
  );
});

test('it asks for confirmation, and needs --yes without a terminal', async () => {
  const content = { partners: [{ name: 'Fragezeichen', integration: 'custom' }] };
  const file = fileWith(content);
  const isThere = async () => (await cli.json('partner', 'list')).some(({ name }) => name === 'Fragezeichen');
  const unasked = await cli.run('apply', file);
  assert.deepEqual([unasked.code, /add --yes/.test(unasked.errors), await isThere()], [1, true, false]);
  const no = await commandLine(service, { answer: false });
  const refused = await no.run('apply', file);
  assert.deepEqual([refused.code, await isThere()], [1, false]);
  await no.end();
  const yes = await commandLine(service, { answer: true });
  assert.match(await yes.done('apply', file), /Save these now.*\n +Fragezeichen: dpk_/);
  await yes.end();
  const piped = await commandLine(service, { stdin: JSON.stringify(content) });
  assert.match(await piped.done('apply', '-'), /everything matches the file/);
  await piped.end();
});

const WRONG: [what: string, content: unknown, sentence: RegExp][] = [
  ['no YAML', 'partners: [', /cannot be read as YAML or JSON/],
  ['a key twice', 'partners: []\npartners: []', /cannot be read/],
  ['an unknown field', { partner: [] }, /"partner" is not a known field/],
  ['an unknown field inside', { partners: [{ name: 'A', integration: 'custom', key: 'x' }] }, /partners\[1\]: "key"/],
  [
    'a number for a text',
    'organizations: [{ name: A, address: { street: S, streetNumber: 1, zip: "8001", city: Z } }]',
    /organizations\[1\]\.address\.streetNumber must be text: put it in quotes/,
  ],
  ['a missing name', { organizations: [{ preSigned: true }] }, /organizations\[1\]\.name is missing/],
  ['a wrong path', { partners: [{ name: 'A', integration: 'sap' }] }, /partners\[1\]\.integration is invalid/],
  ['a new organization without address', { organizations: [{ name: 'Neu AG' }] }, /Neu AG is new: address is missing/],
  [
    'a new member without name',
    { organizations: [{ name: 'N', ...BASE, members: [{ email: 'a@b.example' }] }] },
    /a@b\.example is new: firstName is missing/,
  ],
  [
    'a partner twice',
    { partners: [1, 2].map(() => ({ name: 'A', integration: 'custom' })) },
    /partner A is in the file more than once/,
  ],
  [
    'an organization twice',
    { organizations: [1, 2].map(() => ({ name: 'N', ...BASE })) },
    /organization N is in the file more than once/,
  ],
  [
    'a member twice',
    { organizations: [{ name: 'N', ...BASE, members: [person('a@b.example'), person('A@b.example')] }] },
    /more than once/,
  ],
  [
    'a contract twice',
    { organizations: [{ name: 'N', ...BASE, ignoredContracts: ['1', '1'] }] },
    /ignored contract N: 1 is in the file more than once/,
  ],
  [
    'two defaults',
    {
      organizations: [
        {
          name: 'N',
          ...BASE,
          members: ['a', 'b'].map((n) => person(`${n}@b.example`, { defaultPropertyManager: true })),
        },
      ],
    },
    /more than one default/,
  ],
  [
    'a default who is no administrator',
    {
      organizations: [
        {
          name: 'N',
          ...BASE,
          members: [person('a@b.example', { defaultPropertyManager: true, administrator: false })],
        },
      ],
    },
    /must stay an administrator/,
  ],
  [
    'no default any more',
    {
      organizations: [
        { name: 'Alpblick Holding AG', members: [{ email: 'beat@muster.example', defaultPropertyManager: false }] },
      ],
    },
    /Make another member the default first/,
  ],
  [
    'an unknown partner',
    { organizations: [{ name: 'N', ...BASE, connections: [{ partner: 'Nobody', externalOrgId: '1' }] }] },
    /no partner "Nobody" found/,
  ],
  [
    'another path for a partner',
    { partners: [{ name: 'Garaio REM', integration: 'custom' }] },
    /integration cannot be changed/,
  ],
  [
    'a bank without a name',
    { providers: [{ kind: 'bank', code: 'neu_bank' }] },
    /provider neu_bank is new: name is missing\.\n/,
  ],
  [
    'a new one without a kind',
    { providers: [{ ...BANK, code: 'neu_bank', kind: undefined }] },
    /provider neu_bank is new: kind is missing\.$/m,
  ],
  [
    'a code with capitals',
    { providers: [{ ...BANK, code: 'Neu' }] },
    /providers\[1\]\.code must be 2 to 40 lower-case letters/,
  ],
  ['a bank twice', { providers: [BANK, BANK] }, /provider see_bank is in the file more than once/],
  [
    'another kind',
    { providers: [{ code: 'demo_bank', kind: 'insurer' }] },
    /provider demo_bank: its kind cannot be changed to insurer\. Add another provider instead\./,
  ],
  [
    'the default retired',
    { providers: [{ code: 'demo_bank', active: false }] },
    /provider demo_bank is the default bank\. Make another one the default first, with default: true\./,
  ],
  [
    'a retired default',
    { providers: [{ code: 'see_bank', default: true, active: false }] },
    /provider see_bank cannot be the default: it is retired\./,
  ],
  [
    'two default banks',
    {
      providers: [
        { code: 'demo_bank', default: true },
        { code: 'see_bank', default: true },
      ],
    },
    /more than one bank has default: true\./,
  ],
  [
    'an unknown bank',
    { organizations: [{ name: 'N', ...BASE, bankProviderId: 'sea_bank' }] },
    /organization N: no bank "sea_bank" found\./,
  ],
  [
    'an insurer as bank',
    { organizations: [{ name: 'N', ...BASE, bankProviderId: 'demo_insurance' }] },
    /organization N: "demo_insurance" is no bank\./,
  ],
  [
    'a retired insurer',
    { organizations: [{ name: 'N', ...BASE, insurerProviderId: 'berg_versicherung' }] },
    /organization N: the insurer "berg_versicherung" is retired\./,
  ],
  [
    'an offer of the other kind',
    { providers: [{ code: 'see_bank', offer: { premium: 4 } }] },
    /providers\[1\]\.offer: "premium" is not a known field/,
  ],
  [
    'a provider’s callback by ftp',
    { providers: [{ code: 'see_bank', callback: { url: 'ftp://x.example' } }] },
    /https:\/\//,
  ],
  [
    'an unknown id',
    { organizations: [{ id: '0198fa00-0000-7000-8000-000000000000', name: 'N' }] },
    /no organization has the id/,
  ],
  [
    'a callback by ftp',
    {
      organizations: [
        {
          name: 'N',
          ...BASE,
          connections: [{ partner: 'Garaio REM', externalOrgId: '1', callback: { url: 'ftp://x.example' } }],
        },
      ],
    },
    /https:\/\//,
  ],
  ...['CH4431999123000889012', 'CH44 3199 9123 0008 8901 2'].map((payoutIban): (typeof WRONG)[number] => [
    `9 a QR-IBAN as payee, ${payoutIban}`,
    { organizations: [{ name: 'N', ...BASE, payoutIban }] },
    /organizations\[1\]\.payoutIban .*QR-IBAN/,
  ]),
  [
    'too deep',
    { organizations: [{ name: 'N', ...BASE, organizations: [{ name: 'M', ...BASE, organizations: [] }] }] },
    /"organizations" is not a known field/,
  ],
];
for (const [what, content, sentence] of WRONG) {
  test(`an invalid file is refused with the reason: ${what}`, async () => {
    const { code, errors } = await cli.run('apply', fileWith(content), '--yes');
    assert.equal(code, 2, errors);
    assert.match(errors, sentence);
  });
}

test('it is applied as a whole or not at all', async () => {
  const [taken] = await cli.json('org', 'show', 'Alpblick Holding AG');
  const file = fileWith({
    partners: [{ name: 'Halbe Sache', integration: 'custom' }],
    organizations: [{ name: 'Andere AG', ...BASE, connections: [{ partner: 'Garaio REM', externalOrgId: '4711' }] }],
  });
  const { code, errors } = await cli.run('apply', file, '--yes');
  assert.equal(code, 1);
  assert.match(errors, /already names an organization/);
  assert.equal(
    (await cli.json('partner', 'list')).some(({ name }) => name === 'Halbe Sache'),
    false,
  );
  assert.equal((await cli.run('org', 'show', 'Andere AG')).code, 1);
  assert.equal(taken.connections.length, 1);
});

test('a concurrent change by someone else is not overwritten', async () => {
  const file = checkSetUp({ organizations: [{ name: 'Alpblick Holding AG', sendDelayMinutes: 10 }] });
  const plan = planSetUp(await readSetUp(database, file), file);
  await cli.done('org', 'change', 'Alpblick Holding AG', 'sendDelayMinutes=20');
  await assert.rejects(applyPlan(services, WHO, file, plan), /changed by someone else in the meantime/);
  assert.equal((await cli.json('org', 'show', 'Alpblick Holding AG'))[0].sendDelayMinutes, 20);
});

test('an id moves an organization below another and up again', async () => {
  await cli.done(
    'apply',
    fileWith({
      organizations: [
        { name: 'Oben AG', ...BASE },
        { name: 'Unten AG', ...BASE },
      ],
    }),
    '--yes',
  );
  const [low] = await cli.json('org', 'show', 'Unten AG');
  const below = fileWith({ organizations: [{ name: 'Oben AG', organizations: [{ id: low.id, name: 'Unten AG' }] }] });
  await cli.done('apply', below, '--yes');
  assert.notEqual((await cli.json('org', 'show', 'Unten AG'))[0].parentId, null);
  assert.match(await cli.done('apply', below), /everything matches the file/);
  await cli.done('apply', fileWith({ organizations: [{ id: low.id, name: 'Unten AG' }] }), '--yes');
  assert.equal((await cli.json('org', 'show', 'Unten AG'))[0].parentId, null);
});

test('thousands of ignored contracts are applied quickly', async () => {
  const ignoredContracts = Array.from({ length: 3_000 }, (_, n) => `I-${n}`);
  const started = performance.now();
  await cli.done('apply', fileWith({ organizations: [{ name: 'Oben AG', ignoredContracts }] }), '--yes');
  assert.ok(performance.now() - started < 10_000);
  assert.equal((await cli.json('ignore', 'list', 'Oben AG')).length, 3_000);
});

/** Files with few names, so that they overlap with earlier ones. */
const partnerNames = ['P1', 'P2'];
const members = fc
  .uniqueArray(
    fc.record(
      {
        email: fc.constantFrom('a@x.example', 'b@x.example', 'C@x.example'),
        firstName: fc.constantFrom('Anna', 'Beat'),
        lastName: fc.constant('Muster'),
        language: fc.constantFrom('de', 'fr'),
      },
      { requiredKeys: ['email', 'firstName', 'lastName', 'language'] },
    ),
    { selector: ({ email }) => email },
  )
  .chain((list) =>
    fc
      .integer({ min: -1, max: list.length - 1 })
      .map((chosen) =>
        list.map((member, place) => (place === chosen ? { ...member, defaultPropertyManager: true } : member)),
      ),
  );
const organizationFields = {
  language: fc.constantFrom('de', 'it'),
  emailDomain: fc.constant('x.example'),
  address: fc.constant(ADDRESS),
  preSigned: fc.boolean(),
  smallDepositLimit: fc.constantFrom(0, 0.05, 1500),
  bankProviderId: fc.constantFrom(null, 'b1', 'b2'),
  members,
  ignoredContracts: fc.uniqueArray(
    fc.record({
      contract: fc.constantFrom('0044', '45', '46'),
      until: fc.constantFrom(null, '2027-01-31T12:00:00+01:00'),
    }),
    { selector: ({ contract }) => contract },
  ),
};
const required = ['name', 'language', 'emailDomain', 'address'] as const;
const organization = (names: string[]) =>
  fc.record({ name: fc.constantFrom(...names), ...organizationFields }, { requiredKeys: [...required] });
const anyFile = fc.record({
  partners: fc.constant(partnerNames.map((name) => ({ name, integration: 'custom' }))),
  providers: fc
    .tuple(fc.constantFrom('b1', 'b2'), fc.constantFrom(0, 0.5, 1.25), fc.boolean())
    .map(([chosen, rate, full]) =>
      ['b1', 'b2'].map((code) => ({
        ...BANK,
        code,
        offer: full
          ? { interestRate: rate, fees: 12.05, conditions: { de: 'https://a.example' } }
          : { interestRate: rate },
        ...(code === chosen ? { default: true } : {}),
      })),
    ),
  organizations: fc.uniqueArray(
    fc.record(
      {
        name: fc.constantFrom('O1', 'O2', 'O3'),
        ...organizationFields,
        organizations: fc.uniqueArray(organization(['S1', 'S2']), { selector: ({ name }) => name }),
      },
      { requiredKeys: [...required] },
    ),
    { selector: ({ name }) => name },
  ),
});
/** An external id belongs to one organization of a partner, so each gets its own. */
const connected = anyFile.chain((file) =>
  fc.array(fc.constantFrom(...partnerNames), { minLength: 3, maxLength: 3 }).map((partners) => ({
    ...file,
    organizations: file.organizations.map((one, place) => ({
      ...one,
      connections: [{ partner: partners[place] as string, externalOrgId: one.name }],
    })),
  })),
);

function shuffled(file: SetUpFile, seed: number): SetUpFile {
  const mix = <T>(list: readonly T[]): T[] =>
    list
      .map((value, place) => ({ value, key: Math.sin(seed * 97 + place * 13) }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ value }) => value);
  const inside = <
    T extends SetUpFile['organizations'][number] | SetUpFile['organizations'][number]['organizations'][number],
  >(
    one: T,
  ): T => ({
    ...one,
    members: mix(one.members),
    connections: mix(one.connections),
    ignoredContracts: mix(one.ignoredContracts),
    ...('organizations' in one ? { organizations: mix(one.organizations).map(inside) } : {}),
  });
  return {
    partners: mix(file.partners),
    providers: mix(file.providers),
    organizations: mix(file.organizations).map(inside),
  };
}

test('whatever the file: applied twice is applied once, and the order of its entries does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(connected, fc.nat(1_000), async (raw, seed) => {
      const file = checkSetUp(raw);
      const other = shuffled(file, seed);
      const state = await readSetUp(database, file);
      const plan = planSetUp(state, file);
      assert.deepEqual(plan.faults, []);
      assert.deepEqual(planSetUp(state, other).steps, plan.steps);
      assert.deepEqual(planSetUp(state, other).notInFile, plan.notInFile);
      await applyPlan(services, WHO, other, plan);
      const after = planSetUp(await readSetUp(database, file), file);
      assert.deepEqual([after.steps, after.faults], [[], []]);
    }),
    { numRuns: runCount({ quick: 6, deep: 60 }) },
  );
});
