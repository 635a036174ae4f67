import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { SLIP_FILES } from '../src/domain/messages/attachments.ts';
import { LANGUAGES } from '../src/domain/values/language.ts';
import { advance, stage, type Play, type Stage } from './support/play.ts';
import { decodeQrBill } from './support/pdf.ts';
import { startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';
import { openTenant } from './support/tenant.ts';

let service: Service;
let letterbox: Letterbox;
let demo: Stage;
before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { SMTP_URL: letterbox.url, MAIL_FROM: 'Depono <deposits@depono.example>' } });
  demo = await stage(service, { preSigned: true });
});
after(async () => {
  await service.stop();
  await letterbox.close();
});

const to = (it: Play) =>
  letterbox.mails.filter(({ envelope }) => envelope.includes(String(it.sent['tenantEmail']))).map(({ email }) => email);

async function waitingForPayment(changes: Record<string, unknown> = {}): Promise<Play> {
  const it = await demo.start(changes);
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  return it;
}

const swiss = (day: string): string => day.split('-').toReversed().join('.');
const dayIn = (days: number, from: Date): string =>
  new Date(from.getTime() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Zurich' });
const clock = async (): Promise<Date> =>
  new Date((await service.sandbox('POST', '/clock', { advance: 'PT1S' })).body.now);

for (const language of LANGUAGES) {
  test(`pages.md 22: the payment mail in ${language}: due date, slip attached, contact person, Reply-To, the manager’s name before ours`, async () => {
    const it = await waitingForPayment({ tenantLanguage: language, rentalStart: '2031-03-01' });
    const record = await it.record();
    const mail = to(it).at(-1) ?? assert.fail('no mail');
    const organization = record.organization?.name ?? 'Verwaltung';
    assert.match(mail.from?.name ?? '', new RegExp(`^${organization}.* via Depono$`));
    assert.equal(mail.from?.address, 'deposits@depono.example');
    assert.deepEqual(mail.replyTo, [{ address: demo.managerEmail, name: 'Clara Chefin' }]);
    const { text = '', html = '' } = mail;
    for (const said of ['01.03.2031', 'Clara Chefin', demo.managerEmail]) {
      assert.ok(text.includes(said) && html.includes(said), said);
    }
    assert.ok(text.indexOf('Verwaltung') < text.indexOf('Depono'), 'the manager is named before us');
    assert.ok(html.indexOf('Verwaltung') < html.indexOf('Depono'));
    assert.deepEqual(
      mail.attachments.map(({ filename, mimeType }) => [filename, mimeType]),
      [[SLIP_FILES[language], 'application/pdf']],
    );
    const bill = await decodeQrBill(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
    assert.equal(bill.amount, '3560.00');
    assert.equal(bill.reference, record.paymentReference);
    const page = (await (await openTenant(it, it.sent['tenantEmail'], { query: `?lang=${language}` })).get()).text;
    assert.ok(page.includes('01.03.2031'));
  });
}

/** The documents that partners were told of. */
async function eventsOf({ id }: Play): Promise<number> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select 1 from events where deposit_id = $1', [id]);
  await client.end();
  return rows.length;
}

test('pages.md 22: a reminder has the slip for what is missing; partners are not told of it', async () => {
  const it = await waitingForPayment();
  await it.play('payment', { amount: 1000 });
  const told = await eventsOf(it);
  await it.operator('remind');
  const mail = to(it).at(-1) ?? assert.fail('no mail');
  assert.equal(mail.replyTo?.[0]?.address, demo.managerEmail);
  const bill = await decodeQrBill(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
  assert.equal(bill.amount, '2560.00');
  assert.deepEqual([told, await eventsOf(it)], [1, 1]);
});

test('due dates: at least ten days, and the page says when it is over', async () => {
  const since = await clock();
  const it = await waitingForPayment({ rentalStart: dayIn(3, since) });
  const due = swiss(dayIn(10, since));
  assert.ok((to(it).at(-1)?.text ?? '').includes(due));
  const lea = await openTenant(it, it.sent['tenantEmail']);
  assert.ok((await lea.get()).text.includes(`Zahlbar bis ${due}`));
  await advance(service, 'P11D');
  const page = (await lea.get()).text;
  assert.ok(page.includes(`Die Zahlung war bis ${due} fällig`) && !page.includes('Zahlbar bis'));
});

test('pages.md 22: every mail to a tenant is from the management, but no reply to a code reaches anybody', async () => {
  const it = await waitingForPayment();
  await it.play('payment');
  await it.play('payout-account', { iban: 'CH5604835012345678009', holderName: 'Lea Brunner' });
  const mails = to(it);
  const code = mails.find(({ text = '' }) => /\b[0-9]{6}\b/.test(text) && /15/.test(text)) ?? assert.fail('no code');
  assert.equal(code.replyTo, undefined);
  assert.equal(code.from?.name, 'Depono');
  const others = mails.filter((mail) => mail !== code);
  assert.ok(others.length >= 3);
  for (const mail of others) assert.equal(mail.replyTo?.[0]?.address, demo.managerEmail, mail.subject ?? '');
  const toManager = letterbox.mails.filter(({ envelope }) => envelope.includes(demo.managerEmail));
  assert.ok(toManager.length > 0);
  for (const { email } of toManager) assert.deepEqual([email.from?.name, email.replyTo], ['Depono', undefined]);
});
