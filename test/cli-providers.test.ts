import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAudit } from '../src/storage/audit-log.ts';
import { openDatabase } from '../src/storage/database/database.ts';
import { commandLine, type CommandLine } from './support/command-line.ts';
import { setUpProvider } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let cli: CommandLine;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  cli = await commandLine(service);
});
after(async () => {
  await cli.end();
  await service.stop();
});

const ADDRESS = ['address.street=Bankgasse', 'address.streetNumber=7', 'address.zip=9000', 'address.city=St. Gallen'];
const add = (code: string, kind: string, ...more: string[]): string[] => [
  'provider',
  'add',
  code,
  '--kind',
  kind,
  'name=Neue Bank',
  ...ADDRESS,
  ...more,
];

test('a bank is added and works; key and secret are shown once', async () => {
  const settings = ['offer.interestRate=0.05', 'offer.fees=12.5', 'offer.phone=0710000000', 'initiatingParty=700'];
  const links = ['offer.conditions.de=https://bank.example/agb', 'offer.conditions.fr=https://bank.example/cg'];
  const call = add('neue_bank', 'bank', ...settings, ...links, '--callback', 'https://bank.example/hook');
  const [made] = await cli.json(...call);
  assert.match(made.apiKey, /^dvk_/);
  assert.match(made.callback.secret, /^whsec_/);
  assert.deepEqual(made.offer, {
    interestRate: 0.05,
    fees: 12.5,
    phone: '0710000000',
    conditions: { de: 'https://bank.example/agb', fr: 'https://bank.example/cg' },
  });
  assert.deepEqual([made.initiatingParty, made.address.zip, made.default], ['700', '9000', false]);
  const headers = { authorization: `Bearer ${made.apiKey}` };
  assert.equal((await service.call('GET', '/provider/api/applications', { headers })).status, 200);
  const words = await cli.done('provider', 'show', 'NEUE_BANK');
  assert.match(words, /code +neue_bank\n/);
  assert.match(words, /address +Bankgasse 7, 9000 St\. Gallen\n/);
  assert.match(words, /offer\.conditions\.fr +https:\/\/bank\.example\/cg\n/);
  assert.match(words, new RegExp(`${made.keyId} +\\d{4}-`));
  assert.doesNotMatch(words, /whsec_|dvk_/);
  const shown = await cli.done(...add('wort_bank', 'bank'));
  assert.match(shown, /apiKey +dvk_\S+\n\nSave the key now\. It is not shown again\.\n$/);
  assert.match(await cli.done('provider', 'list'), /neue_bank +bank +Neue Bank +–\n/);
  assert.match(await cli.done('provider', 'list'), /demo_bank +bank +Demo Bank +default\n/);
});

test('a change keeps what is not given, and shows old and new values', async () => {
  await cli.done(...add('change_me', 'insurer', 'offer.premiumPercent=4', 'offer.phone=0710000000'));
  const words = await cli.done(
    'provider',
    'change',
    'change_me',
    'offer.premiumPercent=5',
    'offer.phone=',
    'offer.conditions.it=https://a.example/it',
    'address.streetNumber=8',
  );
  assert.match(words, /offer\.premiumPercent +4 +5\n/);
  assert.match(words, /offer\.phone +0710000000 +–\n/);
  assert.match(words, /address\.streetNumber +7 +8\n/);
  const [shown] = await cli.json('provider', 'show', 'change_me');
  assert.deepEqual(shown.offer, { premiumPercent: 5, conditions: { it: 'https://a.example/it' } });
  assert.deepEqual(shown.address, { street: 'Bankgasse', streetNumber: '8', zip: '9000', city: 'St. Gallen' });
  assert.equal(await cli.done('provider', 'change', 'change_me', 'offer.premiumPercent=5'), 'Nothing to change.\n');
  await cli.done('provider', 'change', 'change_me', 'offer.conditions.it=');
  assert.deepEqual((await cli.json('provider', 'show', 'change_me'))[0].offer, { premiumPercent: 5 });
});

test('the default moves, and only another one can be retired', async () => {
  await cli.done(...add('next_bank', 'bank'));
  const refused = await cli.run('provider', 'retire', 'demo_bank');
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /^This is the default provider of its kind\. Make another one the default first/);
  assert.match(await cli.done('provider', 'change', 'next_bank', 'default=true'), /default +no +yes/);
  assert.match(await cli.done('provider', 'retire', 'demo_bank'), /active +yes +no/);
  assert.match(await cli.done('provider', 'list'), /demo_bank +bank +Demo Bank +retired\n/);
  assert.equal(await cli.done('provider', 'retire', 'demo_bank'), 'Nothing to change.\n');
  await cli.done('provider', 'change', 'demo_bank', 'active=true', 'default=true');
  assert.match(await cli.done('provider', 'list'), /demo_bank +bank +Demo Bank +default\n/);
});

