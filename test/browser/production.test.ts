import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { rappen } from '../../src/domain/values/money.ts';
import { readPain001 } from '../../src/sandbox/simulated-bank/read-pain001.ts';
import { writeCamt054 } from '../../src/sandbox/simulated-bank/write-camt054.ts';
import type { SimulatedEntry } from '../../src/sandbox/simulated-bank/write-entries.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { created, setUpPartner, type Partner } from '../support/partner.ts';
import { payload } from '../support/payload.ts';
import { setUpProvider, type ProviderVisitor } from '../support/provider.ts';
import { PRODUCTION, startService, type Service } from '../support/service.ts';
import { openLetterbox, type Letterbox } from '../support/smtp.ts';

// After set-up no operator acts: partner, property manager, tenant, bank and insurer do it all.

const IBAN = 'CH9300762011623852957';
const SUBJECT = { sign: /^Ihre Mietkaution/, pay: /^Bitte einzahlen/, consent: /^Ihre Zustimmung ist nötig/ };
let letterbox: Letterbox;
let service: Service;
let browser: TestBrowser;
let partner: Partner;
let statusKey: string;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let folder: string;
let env: Record<string, string>;

before(async () => {
  letterbox = await openLetterbox();
  const port = await freePort();
  // Bank and insurer are set up below, not named by the settings.
  const { PROVIDER_BANK: _bank, PROVIDER_INSURANCE: _insurance, ...settings } = PRODUCTION;
  env = { ...settings, SMTP_URL: letterbox.url, PORT: String(port), BASE_URL: `http://localhost:${port}` };
  service = await startService({ env });
  folder = service.config.bankExchangeDir;
  browser = await openBrowser(service);
  bank = await setUpProvider(service, 'bank', { offer: { interestRate: 0.1, fees: 0 } });
  insurer = await setUpProvider(service, 'insurer', { offer: { premiumPercent: 4, premiumMinimum: 80 } });
  partner = await setUpPartner(service, { contractStatusEnabled: true, payoutIban: 'CH5604835012345678009' });
  statusKey = (await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`))).apiKey;
});
after(async () => {
  await service.stop();
  await letterbox.close();
  await browser.close();
});

async function until<T>(what: string, look: () => Promise<T | null | undefined> | T | null | undefined): Promise<T> {
  for (let n = 0; n < 600; n++) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    await wait(50);
  }
  throw new Error(`no ${what} within 30 seconds`);
}

/** The link in the newest mail to an address whose subject matches, and that names the contract where one is given. */
const linkTo = (to: string, subject: RegExp, contract = ''): Promise<string> =>
  until(`mail ${String(subject)} to ${to}`, () => {
    const mail = letterbox.mails.findLast(
      ({ envelope, email }) =>
        envelope.includes(to) && subject.test(email.subject ?? '') && (email.text ?? '').includes(contract),
    );
    return /https?:\/\/localhost:[0-9]+\/(?:t|manager)\/\S+/.exec(mail?.email.text ?? '')?.[0];
  });

/** The newest code for the account of the payout. */
const codeOf = (to: string): Promise<string> =>
  until(`code to ${to}`, () => {
    const mail = letterbox.mails.findLast(
      ({ envelope, email }) => envelope.includes(to) && (email.subject ?? '').startsWith('Ihr Code'),
    );
    return /Code: ([0-9]{6})/.exec(mail?.email.text ?? '')?.[1];
  });

async function status(contract: string): Promise<any> {
  const headers = { 'x-api-key': statusKey, 'x-org-id': partner.organizationId };
  const query = new URLSearchParams({ 'ext-contract-id': contract });
  return (await service.call('GET', `/webhook/contract-status?${query}`, { headers })).body;
}

const reached = (contract: string, state: string): Promise<any> =>
  until(`${contract} ${state}`, async () => {
    const found = await status(contract);
    return found.state === state ? found : null;
  });

/** What the provider is asked about a contract. */
const asked = (provider: ProviderVisitor, kind: string): Promise<any> =>
  until(kind, async () => {
    const { body } = await provider.call('GET', '/applications');
    return body.applications.find((one: any) => one.kind === kind);
  });

async function press(page: Page, action: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(`form[action$="${action}"] button[type=submit]`)]);
}

let managerPage: Page;
async function manager(): Promise<Page> {
  if (managerPage !== undefined) return managerPage;
  const { page } = await browser.desktop();
  await page.goto('/manager');
  await page.fill('input[name=email]', partner.managerEmail);
  await page.click('main form button[type=submit]');
  await page.waitForURL(/\/sign-in\/sent/);
  await page.goto(await linkTo(partner.managerEmail, /Anmeld/i));
  await page.waitForURL(/\/manager\/start/);
  managerPage = page;
  return page;
}

/** From the open call to the tenant's signature. */
async function openAndSign(contract: string, product: 'bank_deposit' | 'insurance'): Promise<Page> {
  const tenantEmail = `${contract.toLowerCase()}@mail.example`;
  const sent = payload({
    externalContractId: contract,
    tenantEmail,
    tenantFirstName: 'Lea',
    tenantLastName: 'Brunner',
  });
  assert.deepEqual((await partner.open(sent)).body, { success: true, result: 'success' });
  const page = await manager();
  await page.goto(await linkTo(partner.managerEmail, new RegExp(contract)));
  await press(page, '/sign');
  const phone = await browser.phone();
  await phone.page.goto(await linkTo(tenantEmail, SUBJECT.sign));
  await phone.page.check(`input[value=${product}]`);
  await phone.page.fill('input[name=typedName]', 'Lea Brunner');
  await phone.page.check('input[name=consent]');
  await press(phone.page, '/sign');
  return phone.page;
}

/** The tenant proposes how it is paid back, and the manager consents. */
async function agree(tenant: Page, contract: string, landlord: string, iban: string | null): Promise<void> {
  await tenant.reload();
  const details = tenant.locator('details:has(form[action*="/closing"])');
  if ((await details.count()) > 0 && (await details.getAttribute('open')) === null) {
    await details.locator('summary').click();
  }
  await tenant.fill('form[action*="/closing"] input[name=amountLandlord]', landlord);
  await tenant.fill('form[action*="/closing"] input[name=tenancyEnd]', '2027-03-31');
  await press(tenant, '/closing');
  await press(tenant, '/closing');
  if (iban !== null) {
    await tenant.locator('#account summary').click();
    await tenant.fill('#account input[name=tenantIban]', iban);
    await press(tenant, '/account');
    await tenant.fill('input[name=code]', await codeOf(`${contract.toLowerCase()}@mail.example`));
    await press(tenant, '/account/code');
  }
  const page = await manager();
  await page.goto(await linkTo(partner.managerEmail, SUBJECT.consent, contract));
  assert.ok((await page.textContent('main'))?.includes(contract));
  await page.locator('a[href$="/consent"]').click();
  await press(page, '/consent');
}

let messages = 0;
/** The bank's file about what it has booked. */
function bankWrites(...bookings: SimulatedEntry[]): void {
  const messageId = `WALK-${++messages}`;
  const content = writeCamt054({ messageId, createdAt: new Date(), bookings });
  mkdirSync(join(folder, 'in'), { recursive: true });
  writeFileSync(join(folder, 'in', `${messageId}.xml`), content);
}

const today = (): string => new Date().toISOString().slice(0, 10);

test('a bank deposit: partner, manager, tenant, bank and its files, to closed', async () => {
  const contract = 'WALK-BANK';
  const tenant = await openAndSign(contract, 'bank_deposit');
  const opening = await asked(bank, 'account_opening');
  assert.equal(opening.holder.email, 'walk-bank@mail.example');
  await bank.answer(opening.id, 'account', { iban: IBAN });
  const { iban, provider } = await until('IBAN', async () => {
    const found = await status(contract);
    return found.iban === null ? null : found;
  });
  assert.deepEqual([iban, provider], [IBAN, bank.code]);

  await tenant.goto(await linkTo('walk-bank@mail.example', SUBJECT.pay));
  const reference = /RF[0-9 ]{10,30}/.exec((await tenant.textContent('main')) ?? '')?.[0].replaceAll(' ', '') ?? '';
  assert.ok(reference.length > 10, 'the page has the reference');
  bankWrites({
    accountIban: IBAN,
    direction: 'credit',
    amount: rappen(opening.deposit.amount * 100),
    bookedOn: today(),
    bankReference: 'B-1',
    debtor: { name: 'Lea Brunner', iban: 'CH5109000000250092291' },
    reference,
  });
  await reached(contract, 'open');

  await agree(tenant, contract, '100', 'CH5109000000250092291');
  // Payment files are written at the start of a worker, and then every ten minutes.
  const workerEnv = { ...env, ROLE: 'worker', PORT: '0', BANK_EXCHANGE_DIR: folder };
  const worker = await startService({ env: workerEnv, databaseUrl: service.databaseUrl });
  const paid = await until('payment file', () => {
    const files = readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.xml'));
    const all = files.flatMap((name) => readPain001(readFileSync(join(folder, 'out', name), 'utf8')).payments);
    return all.length === 2 ? all : null;
  });
  await worker.stop();
  bankWrites(
    ...paid.map((one, index) => ({
      accountIban: IBAN,
      direction: 'debit' as const,
      amount: rappen(Math.round(Number(one.amountText) * 100)),
      bookedOn: today(),
      bankReference: `B-${index + 2}`,
      creditor: { name: one.creditorName, iban: one.creditorIban },
      endToEndId: one.endToEndId,
    })),
  );
  const closed = await reached(contract, 'closed');
  assert.equal(closed.paidOutAmountTenant, opening.deposit.amount - 100);
  const closing = await asked(bank, 'account_closing');
  await bank.answer(closing.id, 'ended');
});

test('an insurance: partner, manager, tenant and insurer, with a claim, to closed', async () => {
  const contract = 'WALK-COVER';
  const tenant = await openAndSign(contract, 'insurance');
  const cover = await asked(insurer, 'cover');
  await insurer.answer(cover.id, 'cover', { policyNumber: 'P-1', premium: 150 });
  const open = await reached(contract, 'open');
  assert.deepEqual([open.provider, open.product], [insurer.code, 'insurance']);
  await agree(tenant, contract, '250', null);
  const claim = await asked(insurer, 'claim');
  assert.equal(claim.claim.amount, 250);
  await insurer.answer(claim.id, 'paid', { amount: 250 });
  const end = await asked(insurer, 'cover_end');
  await insurer.answer(end.id, 'ended');
  await reached(contract, 'closed');
});
