import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import type { Debit } from '../src/sandbox/simulated-bank/write-entries.ts';
import { SIMULATED_COMPANIES } from '../src/sandbox/simulated-register.ts';
import { problemAt, readForm } from './support/form.ts';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { companyPayload, payload } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import * as on from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

let service: Service;
let letterbox: Letterbox;
let sql: Client;
let ours: Stage;
let theirs: Stage;
let olga: ManagerBrowser;
before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { SMTP_URL: letterbox.url, CALLBACK_ALLOW_PRIVATE: 'true' } });
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  ours = await stage(service, { name: 'Unsere Verwaltung AG' });
  theirs = await stage(service, { name: 'Fremde Verwaltung AG', preSigned: true });
  olga = await signInOperator(service);
});
after(async () => {
  await verified(service);
  await sql.end();
  await service.stop();
  await letterbox.close();
});

const pathOf = ({ id }: Play): string => `/operator/deposits/${id}`;

/** The contract ids of a list, in its order. */
const contractsIn = (text: string): string[] =>
  [...text.matchAll(/<td class="first[^"]*"><a href="\/operator\/deposits\/[^"]+">([^<]+)<\/a>/g)].map(
    ([, contract]) => contract as string,
  );
const nextIn = (text: string): string | null => {
  const href = /href="([^"]+)"[^>]*>Next →/.exec(text)?.[1];
  return href === undefined ? null : href.replaceAll('&amp;', '&');
};
const search = async (query: Record<string, string>): Promise<string> =>
  (await olga.page(`/operator/deposits?${new URLSearchParams(query)}`)).text;
const audited = async (): Promise<string> => (await olga.page('/operator/audit')).text;

describe('what happened to contract 4711?', () => {
  test('found in every organization, exact matches first, and by prefix', async () => {
    for (const [by, externalContractId] of [
      [ours, '47110-2'],
      [ours, 'Haus-4711'],
      [theirs, '4711'],
      [ours, '4711'],
      [ours, '4711-b'],
    ] as const) {
      await by.start({ externalContractId });
    }
    const text = await search({ q: '4711' });
    assert.deepEqual(contractsIn(text), ['4711', '4711', '4711-b', '47110-2']);
    assert.match(text, /Unsere Verwaltung AG/);
    assert.match(text, /Fremde Verwaltung AG/);
    assert.match(text, /href="\/operator\/calls\?contract=4711"/);
    assert.deepEqual(contractsIn(await search({ q: 'HAUS-47' })), ['Haus-4711'], 'case does not count');
    assert.deepEqual(contractsIn(await search({ q: '4711', organization: theirs.organizationId })), ['4711']);
    assert.deepEqual(contractsIn(await search({ q: '4711', place: 'awaiting_tenant_signatures' })), ['4711']);
    assert.deepEqual(contractsIn(await search({ q: '4711', show: 'problems' })), []);
  });

  test('also by a tenant’s address, by deposit id, and within an organization by name', async () => {
    const it = await ours.start({ tenantLastName: 'Zwyssig' });
    const email = String(it.sent['tenantEmail']);
    for (const query of [{ q: email }, { q: it.id }, { q: 'zwyssig', organization: ours.organizationId }]) {
      assert.deepEqual(
        contractsIn(await search(query as Record<string, string>)),
        [it.contractId],
        JSON.stringify(query),
      );
    }
  });

  test('a refused contract has no deposit, and the page links to its calls', async () => {
    await ours.open(payload({ externalContractId: 'NIE-1', zip: 'x' }));
    const text = await search({ q: 'NIE-1' });
    assert.match(text, /No such deposit/);
    assert.match(text, /href="\/operator\/calls\?contract=NIE-1"/);
  });

  test('invalid query parameters find nothing or are ignored', async () => {
    for (const query of [
      { q: '%' },
      { q: "'; drop table deposits; --" },
      { q: '\u{10FFFF}' },
      { q: 'a\0b' },
      { after: 'x', place: 'nowhere', organization: '1' },
      { q: '4711', after: Buffer.from('["\\u0000","x"]').toString('base64url') },
      { organization: '00000000-0000-0000-0000-000000000001' },
    ]) {
      const { status } = await olga.get(`/operator/deposits?${new URLSearchParams(query)}`);
      assert.equal(status, 200, JSON.stringify(query));
    }
  });

  test('lists are paged without gaps', async () => {
    const wanted = Array.from({ length: 53 }, (_, n) => `SERIE-${String(n).padStart(2, '0')}`);
    await Promise.all(wanted.map((externalContractId) => theirs.open(payload({ externalContractId }))));
    const pages = async (first: string): Promise<string[]> => {
      const found: string[] = [];
      for (let next: string | null = first; next !== null;) {
        const { text } = await olga.page(next);
        found.push(...contractsIn(text));
        next = nextIn(text);
      }
      return found;
    };
    assert.deepEqual(await pages('/operator/deposits?q=serie'), wanted);
    const ids = async (place: string): Promise<string[]> => pages(`/operator/deposits?place=${place}`);
    const signing = await ids('awaiting_tenant_signatures');
    assert.deepEqual(signing.filter((id) => id.startsWith('SERIE-')).toSorted(), wanted);
    assert.equal(new Set(signing).size, signing.length);
    const opening = await ids('opening');
    const { rows } = await sql.query(`select count(*)::integer as count from deposits where state = 'opening'`);
    assert.equal(opening.length, rows[0].count);
    const inOrder = await sql.query('select external_contract_id as contract from deposits order by id desc');
    assert.deepEqual(
      await pages('/operator/deposits'),
      inOrder.rows.map(({ contract }) => contract),
      'newest first',
    );
    const one = await pages(`/operator/deposits?organization=${theirs.organizationId}`);
    assert.deepEqual(one.filter((id) => id.startsWith('SERIE-')).length, 53);
  });
});

