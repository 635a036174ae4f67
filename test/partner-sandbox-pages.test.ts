import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod';
import { DEPOSIT_PLAYS } from '../src/sandbox/move-routes.ts';
import { NOTE_PLAYS } from '../src/sandbox/note-calls.ts';
import { PLAY_FORMS } from '../src/sandbox/partner/pages/play-forms.ts';
import { PLAY_WORDS } from '../src/sandbox/partner/pages/play-words.ts';
import { problemAt } from './support/form.ts';
import type { ManagerBrowser } from './support/manager.ts';
import { newPartnerBrowser, signInPartner } from './support/partner-contact.ts';
import { payload } from './support/payload.ts';
import { reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';

// partner-kit.md, section 3: in test, everything that the sandbox can play, as pages.

let service: Service;
let ours: Stage;
let theirs: Stage;
let admin: ManagerBrowser;
let viewer: ManagerBrowser;
let stranger: ManagerBrowser;

const SANDBOX = '/partner/sandbox';

before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  ours = await stage(service);
  theirs = await stage(service);
  admin = await signInPartner(service, ours, 'admin');
  viewer = await signInPartner(service, ours, 'viewer');
  stranger = await signInPartner(service, theirs, 'admin');
});
after(async () => {
  await verified(service);
  await service.stop();
});

const pageOf = ({ id }: Play): string => `${SANDBOX}/${id}`;

/** The forms that a page offers, by their ids. */
const offered = (page: string): string[] =>
  [...page.matchAll(/<form method="post" action="\/partner\/sandbox\/[^/"]+\/([\w-]+)"/g)].map(
    ([, id]) => id as string,
  );

describe('partner-kit 3: the table of forms', () => {
  const plays = [...DEPOSIT_PLAYS, ...NOTE_PLAYS];

  test('partner-kit 3: each part that the sandbox can play has a form, and no form plays anything else', () => {
    assert.ok(plays.length > 30);
    assert.deepEqual(
      [...new Set(PLAY_FORMS.map(({ play }) => play))].toSorted(),
      plays.map(({ name }) => name).toSorted(),
    );
  });

  test('partner-kit 3: each field is a member of its call, and each required member is a field', () => {
    for (const { id, play, fields, fixed = {} } of PLAY_FORMS) {
      const schema = plays.find(({ name }) => name === play)?.body as z.ZodType;
      const written: any = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      const all: any[] = written.oneOf ?? written.anyOf ?? [written];
      const own = all.find(
        ({ properties }) => properties?.kind === undefined || properties.kind.const === fixed['kind'],
      );
      const given = new Set([...fields.map(({ name }) => name.split('.')[0]), ...Object.keys(fixed)]);
      for (const name of given) assert.ok(name !== undefined && name in (own.properties ?? {}), `${id}: ${name}`);
      for (const name of own.required ?? []) assert.ok(given.has(name), `${id} has no ${name}`);
    }
  });

  test('partner-kit 3: each form, field and choice has words in both languages', () => {
    for (const words of Object.values(PLAY_WORDS)) {
      assert.deepEqual(Object.keys(words.plays).toSorted(), PLAY_FORMS.map(({ id }) => id).toSorted());
      for (const { name, kind } of PLAY_FORMS.flatMap(({ fields }) => fields)) {
        assert.ok(words.fields[name] !== undefined, name);
        if (typeof kind !== 'string') for (const choice of kind) assert.ok(words.choices[choice], choice);
      }
    }
  });
});

