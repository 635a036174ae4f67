import assert from 'node:assert/strict';
import { Client } from 'pg';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { readForm } from './support/form.ts';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { legalTenant, naturalTenant, payload } from './support/payload.ts';
import { stage, type Play, type Stage } from './support/play.ts';
import { startService, TOKEN, type Service } from './support/service.ts';
import { openTenant, type TenantBrowser } from './support/tenant.ts';
import { DEEPER, isDeep } from './support/depth.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
});
after(() => service.stop());

/** Must stay text. Each tries to end a context: an element, an attribute, a script, a comment. */
const EVIL: Record<string, string> = {
  link: 'javascript:evil()',
  element: '<x-evil>',
  script: '</title></textarea><script>evil()</script>',
  attribute: '" onfocus="evil()" evil="',
  'attribute in single quotes': "' onfocus='evil()' evil='",
  'comment and section': '--><x-evil>]]><x-evil>',
  template: '{{evil}}${evil}<%= evil %>',
  entities: '&lt;x-evil&gt;&#60;x-evil&#62;',
  'writing direction': '\u202Elive\u202C\u2066ev\u200Bil',
  formula: '=evil()',
  'a word without end': `evil${'W'.repeat(251)}`,
};

/** Nothing of it has become markup. */
function assertText(page: string, what: string): void {
  assert.doesNotMatch(page, /<x-evil|<script>evil|<\/textarea><script/i, what);
  assert.doesNotMatch(page, /[\u202A-\u202E\u2066-\u2069\u200B]/, what);
  for (const [tag] of page.matchAll(/<[a-z][^>]*>/gi)) {
    const names = tag.replaceAll(/"[^"]*"/g, '""');
    assert.doesNotMatch(names, /\s(?:onfocus|evil)=/i, `${what}: ${tag}`);
    assert.doesNotMatch(tag, /(?:href|src|action)="\s*javascript:/i, `${what}: ${tag}`);
  }
}

const TEXTS = ['FirstName', 'LastName', 'AddressStreet', 'AddressCity'];
/** Four people, or two who sign for a company. */
const PARTIES = {
  people: { tenants: ['tenant', 'tenant2', 'tenant3', 'tenant4'], make: naturalTenant },
  company: { tenants: ['tenant', 'tenant2'], make: legalTenant },
};
type Party = keyof typeof PARTIES;
let count = 0;

/** A payload with the same in every field that takes any text. */
function evilPayload(evil: string, party: Party): Record<string, string> {
  const n = ++count;
  const { tenants, make } = PARTIES[party];
  const texts = ['propertyId', 'street', 'city', 'ownerName', 'ownerStreet', 'ownerCity'];
  const ofTenants = tenants.flatMap((tenant) => TEXTS.map((text) => `${tenant}${text}`));
  const ofCompany = party === 'company' ? tenants.map((tenant) => `${tenant}CompanyName`) : [];
  const others = Object.entries(payload()).filter(([field]) => !field.startsWith('tenant'));
  return {
    ...(Object.fromEntries(others) as Record<string, string>),
    ...Object.assign({}, ...tenants.map(make)),
    rentalStart: '2026-01-01',
    ...Object.fromEntries([...texts, ...ofTenants, ...ofCompany].map((field) => [field, evil])),
    externalContractId: `${[...evil].slice(0, 100).join('')}-${n}-`,
    ...Object.fromEntries(tenants.map((tenant) => [`${tenant}Email`, `${tenant}-${n}@mail.example`])),
  };
}

async function office(evil: string): Promise<{ on: Stage; clara: ManagerBrowser }> {
  const on = await stage(service);
  // Stored directly: the operator API refuses invisible characters, an older version did not.
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  await sql.query('update organizations set name = $2 where id = $1', [on.organizationId, evil]);
  await sql.query('update members set first_name = $2, last_name = $2 where organization_id = $1', [
    on.organizationId,
    evil,
  ]);
  await sql.end();
  return { on, clara: await signIn(service, on.managerEmail) };
}

/** Must begin a text, or fill it. The others are combined in one text, because a whole lifecycle takes seconds. */
const ALONE = ['link', 'writing direction', 'formula', 'a word without end'];
const together = Object.entries(EVIL).flatMap(([name, evil]) => (ALONE.includes(name) ? [] : [evil]));
/** A contract id is too short for all of it, so companies have it in reverse order. */
const PLACED: [name: string, evil: string, party: Party][] = [
  ['all that ends a context', together.join(''), 'people'],
  ['all that ends a context', together.toReversed().join(''), 'company'],
  ...ALONE.map((name): [string, string, Party] => [name, EVIL[name] as string, 'people']),
];
const PLACED_DEEP = ALONE.map((name): [string, string, Party] => [name, EVIL[name] as string, 'company']);

describe('partner input is text, in every phase of a deposit:', () => {
  for (const [name, evil, party] of isDeep ? PLACED_DEEP : PLACED) {
    test(`${name}, ${party}`, DEEPER, async () => {
      const { on, clara } = await office(evil);
      const { sent, ...play } = await on.start(evilPayload(evil, party));
      // Mails are found by the number: invisible characters of the rest may have been removed.
      const it = { ...play, sent, contractId: `-${count}-` };
      const deposit = `/manager/deposits/${it.id}`;
      const look = async (tenants: readonly TenantBrowser[] = []): Promise<void> => {
        const pages = ['', '/edit', '/withdraw', '/correct', '/close', '/counter'].map((part) => `${deposit}${part}`);
        for (const path of ['/manager/deposits', '/manager/organization', '/manager/account', ...pages]) {
          const { status, text } = await clara.get(path);
          assert.ok([200, 404, 409].includes(status), `${path} ${status}`);
          assertText(text, path);
        }
        for (const tenant of tenants) {
          const { status, text } = await tenant.get();
          assert.equal(status, 200);
          assertText(text, tenant.path);
          assert.match(text, /evil/);
        }
      };
      await look();
      assert.match((await clara.page(deposit)).text, /evil/);
      assertText((await clara.post('/manager/sign-many', { id: it.id })).text, 'sign many');
      await it.play('manager-signs');
      const tenants = await Promise.all(PARTIES[party].tenants.map((tenant) => openTenant(it, sent[`${tenant}Email`])));
      const [main] = tenants as [TenantBrowser];
      await look(tenants);
      await it.play('tenant-signs', { product: 'bank_deposit' });
      await look(tenants);
      await it.play('account-opened');
      await look(tenants);
      const slip = await main.get('/slip.svg');
      assertText(slip.text, 'slip');
      assert.equal((await main.get('/slip.pdf')).status, 200);
      await it.play('payment');
      await look(tenants);
      await main.submit('/closing', { tenancyEnd: '2027-01-31', amountLandlord: '1', reason: evil });
      await look(tenants);
      // A company with two signatories: the second says the same.
      if ((await it.record()).state === 'open')
        await it.play('start-closing', { by: 'tenant', tenant: 2, amountLandlord: 1 });
      const { text: counter } = await clara.page(`${deposit}/counter`);
      const fields = { ...readForm(counter, `${deposit}/counter`), amountLandlord: '2', reason: evil };
      const review = await clara.post(`${deposit}/counter`, fields);
      assertText(review.text, 'review');
      const confirmed = readForm(review.text, `${deposit}/counter`);
      assertText((await clara.submit(`${deposit}/counter`, confirmed)).text, 'countered');
      await look(tenants);
      await it.play('consent', { by: 'tenant' });
      await it.play('payout-completed');
      await look(tenants);
      await assertMails(it);
      const { text: csv } = await clara.get('/manager/deposits.csv');
      for (const [, cell = ''] of csv.matchAll(/(?:^|;|\r\n)("(?:[^"]|"")*"|[^;\r\n]*)/g)) {
        assert.doesNotMatch(cell, /^"?[=+\-@＝＋－＠]/);
      }
    });
  }
});

/** As they were sent: text in HTML, and no additional header line. */
async function assertMails(it: Play): Promise<void> {
  const authorization = `Basic ${Buffer.from(`x:${TOKEN}`).toString('base64')}`;
  const mails = (await it.partner.mails()).filter(({ text }) => text.includes(it.contractId));
  assert.ok(mails.length >= 6, `${mails.length} mails`);
  for (const { id, kind, subject } of mails) {
    for (const part of ['', '/html']) {
      const { status, text } = await service.call('GET', `/sandbox/mailbox/${id}${part}`, {
        headers: { authorization },
      });
      assert.equal(status, 200);
      assertText(text, kind);
    }
    assert.doesNotMatch(subject, /[\r\n]/, kind);
  }
}

describe('form input is text where it is shown again:', () => {
  for (const [name, evil] of Object.entries(EVIL)) {
    test(name, async () => {
      const { on, clara } = await office('Verwaltung');
      const { organizationId } = on;
      const all = evilPayload(evil, 'people');
      const invalid = {
        ...all,
        zip: evil,
        rentalStart: evil,
        rentalDeposit: evil,
        tenantEmail: evil,
        tenantType: evil,
      };
      const choices = { ownerCountryCode: evil, tenantTitle: evil, tenant2Title: evil, propertyManagerEmail: evil };
      const wrong = { ...invalid, ...choices, organization: organizationId, connection: evil };
      const created = await clara.post('/manager/deposits', wrong);
      assert.equal(created.status, 422);
      assertText(created.text, 'new deposit');
      const linked = await clara.get(`/import-deposit?${new URLSearchParams({ ...invalid, ...choices })}`);
      assert.equal(linked.status, 200);
      assertText(linked.text, 'deposit by link');

      // A call that is refused, as its page shows it and as a form is filled with it.
      await on.open({ ...invalid, externalContractId: all['externalContractId'], [evil]: evil });
      const { text: errors } = await clara.page('/manager/import-errors');
      assertText(errors, 'import errors');
      const [, id] = /import-errors\/[^/"]+\/([^/"]+)"/.exec(errors) as unknown as [string, string];
      for (const path of [
        `/manager/import-errors/${organizationId}/${id}`,
        `/manager/deposits/new?from=${organizationId}/${id}`,
      ]) {
        const { text } = await clara.page(path);
        assertText(text, path);
        assert.match(text, /evil/);
      }

      const it = await on.start();
      const deposit = `/manager/deposits/${it.id}`;
      const form = readForm((await clara.page(`${deposit}/correct`)).text, `${deposit}/correct`);
      const corrected = await clara.post(`${deposit}/correct`, { ...form, street: evil, zip: evil, tenantEmail: evil });
      assert.equal(corrected.status, 422);
      assertText(corrected.text, 'correct');
      const old = await clara.post(`${deposit}/correct`, { ...form, street: evil, seen: evil, token: evil });
      assert.equal(old.status, 403);
      assertText(old.text, 'a form of another session');

      const member = { firstName: evil, lastName: evil, email: evil, language: evil };
      const invited = await clara.post(`/manager/organization/${organizationId}/invite`, member);
      assert.equal(invited.status, 422);
      assertText(invited.text, 'invite');

      const query = (names: readonly string[]): string =>
        new URLSearchParams(names.map((one) => [one, evil])).toString();
      const LIST = [
        'q',
        'state',
        'step',
        'show',
        'manager',
        'organization',
        'from',
        'to',
        'sort',
        'dir',
        'after',
        'done',
      ];
      for (const path of [
        `/manager/deposits?${query(LIST)}`,
        `/manager/import-errors?${query(['contract', 'organization', 'before'])}`,
        `${deposit}?${query(['done', 'tab'])}`,
        `/manager/account?${query(['done', 'lang'])}`,
        `/manager/organization?${query(['done'])}`,
      ]) {
        assertText((await clara.page(path)).text, path);
      }
    });
  }
});

describe('input of strangers and tenants is text:', () => {
  for (const [name, evil] of Object.entries(EVIL)) {
    test(name, async () => {
      const on = await stage(service, { preSigned: true });
      const it = await on.start();
      const lea = await openTenant(it, it.sent['tenantEmail']);
      const signed = await lea.send('/sign', { typedName: evil, product: evil, consent: evil });
      assert.equal(signed.status, 422);
      assertText(signed.text, 'sign');
      await it.play('tenant-signs', { product: 'bank_deposit' });
      await it.play('account-opened');
      await it.play('payment');
      const typed = { tenancyEnd: evil, amountLandlord: evil, reason: evil, tenantIban: evil };
      const closing = await lea.send('/closing', typed);
      assert.equal(closing.status, 422);
      assertText(closing.text, 'closing');
      await it.play('start-closing', { by: 'manager', amountLandlord: 100, reason: evil });
      const counter = await lea.send('/counter', typed);
      assert.equal(counter.status, 422);
      assertText(counter.text, 'counter');
      assertText((await lea.get(`?lang=${encodeURIComponent(evil)}&sent=${encodeURIComponent(evil)}`)).text, 'query');

      for (const path of ['/manager/sign-in', '/t/new-link']) {
        const query = new URLSearchParams({ next: evil, lang: evil, sent: evil });
        const body = new URLSearchParams({ email: evil, next: evil });
        const answers = [
          await fetch(new URL(`${path}?${query}`, service.baseUrl)),
          await fetch(new URL(path, service.baseUrl), {
            method: 'POST',
            body,
            headers: { 'x-forwarded-for': `10.9.9.${++count % 250}` },
          }),
        ];
        for (const answer of answers) assertText(await answer.text(), path);
      }
      assertText(await (await fetch(new URL(`/t/${encodeURIComponent(evil)}`, service.baseUrl))).text(), 'a link');
    });
  }
});

test('names of browsers and passkeys are text', async () => {
  const on = await stage(service);
  const sql = new pg.Client(service.databaseUrl);
  await sql.connect();
  const clara = await signIn(service, on.managerEmail);
  for (const [place, evil] of Object.values(EVIL).entries()) {
    await sql.query(
      `insert into passkeys (id, email_key, public_key, counter, transports, name, created_at)
       values ($1, $2, '', 0, '{}', $3, service_now())`,
      [`passkey-${place}`, on.managerEmail, evil],
    );
  }
  await sql.query('update sessions set browser = $1, address = $2 where email_key = $3', [
    EVIL['script'],
    EVIL['element'],
    on.managerEmail,
  ]);
  await sql.end();
  const { text } = await clara.page('/manager/account');
  assertText(text, 'account');
  assert.match(text, /&lt;x-evil&gt;/);
});