describe('one deposit', () => {
  test('shows everything about it', async () => {
    const it = await ours.start();
    await reach('open', it);
    const { text } = await olga.page(pathOf(it));
    const { iban } = await it.record();
    for (const shown of [
      it.contractId,
      it.id,
      'Lea Brunner',
      'Seestrasse 12a',
      '3’560.00',
      '04.03.1990',
      'Erika Besitzerin',
      'custom',
      'In force',
      'Account opened',
      'Payment received',
      'Manager signed',
      'Payment slip',
      'Signed agreement',
      iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
    ]) {
      assert.ok(text.includes(shown), shown);
    }
    assert.match(
      text,
      new RegExp(`/operator/calls\\?contract=${it.contractId}&amp;organization=${ours.organizationId}`),
    );
    const [document] = (await it.record()).documents;
    const pdf = await olga.get(`${pathOf(it)}/documents/${document.id}`);
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    const other = await ours.start();
    assert.equal((await olga.get(`${pathOf(other)}/documents/${document.id}`)).status, 404, 'of another deposit');
  });

  test('its mails: kind, recipient, attempts; addresses are masked, also those before a correction', async () => {
    const it = await ours.start({ tenantEmail: 'vertippt@mail.example' });
    const clara = await signIn(service, ours.managerEmail);
    await it.play('manager-signs');
    await it.play('edit');
    const correct = `/manager/deposits/${it.id}/correct`;
    const form = readForm((await clara.page(correct)).text, correct);
    await clara.submit(correct, { ...form, tenantEmail: 'richtig@mail.example' });
    await it.play('resend');
    await ours.mails();
    const { text } = await olga.page(pathOf(it));
    const card = text.slice(text.indexOf('id="mails"'), text.indexOf('</section>', text.indexOf('id="mails"')));
    const listed = [...card.matchAll(/<strong>([^<]+)<\/strong> to ([^<]+)<br \/>\s*<span class="hint">([^<]+)</g)];
    assert.deepEqual(
      listed.map(([, kind, to]) => [kind, to]),
      [
        ['Deposit imported', `c•••@${ours.domain}`],
        ['Please sign', 'v•••@mail.example'],
        ['Please sign', 'r•••@mail.example'],
      ],
    );
    for (const [, , , state] of listed) assert.match(state as string, /^sent .*, 1 try$/);
  });

  test('withdrawn and current deposits of a contract link to each other', async () => {
    const first = await ours.start();
    await first.play('withdraw');
    const second = await ours.start({ ...first.sent });
    const old = (await olga.page(pathOf(first))).text;
    assert.match(old, new RegExp(`Other deposits of this contract[\\s\\S]*href="${pathOf(second)}">Opening`));
    const living = (await olga.page(pathOf(second))).text;
    assert.match(living, new RegExp(`Earlier deposits of this contract[\\s\\S]*href="${pathOf(first)}">Cancelled`));
  });

  test('an unknown id has no page', async () => {
    for (const path of ['/operator/deposits/x', `/operator/deposits/${crypto.randomUUID()}`]) {
      assert.equal((await olga.get(path)).status, 404);
      assert.equal((await olga.post(`${path}/withdraw`)).status, 404);
    }
  });
});