describe('partner-kit 3: playing on the pages', () => {
  test('a whole life; only what is possible is offered', async () => {
    const play = await ours.start();
    assert.match((await admin.page(SANDBOX)).text, new RegExp(`${play.id}">${play.contractId}</a>`));
    const first = offered((await admin.page(pageOf(play))).text);
    assert.ok(
      first.includes('manager-signs') && !first.includes('payment') && !first.includes('consent'),
      first.join(),
    );
    for (const [id, fields, wanted] of [
      ['manager-signs', {}, 'opening'],
      ['tenant-signs', { product: 'bank_deposit' }, 'opening'],
      ['account-opened', {}, 'opening'],
      ['payment', {}, 'open'],
      ['start-closing', { by: 'tenant', amountLandlord: '1’200.50' }, 'closing'],
      ['payout-account', { iban: TENANT_IBAN, holderName: 'Lea Brunner' }, 'closing'],
      ['notes', { text: 'Der Schlüssel fehlt', shared: 'yes' }, 'closing'],
      ['files', { name: 'muster.pdf' }, 'closing'],
      ['consent', { by: 'manager' }, 'closing'],
      ['payout-completed', {}, 'closed'],
    ] as const) {
      assert.ok(offered((await admin.page(pageOf(play))).text).includes(id), id);
      const { text } = await admin.submit(`${pageOf(play)}/${id}`, fields);
      assert.match(text, /Played: /);
      assert.equal((await play.record()).state, wanted, id);
    }
    const { files, notes } = await play.record();
    assert.deepEqual([files.length, notes[0].text, notes[0].shared], [1, 'Der Schlüssel fehlt', true]);
    assert.equal((await play.status()).paidOutAmountTenant, Number(play.sent['rentalDeposit']) - 1200.5);
  });

  test('wrong input is shown at its field, as it was typed; what is not possible is said', async () => {
    const play = await ours.start();
    await reach('open', play);
    const wrong = await admin.post(`${pageOf(play)}/start-closing`, { by: 'tenant', amountLandlord: 'viel' });
    assert.equal(wrong.status, 422);
    assert.match(problemAt(wrong.text, 'start-closing-amountLandlord') ?? '', /number/);
    assert.match(wrong.text, /value="viel"/);
    const missing = await admin.post(`${pageOf(play)}/interest`);
    assert.match(problemAt(missing.text, 'interest-amount') ?? '', /is missing/);
    assert.match(missing.text, /<details open>/);
    const early = await admin.post(`${pageOf(play)}/consent`, { by: 'manager' });
    assert.equal(early.status, 409);
    assert.match(early.text, /not possible now/);
    const unreadable = await admin.post(`${pageOf(play)}/change-owner`, { fields: '{' });
    assert.equal(unreadable.status, 422);
    assert.equal((await play.record()).state, 'open');
  });

  test('a viewer reads what is possible, and plays nothing', async () => {
    const play = await ours.start();
    const { text } = await viewer.page(pageOf(play));
    assert.deepEqual(offered(text), []);
    assert.match(text, /Property manager: Sign<[\s\S]*<li>Withdraw it<\/li>/);
    assert.equal((await viewer.post(`${pageOf(play)}/manager-signs`)).status, 403);
    assert.equal((await viewer.post(`${SANDBOX}/payments`, { reference: 'x', amount: '1' })).status, 403);
    assert.equal((await play.record()).step, 'awaiting_manager_signature');
  });

  test('another partner’s deposit does not exist', async () => {
    const play = await theirs.start();
    const before = await play.record();
    assert.equal((await admin.get(pageOf(play))).status, 404);
    for (const { id } of PLAY_FORMS) assert.equal((await admin.post(`${pageOf(play)}/${id}`)).status, 404, id);
    assert.doesNotMatch((await admin.page(SANDBOX)).text, new RegExp(play.id));
    assert.match((await admin.page(`${SANDBOX}?contract=${play.contractId}`)).text, /Nothing found/);
    for (const path of [`${SANDBOX}/x`, `${SANDBOX}/00000000-0000-7000-8000-000000000000`]) {
      assert.equal((await admin.get(path)).status, 404);
    }
    assert.equal((await stranger.post(`${pageOf(play)}/clock`)).status, 404);
    assert.deepEqual(await play.record(), before);
  });

  test('money with the reference of an own deposit, and with no other', async () => {
    const [own, other] = [await ours.start(), await theirs.start()];
    for (const play of [own, other]) await reach('account', play);
    const { paymentReference: reference } = await own.record();
    const paid = await admin.submit(`${SANDBOX}/payments`, { reference, amount: '100' });
    assert.match(paid.text, new RegExp(`The payment is booked. <a href="${pageOf(own)}"`));
    assert.equal((await own.record()).paidInTotal, 100);
    const before = await other.record();
    for (const wrong of [before.paymentReference, '000000000000000000000000000', 'anything']) {
      const refused = await admin.post(`${SANDBOX}/payments`, { reference: wrong, amount: '100' });
      assert.equal(refused.status, 422);
      assert.match(problemAt(refused.text, 'reference') ?? '', /No deposit of yours/);
    }
    const empty = await admin.post(`${SANDBOX}/payments`, { reference, amount: '' });
    assert.match(problemAt(empty.text, 'amount') ?? '', /is missing/);
    assert.deepEqual(await other.record(), before);
  });
});

