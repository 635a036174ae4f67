import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import { checkCamt } from '../../src/bank/camt/check-camt.ts';
import { FileRefused } from '../../src/bank/file-refused.ts';
import { openBankFile } from '../../src/bank/incoming/open-bank-file.ts';
import { goodFile, render } from '../camt-grammar.ts';
import { cut, damaged } from '../doors/files.ts';
import type { Random } from '../random.ts';
import type { Read, Reader } from './reader.ts';

/** Bank files as .zip, .gz and in other encodings, whole and damaged. */
export const archives: Reader = {
  name: 'archives and encodings',
  weight: 4,
  read: async (random) => {
    const folder = mkdtempSync(join(tmpdir(), 'depono-fuzz-archive-'));
    try {
      return await readIn(folder, random);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Small, so that a bomb is small, too. */
const LIMITS = { files: 20, bytes: 200_000 };

type Packed = { kind: string; content: Buffer; entries: number | null };

async function readIn(folder: string, random: Random): Promise<Read> {
  const { kind, content, entries } = packed(random);
  const path = join(folder, random.pick(['camt.xml', 'x.zip', 'x.gz', 'x']));
  writeFileSync(path, content);
  let found = 0;
  let unpacked = 0;
  let refusals = 0;
  try {
    const { sources, close } = await openBankFile(path, 'r', { limits: LIMITS });
    for (const { name, open, refusal } of sources) {
      if (name.length > 400) return { kind, outcome: 'read', fault: 'a name is not cut' };
      if (refusal !== null) refusals++;
      else found += await entriesIn(counted(open(), (bytes) => (unpacked += bytes))).catch(refused);
    }
    close();
  } catch (error) {
    return { kind, outcome: 'thrown', fault: `not a refusal: ${String(error)}` };
  }
  if (unpacked > 2 * LIMITS.bytes) return { kind, outcome: 'read', fault: `${unpacked} bytes were unpacked` };
  const outcome = refusals > 0 ? 'refused' : 'read';
  const isDue = entries === null || found === entries;
  return { kind, outcome, fault: isDue ? null : `${entries} entries are due, ${found} were read` };

  function refused(error: unknown): number {
    if (!(error instanceof FileRefused)) throw error;
    refusals++;
    return 0;
  }
}

async function entriesIn(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  return (await checkCamt(chunks)).entries;
}

async function* counted(chunks: AsyncIterable<Uint8Array>, note: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    note(chunk.length);
    yield chunk;
  }
}

function packed(random: Random): Packed {
  const [text, entries] = statement(random);
  const whole = Buffer.from(text);
  const zip = (files: Zippable): Buffer => Buffer.from(zipSync(files, { level: random.pick([0, 6]) }));
  return random.weighted<() => Packed>([
    [3, () => ({ kind: 'plain', content: whole, entries })],
    [4, () => ({ kind: 'another encoding', content: encoded(random, text), entries })],
    [4, () => ({ kind: 'gzip', content: gzipSync(whole), entries })],
    [4, () => ({ kind: 'zip', content: zip({ 'a/b.xml': whole }), entries })],
    [
      2,
      () => ({
        kind: 'zip with hidden files',
        content: zip({ '.x': whole, '__MACOSX/y': whole, 'c.xml': whole }),
        entries,
      }),
    ],
    [2, () => ({ kind: 'zip of an encoding', content: zip({ 'c.xml': encoded(random, text) }), entries })],
    [
      2,
      () => ({
        kind: 'leads out',
        content: zip({ [random.pick(['../a.xml', '/a.xml', 'a/../../b.xml', 'C:\\a.xml'])]: whole }),
        entries: 0,
      }),
    ],
    [
      2,
      () => ({
        kind: 'archive in an archive',
        content: random.pick([zip({ 'a.zip': zip({ 'b.xml': whole }) }), gzipSync(gzipSync(whole))]),
        entries: 0,
      }),
    ],
    [
      2,
      () => ({
        kind: 'bomb',
        content: random.pick([gzipSync(Buffer.alloc(3_000_000)), zip({ a: Buffer.alloc(3_000_000) })]),
        entries: 0,
      }),
    ],
    [
      1,
      () => ({
        kind: 'too many files',
        content: zip(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}.xml`, whole]))),
        entries: 0,
      }),
    ],
    [
      4,
      () => ({ kind: 'zip damaged', content: damaged(random, zip({ 'a.xml': whole, 'b.xml': whole })), entries: null }),
    ],
    [4, () => ({ kind: 'gzip damaged', content: damaged(random, gzipSync(whole)), entries: null })],
    [2, () => ({ kind: 'zip cut short', content: cut(random, zip({ 'a.xml': whole })), entries: 0 })],
    [2, () => ({ kind: 'gzip cut short', content: cut(random, gzipSync(whole)), entries: 0 })],
    [
      1,
      () => ({
        kind: 'a start and nothing else',
        content: Buffer.concat([
          Buffer.from(random.pick(['PK\x03\x04', 'PK\x05\x06', '\x1f\x8b\x08', '7z\xbc\xaf\x27\x1c']), 'latin1'),
          random.bytes(60),
        ]),
        entries: 0,
      }),
    ],
  ])();
}

/** As text with its declaration, and how many entries it has. */
function statement(random: Random): [string, number] {
  const good = goodFile(random);
  return [render(good), good.bookings.length];
}

/** In an encoding that the file names, or by its mark. */
function encoded(random: Random, text: string): Buffer {
  const named = (name: string): string => text.replace('UTF-8', name);
  return random.pick<() => Buffer>([
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(named('UTF-16'), 'utf16le')]),
    () => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(named('UTF-16'), 'utf16le').swap16()]),
    () => Buffer.from(named('UTF-16LE'), 'utf16le'),
    () => Buffer.from(asLatin(named(random.pick(['ISO-8859-1', 'Windows-1252', 'latin1']))), 'latin1'),
  ])();
}

/** Without what Latin has not. */
const asLatin = (text: string): string => text.replaceAll(/[^\p{ASCII}]/gu, 'e');