describe('operator actions on a deposit', () => {
  const offered = (text: string): string[] =>
    [...text.matchAll(/class="button block[^"]*"\s+href="\/operator\/deposits\/[^/"]+\/([^"]+)"/g)].map(
      ([, name]) => name as string,
    );

  test('the account: input is kept with its problem; then it is opened and recorded', async () => {
    const it = await theirs.start();
    await it.play('tenant-signs', { product: 'bank_deposit' });
    assert.deepEqual(offered((await olga.page(pathOf(it))).text), ['account', 'refused', 'withdraw', 'contact']);
    assert.match((await olga.page(`${pathOf(it)}/account`)).text, /The tenants get the payment slip/);
    const wrong = await olga.post(`${pathOf(it)}/account`, { iban: 'CH00 nonsense' });
    assert.equal(wrong.status, 422);
    assert.match(problemAt(wrong.text, 'iban') ?? '', /must be a valid IBAN/);
    assert.match(wrong.text, /value="CH00 nonsense"/);
    assert.match(wrong.text, /href="#iban"/);
    const done = await olga.submit(`${pathOf(it)}/account`, { iban: 'CH93 0076 2011 6238 5295 7' });
    assert.match(done.text, /The account is recorded/);
    const { step, iban, history } = await it.record();
    assert.deepEqual([step, iban], ['awaiting_payment', 'CH9300762011623852957']);
    assert.equal(history.findLast(({ event }: any) => event === 'account_opened').event, 'account_opened');
    const log = await audited();
    assert.ok(log.includes(it.id), 'in the audit log');
    assert.ok(!log.includes('CH9300762011623852957'));
    const late = await olga.post(`${pathOf(it)}/account`, { iban: 'CH9300762011623852957' });
    assert.deepEqual([late.status, /waits for payment\. That is not possible now/.test(late.text)], [409, true]);
    assert.equal((await olga.get(`${pathOf(it)}/account`)).status, 404);
  });

  test('refusal with a reason shown on the page; reminders; withdrawal', async () => {
    const it = await theirs.start();
    assert.deepEqual(offered((await olga.page(pathOf(it))).text), ['remind', 'withdraw', 'contact']);
    const before = (await it.kinds(String(it.sent['tenantEmail']))).length;
    assert.match((await olga.submit(`${pathOf(it)}/remind`, { tenant: '1' })).text, /reminder is on its way/);
    assert.equal((await it.kinds(String(it.sent['tenantEmail']))).length, before + 1);
    assert.equal((await olga.post(`${pathOf(it)}/remind`, { tenant: '9' })).status, 422);
    await it.play('tenant-signs', { product: 'bank_deposit' });
    assert.equal((await olga.post(`${pathOf(it)}/refused`, { reason: '' })).status, 422);
    const done = await olga.submit(`${pathOf(it)}/refused`, { reason: 'The passport has expired.' });
    assert.match(done.text, /Refused by the bank[\s\S]*The passport has expired\./);
    assert.deepEqual(contractsIn(await search({ show: 'problems' })), [it.contractId]);
    assert.match((await olga.submit(`${pathOf(it)}/withdraw`)).text, /The deposit is withdrawn/);
    assert.deepEqual([(await it.record()).state, offered((await olga.page(pathOf(it))).text)], ['withdrawn', []]);
    assert.deepEqual(contractsIn(await search({ show: 'problems' })), []);
  });

  test('insurance: cover, a legal claim, and the end of the cover', async () => {
    const it = await theirs.start();
    await it.play('tenant-signs', { product: 'insurance' });
    assert.match((await olga.submit(`${pathOf(it)}/cover`)).text, /in force/);
    const claimed = await olga.submit(`${pathOf(it)}/legal-claim`, { evidence: 'Bezirksgericht Zürich, MB123' });
    assert.match(claimed.text, /A legal claim is recorded[\s\S]*Bezirksgericht Zürich, MB123/);
    assert.equal((await olga.get(`${pathOf(it)}/legal-claim`)).status, 404, 'there is one already');
    await it.play('start-closing', { by: 'manager' });
    await it.play('consent', { by: 'tenant' });
    assert.match((await olga.submit(`${pathOf(it)}/cover-ended`)).text, /the deposit is closed/);
    assert.equal((await it.record()).state, 'closed');
  });

  test('a judgment orders the payout; amounts in common notations', async () => {
    const it = await theirs.start();
    await it.play('tenant-signs', { product: 'bank_deposit' });
    await it.play('account-opened');
    await it.play('payment');
    await it.play('start-closing', { by: 'tenant' });
    const ground = { ground: 'judgment', evidence: 'Urteil vom 1.2.2027' };
    for (const amountLandlord of ['viel', '-1', '99999']) {
      const wrong = await olga.post(`${pathOf(it)}/release-ground`, { ...ground, amountLandlord });
      assert.equal(wrong.status, 422, amountLandlord);
      assert.ok(problemAt(wrong.text, 'amountLandlord'), amountLandlord);
      assert.match(wrong.text, /Urteil vom 1\.2\.2027/);
    }
    const done = await olga.submit(`${pathOf(it)}/release-ground`, { ...ground, amountLandlord: '1’250.50' });
    assert.match(done.text, /Final court judgment/);
    const { closing } = await it.record();
    assert.deepEqual([closing.release.ground, closing.release.amountLandlord], ['judgment', 1250.5]);
  });

  test('a form from another session changes nothing', async () => {
    const it = await theirs.start();
    assert.equal((await olga.post(`${pathOf(it)}/withdraw`, { token: 'guessed' })).status, 403);
    assert.equal((await it.record()).state, 'opening');
  });
});

