import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { camt, chunksOf, entriesOf, ntry, refusalOf, txDtls } from './bank-files.test.ts';
import { decodeText } from './decode-text.ts';
import { runCount } from '../../test/support/depth.ts';

type Encoded = (text: string) => Buffer;

const utf8: Encoded = (text) => Buffer.from(text);
const utf16be: Encoded = (text) => Buffer.from(text, 'utf16le').swap16();
/** What Windows-1252 has in place of control characters. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const EXTRA_BYTES = Buffer.from('8082838485868788898a8b8c8e9192939495969798999a9b9c9e9f', 'hex');
const windows1252: Encoded = (text) =>
  Buffer.from(
    Array.from(text, (character) =>
      EXTRA.includes(character) ? (EXTRA_BYTES[EXTRA.indexOf(character)] as number) : character.charCodeAt(0),
    ),
  );

const READ: [name: string, declared: string | null, encoded: Encoded, characters: string][] = [
  ['8 UTF-8', 'UTF-8', utf8, 'Zoë 𝒵 €'],
  ['8 UTF-8 in small letters', 'utf-8', utf8, 'Zoë 𝒵 €'],
  ['8 UTF-8 without a declaration', null, utf8, 'Zoë 𝒵 €'],
  ['8 UTF-8 with a mark', 'UTF-8', (text) => Buffer.from(`\uFEFF${text}`), 'Zoë 𝒵 €'],
  ['8 UTF-16, little endian, with a mark', 'UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'Zoë 𝒵 €'],
  ['8 UTF-16, big endian, with a mark', 'UTF-16', (text) => utf16be(`\uFEFF${text}`), 'Zoë 𝒵 €'],
  ['8 UTF-16, little endian, without a mark', 'UTF-16', (text) => Buffer.from(text, 'utf16le'), 'Zoë 𝒵 €'],
  ['8 UTF-16, big endian, without a mark', 'utf-16be', utf16be, 'Zoë 𝒵 €'],
  ['8 UTF-16 without a declaration', null, (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'Zoë 𝒵 €'],
  ['8 ISO-8859-1', 'ISO-8859-1', (text) => Buffer.from(text, 'latin1'), 'Zoë ÄÖÜ ÿ ß £'],
  ['8 ISO-8859-1 in small letters', 'iso-8859-1', (text) => Buffer.from(text, 'latin1'), 'Zoë'],
  ['8 Windows-1252', 'Windows-1252', windows1252, `Zoë ${EXTRA}`],
  ['8 Windows-1252 that calls itself ISO-8859-1', 'ISO-8859-1', windows1252, 'Zoë – Söhne €'],
];
for (const [name, declared, encoded, characters] of READ) {
  test(`read: ${name}`, async () => {
    for (const size of [1, 2, 3, 7, Infinity]) {
      const [entry] = await entriesOf(encoded(fileWith(characters, declared)), size);
      assert.equal(entry?.counterpartyName, characters.trim());
    }
  });
}

test('8 any text comes back from any encoding, in chunks of any size', async () => {
  const latin = fc.string({ unit: fc.integer({ min: 0xa0, max: 0xff }).map((code) => String.fromCharCode(code)) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READ),
      fc.string({ unit: 'grapheme' }),
      latin,
      fc.integer({ min: 1, max: 2_000 }),
      async ([, declared, encoded, characters], any, some, size) => {
        const isAny = characters.includes('𝒵');
        const text = `<?xml version="1.0"${declared === null ? '' : ` encoding='${declared}'`}?>${isAny ? any : some}`;
        const read = await Array.fromAsync(decodeText(chunksOf(encoded(text.toWellFormed()), size), () => 1));
        assert.equal(read.join(''), text.toWellFormed());
      },
    ),
    { numRuns: runCount({ quick: 200, deep: 5_000 }) },
  );
});

const REFUSED: [name: string, file: Buffer, message: RegExp][] = [
  ['8 an encoding that is not read', Buffer.from(fileWith('x', 'ISO-8859-15')), /"ISO-8859-15"\. UTF-8, UTF-16/],
  ['8 UTF-32', Buffer.from(fileWith('x', 'UTF-32')), /in "UTF-32"\./],
  ['8 UTF-8 that calls itself UTF-16', Buffer.from(fileWith('x', 'UTF-16')), /"UTF-16", and it is in another encoding/],
  [
    '8 UTF-16 that calls itself UTF-8',
    Buffer.from(fileWith('x', 'UTF-8'), 'utf16le'),
    /"UTF-8", and it is in UTF-16LE/,
  ],
  ['8 a mark of UTF-8, and ISO-8859-1', Buffer.from(`\uFEFF${fileWith('x', 'ISO-8859-1')}`), /and it is in UTF-8/],
  ['8 ISO-8859-1 that calls itself UTF-8', Buffer.from(fileWith('ü', 'UTF-8'), 'latin1'), /Line 8: .*not in UTF-8/],
  ['8 half a character of UTF-16', Buffer.from(`\uFEFF${fileWith('x', null)}`, 'utf16le').subarray(0, -1), /UTF-16LE/],
];
for (const [name, file, message] of REFUSED) {
  test(`refused: ${name}`, async () => assert.match(await refusalOf(entriesOf(file)), message));
}

function fileWith(characters: string, declared: string | null): string {
  const parties = `<RltdPties><Dbtr><Pty><Nm>${characters}</Nm></Pty></Dbtr></RltdPties>`;
  const declaration = declared === null ? '' : `<?xml version="1.0" encoding="${declared}"?>`;
  return camt(ntry({ details: txDtls('', '100', parties) })).replace(/<\?xml.*?\?>/, declaration);
}
