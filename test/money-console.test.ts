import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportOrders } from '../src/actions/bank/export-orders.ts';
import { importFile } from '../src/actions/bank/import-file.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import { rappen } from '../src/domain/values/money.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import { writePain002 } from '../src/sandbox/simulated-bank/write-pain002.ts';
import { problemAt, problemFields, readForm } from './support/form.ts';
import { signIn, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openBookingDesk, statementDebit, statementEntry, type BookingDesk } from './support/statement-entry.ts';

// bank-and-money.md, sections 2, 3, 6, 9 and 10: how a person meets them in the console.

let service: Service;
let demo: Stage;
let desk: BookingDesk;
let olga: ManagerBrowser;
let otto: ManagerBrowser;
let mara: ManagerBrowser;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true', PAYMENT_RELEASE: 'paybacks' } });
  demo = await stage(service, { preSigned: true });
  desk = await openBookingDesk(service);
  olga = await signInOperator(service);
  [otto, mara] = [await person('clerk'), await person('clerk')];
});
after(async () => {
  await verified(service);
  await desk.close();
  await service.stop();
});

let people = 0;
async function person(role: 'viewer' | 'clerk'): Promise<ManagerBrowser> {
  const email = `person-${++people}@depono.example`;
  await created(service.operator('POST', '/operators', { email, name: `Person ${people}`, role }));
  return signInOperator(service, email);
}

const SWISS = 'CH3908704016075473007';
const OTHER = 'CH6309000000250097798';
const GERMAN = 'DE89370400440532013000';
const ADDRESS = { street: 'Neuweg', streetNumber: '9', zip: '4000', city: 'Basel' };

let accounts = 0;
const newIban = (): string => swissIban('09997', String(++accounts).padStart(12, '0'));

async function waiting(): Promise<Play> {
  const it = await demo.start({ tenantFirstName: 'Renée', tenantLastName: 'Müller' });
  for (const move of ['tenant-signs', 'account-opened']) await it.play(move);
  return it;
}

async function ordered(closing: object = { tenantIban: SWISS }): Promise<Play> {
  const it = await waiting();
  await it.play('payment');
  await it.play('start-closing', { by: 'tenant', ...closing });
  await it.play('consent', { by: 'manager' });
  return it;
}

const payoutOf = async (it: Play): Promise<any> => (await it.money('payout')).find(({ to }) => to === 'tenant');
const pathOf = async (it: Play): Promise<string> => `/operator/money/${(await payoutOf(it)).id}`;

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

