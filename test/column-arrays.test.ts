import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { Client } from 'pg';
import { columnArrays, arrayRows } from '../src/storage/database/column-arrays.ts';
import { runCount } from './support/depth.ts';
import { freshDatabase } from './support/server.ts';

// PostgreSQL reads what was written in its binary format as it reads the same values as text.

const COLUMNS = {
  flag: 'boolean',
  bytes: 'bytea',
  large: 'bigint',
  small: 'smallint',
  whole: 'integer',
  words: 'text',
  facts: 'json',
  day: 'date',
  time: 'timestamptz',
  id: 'uuid',
};
type Row = Record<keyof typeof COLUMNS, unknown>;

let client: Client;
let drop: () => Promise<void>;
before(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  client = new Client({ connectionString: database.url, options: '-c timezone=UTC' });
  await client.connect();
});
after(async () => {
  await client.end();
  await drop();
});

async function read(rows: readonly Partial<Row>[]): Promise<Record<string, string | null>[]> {
  const texts = Object.keys(COLUMNS).map((name) => `${name}::text`);
  const { rows: found } = await client.query<Record<string, string | null>>(
    `select ${texts.join(', ')} from ${arrayRows(COLUMNS, 'r')}`,
    columnArrays(COLUMNS, rows),
  );
  return found;
}

/** PostgreSQL's own reading of the values as text. */
async function expected(rows: readonly Partial<Row>[]): Promise<Record<string, string | null>[]> {
  const answers: Record<string, string | null>[] = [];
  for (const row of rows) {
    const values = Object.entries(COLUMNS).map(([name, type]) => asText(type, row[name as keyof Row]));
    const casts = Object.entries(COLUMNS).map(([name, type], index) => `$${index + 1}::text::${type}::text as ${name}`);
    const { rows: found } = await client.query<Record<string, string | null>>(`select ${casts.join(', ')}`, values);
    answers.push(found[0] as Record<string, string | null>);
  }
  return answers;
}

function asText(type: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (type === 'bytea') return `\\x${Buffer.from(value as Uint8Array).toString('hex')}`;
  return value instanceof Date ? value.toISOString() : `${value as string | number | boolean}`;
}

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
// PostgreSQL stores no NUL character; half of a pair of surrogates is no character.
const text = fc.string({ unit: 'grapheme', maxLength: 90 }).map((one) => one.replaceAll('\0', ''));
const orNull = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { nil: null, freq: 5 });

const row = fc.record(
  {
    flag: orNull(fc.boolean()),
    bytes: orNull(fc.uint8Array({ maxLength: 200 })),
    large: orNull(fc.maxSafeInteger()),
    small: orNull(fc.integer({ min: -32_768, max: 32_767 })),
    whole: orNull(fc.integer()),
    words: orNull(text),
    facts: orNull(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), { maxKeys: 4 })),
    day: orNull(day.map((one) => one.toISOString().slice(0, 10))),
    time: orNull(day),
    id: orNull(fc.uuid()),
  },
  { requiredKeys: [] },
);

test('rows of any values arrive as they are, also missing ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      assert.deepEqual(await read(rows), await expected(rows));
    }),
    { numRuns: runCount({ quick: 60, deep: 2_000 }) },
  );
});

test('thousands of rows, and texts larger than all before, arrive as they are', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    id: randomUUID(),
    words: index % 1_000 === 7 ? 'ä'.repeat(200_000) : `n ${index}`,
    bytes: index % 1_000 === 8 ? randomBytes(300_000) : null,
  }));
  const found = await read(rows);
  assert.deepEqual(
    found.map(({ id, words, bytes }) => ({ id, words, bytes })),
    rows.map(({ id, words, bytes }) => ({ id, words, bytes: asText('bytea', bytes) })),
  );
});

test('bytes may be given as base64, and a time as text', async () => {
  const [found] = await read([{ bytes: Buffer.from('Zürich').toString('base64'), time: '2026-11-18T20:15:00.123Z' }]);
  assert.equal(found?.['bytes'], `\\x${Buffer.from('Zürich').toString('hex')}`);
  assert.equal(found?.['time'], '2026-11-18 20:15:00.123+00');
});

const REFUSED: [what: string, row: Partial<Row>][] = [
  ['a malformed UUID', { id: 'not-a-uuid' }],
  ['a UUID with a letter that is no digit', { id: 'g0000000-0000-0000-0000-000000000000' }],
  ['a UUID with a letter beyond ASCII', { id: 'ſ0000000-0000-0000-0000-000000000000' }],
  ['an amount that is no safe integer', { large: 2 ** 60 }],
  ['a part of a Rappen', { large: 1.5 }],
  ['a number beyond the column', { small: 40_000 }],
  ['an invalid day', { day: 'tomorrow' }],
  ['an invalid time', { time: 'noon' }],
];
for (const [what, one] of REFUSED) {
  test(`${what} is refused before it is sent`, () => assert.throws(() => columnArrays(COLUMNS, [one]), RangeError));
}
