import { readCamt } from '../src/bank/camt/camt.ts';
import { checkCamt } from '../src/bank/camt/check-camt.ts';
import type { StatementEntry } from '../src/domain/booking.ts';
import { FileRefused } from '../src/bank/file-refused.ts';
import { readPain002 } from '../src/bank/pain/pain002.ts';
import { goodFile, render, type Booking, type Statement } from './camt-grammar.ts';
import type { Random } from './random.ts';
import { anything, asText, CANARY, digits } from './values.ts';

/** A bank file, and the expected result of reading it. */
export type BankFile = { kind: string; bytes: Buffer; expected: 'refused' | 'either' | readonly Booking[] };

export function bankFile(random: Random): BankFile {
  const good = goodFile(random);
  return random.weighted<() => BankFile>([
    [25, () => ({ kind: 'good', bytes: Buffer.from(render(good)), expected: good.bookings })],
    [30, () => spoilt(random, good)],
    [20, () => ({ kind: 'damaged bytes', bytes: damaged(random, Buffer.from(render(good))), expected: 'either' })],
    [15, () => ({ kind: 'wild', bytes: Buffer.from(wild(random, render(good))), expected: 'either' })],
    [6, () => ({ kind: 'cut short', bytes: cutShort(random, render(good)), expected: 'refused' })],
    [4, () => ({ kind: 'no file at all', bytes: random.bytes(random.below(2_000)), expected: 'refused' })],
  ])();
}

/** The fault is null if the result is as expected. Reads in random chunks, which must not matter. */
export async function faultOfReading(
  random: Random,
  { bytes, expected }: BankFile,
): Promise<[outcome: string, fault: string | null]> {
  const size = random.pick(bytes.length < 1_500 ? [1, 7, 64, 65_536, 65_536] : [64, 1_000, 65_536, 65_536, 65_536]);
  let entries: StatementEntry[];
  try {
    const checked = await checkCamt(chunks(bytes, size));
    entries = await Array.fromAsync(
      readCamt(
        () => chunks(bytes, size),
        checked,
        (iban) => iban,
      ),
    );
    if (entries.length !== checked.entries) return ['read', 'the two readings differ'];
  } catch (error) {
    if (!(error instanceof FileRefused)) return ['thrown', `not a refusal: ${String(error)}`];
    if (!/^Line [0-9]+: .*\.$/s.test(error.message)) return ['refused', `no sentence: ${error.message}`];
    return [
      `refused ${kindOf(error.message)}`,
      Array.isArray(expected) ? `a good file is refused: ${error.message}` : null,
    ];
  }
  if (expected === 'refused') return ['read', 'a file that is not whole or not right was read'];
  if (expected !== 'either') {
    const [due, found] = [expected.map(shortBooking), entries.map(shortEntry)].map((list) => JSON.stringify(list));
    if (due !== found) return ['read', `due ${due}, read ${found}`];
  }
  return ['read', entries.map(faultOfEntry).find((fault) => fault !== null) ?? null];
}

/** The message without values, line numbers and element names of the file. */
function kindOf(message: string): string {
  return message
    .replace(/".*"/s, '…')
    .replaceAll(/[0-9]+/g, '…')
    .replace(/\(.*\)/s, '(…)')
    .replace(/^(Line …: )\S+ (has text|is)/, '$1… $2')
    .slice(0, 90);
}

/** The pain.002 reader gets the same files, all of which are wrong for it. */
export async function faultOfReport({ bytes }: BankFile): Promise<string | null> {
  const report = bytes.toString('latin1').replaceAll(/camt\.05[34]\.001\.[01][0-9]/g, 'pain.002.001.10');
  try {
    await readPain002(chunks(Buffer.from(report, 'latin1'), 65_536));
    return null;
  } catch (error) {
    return error instanceof FileRefused ? null : `not a refusal: ${String(error)}`;
  }
}

function shortBooking({ amountText, direction, bankReference, reference }: Booking): unknown[] {
  return [amountText, direction === 'CRDT' ? 'credit' : 'debit', bankReference, reference];
}

function shortEntry({ amountText, direction, detailReference, entryReference, reference }: StatementEntry): unknown[] {
  return [amountText, direction, detailReference ?? entryReference, reference];
}

/** Every entry that is read must have valid values, whatever the file contains. */
function faultOfEntry({
  key,
  entryKey,
  amount,
  charges,
  currency,
  bookedOn,
  accountIban,
}: StatementEntry): string | null {
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{64}$/.test(entryKey)) return 'an entry without a key';
  if (amount !== null && !(Number.isSafeInteger(amount) && amount >= 0)) return `an amount of ${amount}`;
  if (!Number.isSafeInteger(charges)) return `charges of ${charges}`;
  if (!/^[A-Z]{3}$/.test(currency) || (currency === 'CHF') !== (amount !== null)) return `a currency of ${currency}`;
  if (bookedOn !== null && !/^\d{4}-\d{2}-\d{2}$/.test(bookedOn)) return `booked on ${bookedOn}`;
  return /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/.test(accountIban) ? null : `an account of ${accountIban}`;
}

