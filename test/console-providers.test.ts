import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { problemAt } from './support/form.ts';
import { tokenIn, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { OPERATOR, signInOperator } from './support/operator.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { addContact, setUpProvider, signInContact, type ProviderVisitor } from './support/provider.ts';
import { openReceiver, until, type Receiver } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let database: pg.Client;
let operator: ManagerBrowser;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let theirs: Stage;

before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', CALLBACK_ALLOW_PRIVATE: 'true' } });
  database = new pg.Client(service.databaseUrl);
  await database.connect();
  operator = await signInOperator(service);
  bank = await setUpProvider(service, 'bank');
  insurer = await setUpProvider(service, 'insurer', { offer: { premiumPercent: 4, premiumMinimum: 80 } });
  theirs = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
});
after(async () => {
  await database.end();
  await verified(service);
  await service.stop();
});

const LIST = '/operator/providers';
const words = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
/** The secrets that a page shows once. */
const shown = ({ text }: ManagerAnswer): string[] =>
  [...text.matchAll(/<p class="copy"><code>([^<]+)<\/code>/g)].map(([, secret = '']) => secret);
const providerNow = async (id: string): Promise<any> => (await service.operator('GET', `/providers/${id}`)).body;

async function lastChange(): Promise<{ actor: string; verb: string; thing: string; about: any; changes: any }> {
  const { rows } = await database.query(
    `select actor, verb, thing, about, changes from audit_log where way = 'console' order by at desc, id desc limit 1`,
  );
  return rows[0];
}