describe('money that needs an operator', () => {
  const amountsIn = (text: string): string[] =>
    [...text.matchAll(/<td data-label="CHF"[^>]*><span class="amount">CHF ([^<]+)</g)].map(
      ([, amount]) => amount as string,
    );
  const shown = async (show: string): Promise<string[]> =>
    amountsIn((await olga.page(`/operator/money?show=${show}`)).text);
  const countOf = async (name: string): Promise<number> => {
    const { text } = await olga.page('/operator/money');
    return Number(new RegExp(`>${name} <span class="count">(\\d+)<`).exec(text.replaceAll(/\s+/g, ' '))?.[1]);
  };

  test('an unknown reference: account, and payback by hand', async () => {
    const paid = await service.sandbox('POST', '/payments', { reference: 'RF18539007547034', amount: 77.7 });
    assert.equal(paid.status, 200, paid.text);
    await sql.query(`update orders set iban = null where cause = 'unknown_reference'`);
    assert.deepEqual([await shown('unknown_reference'), await shown('hand')], [['77.70'], ['77.70']]);
    assert.deepEqual([await shown('waiting'), await countOf('Unknown reference')], [['77.70'], 1]);
    const list = (await olga.page('/operator/money')).text;
    const path = /href="(\/operator\/money\/[0-9a-f-]{36})"/.exec(list)?.[1] as string;
    assert.match((await olga.page(path)).text, /The account that it was paid from is not known/);
    const wrong = await olga.post(`${path}/account`, { iban: 'CH1' });
    assert.deepEqual([wrong.status, /value="CH1"/.test(wrong.text)], [422, true]);
    assert.ok(problemAt(wrong.text, 'iban'));
    assert.equal((await olga.post(`${path}/completed`, { sure: 'yes' })).status, 409, 'nobody knows where to');
    assert.match((await olga.submit(`${path}/account`, { iban: TENANT_IBAN })).text, /Assign it to a deposit/);
    assert.equal((await olga.post(`${path}/completed`)).status, 422, 'not confirmed');
    assert.match((await olga.submit(`${path}/completed`, { sure: 'yes' })).text, /carried out \d/);
    assert.deepEqual([await shown('hand'), (await shown('all'))[0]], [[], '77.70']);
    assert.equal((await olga.post(`${path}/completed`, { sure: 'yes' })).status, 409, 'once is enough');
  });

  test('surplus, late and rejected money, and orders waiting for an account', async () => {
    const it = await theirs.start();
    await it.play('tenant-signs', { product: 'bank_deposit' });
    await it.play('account-opened');
    await it.play('payment', { amount: 3600.5 });
    assert.deepEqual(await shown('surplus'), ['40.50']);
    assert.deepEqual(await shown('hand'), [], 'it goes back by itself');
    const order = (await it.record()).orders[0].id;
    await sql.query(`update orders set rejection = 'AC04: Konto aufgehoben' where id = $1`, [order]);
    assert.deepEqual([await shown('rejected'), await shown('hand')], [['40.50'], ['40.50']]);
    assert.match((await olga.page(`/operator/money/${order}`)).text, /AC04: Konto aufgehoben/);
    await olga.submit(`/operator/money/${order}/account`, { iban: TENANT_IBAN });
    assert.deepEqual(await shown('rejected'), []);
    const late = await theirs.start();
    await late.play('tenant-signs', { product: 'bank_deposit' });
    await late.play('account-opened');
    await late.play('withdraw');
    await late.play('payment', { amount: 5 });
    assert.deepEqual(await shown('late'), ['5.00']);
    await it.play('start-closing', { by: 'tenant' });
    await it.play('consent', { by: 'manager' });
    await sql.query(`update orders set iban = null where deposit_id = $1 and kind = 'payout'`, [it.id]);
    assert.deepEqual(await shown('waiting'), ['3’560.00']);
    assert.match((await olga.page(pathOf(it))).text, /waits for an account/);
    const payout = (await it.record()).orders.find(({ kind }: any) => kind === 'payout').id;
    await olga.submit(`/operator/money/${payout}/account`, { iban: TENANT_IBAN });
    await olga.submit(`/operator/money/${payout}/completed`, { sure: 'yes' });
    assert.equal((await it.record()).state, 'closed');
    assert.equal((await olga.get(`/operator/money/${crypto.randomUUID()}`)).status, 404);
  });
});

