import { deflateSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { png } from '../../test/support/png.ts';
import type { Random } from '../random.ts';
import { MARKUP_CANARY } from '../values.ts';

/** A file as somebody may upload it: its name, the type that the sender claims, and its content. */
export type SentFile = { kind: string; name: string; type: string; content: Buffer };

const NAMES: readonly string[] = [
  'quittung.pdf',
  'Foto.JPG',
  'logo.png',
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '.htaccess',
  'x.pdf\u0000.exe',
  'a\r\nContent-Type: text/html\r\n\r\n<b>.pdf',
  'a"; filename="b.html',
  `${MARKUP_CANARY}.pdf`,
  '\u202efdp.exe',
  'con',
  '...',
  '',
  `${'n'.repeat(300)}.pdf`,
  'Žižek 👩‍👩‍👧 ﷽.png',
];

export function someFile(random: Random): SentFile {
  const [kind, content] = someContent(random);
  const type = random.pick(['application/pdf', 'image/png', 'image/jpeg', 'text/html', 'image/svg+xml', 'x', '']);
  return { kind, name: random.pick(NAMES), type, content };
}

type Content = [kind: string, content: Buffer];

/** PDF, PNG and JPEG, whole and damaged, and what pretends to be one. */
export function someContent(random: Random): Content {
  return random.weighted<() => Content>([
    [6, () => ['pdf', smallPdf()]],
    [4, () => ['png', smallPng(random)]],
    [4, () => ['jpeg', smallJpeg(random)]],
    [2, () => ['pdf with a script', smallPdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')]],
    [2, () => ['pdf that starts a program', smallPdf('/OpenAction << /S /Launch /F (cmd.exe) >>')]],
    [3, () => ['cut short', cut(random, someWhole(random))]],
    [3, () => ['damaged', damaged(random, someWhole(random))]],
    [
      1,
      () => [
        'only a beginning',
        random.pick([Buffer.from('%PDF-'), Buffer.from([0xff, 0xd8, 0xff]), smallPng(random).subarray(0, 8)]),
      ],
    ],
    [
      2,
      () => [
        'pdf that is a page too',
        Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(`<html>${MARKUP_CANARY}<script>alert(1)</script>`)]),
      ],
    ],
    [2, () => ['page', Buffer.from(`<!doctype html><script>alert(1)</script>${MARKUP_CANARY}`)]],
    [2, () => ['svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${MARKUP_CANARY}</svg>`)]],
    [1, () => ['zip', Buffer.from(zipSync({ 'a.pdf': smallPdf(), '../b.pdf': smallPdf() }))]],
    [1, () => ['zip bomb', gzipSync(Buffer.alloc(2_000_000))]],
    [1, () => ['picture that unpacks to much', pictureBomb()]],
    [1, () => ['picture of great size', sizedPng(random.pick([0, 1, 65_535, 0x7f_ff_ff_ff, 0xff_ff_ff_ff]))]],
    [1, () => ['random bytes', random.bytes(random.below(400))]],
    [1, () => ['nothing', Buffer.alloc(0)]],
    [1, () => ['large', Buffer.concat([smallPdf(), Buffer.alloc(random.pick([100_001, 300_000]), 'x')])]],
  ])();
}

/** Rarely: it takes the service as long as all others together. */
export function hugeFile(random: Random): SentFile {
  const size = random.pick([5 * 1024 * 1024 + 1, 8_500_000, 11_000_000]);
  return {
    kind: 'huge',
    name: 'gross.pdf',
    type: 'application/pdf',
    content: Buffer.concat([smallPdf(), Buffer.alloc(size)]),
  };
}

const someWhole = (random: Random): Buffer =>
  random.pick([smallPdf, () => smallPng(random), () => smallJpeg(random)])();

export function smallPdf(more = ''): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R ${more} >> endobj\n` +
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n' +
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >> endobj\n' +
      'trailer << /Root 1 0 R >>\n%%EOF\n',
  );
}

function smallPng(random: Random): Buffer {
  const alpha = random.pick([255, 255, 0, 120]);
  return png(random.between(1, 40), random.between(1, 20), (x, y) => [x * 6, y * 12, 90, alpha]);
}

/** A picture that claims other sizes than it has. */
function sizedPng(size: number): Buffer {
  const whole = Buffer.from(png(2, 2, () => [0, 0, 0, 255]));
  whole.writeUInt32BE(size >>> 0, 16);
  return whole;
}

/** A few kilobytes that unpack to ten megabytes. */
function pictureBomb(): Buffer {
  return png(900, 400, () => [0, 0, 0, 255], deflateSync(Buffer.alloc(10_000_000)));
}

/** The head of a JPEG: marker by marker until its frame, then an end. */
function smallJpeg(random: Random): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(random.pick([1, 8, 500, 0, 65_535]), 0);
  size.writeUInt16BE(random.pick([1, 8, 900, 0, 65_535]), 2);
  const colours = random.pick([1, 3, 4]);
  const frame = Buffer.concat([
    Buffer.from([0xff, random.pick([0xc0, 0xc2, 0xc3]), 0, 8 + 3 * colours, 8]),
    size,
    Buffer.from([colours]),
  ]);
  const jfif = Buffer.from([
    0xff,
    0xe0,
    0,
    random.pick([16, 0, 2, 255]),
    0x4a,
    0x46,
    0x49,
    0x46,
    0,
    1,
    1,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jfif,
    frame,
    Buffer.alloc(3 * colours, 1),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function cut(random: Random, whole: Buffer): Buffer {
  return whole.subarray(0, random.below(Math.max(1, whole.length)));
}

export function damaged(random: Random, whole: Buffer): Buffer {
  const copy = Buffer.from(whole);
  for (let n = random.between(1, 8); n > 0 && copy.length > 0; n--) copy[random.below(copy.length)] = random.below(256);
  return copy;
}
