import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { CannotStart, CannotStartNow } from './cannot-start.ts';
import { watchLocks } from './lock-watch.ts';
import {
  knownMigrations,
  migrationText,
  missingIn,
  readApplied,
  worksFrom,
  type MigrationFile,
} from './schema-version.ts';

/** One process migrates at a time; the others wait here and then find nothing to do. */
export const MIGRATION_LOCK = 714_055_327;

/** While a migration waits for a lock, calls queue behind it: it gives up soon, and tries again when they are through. */
const LOCK_TIMEOUT = '2s';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const GIVES_UP_AFTER_MS = 600_000;

export type MigrateOptions = {
  /** A second connection to the same server: it notices calls that wait for a migration. */
  openWatcher?: () => Promise<Client>;
  /** A migration did not get its locks, and will be tried again. */
  onPostponed?: (sentence: string) => void;
  givesUpAfterMs?: number;
};

/**
 * Applies the numbered migrations that are still missing, each in a transaction of its own. Where none is missing, it
 * only reads: a role that may not change the schema, or a replica, is enough.
 */
export async function migrate(client: ClientBase, options: MigrateOptions = {}): Promise<number[]> {
  const numbers: number[] = [];
  if (missingIn((await readApplied(client)) ?? []).length === 0) return numbers;
  const watcher = (await options.openWatcher?.()) ?? null;
  try {
    for (;;) {
      const number = await applyNext(client, watcher, options);
      if (number === null) return numbers;
      numbers.push(number);
    }
  } finally {
    await watcher?.end().catch(() => undefined);
  }
}

/** The number of the migration that was applied; null: none was missing. */
async function applyNext(
  client: ClientBase,
  watcher: Client | null,
  { onPostponed = () => undefined, givesUpAfterMs = GIVES_UP_AFTER_MS }: MigrateOptions,
): Promise<number | null> {
  const deadline = Date.now() + givesUpAfterMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const outcome = await attempt(client, watcher);
    if (!('postponed' in outcome)) return outcome.applied;
    const { name } = outcome.postponed;
    const why = outcome.blocker ?? 'other transactions hold its locks, or wait for it';
    if (Date.now() + pause > deadline) {
      throw new CannotStartNow(
        `Migration ${name} did not get its locks in ${Math.round(givesUpAfterMs / 1000)} seconds: ${why}. ` +
          'Nothing was changed. End that transaction, or stop the other processes; then run: depono migrate',
      );
    }
    onPostponed(`migration ${name} waits: ${why}. It is tried again.`);
    await wait(pause);
  }
}

type Attempt = { applied: number | null } | { postponed: MigrationFile; blocker: string | null };

async function attempt(client: ClientBase, watcher: Client | null): Promise<Attempt> {
  let next: MigrationFile | undefined;
  let watch: { stop: () => Promise<string | null> } | null = null;
  try {
    await client.query('begin');
    // The role may have a limit, for connections whose own settings a pool drops.
    await client.query('set local statement_timeout = 0');
    // In the transaction, because a connection pool between us and the server may give each one another connection.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    [next] = await missingMigrations(client);
    if (next !== undefined) {
      if (watcher !== null) watch = watchLocks(watcher, await backendOf(client));
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await run(client, next);
    }
    await watch?.stop();
    await client.query('commit');
    return { applied: next?.number ?? null };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const blocker = (await watch?.stop()) ?? null;
    if (next !== undefined && isPostponed(error)) return { postponed: next, blocker };
    throw explained(error, next);
  }
}

async function backendOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Lock timeout, cancelled by the watch, deadlock. */
function isPostponed(error: unknown): boolean {
  return ['55P03', '57014', '40P01'].includes(codeOf(error));
}

function explained(error: unknown, next: MigrationFile | undefined): unknown {
  const mend = 'Run depono migrate with the role that owns the tables, and start again.';
  const what = next === undefined ? 'The database is to be set up' : `Migration ${next.name} is missing`;
  if (codeOf(error) === '42501') return new CannotStart(`${what}, and this role may not change the schema. ${mend}`);
  if (codeOf(error) === '25006') return new CannotStart(`${what}, and this server is read-only. ${mend}`);
  return next === undefined ? error : new Error(`Migration ${next.name} failed`, { cause: error });
}

const MIGRATIONS_TABLE =
  'create table if not exists migrations (number integer primary key, name text not null, applied_at timestamptz not null)';

/** Applies the migrations up to a number in the transaction that is open, and leaves it to that one to say so. */
export async function applyInside(client: ClientBase, upTo: number): Promise<void> {
  await client.query(MIGRATIONS_TABLE);
  for (const { number } of knownMigrations()) {
    if (number <= upTo) await client.query(migrationText(number));
  }
}

/** Applies those that are missing in the transaction that is open. */
export async function migrateInside(client: ClientBase): Promise<number[]> {
  const missing = await missingMigrations(client);
  for (const file of missing) await run(client, file);
  return missing.map((file) => file.number);
}

async function missingMigrations(client: ClientBase): Promise<MigrationFile[]> {
  const applied = await readApplied(client);
  if (applied === null) await client.query(MIGRATIONS_TABLE);
  return missingIn(applied ?? []);
}

/** Since this migration, the table says which code can work with a migration. */
const HAS_WORKS_FROM = 21;

async function run(client: ClientBase, { number, name }: MigrationFile): Promise<void> {
  const text = migrationText(number);
  await client.query(text);
  await client.query('insert into migrations (number, name, applied_at) values ($1, $2, now())', [number, name]);
  if (number < HAS_WORKS_FROM) return;
  await client.query('update migrations set works_from = $2 where number = $1', [number, worksFrom(number, text)]);
}
