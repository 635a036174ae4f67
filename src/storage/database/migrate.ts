import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { CannotStart } from './cannot-start.ts';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
/** One process migrates at a time; the others wait here and then find nothing to do. */
export const MIGRATION_LOCK = 714_055_327;

/** Applies the numbered migrations that are still missing, each in a transaction of its own. */
export async function migrate(client: ClientBase): Promise<number[]> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const missing = await missingMigrations(client);
    for (const { number, name } of missing) await apply(client, number, name);
    return missing.map((file) => file.number);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

type Asks = Pick<ClientBase, 'query'>;

/** Throws a sentence where the schema is not the one that this program knows, and leaves it as it is. */
export async function requireSchema(client: Asks): Promise<void> {
  const { rows: found } = await client.query<{ is: boolean }>(`select to_regclass('migrations') is not null as is`);
  if (found[0]?.is !== true) throw new CannotStart('The database is empty. Set it up first: depono migrate');
  const missing = await missingOf(client);
  if (missing.length === 0) return;
  const numbers = missing.map(({ number }) => number).join(', ');
  throw new CannotStart(
    `The database is of an older Depono: ${missing.length === 1 ? 'migration' : 'migrations'} ${numbers} ` +
      `${missing.length === 1 ? 'is' : 'are'} missing. Stop the older version, then run: depono migrate`,
  );
}

const MIGRATIONS_TABLE =
  'create table if not exists migrations (number integer primary key, name text not null, applied_at timestamptz not null)';

/** Applies the migrations up to a number in the transaction that is open, and leaves it to that one to say so. */
export async function applyInside(client: ClientBase, upTo: number): Promise<void> {
  await client.query(MIGRATIONS_TABLE);
  for (const { number, name } of knownMigrations()) {
    if (number <= upTo) await client.query(readFileSync(join(FOLDER, name), 'utf8'));
  }
}

/** Applies those that are missing in the transaction that is open. */
export async function migrateInside(client: ClientBase): Promise<number[]> {
  const missing = await missingMigrations(client);
  for (const { number, name } of missing) await run(client, number, name);
  return missing.map((file) => file.number);
}

async function missingMigrations(client: ClientBase): Promise<{ number: number; name: string }[]> {
  await client.query(MIGRATIONS_TABLE);
  return missingOf(client);
}

async function missingOf(client: Asks): Promise<{ number: number; name: string }[]> {
  const { rows } = await client.query<{ number: number }>('select number from migrations');
  const applied = new Set(rows.map((row) => row.number));
  const known = knownMigrations();
  refuseNewerDatabase(applied, known);
  return known.filter((file) => !applied.has(file.number));
}

export function knownMigrations(): { number: number; name: string }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));
}

function refuseNewerDatabase(applied: ReadonlySet<number>, known: readonly { number: number }[]): void {
  const newest = known.at(-1)?.number ?? 0;
  const unknown = [...applied].filter((number) => number > newest);
  if (unknown.length === 0) return;
  throw new CannotStart(
    `The database was migrated by a newer Depono (migration ${Math.max(...unknown)}, this one knows ${newest}). ` +
      'Start the newer version.',
  );
}

async function apply(client: ClientBase, number: number, name: string): Promise<void> {
  await client.query('begin');
  try {
    await run(client, number, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}

async function run(client: ClientBase, number: number, name: string): Promise<void> {
  await client.query(readFileSync(join(FOLDER, name), 'utf8'));
  await client.query('insert into migrations (number, name, applied_at) values ($1, $2, now())', [number, name]);
}
