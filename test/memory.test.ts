import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openDatabase, type Database, type Sql } from '../src/storage/database/database.ts';
import { freshDatabase } from './support/server.ts';

// Rows of a statement must be collected while young. Objects in old space stay until the whole heap is marked, and
// marking delays waiting calls.

// As main.ts does.
setFlagsFromString('--no-allocation-site-pretenuring');
setFlagsFromString('--expose-gc');
const collectYoung = runInNewContext('gc') as (how: { type: 'minor' }) => void;

let own: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
before(async () => {
  own = await freshDatabase({ isMigrated: true });
  database = await openDatabase(own.url, () => undefined);
});
after(async () => {
  await database.end();
  await own.drop();
});

const ROUNDS = 9;
const STATEMENTS = 50;
/** Of about 15 KB that a statement gives. The runner of these tests itself keeps 2 KB of what happens in a transaction. */
const MOST = 6_000;
const SELECT = `select n, 'row ' || n as text from generate_series(1, $1::integer) n`;

/** Bytes per statement promoted to old space: the median, since a round may include a full mark. */
async function leftBy(ask: (sql: Sql) => Promise<unknown>): Promise<number> {
  const grown: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = old();
    for (let n = 0; n < STATEMENTS; n++) await database.transaction(ask);
    for (let turn = 0; turn < 2; turn++) collectYoung({ type: 'minor' });
    grown.push((old() - before) / STATEMENTS);
  }
  return grown.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0;
}

function old(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
}

test('rows of a statement are not promoted to old space, nor in a transaction', async () => {
  const bytes = await leftBy((sql) => sql.query(SELECT, [100]));
  assert.ok(bytes < MOST, `${Math.round(bytes)} bytes of each statement are still there`);
});
