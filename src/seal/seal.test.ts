import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sample, TENANTS } from '../../test/support/sample-document.ts';
import { startTimeStamps, type Mood, type TimeStampServer } from '../../test/support/time-stamp-server.ts';
import { makePkcs12, signatureOf, validate, VALIDATORS_MISSING } from '../../test/support/validators.ts';
import { checkSeal } from '../cli/doctor/seal-check.ts';
import { DOCUMENT_KINDS } from '../domain/document.ts';
import { renderDocument } from '../documents/render.ts';
import { makeCertificate, readPem, readPkcs12 } from './certificate.ts';
import { readCertificate } from './read-certificate.ts';
import { sealWith } from './seal.ts';
import { timeStampsFrom } from './time-stamp.ts';

const PASSWORD = 'Geheim & sehr lang';
const skip = VALIDATORS_MISSING;
let stamps: TimeStampServer;
let folder: string;

before(async () => {
  stamps = await startTimeStamps();
  folder = mkdtempSync(join(tmpdir(), 'depono-certificate-'));
});

after(async () => {
  await stamps.stop();
  rmSync(folder, { recursive: true });
});

const agreement = (): Promise<Buffer> => renderDocument(sample('agreement', 'de', TENANTS.slice(0, 2)));
const selfMade = async () => readPem((await makeCertificate('Depono test seal')).pem);

for (const [name, options] of [
  ['RSA', ['rsa:2048', { days: 90, password: 'geheim' }]],
  ['RSA in the older encryption', ['rsa:2048', { days: 90, password: 'geheim', legacy: true }]],
  ['ECDSA', ['ec', { days: 90, password: 'geheim' }]],
] as const) {
  test(
    `years.md 5: sealed with ${name}: pdfsig prints "Signature is Valid", openssl agrees; one byte less, and both refuse`,
    { skip },
    async () => {
      const certificate = await readPkcs12(makePkcs12(options[0], options[1]), 'geheim');
      const pdf = await agreement();
      const sealed = await sealWith(certificate, { stamps: null })(pdf, { isStamped: true });
      assert.ok(sealed.subarray(0, pdf.length).equals(pdf), 'the bytes so far stay as they are');
      const verdict = validate(sealed);
      assert.ok(verdict.isValid && verdict.coversAll && verdict.opensslAgrees, verdict.pdfsig);
      assert.match(verdict.pdfsig, /ETSI\.CAdES\.detached/);
      assert.match(verdict.pdfsig, /Muster Siegel/);
      for (const at of [pdf.indexOf('/Producer') + 12, sealed.lastIndexOf('/SigFlags') + 10]) {
        const tampered = Buffer.from(sealed);
        tampered[at] = (tampered[at] as number) ^ 1;
        const other = validate(tampered);
        assert.ok(!other.isValid && !other.opensslAgrees, other.pdfsig);
      }
    },
  );
}

test('every kind of document can be sealed', { skip }, async () => {
  const seal = sealWith(await selfMade(), { stamps: null });
  for (const kind of DOCUMENT_KINDS) {
    const verdict = validate(await seal(await renderDocument(sample(kind, 'fr')), { isStamped: false }));
    assert.ok(verdict.isValid && verdict.coversAll && verdict.opensslAgrees, `${kind}: ${verdict.pdfsig}`);
  }
});

test('years.md 5: a time stamp is asked for, checked and embedded', { skip }, async () => {
  const seal = sealWith(await selfMade(), { stamps: timeStampsFrom(stamps.url) });
  const sealed = await seal(await agreement(), { isStamped: true });
  const verdict = validate(sealed);
  assert.ok(verdict.isValid && verdict.coversAll && verdict.opensslAgrees, verdict.pdfsig);
  // id-aa-timeStampToken
  assert.ok(signatureOf(sealed).cms.includes(Buffer.from('060b2a864886f70d010910020e', 'hex')));
  const asked = stamps.asked;
  await seal(await agreement(), { isStamped: false });
  assert.equal(stamps.asked, asked, 'what is not signed by anyone waits for no server');
});

