import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import fc from 'fast-check';
import { camt, ntry } from '../bank-files.test.ts';
import { FileIncomplete, FileRefused } from '../file-refused.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import type { BankSource } from './bank-source.ts';
import { fingerprintOf } from './fingerprint.ts';
import { openBankFile } from './open-bank-file.ts';
import { IN_DEPTH, runCount } from '../../../test/support/depth.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-archives-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const XML = Buffer.from(camt(ntry()));
const GZIPPED = gzipSync(XML);
const zipped = (files: Zippable, level: 0 | 6 = 6): Buffer => Buffer.from(zipSync(files, { level }));

/** A byte of a ZIP archive is found by the signature before it: of the first local header or the central directory. */
function changed(archive: Buffer, signature: string, offset: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(archive);
  const at = copy.indexOf(Buffer.from(signature, 'latin1')) + offset;
  copy[at] = change(copy[at] as number);
  return copy;
}
const CENTRAL = 'PK\x01\x02';

type Found = [name: string, content: string | RegExp];

/** What is inside: the text of a file, or why it is refused. */
async function inside(file: string, content: Buffer, limits = ARCHIVE_LIMITS): Promise<[string, string][]> {
  const path = join(folder, file);
  writeFileSync(path, content);
  const { sources, close } = await openBankFile(path, 'r', { limits });
  try {
    return await Promise.all(
      sources.map(async (source): Promise<[string, string]> => [source.name, await read(source)]),
    );
  } finally {
    close();
  }
}

async function read({ open, refusal }: BankSource): Promise<string> {
  if (refusal !== null) return `refused: ${refusal.message}`;
  try {
    return Buffer.concat(await Array.fromAsync(open())).toString();
  } catch (error) {
    assert.ok(error instanceof FileRefused, String(error));
    return `refused: ${error.message}`;
  }
}

const TWO = zipped({ 'a.xml': XML, 'b.xml': Buffer.from('<b/>') });
const text = XML.toString();