test('keys: another one works, and a revoked one no longer', async () => {
  const bank = await setUpProvider(service, 'bank');
  const [key] = await cli.json('key', 'issue', '--provider', bank.code);
  const reads = async (apiKey: string): Promise<number> =>
    (await service.call('GET', '/provider/api/applications', { headers: { authorization: `Bearer ${apiKey}` } }))
      .status;
  assert.equal(await reads(key.apiKey), 200);
  const keys = await cli.json('key', 'list', '--provider', bank.id);
  assert.equal(keys.length, 2);
  const [old] = keys.filter(({ keyId }) => keyId !== key.keyId);
  assert.match(await cli.done('key', 'revoke', old.keyId, '--provider', bank.code, '--yes'), /is revoked/);
  assert.deepEqual([await reads(bank.apiKey), await reads(key.apiKey)], [401, 200]);
});

test('contacts: added, listed, removed', async () => {
  const bank = await setUpProvider(service, 'bank');
  assert.match(await cli.done('provider', 'contacts', bank.code), /has no contacts yet\. To add one: depono provider/);
  const [made] = await cli.json(
    'provider',
    'add-contact',
    bank.code,
    'Rita@bank.example',
    '--name',
    'Rita Rechner',
    '--role',
    'clerk',
  );
  assert.match(await cli.done('provider', 'contacts', bank.code), /Rita@bank\.example +Rita Rechner +clerk +–\n/);
  const twice = await cli.run(
    'provider',
    'add-contact',
    bank.code,
    'rita@bank.example',
    '--name',
    'R',
    '--role',
    'viewer',
  );
  assert.deepEqual([twice.code, twice.errors], [1, 'This address belongs to a contact already.\n']);
  const unsure = await cli.run('provider', 'remove-contact', bank.code, 'rita@bank.example');
  assert.equal(unsure.code, 1);
  assert.match(unsure.errors, /^Remove Rita@bank\.example from \S+\? This cannot be undone\. Nothing was done\./);
  const [removed] = await cli.json('provider', 'remove-contact', bank.code, 'rita@bank.example', '--yes');
  assert.deepEqual(removed, { id: made.id, removed: true });
  assert.deepEqual(await cli.json('provider', 'contacts', bank.code), []);
});

test('a callback is set, gets a new secret, and is removed', async () => {
  const bank = await setUpProvider(service, 'bank');
  const none = await cli.run('provider', 'callback', bank.code, '--new-secret');
  assert.deepEqual([none.code, none.errors], [1, 'The provider has no callback: set one first.\n']);
  const words = await cli.done('provider', 'callback', bank.code, '--callback', 'https://bank.example/hook');
  assert.match(words, /secret +whsec_\S+\n\nSave the secret now/);
  const [rotated] = await cli.json('provider', 'callback', bank.code, '--new-secret');
  assert.match(rotated.secret, /^whsec_/);
  await cli.done('provider', 'callback', bank.code, '--retire-old-secret', '--yes');
  const [removed] = await cli.json('provider', 'callback', bank.code, '--remove', '--yes');
  assert.equal(removed.callback, null);
});

test('an organization gets its bank by code, and the default again with null', async () => {
  const bank = await setUpProvider(service, 'bank');
  const organization = ['language=de', 'emailDomain=a.example', ...ADDRESS];
  const [made] = await cli.json('org', 'add', 'Codes AG', ...organization, `bankProviderId=${bank.code}`);
  assert.equal(made.bankProviderId, bank.id);
  const [changed] = await cli.json('org', 'change', 'Codes AG', 'bankProviderId=null');
  assert.equal(changed.bankProviderId, null);
  const cases: [setting: string, sentence: RegExp][] = [
    ['bankProviderId=demo_bnk', /^No bank or insurer "demo_bnk" found\. Did you mean demo_bank\?\n$/],
    ['bankProviderId=demo_insurance', /^bankProviderId names a provider that is no bank\.\n$/],
    ['insurerProviderId=demo_bank', /^insurerProviderId names a provider that is no insurer\.\n$/],
  ];
  for (const [setting, sentence] of cases) {
    const { code, errors } = await cli.run('org', 'change', 'Codes AG', setting);
    assert.equal(code, 1);
    assert.match(errors, sentence);
  }
});