/** Approves the request that a form has led to. */
async function approve({ status, location, text }: ManagerAnswer, by = otto): Promise<void> {
  assert.equal(status, 303, text);
  assert.match(location ?? '', /^\/operator\/approvals\//);
  await by.submit(`${(location ?? '').split('?')[0]}/approve`);
}

describe('2 and 9: the account of a payee', () => {
  const WRONG: [what: string, typed: Record<string, string>, problems: Record<string, RegExp>][] = [
    ['2 no account', {}, { iban: /must be a valid IBAN/ }],
    ['9 a QR-IBAN as payee', { iban: 'CH4431999123000889012' }, { iban: /QR-IBAN/ }],
    ['9 a wrong IBAN', { iban: 'CH39 0870 4016 0754 7300 8' }, { iban: /valid IBAN/ }],
    [
      '9 abroad without a BIC',
      { iban: GERMAN, holderName: 'Renée Müller' },
      { bic: /required for an account outside/ },
    ],
    ['9 a wrong BIC', { iban: GERMAN, bic: 'DEUT' }, { bic: /./ }],
    ['9 a refused country', { iban: GERMAN, bic: 'SABRRUMM' }, { bic: /country/ }],
    ['2 half an address', { iban: SWISS, street: 'Neuweg' }, { streetNumber: /empty/, zip: /empty/, city: /empty/ }],
    ['2 no such country', { iban: SWISS, ...ADDRESS, countryCode: 'QQ' }, { countryCode: /country/ }],
    ['9 an address in a refused country', { iban: SWISS, ...ADDRESS, countryCode: 'RU' }, { countryCode: /country/ }],
  ];
  test('what is wrong stands beside its field, and what was typed stays', async () => {
    const it = await ordered();
    const path = await pathOf(it);
    for (const [what, typed, problems] of WRONG) {
      const { status, text } = await olga.post(`${path}/account`, typed);
      assert.equal(status, 422, what);
      assert.deepEqual(problemFields(text).toSorted(), Object.keys(problems).toSorted(), what);
      for (const [field, words] of Object.entries(problems)) {
        const problem = problemAt(text, field) ?? '';
        assert.match(problem, words, what);
        assert.match(problem, /^[A-Z].*\.$/, `${what}: a sentence`);
        assert.ok(text.includes(`<a href="#${field}">`), `${what}: the list of problems leads to the field`);
      }
      const kept = readForm(text, `${path}/account`);
      for (const [name, value] of Object.entries(typed)) assert.equal(kept[name], value, what);
    }
    assert.equal((await payoutOf(it)).iban, SWISS, 'nothing has changed');
  });

  test('the first account is noted at once, with holder, bank and address', async () => {
    const it = await ordered({});
    await desk.services.database.query(`update orders set iban = null where deposit_id = $1`, [it.id]);
    const path = await pathOf(it);
    assert.match(textOf((await olga.page(path)).text), /waits for an account.*Without it: Renée Müller/);
    const typed = { iban: GERMAN, holderName: 'MULLER Renee', bic: 'DEUTDEFF', ...ADDRESS, countryCode: 'DE' };
    const done = textOf((await olga.submit(`${path}/account`, { ...typed, zip: '79098' })).text);
    for (const words of ['The account is noted.', 'DE89 3704', 'MULLER Renee', 'DEUTDEFF', '79098 Basel']) {
      assert.ok(done.includes(words), `${words}: ${done}`);
    }
    assert.match(done, /State ready for the next payment file/, 'the same name');
  });

  test('a viewer sees the order masked and has no form', async () => {
    const it = await ordered();
    const path = await pathOf(it);
    const viewer = await person('viewer');
    const { text } = await viewer.page(path);
    assert.ok(!text.includes(`action="${path}`) && !text.replaceAll(' ', '').includes(SWISS));
    for (const call of ['account', 'release', 'completed', 'assign']) {
      assert.equal((await viewer.post(`${path}/${call}`, { iban: OTHER })).status, 403, call);
    }
  });
});

describe('3 release of a payment', () => {
  test('who gave the account cannot release it; another person can', async () => {
    const it = await ordered();
    const path = await pathOf(it);
    await approve(await olga.post(`${path}/account`, { iban: OTHER, holderName: 'Eva Muster' }));
    const page = await olga.page(path);
    assert.match(textOf(page.text), /State to be released.*Holder Eva Muster.*Release the payment/);
    const form = { ...readForm(page.text, `${path}/release`), reason: 'The tenant called from the known number' };
    const { status, text } = await olga.post(`${path}/release`, form);
    assert.equal(status, 409);
    assert.match(textOf(text), /Not done You created this order or gave its account: another person must release/);
    assert.equal(readForm(text, `${path}/release`)['reason'], form.reason, 'what was typed stays');
    const done = await mara.submit(`${path}/release`, { ...form, token: tokenOf(await mara.page(path)) });
    assert.match(textOf(done.text), /Released\. It goes into the next payment file/);
    assert.match(textOf(done.text), /by person-2@depono.example.*Reason of the release The tenant called/);
    assert.equal((await payoutOf(it)).state, 'ordered');
  });

  test('who asked for a payback cannot release it; another person can', async () => {
    const [it, other] = [await waiting(), await waiting()];
    const { paymentReference: reference } = await other.record();
    const crossed = statementEntry((await it.record()).iban, 41, {
      reference,
      counterpartyName: 'Max Keller',
      counterpartyAddress: { ...ADDRESS, countryCode: 'CH' },
    });
    await desk.book(crossed);
    const asked = { as: 'payback', reason: 'Paid to the wrong account' };
    await approve(await olga.post(`/operator/bank/entries/${crossed.key}/resolve`, asked));
    const order = (await it.record()).orders.at(-1);
    const path = `/operator/money/${order.id}`;
    const { seen = '' } = readForm((await olga.page(path)).text, `${path}/release`);
    assert.equal((await olga.post(`${path}/release`, { seen })).status, 409);
    assert.match((await mara.submit(`${path}/release`, { seen })).text, /Released\./);
  });

  test('what was shown is released: another account since is refused', async () => {
    const it = await ordered();
    const path = await pathOf(it);
    await approve(await olga.post(`${path}/account`, { iban: OTHER, holderName: 'Eva Muster', ...ADDRESS }));
    const { seen = '' } = readForm((await mara.page(path)).text, `${path}/release`);
    const CHANGED: [what: string, account: Record<string, string>][] = [
      ['another account', { iban: SWISS, holderName: 'Eva Muster', ...ADDRESS }],
      ['another holder', { iban: OTHER, holderName: 'Udo Muster', ...ADDRESS }],
      ['another address', { iban: OTHER, holderName: 'Eva Muster', ...ADDRESS, city: 'Bern' }],
    ];
    for (const [what, account] of CHANGED) {
      await approve(await olga.post(`${path}/account`, account));
      const { status, text } = await mara.post(`${path}/release`, { seen });
      assert.deepEqual([status, /changed/.test(textOf(text))], [409, true], what);
    }
    assert.equal((await payoutOf(it)).state, 'to_release');
    assert.equal((await mara.post(`${path}/release`, { seen, reason: 'x'.repeat(5_000) })).status, 422);
  });

  test('several together; what is refused is told, the others go', async () => {
    const [one, other] = [await ordered(), await ordered()];
    for (const it of [one, other]) {
      await approve(await olga.post(`${await pathOf(it)}/account`, { iban: OTHER, holderName: 'Eva Muster' }));
    }
    const list = (await mara.page('/operator/money?show=to_release')).text;
    const boxOf = (it: { id: string }): string =>
      new RegExp(`name="order" value="(${it.id} [^"]+)"`).exec(list)?.[1] as string;
    const [first, second] = [boxOf(await payoutOf(one)), boxOf(await payoutOf(other))];
    const none = await mara.post('/operator/money/release', {});
    assert.deepEqual([none.status, /Nothing was selected/.test(none.text)], [409, true]);
    const stale = `${second.split(' ')[0]} stale`;
    const half = await mara.post('/operator/money/release', { order: [first, stale] });
    assert.equal(half.status, 409);
    assert.match(textOf(half.text), /Not released.*changed/);
    assert.deepEqual([(await payoutOf(one)).state, (await payoutOf(other)).state], ['ordered', 'to_release']);
    assert.equal((await olga.post('/operator/money/release', { order: second })).status, 409, 'gave the account');
    assert.match((await mara.submit('/operator/money/release', { order: second })).text, /Released\./);
    assert.equal((await payoutOf(other)).state, 'ordered');
  });
});

const tokenOf = ({ text }: ManagerAnswer): string => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';

let files = 0;
const inFolder = (name: string, content: string): string => {
  const path = join(service.config.bankExchangeDir, name);
  writeFileSync(path, content);
  return path;
};

describe('2 files', () => {
  test('a rejected payment file is sent again as a whole, once', async () => {
    await exportOrders(desk.services);
    const it = await ordered();
    const { run } = await exportOrders(desk.services);
    assert.ok(run);
    const RUNS = '/operator/bank?show=runs';
    const resend = `/operator/bank/runs/${run.id}/resend`;
    assert.ok(!(await olga.page(RUNS)).text.includes(resend), 'offered only for a rejected file');
    const early = await olga.post(resend);
    assert.deepEqual([early.status, /Not done/.test(early.text)], [409, true]);
    assert.ok(early.text.includes(run.id), 'the list of payment files stays');
    const refusal = { code: 'AM05', text: 'Duplikat' };
    const report = { messageId: `RS-${++files}`, createdAt: new Date(), originalMessageId: run.id, payments: [] };
    await importFile(desk.services, inFolder(`rs-${files}.xml`, writePain002({ ...report, refusal })));
    assert.match(textOf((await olga.page(RUNS)).text), new RegExp(`${run.id}.*1 rejected.*Send the rejected again`));
    assert.match((await olga.submit(resend)).text, /was sent again, in a new payment file/);
    const { state, runId } = await payoutOf(it);
    assert.ok(state === 'sent' && runId !== run.id);
    assert.match(readFileSync(join(service.config.bankExchangeDir, 'out', `${runId}.xml`), 'utf8'), new RegExp(runId));
    assert.equal((await olga.post(resend)).status, 409);
    assert.equal((await olga.post('/operator/bank/runs/NONE/resend')).status, 404);
    await it.play('payout-completed');
  });

  test('a refused file is tried again: still refused, read, or gone', async () => {
    const it = await waiting();
    const { iban, paymentReference: reference } = await it.record();
    const credit = {
      direction: 'credit' as const,
      accountIban: iban,
      amount: rappen(10_00),
      bookedOn: '2026-11-16',
      bankReference: 'RETRY-1',
      reference,
      debtor: { name: 'Renée Müller', iban: OTHER },
    };
    const good = writeCamt054({ messageId: 'RETRY', createdAt: new Date(), bookings: [credit] });
    const { exchange } = desk.services;
    const refusedFile = async (name: string, content: string): Promise<string> => {
      const [{ id }] = await importFile(desk.services, exchange.writeIncoming(name, content));
      return `/operator/bank/files/${id}/retry`;
    };
    const broken = await refusedFile('broken.xml', good.replace('</Ntry>', ''));
    const list = (await olga.page('/operator/bank?show=refused')).text;
    assert.ok(list.includes(`action="${broken}"`) && list.includes('broken.xml'));
    assert.match((await olga.submit(broken)).text, /The file was read again, and is refused\./);
    rmSync(join(service.config.bankExchangeDir, 'refused', 'broken.xml'));
    const gone = await olga.post(broken);
    assert.equal(gone.status, 409);
    assert.match(textOf(gone.text), /Not done This file is no longer in the folder refused\//);
    assert.ok(gone.text.includes('broken.xml'), 'the list of refused files stays');
    const fine = await refusedFile('fine.xml', good);
    // As if an earlier version could not read it.
    await desk.services.database.query(`update bank_files set state = 'refused', reason = 'x' where name = 'fine.xml'`);
    exchange.writeIncoming('fine.xml', good);
    exchange.putAway(exchange.inFile('fine.xml'), 'refused');
    assert.match((await olga.submit(fine)).text, /The file was read\.[\s\S]*fine\.xml/);
    assert.equal((await it.record()).paidInTotal, 10, 'booked once');
    assert.equal((await olga.post(fine)).status, 409);
    assert.equal((await olga.post('/operator/bank/files/none/retry')).status, 404);
  });
});

describe('10 a wrong account of a deposit', () => {
  test('before money arrived: at once, with the reason in the history; problems beside the fields', async () => {
    const it = await waiting();
    const path = `/operator/deposits/${it.id}/correct-account`;
    assert.ok((await olga.page(`/operator/deposits/${it.id}`)).text.includes(`href="${path}"`));
    const used = (await (await waiting()).record()).iban as string;
    const WRONG: [what: string, typed: Record<string, string>, field: string, words: RegExp][] = [
      ['10 no IBAN', { iban: 'CH00', qrIban: '', reason: 'swapped' }, 'iban', /valid IBAN of Switzerland/],
      ['10 no QR-IBAN', { iban: newIban(), qrIban: newIban(), reason: 'swapped' }, 'qrIban', /30000 to 31999/],
      ['10 no reason', { iban: newIban(), qrIban: '', reason: '' }, 'reason', /empty/],
    ];
    for (const [what, typed, field, words] of WRONG) {
      const { status, text } = await olga.post(path, typed);
      assert.equal(status, 422, what);
      assert.match(problemAt(text, field) ?? '', words, what);
      assert.ok(text.includes(`value="${typed['iban']}"`), what);
    }
    const taken = await olga.post(path, { iban: used, reason: 'swapped' });
    assert.equal(taken.status, 409);
    assert.match(textOf(taken.text), /Another deposit has this account/);
    assert.ok(taken.text.includes(`value="${used}"`) && taken.text.includes('>swapped<'), 'what was typed stays');
    const iban = newIban();
    const done = await olga.submit(path, { iban, reason: 'two digits were swapped' });
    assert.match(done.text, /The account is corrected\./);
    assert.match(textOf(done.text), /two digits were swapped/);
    assert.equal((await it.record()).iban, iban);
  });

  test('after money arrived: a second person decides', async () => {
    const it = await waiting();
    await it.play('payment', { amount: 1000 });
    const before = (await it.record()).iban;
    const [path, iban] = [`/operator/deposits/${it.id}/correct-account`, newIban()];
    const asked = await olga.post(path, { iban, reason: 'the bank moved it' });
    const request = textOf((await olga.page((asked.location ?? '').split('?')[0] as string)).text);
    assert.match(request, /Correct the account of the deposit.*the bank moved it/);
    assert.equal((await it.record()).iban, before);
    await approve(asked);
    assert.deepEqual([(await it.record()).iban, (await it.record()).paidInTotal], [iban, 1000]);
  });
});

describe('6 an account', () => {
  test('ledger and statement side by side; every link leads to a page that exists', async () => {
    const it = await ordered();
    await it.play('payout-completed');
    const { iban } = await it.record();
    const [kept, done] = [statementDebit(iban, 7), statementDebit(iban, 8)];
    await desk.book(kept, done);
    await olga.submit(`/operator/bank/entries/${done.key}/resolve`, { as: 'none', reason: 'Not ours' });
    const { text } = await olga.page(`/operator/bank/accounts/${it.id}`);
    assert.match(text, /Our ledger[\s\S]*The bank’s statement/);
    const rows = text.split('<tr>').map(textOf);
    assert.ok(
      rows.some((row) => /Payment 3’560\.00 Payment .*3’560\.00/.test(row)),
      'one booking, both sides',
    );
    assert.ok(rows.some((row) => /Payout −3’560\.00 Execution of an order .*−3’560\.00/.test(row)));
    assert.ok(rows.some((row) => /– Debit without a payment order waits for a person .*−7\.00/.test(row)));
    assert.ok(rows.some((row) => /– Debit without a payment order closed without booking .*−8\.00/.test(row)));
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    const links = new Set([...main.matchAll(/href="(\/[^"#]*)(?:#[^"]*)?"/g)].map(([, path = '']) => path));
    for (const key of [kept.key, done.key]) assert.ok(links.has(`/operator/bank/entries/${key}`), 'to the entry');
    for (const path of links) await olga.page(path.replaceAll('&amp;', '&'));
    assert.match((await olga.page(`/operator/bank/entries/${kept.key}`)).text, /Resolve it/);
  });
});

describe('3 money that comes back, on the pages of the deposit', () => {
  test('a reversed pay-in: underfunded, for the operator and the manager, and the payment is marked', async () => {
    const it = await waiting();
    await it.play('payment');
    await it.play('payment-reversed');
    const [mail] = await it.mails(demo.managerEmail, 'payment_reversed');
    assert.equal(new URL(mail.links[0]).pathname, `/manager/deposits/${it.id}`);
    const { text } = await olga.page(`/operator/deposits/${it.id}`);
    assert.match(textOf(text), /Underfunded .*CHF 3’560\.00 are missing/);
    assert.match(textOf(text), /Arrived \d\d\.\d\d\.\d{4} CHF 3’560\.00 taken back by the bank/);
    assert.match(textOf(text), /Held CHF 0\.00/);
    const key = (await it.record()).payments[0].entryKey as string;
    for (const path of [`/operator/bank/accounts/${it.id}`, `/operator/bank/entries/${key}`]) {
      assert.ok(text.includes(`href="${path}"`), path);
      await olga.page(path);
    }
    const anna = await signIn(service, demo.managerEmail);
    const page = textOf((await anna.page(`/manager/deposits/${it.id}`)).text);
    assert.match(page, /Nicht mehr vollständig einbezahlt .*Es fehlen CHF\s3’560\.00/);
    assert.match(page, /Zahlungseingänge \d\d\.\d\d\.\d{4} von der Bank zurückgebucht CHF 3’560\.00/);
    await it.play('payment');
    assert.doesNotMatch((await anna.page(`/manager/deposits/${it.id}`)).text, /Nicht mehr vollständig/);
    assert.doesNotMatch((await olga.page(`/operator/deposits/${it.id}`)).text, /Underfunded/);
  });

  test('a reversal after the payout: overdrawn, until the entry is resolved', async () => {
    const it = await ordered();
    await it.play('payout-completed');
    await it.play('payment-reversed');
    assert.match(textOf((await olga.page(`/operator/deposits/${it.id}`)).text), /Overdrawn .*To check/);
    const { body } = await service.operator('GET', '/bank/entries');
    const { key } = body.entries.find(({ why }: any) => why === 'reversed_after_payout');
    await olga.submit(`/operator/bank/entries/${key}/resolve`, { as: 'none', reason: 'Recovered' });
    assert.doesNotMatch((await olga.page(`/operator/deposits/${it.id}`)).text, /Overdrawn/);
  });

  test('a returned payout: the order and the manager’s page say so', async () => {
    const it = await ordered({ tenantIban: SWISS, amountLandlord: 60 });
    await it.play('payout-completed');
    await it.play('payout-returned', { to: 'landlord' });
    const { id } = (await it.money('payout')).find(({ to }) => to === 'landlord');
    assert.match(textOf((await olga.page('/operator/money?show=returned')).text), /Closing CHF 60\.00/);
    assert.match(textOf((await olga.page(`/operator/money/${id}`)).text), /State returned/);
    const anna = await signIn(service, demo.managerEmail);
    const page = textOf((await anna.page(`/manager/deposits/${it.id}`)).text);
    assert.match(page, /An die Vermieterschaft .* von der Bank retourniert CHF 60\.00/);
  });
});