async function signed(product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Promise<{ play: Play; id: string }> {
  const play = await theirs.start();
  await reach('tenants', play, product);
  const [application] = await (product === 'bank_deposit' ? bank : insurer).open(play.id);
  return { play, id: application.id };
}

let accounts = 0;
/** Valid IBANs that no other deposit has. */
function newIban(): string {
  const account = `0483509876${String(++accounts).padStart(7, '0')}`;
  return `CH${String(98n - (BigInt(`${account}121700`) % 97n)).padStart(2, '0')}${account}`;
}

const ADDRESS = { street: 'Bankgasse', streetNumber: '7', zip: '9000', city: 'St. Gallen' };
const BANK = { kind: 'bank', code: 'new_bank', name: 'Neue Bank AG', ...ADDRESS };

describe('a new provider', () => {
  test('a bank is added with its offer; key and secret are shown once', async () => {
    const page = await operator.submit(`${LIST}/new`, {
      ...BANK,
      interestRate: '0.125',
      fees: '1’020.50',
      conditions_de: 'https://bank.example/agb',
      phone: '+41 71 000 00 00',
      url: 'https://bank.example/depono',
      initiatingParty: 'Depono AG',
      ownIban: 'CH93 0076 2011 6238 5295 7',
    });
    const [key = '', secret = ''] = shown(page);
    assert.match(key, /^dvk_[a-z0-9]{12}_/);
    assert.match(secret, /^whsec_/);
    const id = /Provider’s id<\/dt>\s*<dd>\s*<code>([^<]+)/.exec(page.text)?.[1] as string;
    const { body } = await service.call('GET', '/provider/api/applications', {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.deepEqual(body.applications, []);
    assert.deepEqual(await providerNow(id), {
      id,
      kind: 'bank',
      code: 'new_bank',
      name: 'Neue Bank AG',
      address: ADDRESS,
      offer: {
        interestRate: 0.125,
        fees: 1020.5,
        conditions: { de: 'https://bank.example/agb' },
        phone: '+41 71 000 00 00',
      },
      default: false,
      active: true,
      exchangeFolder: 'new_bank',
      initiatingParty: 'Depono AG',
      ownIban: 'CH9300762011623852957',
      callback: { url: 'https://bank.example/depono', active: true },
    });
    const again = await operator.page(`${LIST}/${id}`);
    assert.deepEqual(shown(again), []);
    assert.match(words(again.text), /0\.125 %/);
    const { actor, verb, thing, about, changes } = await lastChange();
    assert.deepEqual([actor, verb, thing, about.provider], [OPERATOR, 'add', 'provider', id]);
    assert.equal(changes.name.to, 'Neue Bank AG');
    assert.ok(!JSON.stringify(changes).includes('whsec_'));
  });

  test('an insurer has other fields', async () => {
    const form = (await operator.page(`${LIST}/new?kind=insurer`)).text;
    assert.match(form, /name="premiumMinimum"/);
    assert.doesNotMatch(form, /name="ownIban"|name="interestRate"/);
    const page = await operator.submit(`${LIST}/new`, {
      ...BANK,
      kind: 'insurer',
      code: 'new_insurer',
      premiumPercent: '4.5',
      premiumMinimum: '80',
      feeOnce: '20',
    });
    assert.equal(shown(page).length, 1, 'no callback, no secret');
    assert.match(words(page.text), /4\.5 %.*CHF 80\.00.*CHF 20\.00/);
  });

  const BAD: [what: string, fields: object, field: string, problem: RegExp][] = [
    ['a code that another one has', { code: 'demo_bank' }, 'code', /Another provider has this code/],
    ['a code in capitals', { code: 'Bank' }, 'code', /lower-case letters/],
    ['no name', { name: '' }, 'name', /must not be empty/],
    ['no address', { city: '' }, 'city', /must not be empty/],
    ['a malformed IBAN', { ownIban: 'CH00 1234' }, 'ownIban', /valid IBAN/],
    ['a QR-IBAN', { ownIban: 'CH4431999123000889012' }, 'ownIban', /valid IBAN/],
    ['interest that is no number', { interestRate: 'viel' }, 'interestRate', /not a number/],
    ['interest above 100', { interestRate: '101' }, 'interestRate', /must not exceed 100/],
    ['conditions without https', { conditions_fr: 'http://x.example' }, 'conditions_fr', /https/],
    ['a callback that is no URL', { url: 'bank' }, 'url', /not a URL/],
    ['a path as folder', { exchangeFolder: '../x' }, 'exchangeFolder', /name of a folder/],
    ['a reserved folder', { exchangeFolder: 'in' }, 'exchangeFolder', /must not be one of/],
  ];
  for (const [what, fields, field, problem] of BAD) {
    test(`refused: ${what}; what was typed stays`, async () => {
      const answer = await operator.post(`${LIST}/new`, { ...BANK, code: 'bad_bank', ...fields });
      assert.equal(answer.status, 422, answer.text);
      assert.match(problemAt(answer.text, field) ?? '', problem);
      assert.match(answer.text, /value="Bankgasse"/);
      const { body } = await service.operator('GET', '/providers');
      assert.ok(!body.providers.some(({ code }: any) => code === 'bad_bank'));
    });
  }

  test('refused: an unknown kind', async () => {
    const answer = await operator.post(`${LIST}/new`, { ...BANK, kind: 'broker' });
    assert.equal(answer.status, 422);
    assert.match(words(answer.text), /Please choose: bank or insurer/);
  });
});

describe('one provider', () => {
  test('name, address, offer and bank fields are changed; the callback stays', async () => {
    const made = await setUpProvider(service, 'bank', {
      exchangeFolder: 'kept',
      callback: { url: 'https://x.example/hook' },
    });
    const form = (await operator.page(`${LIST}/${made.id}/edit`)).text;
    assert.match(form, /name="exchangeFolder"\s+type="text"\s+value="kept"/);
    const page = await operator.submit(`${LIST}/${made.id}/edit`, {
      name: 'Anders AG',
      ...ADDRESS,
      city: 'Chur',
      interestRate: '0.5',
      exchangeFolder: 'kept',
    });
    assert.match(words(page.text), /changes are saved/);
    const now = await providerNow(made.id);
    assert.deepEqual(
      [now.name, now.address.city, now.offer, now.exchangeFolder, now.callback.url],
      ['Anders AG', 'Chur', { interestRate: 0.5 }, 'kept', 'https://x.example/hook'],
    );
    const { changes } = await lastChange();
    assert.deepEqual(changes['address.city'], { from: 'St. Gallen', to: 'Chur' });
    const bad = await operator.post(`${LIST}/${made.id}/edit`, { name: '', ...ADDRESS, ownIban: 'x' });
    assert.equal(bad.status, 422);
    assert.match(problemAt(bad.text, 'ownIban') ?? '', /valid IBAN/);
  });

  test('the default moves; it cannot be retired, the others can, and come back', async () => {
    const { body } = await service.operator('GET', '/providers');
    const first = body.providers.find((one: any) => one.kind === 'bank' && one.default);
    const made = await setUpProvider(service, 'bank');
    assert.match(words((await operator.submit(`${LIST}/${made.id}/default`)).text), /the default of its kind now/);
    assert.deepEqual([(await providerNow(made.id)).default, (await providerNow(first.id)).default], [true, false]);
    const refused = await operator.post(`${LIST}/${made.id}/retire`);
    assert.equal(refused.status, 409);
    assert.match(
      words(refused.text),
      /This is the default provider of its kind\. Make another one the default first\./,
    );
    assert.equal((await providerNow(made.id)).active, true);
    await operator.submit(`${LIST}/${first.id}/default`);
    assert.match(words((await operator.submit(`${LIST}/${made.id}/retire`)).text), /It is retired/);
    assert.equal((await providerNow(made.id)).active, false);
    const toRetired = await operator.post(`${LIST}/${made.id}/default`);
    assert.equal(toRetired.status, 409);
    assert.match(words(toRetired.text), /retired provider cannot be the default/);
    assert.match(words((await operator.submit(`${LIST}/${made.id}/reactivate`)).text), /active again/);
    assert.equal((await providerNow(made.id)).active, true);
  });

  test('keys are issued and revoked', async () => {
    const made = await setUpProvider(service, 'insurer');
    const url = `${LIST}/${made.id}/keys`;
    const [key = ''] = shown(await operator.submit(url));
    const keyId = key.split('_')[1] as string;
    const call = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${key}` };
      return (await service.call('GET', '/provider/api/applications', { headers })).status;
    };
    assert.equal(await call(), 200);
    assert.match(words((await operator.page(`${url}/${keyId}/revoke`)).text), /Last used/);
    assert.match((await operator.submit(`${url}/${keyId}/revoke`)).text, /is revoked/);
    assert.equal(await call(), 401);
    assert.equal((await operator.get(`${url}/${keyId}/revoke`)).status, 404);
    const { verb, thing, about } = await lastChange();
    assert.deepEqual([verb, thing, about], ['revoke', 'provider key', { provider: made.id, 'provider key': keyId }]);
  });

  test('contacts are added, change their role, and are signed out when they are removed', async () => {
    const made = await setUpProvider(service, 'bank');
    const url = `${LIST}/${made.id}/contacts`;
    const person = { email: 'rita@new-bank.example', name: 'Rita Rot', role: 'clerk' };
    assert.match(
      words((await operator.submit(`${url}/new`, person)).text),
      /Rita Rot rita@new-bank\.example clerk never/,
    );
    const twice = await operator.post(`${url}/new`, { ...person, email: 'RITA@new-bank.example' });
    assert.equal(twice.status, 422);
    assert.match(problemAt(twice.text, 'email') ?? '', /belongs to a contact already/);
    const bad = await operator.post(`${url}/new`, { email: 'x', name: 'X', role: 'boss' });
    assert.match(problemAt(bad.text, 'email') ?? '', /not a valid e-mail address/);
    assert.match(problemAt(bad.text, 'role') ?? '', /clerk or viewer/);

    const [contact] = (await service.operator('GET', `/providers/${made.id}/contacts`)).body.contacts;
    const browser = await signInContact(service, person.email);
    await operator.submit(`${url}/${contact.id}`, { name: 'Rita Rot', role: 'viewer' });
    assert.deepEqual((await lastChange()).changes, { role: { from: 'clerk', to: 'viewer' } });
    assert.equal((await browser.post('/provider/acknowledge', {})).status, 403, 'the new role counts at once');

    assert.match((await operator.page(`${url}/${contact.id}/remove`)).text, /signed out at once/);
    assert.match((await operator.submit(`${url}/${contact.id}/remove`)).text, /no longer sign in/);
    assert.equal((await browser.get('/provider')).status, 303);
    assert.equal((await operator.get(`${url}/${contact.id}`)).status, 404);
  });

  test('the list: kind, state, and what waits', async () => {
    await signed();
    const { text } = await operator.page(LIST);
    const row = words(new RegExp(`<tr>(?:(?!</tr>).)*${bank.code}</code>.*?</tr>`, 's').exec(text)?.[0] ?? '');
    assert.match(row, /Provider \d+ bank_\d+ bank active [1-9]\d* 0 \d\d\.\d\d\.\d{4}/);
    assert.match(words(text), /demo_insurance insurer default/);
    assert.match((await operator.page('/operator')).text, /href="\/operator\/providers"/);
  });

  test('an address that names nobody', async () => {
    for (const path of ['x', '00000000-0000-7000-8000-000000000000']) {
      for (const more of [
        '',
        '/edit',
        '/keys',
        '/contacts',
        '/callback',
        '/applications',
        '/applications.csv',
        '/answers',
      ]) {
        assert.equal((await operator.get(`${LIST}/${path}${more}`)).status, 404, more);
      }
    }
  });
});

describe('the callback', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
  });
  after(() => receiver.close());

  test('it is set, signed with a new secret, replayed and removed', async () => {
    const url = `${LIST}/${bank.id}/callback`;
    const bad = await operator.post(url, { url: 'not a url' });
    assert.equal(bad.status, 422);
    assert.match(problemAt(bad.text, 'url') ?? '', /not a URL/);
    const [secret = ''] = shown(await operator.submit(url, { url: receiver.url }));
    assert.match(secret, /^whsec_/);

    const { play } = await signed();
    const page = await until(async () => {
      const now = await operator.page(url);
      return /state open">delivered/.test(now.text) ? now : null;
    }, 'the bank is told');
    assert.ok(receiver.requests.some(({ text }) => text.includes(play.id)));
    assert.match(words(page.text), /Application: account opening/i);
    const replay = /action="(\/operator\/failures\/deliveries\/[^"]+\/replay)"/.exec(page.text)?.[1] as string;
    assert.match(words((await operator.submit(replay, { provider: bank.id })).text), /The delivery is made again/);

    const [next = ''] = shown(await operator.submit(`${url}/secret`));
    assert.match(next, /^whsec_/);
    assert.notEqual(next, secret);
    assert.match((await operator.page(url)).text, /Retire the older secret/);
    assert.match((await operator.submit(`${url}/secret/retire`)).text, /Only the newest secret/);
    assert.doesNotMatch((await operator.page(url)).text, /Retire the older secret/);

    await database.query('update providers set callback_switched_off_at = now() where id = $1', [bank.id]);
    assert.match((await operator.page(url)).text, /answered 410 Gone/);
    assert.match((await operator.page('/operator/failures?show=callbacks')).text, new RegExp(`href="${url}"`));
    await operator.submit(`${url}/switch-on`);
    assert.equal((await providerNow(bank.id)).callback.active, true);
    await operator.submit(url, { url: '' });
    assert.equal((await providerNow(bank.id)).callback, null);
    assert.equal((await operator.post(`${url}/secret`)).status, 404);
  });
});

describe('applications', () => {
  const reads = async (id: string): Promise<any[]> => {
    const { rows } = await database.query(
      `select actor, verb from audit_log where thing = 'application' and way = 'console' and changes::text like $1
       order by at, id`,
      [`%${id}%`],
    );
    return rows;
  };

  test('the queue by state; each read is audited', async () => {
    const { id, play } = await signed();
    const url = `${LIST}/${bank.id}/applications`;
    assert.match((await operator.page(url)).text, new RegExp(`/operator/deposits/${play.id}#applications`));
    assert.deepEqual(await reads(id), [{ actor: OPERATOR, verb: 'read' }]);
    await bank.answer(id, 'acknowledge', { reference: 'B-77' });
    assert.doesNotMatch((await operator.page(url)).text, new RegExp(play.id));
    assert.match(words((await operator.page(`${url}?state=acknowledged`)).text), /In progress B-77/);
    await play.play('withdraw', {});
    assert.match((await operator.page(`${url}?state=cancelled`)).text, new RegExp(play.id));
    assert.match((await operator.page(`${url}?state=all&after=x`)).text, new RegExp(play.id));
  });

  test('pages follow each other without a gap', async () => {
    const made = await setUpProvider(service, 'bank');
    const other = await stage(service, { bankProviderId: made.id });
    const play = await other.start();
    await reach('tenants', play);
    await database.query(
      `insert into applications (organization_id, id, deposit_id, provider_id, kind, state, created_at)
       select a.organization_id, gen_random_uuid(), a.deposit_id, a.provider_id, 'change', 'open', a.created_at
       from applications a, generate_series(1, 60) where a.provider_id = $1`,
      [made.id],
    );
    const url = `${LIST}/${made.id}/applications`;
    const first = (await operator.page(url)).text;
    const count = (text: string): number => [...text.matchAll(/#applications"/g)].length;
    const next = /href="([^"]+after=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') as string;
    const second = (await operator.page(next)).text;
    assert.deepEqual([count(first), count(second)], [50, 11]);
    assert.doesNotMatch(second, /Next →/);
    assert.match(words(first), /Open 61/);
    await database.query(`delete from applications where provider_id = $1 and kind = 'change'`, [made.id]);
  });

  test('CSV: the open ones, formulas are text; a filled-in file is a file of answers', async () => {
    const play = await theirs.start({ tenantFirstName: '=1+1' });
    await reach('tenants', play);
    const [application] = await bank.open(play.id);
    const answer = await operator.get(`${LIST}/${bank.id}/applications.csv`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`depono-applications-${bank.code}\\.csv`));
    const [head = '', ...lines] = answer.text.split('\r\n');
    assert.match(head, /^\uFEFF?application;kind;state;createdAt;/);
    const line = lines.find((one) => one.startsWith(application.id)) as string;
    assert.match(line, /;account_opening;open;/);
    assert.match(line, /;'=1\+1 /);
    assert.ok(line.includes(String(play.sent['tenantEmail'])));
    assert.deepEqual(
      (await reads(application.id)).map(({ verb }) => verb),
      ['read'],
    );
    const { text } = await upload(bank, `${head};answer;iban;openedOn\n${line};account;${newIban()};17.11.2026\n`);
    assert.match(words(text), /1 of 1 answer was taken/);
    assert.equal((await play.record()).step, 'awaiting_payment');
    assert.ok((await reads(application.id)).some(({ verb }) => verb === 'answer'));
  });

  test('answers: one bad row spoils no other, and each says why', async () => {
    const [one, two, three] = [await signed(), await signed(), await signed()];
    const foreign = await signed('insurance');
    await three.play.play('withdraw', {});
    const iban = newIban();
    const file = [
      'application;answer;iban;code;reason;reference',
      `${one.id};account;${iban}`,
      `${one.id};account;${iban}`,
      `${one.id};account;${newIban()}`,
      `${two.id};account;CH00`,
      `${two.id};cover;`,
      `${two.id};ended;`,
      `${two.id};open;`,
      `${two.id};refused;;bad;x`,
      `${two.id};account;${iban}`,
      `${two.id};`,
      `${two.id};acknowledge;;;;B-1`,
      `${foreign.id};refused;;other;x`,
      'x;ended',
      ';ended',
      `${three.id};refused;;other;x`,
      `${three.id};account;${newIban()}`,
    ].join('\r\n');
    const { status, text } = await upload(bank, file);
    assert.equal(status, 200);
    assert.match(words(text), /4 of 16 answers were taken 11 were not/);
    const rows = [...text.matchAll(/<tr>\s*<td class="first[^]*?<\/tr>/g)].map(([row]) => words(row).trim());
    const EXPECTED: RegExp[] = [
      /^2 .* taken –$/,
      /^3 .* taken –$/,
      /^4 .*refused .*answered “account”/,
      /^5 .*not valid iban: must be a valid IBAN/,
      /^6 .*not valid policyNumber: is missing/,
      /^7 .*refused /,
      /^8 .*not valid The answer must be one of acknowledge, account/,
      /^9 .*not valid code: must be one of data_mismatch/,
      /^10 .*refused /,
      /^11 .*no answer/,
      /^12 .* taken –$/,
      /^13 .*unknown There is no such application/,
      /^14 .*unknown There is no such application/,
      /^15 .*not valid The id of the application is missing/,
      /^16 .*refused .*cancelled/,
      /^17 .*recorded .*recorded with the deposit/,
    ];
    for (const [at, expected] of EXPECTED.entries()) assert.match(rows[at] ?? '', expected);
    assert.equal((await one.play.record()).iban, iban);
    const { body } = await bank.call('GET', `/applications/${two.id}`);
    assert.deepEqual([body.state, body.reference], ['acknowledged', 'B-1']);
    const { rows: entries } = await database.query(
      `select count(*)::int as count from audit_log where verb = 'answer' and way = 'console' and changes::text like $1`,
      [`%${one.id}%`],
    );
    assert.equal(entries[0].count, 2);
  });

  test('answers of an insurer: cover with a premium, as a spreadsheet writes it', async () => {
    const { id, play } = await signed('insurance');
    const file = `application,answer,policyNumber,from,premium\n${id},cover,P-9,1.12.2026,"1'234.50"\n`;
    assert.match(words((await upload(insurer, file)).text), /1 of 1 answer was taken/);
    const page = words((await operator.page(`/operator/deposits/${play.id}`)).text);
    assert.match(page, /Policy P-9, from 01\.12\.2026, CHF 1’234\.50 per year operator,/);
    const { text } = await upload(insurer, `application,answer,policyNumber,premium\n${id},cover,P-9,viel\n`);
    assert.match(words(text), /premium: “viel” is not an amount/);
  });

  const NO_FILE: [what: string, file: string | null, problem: RegExp][] = [
    ['none', null, /Please choose a file/],
    ['a PDF', '%PDF-1.7 \0', /not a CSV file/],
    ['a letter', 'Dear operator', /“application” and “answer” are missing/],
    ['a misspelt column', 'application;answer;ibna\nx;account;y', /no column “ibna”/],
  ];
  for (const [what, file, problem] of NO_FILE) {
    test(`no file of answers: ${what}`, async () => {
      const { status, text } = await upload(bank, file);
      assert.equal(status, 422);
      assert.match(words(text), problem);
      assert.match(words(text), /Nothing was taken/);
    });
  }

  test('a deposit shows its provider and what was asked', async () => {
    const { id, play } = await signed();
    await bank.answer(id, 'refused', { code: 'identity', reason: 'Ausweis fehlt' });
    const { text } = await operator.page(`/operator/deposits/${play.id}`);
    assert.match(text, new RegExp(`href="/operator/providers/${bank.id}"`));
    assert.match(
      words(text),
      /Account opening , asked of Provider \d+ .* Refused \(identity\): Ausweis fehlt Provider \d+, \S+ \S+ Refused/,
    );
  });

  test('roles: a viewer reads masked and neither downloads nor answers; a clerk answers and sets nothing up', async () => {
    const { id, play } = await signed();
    const [viewer, clerk] = [await signInAs('viewer'), await signInAs('clerk')];
    const page = await viewer.page(`${LIST}/${bank.id}/applications`);
    assert.ok(page.text.includes(play.id) && !page.text.includes(String(play.sent['tenantLastName'])));
    assert.doesNotMatch(page.text, /applications\.csv|\/answers"/);
    for (const path of ['applications.csv', 'answers', 'edit', 'contacts/new']) {
      assert.equal((await viewer.get(`${LIST}/${bank.id}/${path}`)).status, 403, path);
    }
    assert.equal((await clerk.get(`${LIST}/${bank.id}/edit`)).status, 403);
    assert.equal((await clerk.post(`${LIST}/${bank.id}/retire`)).status, 403);
    const { text } = await upload(bank, `application;answer;reference\n${id};acknowledge;C-1`, clerk);
    assert.match(words(text), /1 of 1 answer was taken/);
    assert.equal((await upload(bank, `application;answer\n${id};ended`, viewer)).status, 403);
  });

  test('what is typed, or stands in a file, is text', async () => {
    const evil = `"><script>evil</script>'`;
    const made = await setUpProvider(service, 'bank', { name: evil, offer: { phone: evil } });
    await addContact(service, made, 'clerk', evil);
    const form = { ...BANK, name: evil, code: evil, street: evil, url: evil, conditions_de: evil, ownIban: evil };
    const answers = [
      await operator.page(LIST),
      ...(await Promise.all(
        ['', '/edit', '/applications', '/answers', '/callback', '/contacts', '/keys'].map((part) =>
          operator.page(`${LIST}/${made.id}${part}`),
        ),
      )),
      await operator.post(`${LIST}/new`, form),
      await operator.post(`${LIST}/${made.id}/callback`, { url: evil }),
      await operator.post(`${LIST}/${made.id}/contacts/new`, { email: evil, name: evil, role: evil }),
      await upload(made, 'application;answer;iban\n<script>evil</script>;<script>evil</script>;x'),
      await upload(made, 'application;answer;<script>evil</script>\nx;ended;y'),
    ];
    for (const { text } of answers) {
      assert.ok(!text.includes('<script>evil'), text);
      assert.match(text, /evil/);
    }
  });

  test('a file that another site sends changes nothing', async () => {
    const { id } = await signed();
    const { status, text } = await upload(bank, `application;answer\n${id};acknowledge`, operator, 'x');
    assert.equal(status, 403);
    assert.match(words(text), /Please confirm again/);
    assert.equal((await bank.call('GET', `/applications/${id}`)).body.state, 'open');
  });
});

describe('the provider of an organization', () => {
  test('only active ones of the kind are offered; empty is the default', async () => {
    const retired = await setUpProvider(service, 'bank', { name: 'Alte Bank' });
    await service.operator('PATCH', `/providers/${retired.id}`, { active: false });
    const edit = `/operator/organizations/${theirs.organizationId}/edit`;
    const { text } = await operator.page(edit);
    const banks = /<select id="bankProviderId"[^]*?<\/select>/.exec(text)?.[0] ?? '';
    assert.ok(banks.includes(bank.id) && !banks.includes(retired.id) && !banks.includes(insurer.id));
    assert.match(banks, /the default: /);
  });
});

async function signInAs(role: 'viewer' | 'clerk'): Promise<ManagerBrowser> {
  const email = `${role}-${Math.random().toString(36).slice(2)}@depono.example`;
  const made = await service.operator('POST', '/operators', { email, name: `Olga ${role}`, role });
  assert.equal(made.status, 201, made.text);
  return signInOperator(service, email);
}

/** As a browser sends the form with the file. */
async function upload(
  { id }: ProviderVisitor,
  file: string | null,
  browser: ManagerBrowser = operator,
  token: string | null = null,
): Promise<{ status: number; text: string }> {
  const body = new FormData();
  body.set('token', token ?? tokenIn((await browser.get('/operator/paths')).text) ?? '');
  body.set('file', new Blob([file ?? ''], { type: 'text/csv' }), file === null ? '' : 'answers.csv');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(new URL(`${LIST}/${id}/answers`, service.baseUrl), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { cookie },
  });
  return { status: response.status, text: await response.text() };
}