const WRONG: [what: string, args: string[], code: number, sentence: RegExp][] = [
  ['no kind', ['provider', 'add', 'a_bank', 'name=A'], 2, /^--kind KIND is required: bank or insurer\.$/m],
  ['an unknown kind', add('a_bank', 'broker'), 2, /^kind is invalid: expected one of "bank"\|"insurer"\.$/m],
  ['a code with capitals', add('My-Bank', 'bank'), 2, /^code must be 2 to 40 lower-case letters, digits and _/m],
  ['a code that exists', add('demo_bank', 'bank'), 1, /^Another provider has this code\.$/m],
  [
    'no name and no address',
    ['provider', 'add', 'a_bank', '--kind', 'bank'],
    2,
    /^name is missing\.\naddress is missing\.$/m,
  ],
  [
    'half an address',
    ['provider', 'add', 'a_bank', '--kind', 'bank', 'name=A', 'address.zip=8000'],
    2,
    /^address\.street is missing\.$/m,
  ],
  [
    'an unknown part of the offer',
    add('a_bank', 'bank', 'offer.interest=1'),
    2,
    /^offer\.interest is not a known setting\.$/m,
  ],
  [
    'interest of an insurer',
    add('a_bank', 'insurer', 'offer.interestRate=1'),
    1,
    /^offer\.interestRate is for banks only\.$/m,
  ],
  [
    'a rate in words',
    add('a_bank', 'bank', 'offer.interestRate=low'),
    2,
    /^offer\.interestRate is invalid: expected number/m,
  ],
  [
    'conditions that are no link',
    add('a_bank', 'bank', 'offer.conditions.de=agb'),
    2,
    /^offer\.conditions\.de must be a link that begins with https:/m,
  ],
  [
    'a setting without a value',
    ['provider', 'change', 'demo_bank', 'default'],
    2,
    /"default" is not a setting\. Write name=value/,
  ],
  ['a kind that changes', ['provider', 'change', 'demo_bank', 'kind=insurer'], 2, /^kind is not a known setting\.$/m],
  ['default=false', ['provider', 'change', 'demo_bank', 'default=false'], 2, /^default /m],
  ['nothing to change', ['provider', 'change', 'demo_bank'], 2, /Usage: depono provider change CODE SETTING=VALUE…/],
  [
    'an unknown code',
    ['provider', 'show', 'demo_bnk'],
    1,
    /^No bank or insurer "demo_bnk" found\. Did you mean demo_bank\?$/m,
  ],
  [
    'an unknown contact',
    ['provider', 'remove-contact', 'demo_bank', 'x@y.example'],
    1,
    /^No contact of demo_bank "x@y\.example" found\./m,
  ],
  [
    'a contact without a role',
    ['provider', 'add-contact', 'demo_bank', 'x@y.example', '--name', 'X'],
    2,
    /^role is invalid: expected one of "clerk"\|"viewer"\.$/m,
  ],
  [
    'a contact without an address',
    ['provider', 'add-contact', 'demo_bank', 'x', '--name', 'X', '--role', 'clerk'],
    2,
    /^email is not a valid e-mail address\.$/m,
  ],
  [
    'a callback by ftp',
    ['provider', 'callback', 'demo_bank', '--callback', 'ftp://x.example'],
    2,
    /^A callback URL .*https:/m,
  ],
  ['no choice of a callback', ['provider', 'callback', 'demo_bank'], 2, /^Give one of --callback URL, --remove/m],
  [
    'keys of two',
    ['key', 'list', '--provider', 'a', '--partner', 'b'],
    2,
    /^Give either --partner PARTNER, --provider CODE/m,
  ],
];
for (const [what, args, code, sentence] of WRONG) {
  test(`bad input has a clear sentence: ${what}`, async () => {
    const ended = await cli.run(...args);
    assert.equal(ended.code, code, ended.errors);
    assert.match(ended.errors, sentence);
    assert.equal(ended.output, '');
  });
}

test('every change is in the audit log, without secrets', async () => {
  const [made] = await cli.json(...add('audited', 'bank', '--callback', 'https://bank.example/hook/secret-path'));
  await cli.done('provider', 'change', 'audited', 'name=Andere Bank');
  await cli.done('key', 'issue', '--provider', 'audited');
  const database = await openDatabase(service.databaseUrl, () => undefined);
  try {
    const entries = (await listAudit(database, {}, { most: 10 })).filter(({ about }) => about['provider'] === made.id);
    assert.deepEqual(entries.map(({ way, verb, thing }) => `${way} ${verb} ${thing}`).toReversed(), [
      'command_line add provider',
      'command_line change provider',
      'command_line issue provider key',
    ]);
    assert.deepEqual(entries[1]?.changes, { name: { from: 'Neue Bank', to: 'Andere Bank' } });
    assert.doesNotMatch(JSON.stringify(entries), /secret-path|whsec_|dvk_/);
  } finally {
    await database.end();
  }
});