/** Faults, each of which must refuse the whole file. */
const SPOILS: readonly [kind: string, spoil: (random: Random, file: string) => string][] = [
  ['a tag closed as another', (_, file) => file.replace('</Ntry>', '</Ntrx>')],
  [
    'an invalid amount',
    (random, file) =>
      last(
        file,
        /(<Amt Ccy="\w+">)[^<]*/g,
        `$1${random.pick(['-1', '', '1,5', '1e3', "1'000", 'NaN', '1.123456', '9'.repeat(19), '１', CANARY])}`,
      ),
  ],
  [
    'an invalid currency',
    (random, file) =>
      last(file, /Ccy="\w+"/g, random.pick(['Ccy=""', 'Ccy="chf"', 'Ccy="CHFX"', 'ccy="CHF"', `Ccy="${CANARY}"`])),
  ],
  [
    'an invalid direction',
    (random, file) =>
      last(file, /<CdtDbtInd>\w+/g, `<CdtDbtInd>${random.pick(['IN', '', 'crdt', 'CRDT DBIT', CANARY])}`),
  ],
  [
    'an invalid day',
    (random, file) =>
      last(file, /(<BookgDt><Dt>)[^<]*/g, `$1${random.pick(['2026-02-30', '', '20260101', '0000-01-01', CANARY])}`),
  ],
  [
    'an invalid account',
    (random, file) =>
      last(
        file,
        /(<Acct><Id><IBAN>)[^<]*/g,
        `$1${random.pick(['', 'CH', '25-9034-2', 'ch93', CANARY, `CH93${'0'.repeat(31)}`])}`,
      ),
  ],
  ['no message id', (_, file) => file.replace(/<MsgId>[^<]*<\/MsgId>/, '')],
  [
    'a document type',
    (random, file) =>
      file.replace(
        '<Document',
        `<!DOCTYPE Document ${random.pick(['', 'SYSTEM "file:///etc/passwd"', '[<!ENTITY a "b">]'])}><Document`,
      ),
  ],
  [
    'an entity',
    (random, file) =>
      file.replace(
        /<MsgId>/,
        `<MsgId>${random.pick(['&a;', '&xxe;', '&#0;', '&#x110000;', '&#xD800;', '&', '&amp'])} `,
      ),
  ],
  [
    'another version',
    (random, file) => file.replace(/001\.[01][0-9]/, random.pick(['001.03', '001.09', '001.8', '001.08x'])),
  ],
  ['another root', (_, file) => file.replace('<Document', '<Dokument').replace('</Document', '</Dokument')],
  [
    'another encoding',
    (random, file) => file.replace('UTF-8', random.pick(['ISO-8859-15', 'UTF-16', 'utf8x', 'UTF-7'])),
  ],
  ['something behind the end', (random, file) => `${file}${random.pick(['<a/>', 'x', '&amp;', '<', ']]>'])}`],
  ['text between elements', (_, file) => file.replace('<Ntry>', `${CANARY}<Ntry>`)],
  ['too deep', (_, file) => file.replace('<MsgId>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<MsgId>`)],
  ['an attribute twice', (_, file) => last(file, /Ccy="\w+"/g, 'Ccy="CHF" Ccy="CHF"')],
  [
    'a control character',
    (random, file) => file.replace('<MsgId>', `<MsgId>${random.pick(['\u0000', '\u0008', '\u001f', '\ufffe'])}`),
  ],
];

function spoilt(random: Random, good: Statement): BankFile {
  const [kind, changed] = spoilFile(random, render(good));
  return { kind, bytes: Buffer.from(changed), expected: 'refused' };
}

/** A valid file with one fault, for which the whole file must be refused. */
export function spoilFile(random: Random, file: string): [kind: string, changed: string] {
  for (;;) {
    const [kind, spoil] = random.pick(SPOILS);
    const changed = spoil(random, file);
    if (changed !== file) return [kind, changed];
  }
}

/** The last match, because the whole file must be refused, whatever was read before. */
function last(file: string, pattern: RegExp, replacement: string): string {
  const found = [...file.matchAll(pattern)].at(-1);
  if (found === undefined) return file;
  const changed = found[0].replace(new RegExp(pattern.source), replacement);
  return file.slice(0, found.index) + changed + file.slice(found.index + found[0].length);
}

function cutShort(random: Random, file: string): Buffer {
  const bytes = Buffer.from(file.trimEnd());
  return bytes.subarray(0, random.below(bytes.length - 1));
}

function damaged(random: Random, bytes: Buffer): Buffer {
  let file = bytes;
  for (let n = random.between(1, 6); n > 0; n--) {
    const at = random.below(file.length);
    const piece = file.subarray(at, at + random.between(1, 200));
    const put = random.pick([
      Buffer.alloc(0),
      random.bytes(random.between(1, 4)),
      piece,
      Buffer.concat([piece, piece]),
    ]);
    file = Buffer.concat([file.subarray(0, at), put, file.subarray(at + random.pick([0, 1, piece.length]))]);
  }
  return file;
}

/** Replaces values and elements of a file, well-formed or not. */
function wild(random: Random, file: string): string {
  let changed = file;
  for (let n = random.between(1, 5); n > 0; n--) {
    const values = [...changed.matchAll(/>([^<>]+)</g)];
    const value = random.pick(values);
    const [found, inner = ''] = value;
    const put = random.weighted<() => string>([
      [4, () => escaped(asText(anything(random)))],
      [2, () => digits(random, random.between(1, 40))],
      [1, () => `<![CDATA[${inner}]]>`],
      [1, () => `<!-- ${inner} -->${inner}`],
      [1, () => `<?x ${inner}?>`],
      [1, () => ''],
      [1, () => `<x:a xmlns:x="${CANARY}">${inner}</x:a>`],
      [1, () => 'x'.repeat(random.pick([1_000, 70_000]))],
      [1, () => '<a/>'.repeat(random.pick([10, 3_000]))],
    ])();
    changed = changed.slice(0, value.index) + `>${put}<` + changed.slice(value.index + found.length);
  }
  return changed;
}

function escaped(text: string): string {
  return text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// oxlint-disable-next-line typescript/require-await
async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
