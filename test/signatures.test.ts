import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { readPdf } from './support/pdf.ts';
import { advance, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';
import { startTimeStamps, type TimeStampServer } from './support/time-stamp-server.ts';
import { signatureOf, validate, VALIDATORS_MISSING } from './support/validators.ts';

let service: Service;
let stamps: TimeStampServer;
let on: Stage;
let clara: ManagerBrowser;

before(async () => {
  stamps = await startTimeStamps();
  service = await startService({ env: { TIMESTAMP_URL: stamps.url } });
  on = await stage(service);
  clara = await signIn(service, on.managerEmail);
});

after(async () => {
  await verified(service);
  await service.stop();
  await stamps.stop();
});

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const seenIn = (page: string): string => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail();
const HASH = /^[0-9a-f]{64}$/;

async function bytesOf(path: string, cookie = ''): Promise<Buffer> {
  const response = await fetch(new URL(path, service.baseUrl), { headers: { cookie } });
  assert.equal(response.status, 200, path);
  return Buffer.from(await response.arrayBuffer());
}

const cookiesOf = ({ cookies }: ManagerBrowser): string => [...cookies].map((pair) => pair.join('=')).join('; ');
const agreementOf = async (it: Play): Promise<{ id: string; sha256: string } | undefined> =>
  (await it.record()).documents.find(({ kind }: any) => kind === 'agreement');

test('years.md 5: signed on the pages: who, when, how reached, address, browser, and the hashes of what was shown', async () => {
  const it = await on.start({ ...naturalTenant('tenant2'), tenant2FirstName: 'Noah', tenant2LastName: 'Keller' });
  assert.deepEqual((await it.record()).signatures, []);
  const path = `/manager/deposits/${it.id}`;
  const page = await clara.page(path);
  assert.ok(page.text.includes(`href="${path}/agreement.pdf"`), 'the PDF can be read before signing');
  const shown = await bytesOf(`${path}/agreement.pdf`, cookiesOf(clara));
  assert.ok(shown.equals(await bytesOf(`${path}/agreement.pdf`, cookiesOf(clara))), 'the same bytes each time');
  const forged = await clara.post(`${path}/sign`, {
    seen: seenIn(page.text).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  });
  assert.equal(forged.status, 409, 'another PDF is not signed');
  await clara.submit(`${path}/sign`, { seen: seenIn(page.text) });
  const lea = await openTenant(it, it.sent['tenantEmail']);
  const draft = await bytesOf(`${lea.path}/agreement.pdf`);
  await lea.submit('/sign', { typedName: 'lea brunner', consent: 'yes', product: 'bank_deposit' });
  await it.play('tenant-signs', { tenant: 2 });

  const { signatures, history } = await it.record();
  const [manager, first, second] = signatures;
  assert.equal(signatures.length, 3);
  assert.deepEqual(
    [manager.by, manager.tenant, manager.name, manager.reachedBy, manager.pdfSha256],
    ['manager', null, 'Clara Chefin', on.managerEmail, sha256(shown)],
  );
  assert.deepEqual(
    [first.by, first.tenant, first.name, first.reachedBy, first.pdfSha256],
    ['tenant', 1, 'lea brunner', it.sent['tenantEmail'], sha256(draft)],
  );
  for (const one of [manager, first]) {
    assert.match(one.ip, /127\.0\.0\.1|::1/);
    assert.equal(typeof one.userAgent, 'string');
    assert.match(one.termsSha256, HASH);
    assert.ok(Date.parse(one.at) > 0);
  }
  assert.deepEqual(
    [second.tenant, second.ip, second.userAgent],
    [2, null, null],
    'a call has no address and no browser',
  );
  assert.ok(HASH.test(second.termsSha256) && HASH.test(second.pdfSha256));
  const recorded = history.find(({ event }: any) => event === 'tenant_signed').detail;
  assert.deepEqual(
    [recorded.pdf, recorded.terms, recorded.reachedBy],
    [first.pdfSha256, first.termsSha256, first.reachedBy],
  );

  const { id } = (await agreementOf(it)) ?? assert.fail();
  const { text } = await readPdf(await bytesOf(`${path}/documents/${id}`, cookiesOf(clara)));
  for (const one of signatures) assert.ok(text.includes(one.termsSha256) && text.includes(one.pdfSha256), text);
  const asked = await service.operator('GET', `/deposits/${it.id}`);
  assert.deepEqual(asked.body.signatures, signatures);
});

test('given in advance by the organization: what nobody was shown is null', async () => {
  const advanced = await stage(service, { preSigned: true });
  const it = await advanced.start();
  const { at, ...rest } = (await it.record()).signatures[0];
  assert.ok(at);
  assert.ok(
    Object.entries(rest).every(([name, value]) => (name === 'by' ? value === 'manager' : value === null)),
    JSON.stringify(rest),
  );
});

test('years.md 5: a form whose terms have changed since is refused', async () => {
  const it = await on.start();
  const path = `/manager/deposits/${it.id}`;
  const before = seenIn((await clara.page(path)).text);
  await service.operator('PATCH', `/organizations/${on.organizationId}`, { name: `Neu ${Date.now()} AG` });
  const answer = await clara.post(`${path}/sign`, { seen: before });
  assert.equal(answer.status, 409, 'the PDF names the organization');
  assert.deepEqual((await it.record()).signatures, []);
});

test(
  'years.md 5: the archived agreement is sealed and stamped, and its SHA-256 is that of the sealed file',
  { skip: VALIDATORS_MISSING },
  async () => {
    const it = await on.start();
    await it.play('manager-signs');
    await it.play('tenant-signs');
    const { id, sha256: archived } = (await agreementOf(it)) ?? assert.fail();
    const sealed = await bytesOf(`/manager/deposits/${it.id}/documents/${id}`, cookiesOf(clara));
    assert.equal(sha256(sealed), archived);
    const verdict = validate(sealed);
    assert.ok(verdict.isValid && verdict.coversAll && verdict.opensslAgrees, verdict.pdfsig);
    assert.ok(signatureOf(sealed).cms.includes(Buffer.from('060b2a864886f70d010910020e', 'hex')), 'a time stamp');
    await it.play('account-opened');
    const slip = (await it.record()).documents.find(({ kind }: any) => kind === 'payment_slip');
    const other = validate(await bytesOf(`/manager/deposits/${it.id}/documents/${slip.id}`, cookiesOf(clara)));
    assert.ok(other.isValid && other.coversAll, 'all documents are sealed');
  },
);

test('the time stamp server is away: the agreement waits, everything else goes on, and it is made once later', async () => {
  stamps.mood = '500';
  const it = await on.start();
  await it.play('manager-signs');
  await it.play('tenant-signs');
  await it.play('account-opened');
  const kinds = (await it.record()).documents.map(({ kind }: any) => kind);
  assert.deepEqual(kinds, ['payment_slip'], 'no agreement without a stamp, and the slip does not wait');
  stamps.mood = 'good';
  // A failure is remembered for 30 seconds of real time.
  await new Promise((done) => setTimeout(done, 30_500));
  await advance(service, 'PT2H');
  const made = (await it.record()).documents.filter(({ kind }: any) => kind === 'agreement');
  assert.equal(made.length, 1);
});