describe('failures', () => {
  const failures = async (show: string): Promise<string> => (await olga.page(`/operator/failures?show=${show}`)).text;
  const retryIn = (text: string): string =>
    /action="(\/operator\/failures\/effects\/[^"]+\/retry)"/.exec(text)?.[1] as string;

  test('a mail: retried automatically, failed, and sent again with one click', async () => {
    assert.match(await failures('mails'), /Every mail has left/);
    letterbox.refuse(1000);
    const it = await ours.start();
    const second = await ours.start();
    await ours.mails();
    const trying = await failures('mails');
    assert.match(trying, /Still being tried[\s\S]*Deposit imported[\s\S]*c•••@[\s\S]*not now[\s\S]*next try/);
    assert.ok(!trying.includes(ours.managerEmail));
    assert.match((await olga.page(pathOf(it))).text, /queued .*, 1 try so far/);
    await advance(service, 'P2D');
    letterbox.refuse(0);
    olga = await signInOperator(service);
    const given = await failures('mails');
    assert.match(given, /Mails that were given up/);
    assert.ok(given.includes(it.contractId) && given.includes(second.contractId));
    assert.match((await olga.page(pathOf(it))).text, /given up .*8 tries/);
    const { rows } = await sql.query(
      `select organization_id, id from effects where state = 'failed' and deposit_id = $1`,
      [it.id],
    );
    const [{ organization_id: organization, id }] = rows;
    const path = `/operator/failures/effects/${organization}/${id}/retry`;
    const back = await olga.post(path, { back: it.id });
    assert.equal(back.location, `${pathOf(it)}?done=mail`);
    assert.match((await olga.page(back.location)).text, /The mail is sent again[\s\S]*sent .*1 try/);
    assert.equal((await olga.post(path, { back: it.id })).status, 409, 'it has left');
    assert.match(await audited(), /Try a step again/);
    assert.ok(!(await failures('mails')).includes(it.contractId));
    const all = await olga.submit('/operator/failures/retry-all', { show: 'mails' });
    assert.match(all.text, /Every mail has left/);
    assert.ok((await second.mails(ours.managerEmail, 'deposit_imported'))[0].state === 'done');
  });

  test('another failed effect can be retried; an unknown effect cannot', async () => {
    const it = await ours.start();
    await ours.mails();
    const { rows } = await sql.query(
      `update effects set state = 'waiting', attempts = 3, last_error = 'the register is away, says x@y.example',
              due_at = service_now() + interval '1 hour'
       where id = (select id from effects where deposit_id = $1 and kind = 'remind' limit 1) returning id`,
      [it.id],
    );
    assert.equal(rows.length, 1);
    const text = await failures('steps');
    assert.match(text, /Reminder in time[\s\S]*the register is away, says x•••@y\.example/);
    const pushed = await olga.post(retryIn(text), { show: 'steps' });
    assert.equal(pushed.location, '/operator/failures?show=steps&done=retried');
    assert.match(await failures('steps'), /Every step was made/);
    for (const wrong of [`${crypto.randomUUID()}/${rows[0].id}`, `${ours.organizationId}/${rows[0].id}`]) {
      assert.equal((await olga.post(`/operator/failures/effects/${wrong}/retry`)).status, 409);
    }
    assert.equal((await olga.post('/operator/failures/effects/x/y/retry')).status, 404);
  });

  test('a mail sealed with another key is shown as unreadable, the others as usual', async () => {
    const [it, other] = [await ours.start(), await ours.start()];
    await ours.mails();
    const fail = (content: string, id: string) =>
      sql.query(
        `update effects set state = 'failed', finished_at = service_now(), last_error = 'no', content = ${content}
         where deposit_id = $1 and kind = 'mail'`,
        [id],
      );
    await fail(`'\\x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'`, it.id);
    await fail('null', other.id);
    const text = await failures('mails');
    const row = (id: string): string => text.split('<tr').find((one) => one.includes(id)) ?? '';
    assert.match(row(it.contractId), /unreadable: sealed with another key/);
    assert.doesNotMatch(row(it.contractId), /\/retry"/);
    assert.match(row(other.contractId), /content removed/);
    await sql.query(`delete from effects where state = 'failed' and deposit_id = any ($1)`, [[it.id, other.id]]);
  });

  test('a mail whose content was removed cannot be sent again', async () => {
    const it = await ours.start();
    await ours.mails();
    await sql.query(
      `update effects set state = 'failed', finished_at = service_now(), content = null where deposit_id = $1 and kind = 'mail'`,
      [it.id],
    );
    const text = await failures('mails');
    assert.match(text, /content removed/);
    assert.equal(retryIn(text), undefined);
    await sql.query(`update effects set state = 'done' where deposit_id = $1 and kind = 'mail'`, [it.id]);
  });

  test('a failed delivery, and a callback that is switched off', async (t) => {
    const receiver = await on.openReceiver({ status: 410, body: 'gone' });
    t.after(receiver.close);
    const partner = await on.listening(service, receiver);
    const it = await partner.start();
    await it.play('withdraw');
    const { id } = await on.delivery(service, it.id, ({ state }) => state === 'failed');
    const text = await failures('deliveries');
    assert.match(
      text,
      new RegExp(`Confirmation of withdrawal[\\s\\S]*${it.contractId}[\\s\\S]*1 try, last .*: answer 410`),
    );
    assert.ok((await failures('callbacks')).includes(receiver.url));
    const replay = `/operator/failures/deliveries/${id}/replay`;
    const refused = await olga.post(replay, { show: 'deliveries' });
    assert.deepEqual([refused.status, /no callback that is switched on/.test(refused.text)], [409, true]);
    const onDeposit = await olga.post(replay, { back: it.id });
    assert.deepEqual([onDeposit.status, onDeposit.text.includes(it.contractId)], [409, true]);
    receiver.reply({ status: 204 });
    await partner.setCallback({ url: receiver.url });
    assert.match(await failures('callbacks'), /All callbacks are on/);
    assert.equal((await olga.post(replay, { back: it.id })).location, `${pathOf(it)}?done=replay`);
    await on.delivery(service, it.id, on.isDelivered);
    assert.match((await olga.page(pathOf(it))).text, /delivered, queued .*2 tries, last .*answer 204/);
    assert.equal((await olga.post(`/operator/failures/deliveries/${crypto.randomUUID()}/replay`)).status, 404);
  });

  test('differences to the commercial register, while the deposit is opening', async () => {
    const [, other] = SIMULATED_COMPANIES;
    const it = await ours.start({ tenantZefixUid: other?.uid }, companyPayload);
    await ours.mails();
    const [{ declared, registered }] = (await it.record()).registerCheck.differences;
    const text = await failures('register');
    assert.ok(text.includes(it.contractId));
    assert.ok(text.includes(`${declared} → ${registered}`));
    assert.match((await olga.page(pathOf(it))).text, /The commercial register says otherwise/);
    await it.play('withdraw');
    assert.match(await failures('register'), /No differences/);
  });

  test('the queue: how much is due, and since when', async () => {
    assert.match(await failures('queue'), /Nothing waits/);
    const held = new Client({ connectionString: service.databaseUrl });
    await held.connect();
    // Locked as by a worker, so that none takes it. If a worker was faster, two others are used.
    let ids: string[] = [];
    for (let round = 0; round < 20 && ids.length !== 2; round++) {
      const { rows } = await sql.query<{ id: string }>(
        `insert into effects (organization_id, id, kind, state, due_at, created_at)
         select $1, gen_random_uuid(), 'check_register', 'waiting', service_now() - interval '3 hours', service_now()
         from generate_series(1, 2) returning id`,
        [ours.organizationId],
      );
      await held.query('begin');
      const locked = await held.query<{ id: string }>(
        `select id from effects where id = any($1) and due_at < service_now() for update skip locked`,
        [rows.map(({ id }) => id)],
      );
      ids = locked.rows.map(({ id }) => id);
      if (ids.length === 2) break;
      await held.query('rollback');
      await sql.query('delete from effects where id = any($1)', [rows.map(({ id }) => id)]);
    }
    const text = await failures('queue');
    await held.query('delete from effects where id = any($1)', [ids]);
    await held.query('commit');
    await held.end();
    assert.match(text, /Look into the commercial register<\/td>\s*<td[^>]*>2<\/td>\s*<td[^>]*>3 h</);
  });
});