describe('partner-kit 3: the mailbox as pages', () => {
  test('mails to managers and tenants of own deposits, each as it looks; no sign-in mails', async () => {
    const own = await stage(service);
    const reader = await signInPartner(service, own, 'viewer');
    const play = await own.start();
    await reach('tenants', play);
    await own.open(payload({ city: '' }));
    await fetch(`${service.address}/manager/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email: own.managerEmail }),
      redirect: 'manual',
    });
    await (await theirs.start()).play('manager-signs');
    const all = (await reader.page(`${SANDBOX}/mailbox`)).text;
    const kinds = [...all.matchAll(/<code>([a-z_]+)<\/code>/g)].map(([, kind]) => kind);
    assert.ok(kinds.includes('tenant_sign') && kinds.includes('import_error'), kinds.join());
    assert.ok(!kinds.includes('sign_in') && !all.includes(theirs.managerEmail));
    const to = String(play.sent['tenantEmail']);
    const { text } = await reader.page(`${SANDBOX}/mailbox?to=${encodeURIComponent(to)}`);
    assert.ok(!text.includes(`${own.managerEmail}</span>`) && text.includes(to));
    const address = /href="(\/partner\/sandbox\/mailbox\/[0-9a-f-]{36})"/.exec(text)?.[1] ?? assert.fail(text);
    const mail = await reader.page(address);
    assert.match(mail.text, /<iframe/);
    assert.match(mail.text, /\/t\//);
    const markup = await reader.page(`${address}/html`);
    assert.match(markup.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'self'/);
    for (const path of [address, `${address}/html`, `${address}/attachments/x`]) {
      assert.equal((await stranger.get(path)).status, 404, path);
    }
  });

  test('what is attached can be opened, and no other document', async () => {
    const play = await ours.start();
    await reach('open', play);
    const mails = (await admin.page(`${SANDBOX}/mailbox?to=${encodeURIComponent(String(play.sent['tenantEmail']))}`))
      .text;
    const addresses = [...mails.matchAll(/href="(\/partner\/sandbox\/mailbox\/[0-9a-f-]{36})"/g)].map(([, one]) => one);
    const pages = await Promise.all(addresses.map(async (one) => (await admin.page(one as string)).text));
    const attached = /href="([^"]+\/attachments\/[^"]+)"/.exec(pages.join(''))?.[1] ?? assert.fail('nothing attached');
    const { status, headers } = await admin.get(attached);
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf']);
    const { documents } = await play.record();
    const other = documents.find(({ id }: any) => !attached.endsWith(id));
    assert.equal((await admin.get(`${attached.split('/').slice(0, -1).join('/')}/${other.id}`)).status, 404);
    assert.equal((await stranger.get(attached)).status, 404);
  });
});

test('partner-kit 3: in German', async () => {
  const german = { 'accept-language': 'de-CH' };
  const play = await ours.start();
  for (const [path, wanted] of [
    [SANDBOX, /Ihre Kautionen/],
    [pageOf(play), /So geht es weiter/],
    [`${SANDBOX}/mailbox`, /<h1>Postfach<\/h1>/],
  ] as const) {
    const { status, text } = await admin.get(path, german);
    assert.equal(status, 200, path);
    assert.match(text, wanted);
    assert.match(text, /<html lang="de">/);
  }
});

test('partner-kit 3: in production there is no sandbox', async () => {
  const production = await startService({ env: PRODUCTION });
  try {
    const nobody = newPartnerBrowser({ ...production, baseUrl: production.address });
    for (const path of [SANDBOX, `${SANDBOX}/mailbox`]) assert.equal((await nobody.get(path)).status, 404, path);
  } finally {
    await production.stop();
  }
});
