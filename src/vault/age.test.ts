import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { debianProgram } from '../../test/support/debian-program.ts';
import { IN_DEPTH, isDeep, test } from '../../test/support/depth.ts';
import { isRecipient } from './age-recipient.ts';
import { CannotDecrypt, decryptWith, encryptFor, identitiesIn, newIdentity } from './age.ts';

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* pieces(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

test('what is encrypted for several keys is read with each of them, and with no other', async () => {
  const [one, two, three] = [await newIdentity(), await newIdentity(), await newIdentity()];
  const content = randomBytes(200_000);
  const sealed = await whole(encryptFor([one.recipient, two.recipient], pieces(content, 7_777)));
  assert.ok(!sealed.includes(content.subarray(0, 32)));
  for (const { identity } of [one, two]) {
    assert.ok((await whole(decryptWith([three.identity, identity], pieces(sealed, 1_000)))).equals(content));
  }
  await assert.rejects(whole(decryptWith([three.identity], pieces(sealed, 1_000))), CannotDecrypt);
});

test('a changed or shortened file is noticed', async () => {
  const { identity, recipient } = await newIdentity();
  const sealed = await whole(encryptFor([recipient], pieces(randomBytes(150_000), 9_999)));
  for (const [what, damaged] of [
    ['a changed byte', sealed.with(100_000, (sealed[100_000] ?? 0) ^ 1)],
    ['a missing end', sealed.subarray(0, -1)],
    ['a missing last block', sealed.subarray(0, 65_536 + 16 + 200)],
    ['a missing middle', Buffer.concat([sealed.subarray(0, 70_000), sealed.subarray(140_000)])],
    ['an additional end', Buffer.concat([sealed, Buffer.from('x')])],
    ['another header', sealed.with(30, (sealed[30] ?? 0) ^ 1)],
  ] as const) {
    await assert.rejects(whole(decryptWith([identity], pieces(Buffer.from(damaged), 4_096))), CannotDecrypt, what);
  }
});

test('an error of the source stays what it is', async () => {
  const { identity, recipient } = await newIdentity();
  const sealed = await whole(encryptFor([recipient], pieces(randomBytes(150_000), 9_999)));
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield sealed.subarray(0, 80_000);
    throw Object.assign(new Error('away'), { code: 'EIO' });
  }
  await assert.rejects(whole(decryptWith([identity], broken())), { code: 'EIO' });
  await assert.rejects(whole(encryptFor([recipient], broken())), { code: 'EIO' });
});

/** Made by age-keygen and age 1.1.1: `printf 'Kaution' | age -r … | base64`. */
const FOREIGN = {
  identity: 'AGE-SECRET-KEY-1MKDVVCVYNFX9ZEPJGNEKLXGQP0F9XL0A9YMDRD4WKXH25VCHKD9SV95GVT',
  recipient: 'age1zu7ql458v97u4ejuajruczf9unr70je2ja079m0uup3qng2akcaqgwd5ju',
  file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBYRmZJQTB0OVV5RlVWWlBKMm1sRDZmT0xSMW9PUFY1cDhsN0VyVmovR3d3CllZSU9QdGkzOHkwMTdncTUzZWJRcUpxSVRyUlQ3REVlVlhrNVZ6Q0I5czQKLS0tIFdtb1BabUF1bkxucTFJYkdWWmNPY0FpVWlmbGVCTGJvVDRkTEhNWXFPUmsKpMpkNkm/gAoccEaiDgrvBsOcWxYE0aaqQ3Blk222NLT5KU5IWuiE',
};

test('a file of the program age', async () => {
  assert.ok(isRecipient(FOREIGN.recipient));
  const content = await whole(decryptWith([FOREIGN.identity], pieces(Buffer.from(FOREIGN.file, 'base64'), 10)));
  assert.equal(content.toString(), 'Kaution');
});

const recipients: [what: string, text: string, is: boolean][] = [
  ['a key', FOREIGN.recipient, true],
  ['capitals', FOREIGN.recipient.toUpperCase(), false],
  ['another letter', FOREIGN.recipient.replace(/.$/, (letter) => (letter === 'q' ? 'p' : 'q')), false],
  ['too short', FOREIGN.recipient.slice(0, -1), false],
  ['a secret', FOREIGN.identity, false],
  ['nothing', '', false],
];
for (const [what, text, is] of recipients) test(`public key: ${what}`, () => assert.equal(isRecipient(text), is));

test('our check of public keys agrees with the library', async () => {
  const { Encrypter } = await import('age-encryption');
  const isTaken = (text: string): boolean => {
    try {
      new Encrypter().addRecipient(text);
      return true;
    } catch {
      return false;
    }
  };
  const { recipient } = await newIdentity();
  const letters = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7lb1A');
  fc.assert(
    fc.property(fc.nat(recipient.length - 1), letters, (at, letter) => {
      const text = recipient.slice(0, at) + letter + recipient.slice(at + 1);
      assert.equal(isRecipient(text), isTaken(text), text);
    }),
  );
});

test('identity files: comments and several keys; anything else is none', async () => {
  const { identity } = await newIdentity();
  assert.deepEqual(await identitiesIn(`# created: today\n\n${identity}\r\n  ${identity}\n`), [identity, identity]);
  for (const text of ['', '# only a comment\n', `${identity}\nssh-ed25519 AAAA`, FOREIGN.recipient]) {
    assert.equal(await identitiesIn(text), null);
  }
});

const age = isDeep ? debianProgram('age', 'age') : null;
test(
  'the program age reads ours, and we read its',
  { skip: IN_DEPTH.skip || (age === null && 'age cannot be had here: install Debian’s package') },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'depono-age-'));
    try {
      const { identity, recipient } = await newIdentity();
      writeFileSync(join(folder, 'key'), `${identity}\n`, { mode: 0o600 });
      for (const size of [0, 1, 65_535, 65_536, 65_537, 3_000_000]) {
        const content = randomBytes(size);
        writeFileSync(join(folder, 'ours.age'), await whole(encryptFor([recipient], pieces(content, 10_000))));
        const read = spawnSync(age ?? 'age', ['-d', '-i', join(folder, 'key'), join(folder, 'ours.age')], {
          maxBuffer: 2 ** 24,
        });
        assert.ok(read.stdout.equals(content), `${size}: ${String(read.stderr)}`);
        const made = spawnSync(age ?? 'age', ['-r', recipient, '-o', join(folder, 'theirs.age')], { input: content });
        assert.equal(made.status, 0, String(made.stderr));
        const theirs = readFileSync(join(folder, 'theirs.age'));
        assert.ok((await whole(decryptWith([identity], pieces(theirs, 5_000)))).equals(content), String(size));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('a quarter of a gibibyte takes no more memory than a few mebibytes', IN_DEPTH, async () => {
  const { identity, recipient } = await newIdentity();
  const chunk = randomBytes(1_048_576);
  const [put, got] = [createHash('sha256'), createHash('sha256')];
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 256; n++) {
      put.update(chunk);
      yield chunk;
    }
  }
  let most = 0;
  const before = process.memoryUsage.rss();
  for await (const piece of decryptWith([identity], encryptFor([recipient], large()))) {
    got.update(piece);
    most = Math.max(most, process.memoryUsage.rss());
  }
  assert.equal(got.digest('hex'), put.digest('hex'));
  assert.ok(most - before < 150 * 1_048_576, `${Math.round((most - before) / 1_048_576)} MiB more`);
});