describe('the bank', () => {
  const bank = async (show: string): Promise<string> => (await olga.page(`/operator/bank?show=${show}`)).text;
  const folder = (): string => service.config.bankExchangeDir;
  const arrives = async (name: string, content: string): Promise<void> => {
    writeFileSync(join(folder(), 'in', `${name}.part`), content);
    renameSync(join(folder(), 'in', `${name}.part`), join(folder(), 'in', name));
    const deadline = Date.now() + 20_000;
    const isThere = (): boolean => ['done', 'refused'].some((where) => existsSync(join(folder(), where, name)));
    while (!isThere() && Date.now() < deadline) await wait(100);
    assert.ok(isThere(), name);
  };

  test('files read and refused, and entries for an operator', async () => {
    const debit: Debit = {
      direction: 'debit',
      accountIban: 'CH9300762011623852957',
      amount: rappen(100_00),
      bookedOn: '2026-11-15',
      bankReference: 'REF-1',
      endToEndId: 'RENT-2026',
      creditor: { name: 'X', iban: TENANT_IBAN },
    };
    // At once, because the folder is polled every five seconds.
    await Promise.all([
      arrives('odd.xml', writeCamt054({ messageId: 'MSG-1', createdAt: new Date(), bookings: [debit] })),
      arrives('broken.xml', '<x'),
    ]);
    assert.match(await bank('files'), /odd\.xml[\s\S]*imported/);
    const refused = await bank('refused');
    assert.match(refused, /broken\.xml[\s\S]*refused/);
    assert.ok(!refused.includes('odd.xml'));
    const entries = await bank('entries');
    assert.match(entries, /It is a debit without a payment order\.[\s\S]*CHF 100[\s\S]*RENT-2026/);
    const key = /name="id" value="([^"]+)"/.exec(entries)?.[1] as string;
    const done = await olga.submit(`/operator/bank/entries/${key}/resolve`, { as: 'none', reason: 'Not ours' });
    assert.match(done.text, /How it was resolved[\s\S]*Close without booking/);
    assert.match(await bank('entries'), /Nothing to check/);
  });

  test('payment files: written now, and again if one was lost', async () => {
    const it = await theirs.start();
    await it.play('tenant-signs', { product: 'bank_deposit' });
    await it.play('account-opened');
    await it.play('payment');
    await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
    await it.play('consent', { by: 'manager' });
    const written = await olga.submit('/operator/bank/export');
    assert.match(written.text, /The payment file was written/);
    const runId = (await it.record()).orders[0].runId as string;
    assert.ok(written.text.includes(runId));
    const file = readdirSync(join(folder(), 'out')).find((name) => name.includes(runId)) as string;
    rmSync(join(folder(), 'out', file));
    assert.match((await olga.submit(`/operator/bank/runs/${runId}/write-again`)).text, /written again/);
    assert.ok(existsSync(join(folder(), 'out', file)));
    assert.match((await olga.submit('/operator/bank/export')).text, /No order is ready/);
    assert.equal((await olga.post('/operator/bank/runs/DEPnone/write-again')).status, 404);
  });
});