const REFUSED: [mood: Mood, says: RegExp][] = [
  ['slow', /did not answer in time/],
  ['wrong nonce', /another nonce/],
  ['wrong digest', /another digest/],
  ['garbage', /cannot be used/],
  ['refusal', /refused \(status 2\)/],
  ['too large', /too large/],
  ['500', /answered 500/],
  ['broken signature', /signature of the time stamp is not valid/],
  ['certificate for something else', /not one for time stamps/],
];

for (const [mood, says] of REFUSED) {
  test(`years.md 5: a time stamp server with ${mood}: nothing is sealed, and the error says why`, async () => {
    const seal = sealWith(await selfMade(), { stamps: timeStampsFrom(stamps.url, { limitMs: 300, restMs: 0 }) });
    stamps.mood = mood;
    await assert.rejects(seal(await agreement(), { isStamped: true }), says);
    stamps.mood = 'good';
    await seal(await agreement(), { isStamped: true });
  });
}

test('after a failure nobody waits for the server again for a while', async () => {
  const ask = timeStampsFrom(stamps.url, { restMs: 400 });
  stamps.mood = '500';
  await assert.rejects(ask(Buffer.from('a')), /answered 500/);
  stamps.mood = 'good';
  const { asked } = stamps;
  await assert.rejects(ask(Buffer.from('a')), /a moment ago/);
  assert.equal(stamps.asked, asked);
  await new Promise((done) => setTimeout(done, 450));
  assert.ok((await ask(Buffer.from('a'))).length > 0);
});

test('a server that is away: the error names no address', async () => {
  const ask = timeStampsFrom('http://user:geheim@127.0.0.1:9/');
  await assert.rejects(ask(Buffer.from('a')), (error: Error) => !error.message.includes('geheim'));
});

const settings = (seal: { file: string; password: string } | null) =>
  ({ environment: 'production', timestampUrl: null, seal }) as Parameters<typeof checkSeal>[0];

test('years.md 5: a certificate that cannot be used: a sentence that says what to do', { skip }, async () => {
  const put = (name: string, content: Buffer): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const good = put('good.p12', makePkcs12('ec', { days: 60, password: PASSWORD }));
  const now = new Date();
  const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
  const rows: [file: string, password: string, at: Date, says: RegExp][] = [
    [good, 'wrong', now, /does not open with SEAL_PASSWORD\. Set SEAL_PASSWORD/],
    [good, '', now, /does not open with SEAL_PASSWORD/],
    [join(folder, 'none.p12'), PASSWORD, now, /cannot be read \(ENOENT\)\. Set it to the path/],
    [folder, PASSWORD, now, /cannot be read \(EISDIR\)/],
    [put('text.p12', Buffer.from('no certificate')), PASSWORD, now, /is not a PKCS#12 file/],
    [put('empty.p12', Buffer.alloc(0)), PASSWORD, now, /is not a PKCS#12 file/],
    [good, PASSWORD, later(61), /expired on [0-9-]{10}\. Put a renewed certificate/],
  ];
  for (const [file, password, at, says] of rows) {
    await assert.rejects(readCertificate({ file, password }, at), (error: Error) => {
      assert.match(error.message, says);
      assert.ok(error.message.startsWith(`SEAL_CERTIFICATE (${file}) `) && !error.message.includes(PASSWORD));
      return true;
    });
    assert.equal((await checkSeal(settings({ file, password }), at)).state, 'fail');
  }
  assert.equal((await readCertificate({ file: good, password: PASSWORD }, now)).subject, 'Muster Siegel');
  const states = [now, later(29), later(31)].map((at) => checkSeal(settings({ file: good, password: PASSWORD }), at));
  const found = (await Promise.all(states)).map(({ state }) => state);
  assert.deepEqual(found, ['ok', 'ok', 'warn'], 'doctor warns 30 days before');
  assert.equal((await checkSeal(settings(null), now)).state, 'warn');
});

test('a seal whose certificate has expired meanwhile seals nothing', async () => {
  const certificate = await selfMade();
  const seal = sealWith(certificate, { stamps: null, now: () => new Date(certificate.expiresAt.getTime() + 1) });
  await assert.rejects(seal(await agreement(), { isStamped: false }), /certificate of the seal expired/);
});
