import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { signWithOwn } from '../src/sandbox/qualified-service.ts';
import { checkSigned } from '../src/seal/check-signed.ts';
import { renderDocument } from '../src/documents/render.ts';
import { makeCertificate } from '../src/seal/certificate.ts';
import { signIn } from './support/manager.ts';
import { stage, verified, type Stage } from './support/play.ts';
import { sample } from './support/sample-document.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant, type TenantBrowser } from './support/tenant.ts';

let service: Service;
let on: Stage;
before(async () => {
  service = await startService({ env: { QUALIFIED_SIGNATURE_URL: 'simulated' } });
  on = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const linkIn = (page: string): string =>
  /href="([^"]+\/sandbox\/qualified\/sign\/[^"]+)"/.exec(page)?.[1] ?? assert.fail(page);
const answerAt = async (link: string, answer: string): Promise<Response> =>
  fetch(new URL(new URL(link).pathname, service.baseUrl), {
    method: 'POST',
    body: new URLSearchParams({ answer }),
    redirect: 'manual',
  });
/** The form of the page, sent with its other button. */
async function askedBy(lea: TenantBrowser): Promise<string> {
  const seen = /name="seen" value="([^"]+)"/.exec((await lea.get()).text)?.[1] ?? assert.fail();
  const { status, location } = await lea.post('/qualified', { ...fields, seen });
  assert.equal(status, 303);
  return (await fetch(new URL(location ?? '', service.baseUrl))).text();
}

const fields = { typedName: 'Lea Brunner', consent: 'yes', product: 'bank_deposit' };

test('years.md 5: manager and tenant sign at a qualified service and come back with the signed PDF', async () => {
  const it = await on.start();
  const clara = await signIn(service, on.managerEmail);
  const path = `/manager/deposits/${it.id}`;
  const seen = /name="seen" value="([^"]+)"/.exec((await clara.page(path)).text)?.[1] ?? assert.fail();
  const way = await clara.submit(`${path}/qualified`, { seen });
  const back = (await answerAt(linkIn(way.text), 'sign')).headers.get('location') ?? assert.fail();
  assert.equal((await it.record()).step, 'awaiting_manager_signature', 'nothing counts before it came back');
  await clara.page(new URL(back).pathname);
  assert.equal((await it.record()).step, 'awaiting_tenant_signatures');

  const lea = await openTenant(it, it.sent['tenantEmail']);
  const declined = await askedBy(lea);
  await answerAt(linkIn(declined), 'decline');
  assert.equal((await it.record()).signatures.length, 1);
  const again = await askedBy(lea);
  const link = linkIn(again);
  await answerAt(link, 'sign');
  const id = link.split('/').at(-1);
  const told = async (secret: string): Promise<number> =>
    (await service.call('POST', `/qualified-signatures/${id}`, { headers: { authorization: `Bearer ${secret}` } }))
      .status;
  assert.equal(await told('wrong'), 401);
  assert.equal(await told('simulated-signature-service'), 204, 'the person never comes back, and the service tells');
  assert.equal(await told('simulated-signature-service'), 204, 'twice is once');
  const { signatures, step } = await it.record();
  assert.equal(step, 'awaiting_account');
  for (const one of signatures) {
    assert.equal(one.qualified.service, 'Simulated signature service');
    assert.match(one.qualified.pdfSha256, /^[0-9a-f]{64}$/);
    assert.equal(one.qualified.issuer, 'Simulated qualified CA');
  }
  assert.deepEqual(
    signatures.map((one: any) => one.qualified.signedBy),
    ['Clara Chefin', 'Lea Brunner'],
  );
});

test('the deposit has changed since: the signed PDF does not count', async () => {
  const it = await on.start();
  await it.play('manager-signs');
  const lea = await openTenant(it, it.sent['tenantEmail']);
  const link = linkIn(await askedBy(lea));
  await it.play('edit', { rentalDeposit: 5000 });
  await it.play('resend');
  await answerAt(link, 'sign');
  await service.call('POST', `/qualified-signatures/${link.split('/').at(-1)}`, {
    headers: { authorization: 'Bearer simulated-signature-service' },
  });
  assert.equal((await it.record()).signatures.length, 1, 'only the manager');
});

test('years.md 5: what comes back must begin with our bytes and be validly signed as a whole', async () => {
  const pdf = await renderDocument(sample('agreement', 'de'));
  const other = await renderDocument(sample('agreement', 'fr'));
  const good = await signWithOwn('Zoë Müller', pdf);
  assert.deepEqual(await checkSigned(good, pdf, null), { signedBy: 'Zoë Müller', issuer: 'Simulated qualified CA' });
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(good);
    copy[at] = (copy[at] as number) ^ 1;
    return copy;
  };
  const foreign = new X509Certificate((await makeCertificate('Other CA', { isAuthority: true })).pem);
  const rows: [name: string, returned: Buffer, fault: string][] = [
    ['unsigned', pdf, 'other_document'],
    ['another document', await signWithOwn('Lea', other), 'other_document'],
    ['our bytes changed', flipped(100), 'other_document'],
    ['only appended to', Buffer.concat([pdf, Buffer.from('% more\n')]), 'no_signature'],
    ['something added after the signature', Buffer.concat([good, Buffer.from('% more\n')]), 'not_all_signed'],
    ['changed after the signature', flipped(good.lastIndexOf('/SigFlags') + 10), 'invalid_signature'],
    [
      'signed twice',
      await signWithOwn('Lea', good).catch(() => Buffer.concat([good, good.subarray(pdf.length)])),
      'no_signature',
    ],
  ];
  for (const [name, returned, fault] of rows) assert.deepEqual(await checkSigned(returned, pdf, null), { fault }, name);
  assert.deepEqual(await checkSigned(good, pdf, [foreign]), { fault: 'unknown_issuer' });
  assert.equal(
    createHash('sha256').update(good.subarray(0, pdf.length)).digest('hex'),
    createHash('sha256').update(pdf).digest('hex'),
  );
});

/** Bodies that are refused before the secret is looked at: anybody can send them. */
for (const [what, path, type, body, status] of [
  ['too large', '/qualified-signatures/x', 'application/cms', 'x'.repeat(65 * 1024), 413],
  ['too large for the simulated service', '/sandbox/qualified/sign/x', 'text/plain', 'x'.repeat(2_000_000), 415],
  ['no JSON', '/sandbox/qualified/requests', 'application/json', '{"id":', 400],
  ['of another type', '/sandbox/qualified/requests', 'multipart/form-data; boundary=x', '--x', 415],
] as const) {
  test(`a body that is ${what} is refused, and is no failure of ours`, async () => {
    const options = { method: 'POST', headers: { 'content-type': type }, body };
    assert.equal((await fetch(`${service.address}${path}`, options)).status, status);
  });
}
