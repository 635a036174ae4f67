import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { setHold } from '../money/bank-hold.ts';
import type { Sql } from '../database/database.ts';
import type { Connection } from '../database/servers.ts';
import { applyInside, migrateInside, MIGRATION_LOCK } from '../database/migrate.ts';
import { knownMigrations } from '../database/schema-version.ts';
import { BadArchive, openArchive, type Archive, type Header, type Sum } from './archive.ts';
import {
  copyIn,
  copyOut,
  describeTables,
  dropReferences,
  emptyTables,
  isEmptyDatabase,
  setSequence,
  switchTriggers,
  type TableShape,
} from './catalog.ts';
import { beginUnlimited, withClient } from './connect.ts';
import { countLines, type OnRows } from './dump.ts';

type RestoreReport = {
  createdAt: string;
  rows: number;
  tables: Sum[];
  /** The migration of the archive, and those that were applied after it. */
  migration: number;
  migrated: number[];
};

/** The archive does not fit this database or this version of Depono. Nothing was changed. */
export class CannotRestore extends Error {}

/**
 * Restores the text of an archive into an empty database in one transaction: creates the tables with the migrations of
 * the archive, fills them, compares them with the checksums, and applies newer migrations. Also sets the hold: an order that was sent
 * to the bank after the backup is open again here and must not be sent a second time automatically.
 */
export async function restoreBackup(
  connection: Connection,
  from: AsyncGenerator<Buffer>,
  {
    key,
    onRows = () => undefined,
    onRestored = async () => undefined,
    isOlder = true,
  }: {
    key: string | null;
    onRows?: OnRows;
    /** Called in the transaction, before it is committed. */
    onRestored?: (sql: Sql, createdAt: string) => Promise<void>;
    /** False: nothing has happened since the archive was made, so a hold is neither set nor lifted. */
    isOlder?: boolean;
  },
): Promise<RestoreReport> {
  const archive = await openArchive(from);
  try {
    const { header } = archive;
    refuseOtherKey(header, key);
    const migration = refuseUnknownMigrations(header);
    return await withClient(connection, async (client) => {
      const { tables, migrated } = await allOrNothing(client, async () => {
        // A service that starts in the meantime waits until the restore is finished.
        await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        if (!(await isEmptyDatabase(client))) {
          throw new CannotRestore(
            'The database is not empty, and nothing in it is overwritten. Restore into a new one: an empty database, ' +
              'or a DATA_DIR that is not there yet.',
          );
        }
        const filled = await fill(client, archive, migration, onRows);
        const applied = await migrateInside(client);
        if (isOlder) await setHold(client, `a backup of ${header.createdAt} was restored`);
        await onRestored(client, header.createdAt);
        return { tables: filled, migrated: applied };
      });
      await allOrNothing(client, () => client.query('analyze'));
      const rows = tables.reduce((sum, one) => sum + one.rows, 0);
      return { createdAt: header.createdAt, rows, tables, migration, migrated };
    });
  } finally {
    await archive.close();
  }
}

/** Sealed values cannot be opened with another key. */
function refuseOtherKey(header: Header, key: string | null): void {
  if (header.key === null || key === null || header.key === key) return;
  throw new CannotRestore(
    'The archive was made with another SECRET_KEY: callback secrets, kept calls and waiting mails could not be read. ' +
      'Set SECRET_KEY to the key used at that time, or put the file secret-key of the old data folder into the new one.',
  );
}

function refuseUnknownMigrations({ migrations }: Header): number {
  const known = new Map(knownMigrations().map(({ number, name }) => [number, name]));
  const unknown = migrations.find(({ number, name }) => known.get(number) !== name);
  if (unknown !== undefined) {
    throw new CannotRestore(
      `The archive has the migration ${unknown.name}, which this Depono does not know. Restore it with the version ` +
        'that wrote it, or a newer one.',
    );
  }
  return migrations.at(-1)?.number ?? 0;
}

async function allOrNothing<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await beginUnlimited(client);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function fill(client: Client, archive: Archive, migration: number, onRows: OnRows): Promise<Sum[]> {
  const { header } = archive;
  await applyInside(client, migration);
  const shapes = await describeTables(client);
  const ordered = header.tables.map((table) => shapeOf(table, shapes));
  if (ordered.length !== shapes.length) throw new BadArchive('It lacks some tables.');
  const names = shapes.map(({ name }) => name);
  // Adding the foreign keys again checks all rows at once. Triggers are off: they ran when the rows were first written.
  const putReferencesBack = await dropReferences(client);
  await switchTriggers(client, names, 'disable');
  await emptyTables(client, names);
  const sums: Sum[] = [];
  let done = 0;
  for (const shape of ordered) {
    const sum = await fillTable(client, archive, shape, (rows) => onRows(done + rows, header.about));
    sums.push(sum);
    done += sum.rows;
  }
  const end = await archive.end();
  if (end.tables !== sums.length || end.rows !== done) throw new BadArchive('It is incomplete.');
  for (const sequence of header.sequences) await setSequence(client, sequence);
  await switchTriggers(client, names, 'enable');
  await putReferencesBack();
  return sums;
}

function shapeOf({ name, columns }: Header['tables'][number], shapes: readonly TableShape[]): TableShape {
  const shape = shapes.find((one) => one.name === name);
  if (shape !== undefined && shape.columns.join() === columns.join()) return shape;
  throw new BadArchive(`Its table ${name} does not match the migrations.`);
}

/** Compares both the rows of the file and the stored rows with the checksum. */
async function fillTable(
  client: Client,
  archive: Archive,
  shape: TableShape,
  onRows: (rows: number) => void,
): Promise<Sum> {
  const read = counter();
  await pipeline(counted(archive.rows(), read, onRows), client.query(copyFrom(copyIn(shape))));
  const expected = await archive.sum();
  const stored = counter();
  for await (const chunk of client.query(copyTo(copyOut(shape))) as AsyncIterable<Buffer>) stored.take(chunk);
  for (const [where, found] of [
    ['in the file', read.sum(shape.name)],
    ['in the database', stored.sum(shape.name)],
  ] as const) {
    if (found.rows === expected.rows && found.sha256 === expected.sha256 && found.table === expected.table) continue;
    throw new BadArchive(`The rows of ${shape.name} ${where} are not those that were archived.`);
  }
  return expected;
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  count: Counter,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count.take(chunk);
    onRows(count.rows());
    yield chunk;
  }
}

type Counter = { take: (chunk: Buffer) => void; rows: () => number; sum: (table: string) => Sum };

function counter(): Counter {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    take: (chunk) => {
      hash.update(chunk);
      rows += countLines(chunk);
    },
    rows: () => rows,
    sum: (table) => ({ table, rows, sha256: hash.digest('hex') }),
  };
}