const ROWS: [name: string, file: string, content: Buffer, found: Found[]][] = [
  ['8 a file is itself', 'camt.xml', XML, [['camt.xml', text]]],
  ['8 a file is no archive by its name', 'camt.zip', XML, [['camt.zip', text]]],
  ['8 a .gz', 'camt.xml.gz', GZIPPED, [['camt.xml.gz/camt.xml', text]]],
  ['8 a gzip file of any name', 'camt.xml', GZIPPED, [['camt.xml/camt.xml', text]]],
  ['8 a .gz in parts', 'x.gz', Buffer.concat([gzipSync('<a>'), gzipSync('</a>')]), [['x.gz/x', '<a></a>']]],
  [
    '8 a .zip',
    'x.zip',
    TWO,
    [
      ['x.zip/a.xml', text],
      ['x.zip/b.xml', '<b/>'],
    ],
  ],
  ['8 a .zip without compression', 'x.zip', zipped({ 'a.xml': XML }, 0), [['x.zip/a.xml', text]]],
  ['8 a .zip of any name', 'x.xml', zipped({ 'a.xml': XML }), [['x.xml/a.xml', text]]],
  ['8 files in folders', 'x.zip', zipped({ 'd/': new Uint8Array(), 'd/a.xml': XML }), [['x.zip/d/a.xml', text]]],
  [
    '8 hidden files and those of macOS are skipped',
    'x.zip',
    zipped({ 'a.xml': XML, '__MACOSX/._a.xml': XML, '.DS_Store': XML, 'd/.hidden': XML }),
    [['x.zip/a.xml', text]],
  ],
  ['8 a name in other letters', 'x.zip', zipped({ 'Auszug Zürich.xml': XML }), [['x.zip/Auszug Zürich.xml', text]]],
  [
    '8 a name is cut and cleaned',
    'x.zip',
    zipped({ [`ä\n${'b'.repeat(300)}`]: XML }),
    [[`x.zip/ä\uFFFD${'b'.repeat(148)}…`, text]],
  ],

  [
    '8 no archive in an archive',
    'x.zip',
    zipped({ 'a.zip': TWO, 'b.xml': XML }),
    [
      ['x.zip/a.zip', /archive inside an archive/],
      ['x.zip/b.xml', text],
    ],
  ],
  ['8 no .gz in a .zip, whatever its name', 'x.zip', zipped({ 'a.xml': GZIPPED }), [['x.zip/a.xml', /archive inside/]]],
  ['8 no .zip in a .gz', 'x.gz', gzipSync(TWO), [['x.gz/x', /archive inside/]]],
  ['8 no .gz in a .gz', 'x.gz', gzipSync(GZIPPED), [['x.gz/x', /archive inside/]]],
  [
    '8 no tar in a .gz',
    'x.tar.gz',
    gzipSync(Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar\x0000')])),
    [['x.tar.gz/x.tar', /archive inside/]],
  ],
  ['8 other archives', 'x.7z', Buffer.from('377abcaf271c', 'hex'), [['x.7z', /read as \.zip or \.gz/]]],
  [
    '8 a name that leads out',
    'x.zip',
    zipped({ '../a.xml': XML, 'b.xml': XML }),
    [
      ['x.zip/../a.xml', /leads out/],
      ['x.zip/b.xml', text],
    ],
  ],
  ['8 a name from the root', 'x.zip', zipped({ '/etc/passwd': XML }), [['x.zip//etc/passwd', /leads out/]]],
  [
    '8 encrypted',
    'x.zip',
    changed(zipped({ 'a.xml': XML }), CENTRAL, 8, (byte) => byte | 1),
    [['x.zip/a.xml', /encrypted\. Pack the files without/]],
  ],
  [
    '8 packed in another way',
    'x.zip',
    changed(zipped({ 'a.xml': XML }), CENTRAL, 10, () => 12),
    [['x.zip/a.xml', /Use Deflate/]],
  ],
  [
    '8 a changed byte',
    'x.zip',
    changed(zipped({ 'a.xml': XML }, 0), '<Document', 3, (byte) => byte ^ 1),
    [['x.zip/a.xml', /checksum is wrong/]],
  ],
  [
    '8 larger than it says',
    'x.zip',
    changed(zipped({ 'a.xml': XML }), CENTRAL, 24, (byte) => byte - 1),
    [['x.zip/a.xml', /damaged \(too many bytes/]],
  ],
  ['8 a damaged .gz', 'x.gz', changed(GZIPPED, '\x1f\x8b', 40, (byte) => byte ^ 0x55), [['x.gz/x', /damaged/]]],
  [
    '8 a wrong checksum of a .gz',
    'x.gz',
    Buffer.concat([GZIPPED.subarray(0, -8), Buffer.alloc(8)]),
    [['x.gz/x', /damaged/]],
  ],
  ['8 a cut .zip', 'x.zip', TWO.subarray(0, -5), [['x.zip', /ends too early/]]],
  ['8 a cut .gz', 'x.gz', GZIPPED.subarray(0, -9), [['x.gz/x', /ends too early/]]],
  ['8 an empty archive', 'x.zip', zipped({}), [['x.zip', /has no files/]]],
  ['8 only folders', 'x.zip', zipped({ 'd/': new Uint8Array() }), [['x.zip', /has no files/]]],
  [
    '8 a hundred files',
    'x.zip',
    zipped(many(100)),
    Array.from({ length: 100 }, (_, n): Found => [`x.zip/${n}.xml`, '<a/>']),
  ],
  ['8 more than a hundred files', 'x.zip', zipped(many(101)), [['x.zip', /more than 100 files/]]],
  [
    '8 more than a thousand hidden ones',
    'x.zip',
    zipped({ 'a.xml': XML, ...many(1_000, '.') }),
    [['x.zip', /more than 1000 entries/]],
  ],
];
for (const [name, file, content, found] of ROWS) {
  test(name, async () => {
    const read = await inside(file, content);
    assert.deepEqual(
      read.map(([one]) => one),
      found.map(([one]) => one),
    );
    for (const [index, [, expected]] of found.entries()) {
      const is = read[index]?.[1] ?? '';
      if (typeof expected === 'string') assert.equal(is, expected);
      else assert.match(is, new RegExp(`^refused: .*${expected.source}.*\\.$`));
    }
  });
}

function many(count: number, before = ''): Zippable {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${before}${n}.xml`, Buffer.from('<a/>')]));
}

test('8 no more is unpacked than allowed: a .gz stops at the limit, a .zip is not begun', async () => {
  const limits = { files: 100, bytes: 2_000_000 };
  const zeros = Buffer.alloc(1_500_000);
  assert.equal((await inside('x.gz', gzipSync(zeros), limits))[0]?.[1].length, zeros.length);
  assert.match((await inside('x.gz', gzipSync(Buffer.alloc(2_000_001)), limits))[0]?.[1] ?? '', /more than 2 MB/);
  const both = zipped({ 'a.xml': zeros, 'b.xml': zeros });
  assert.deepEqual(await inside('x.zip', both, limits), [['x.zip', 'refused: The archive unpacks to more than 2 MB.']]);
});

test('8 a gzip file that unpacks to far more than 1 GB stops there', IN_DEPTH, async () => {
  const path = join(folder, 'bomb.gz');
  function* zeros(): Generator<Buffer> {
    const chunk = Buffer.alloc(1_000_000);
    for (let n = 0; n < 3_000; n++) yield chunk;
  }
  const { createWriteStream } = await import('node:fs');
  await pipeline(Readable.from(zeros()), createGzip({ level: 1 }), createWriteStream(path));
  const { sources } = await openBankFile(path, 'r');
  let bytes = 0;
  await assert.rejects(async () => {
    for await (const chunk of sources[0].open()) bytes += chunk.length;
  }, /more than 1000 MB/);
  assert.ok(bytes <= 1_000_000_000);
});

test('an archive is read again for each reading, and an error of the disk is no error of the file', async () => {
  const path = join(folder, 'again.zip');
  writeFileSync(path, TWO);
  const { sources, close } = await openBankFile(path, 'r');
  for (let n = 0; n < 3; n++) assert.equal(await read(sources[0]), text);
  close();
  const gone = await openBankFile(join(folder, 'again.zip'), 'r');
  gone.close();
  writeFileSync(join(folder, 'x.gz'), GZIPPED);
  const opened = await openBankFile(join(folder, 'x.gz'), 'r');
  rmSync(join(folder, 'x.gz'));
  await assert.rejects(Array.fromAsync(opened.sources[0].open()), { code: 'ENOENT' });
});

test('8 any cut of an archive is refused as incomplete or damaged, never read as whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<[string, Buffer]>(['c.zip', TWO], ['c.gz', GZIPPED]),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async ([file, content], part) => {
        const cut = content.subarray(0, Math.max(4, Math.floor(part * content.length)));
        const [first, ...more] = await inside(file, cut);
        assert.match(first?.[1] ?? '', /^refused: The archive/);
        assert.deepEqual(more, []);
      },
    ),
    { numRuns: runCount({ quick: 100, deep: 2_000 }) },
  );
});

test('what is incomplete is told apart from what is damaged', async () => {
  writeFileSync(join(folder, 'i.gz'), GZIPPED.subarray(0, 50));
  const { sources } = await openBankFile(join(folder, 'i.gz'), 'r');
  assert.ok((await fingerprintOf(sources[0].open())).refusal instanceof FileIncomplete);
});
