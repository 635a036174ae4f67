import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import fc from 'fast-check';
import { camt, ntry } from '../bank-files.test.ts';
import { completeness } from './completeness.ts';
import { runCount } from '../../../test/support/depth.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-completeness-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'camt.xml');

const XML = camt(ntry());
const HOUR_MS = 3_600_000;

async function isComplete(content: string | Buffer, hoursOld = 0): Promise<boolean> {
  writeFileSync(path, content);
  const time = new Date(Date.now() - hoursOld * HOUR_MS);
  utimesSync(path, time, time);
  return completeness()(path, 'r');
}

const CUT = XML.slice(0, -'</Document>'.length);
const ZIP = Buffer.from(zipSync({ 'a.xml': Buffer.from(XML) }));
const GZIP = gzipSync(XML);
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');

const ROWS: [name: string, content: string | Buffer, isComplete: boolean][] = [
  ['8 a whole file', XML, true],
  ['8 with white space behind it', `${XML}\r\n\r\n`, true],
  ['8 with a comment behind it', `${XML}<!-- end -->`, true],
  ['8 a prefix before the name', XML.replaceAll(/(<\/?)(?=\w)/g, '$1ns2:').replace('xmlns=', 'xmlns:ns2='), true],
  ['8 in UTF-16', utf16(XML), true],
  ['8 the closing tag is not there', CUT, false],
  ['8 half of the closing tag', XML.slice(0, -1), false],
  ['8 only the declaration', '<?xml version="1.0"?>', false],
  ['8 the first bytes', '<?x', false],
  ['8 nothing yet', '', false],
  ['8 a prefix, and cut', CUT.replaceAll(/(<\/?)(?=\w)/g, '$1ns2:'), false],
  ['8 cut in UTF-16', utf16(XML).subarray(0, -2), false],
  ['8 cut in the middle of a character', utf16(XML).subarray(0, -1), false],
  ['8 no file of a bank: refused at once', 'Ntry;100.00', true],
  ['8 another root: refused at once', '<html>', true],
  ['8 an encoding that is not read: refused at once', CUT.replace('UTF-8', 'KOI8-R'), true],
  ['8 a whole .zip', ZIP, true],
  ['8 a .zip without its end', ZIP.subarray(0, -22), false],
  ['8 a whole .gz', GZIP, true],
  ['8 a .gz without its end', GZIP.subarray(0, -1), false],
  ['8 the beginning of a .gz', GZIP.subarray(0, 2), false],
  ['8 a .gz of a file without its end: refused at once', gzipSync(CUT), true],
  ['8 another archive: refused at once', Buffer.from('377abcaf', 'hex'), true],
];
for (const [name, content, expected] of ROWS) {
  test(name, async () => {
    assert.equal(await isComplete(content), expected);
    assert.equal(await isComplete(content, 23), expected);
    assert.equal(await isComplete(content, 25), true, 'after a day it is read in any case');
  });
}

test('8 however slowly it grows, a file is left alone until it is whole', async () => {
  const asked = completeness();
  writeFileSync(path, XML.slice(0, 10));
  for (let n = 10; n < XML.length; n += 100) {
    assert.equal(await asked(path, 'r'), false);
    appendFileSync(path, XML.slice(n, n + 100));
  }
  assert.equal(await asked(path, 'r'), true);
});

test('8 a day counts from the last change, and a time in the future does not matter', async () => {
  writeFileSync(path, CUT);
  const start = Date.now();
  utimesSync(path, new Date(start + 90 * HOUR_MS), new Date(start + 90 * HOUR_MS));
  mock.timers.enable({ apis: ['Date'], now: start });
  try {
    const asked = completeness();
    assert.equal(await asked(path, 'r'), false);
    mock.timers.setTime(start + 23 * HOUR_MS);
    assert.equal(await asked(path, 'r'), false);
    mock.timers.setTime(start + 25 * HOUR_MS);
    assert.equal(await asked(path, 'r'), true);
  } finally {
    mock.timers.reset();
  }
});

test('8 any cut of a file is left alone, in any encoding', async () => {
  const files = [Buffer.from(XML), utf16(XML), utf16(XML).swap16(), ZIP, GZIP];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (file, part) => assert.equal(await isComplete(file.subarray(0, Math.floor(part * file.length))), false),
    ),
    { numRuns: runCount({ quick: 200, deep: 5_000 }) },
  );
});

test('a file that is gone is an error, not an answer', async () => {
  await assert.rejects(completeness()(join(folder, 'none.xml'), 'r'), { code: 'ENOENT' });
});
