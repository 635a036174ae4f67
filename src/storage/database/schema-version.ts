import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { CannotStart } from './cannot-start.ts';

type Asks = Pick<ClientBase, 'query'>;

export type MigrationFile = { number: number; name: string };

/** A migration of the database. `worksFrom`: code that knows this number can work with it. */
export type SchemaStep = { number: number; worksFrom: number };

const FOLDER = join(import.meta.dirname, '..', 'migrations');

/** Read once: a release that was replaced on disk must not change what a running process knows. */
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ number: Number(name.slice(0, 4)), name, text: readFileSync(join(FOLDER, name), 'utf8') }));

export function knownMigrations(): MigrationFile[] {
  return FILES.map(({ number, name }) => ({ number, name }));
}

export function migrationText(number: number): string {
  const file = FILES.find((one) => one.number === number);
  if (file === undefined) throw new Error(`there is no migration ${number}`);
  return file.text;
}

const WORKS_FROM = /^-- works with code from: (\d{4})$/m;

/** The first lines of a migration say which code can work with it. Without such a line, only code that knows it. */
export function worksFrom(number: number, text: string): number {
  return Number(WORKS_FROM.exec(text)?.[1] ?? number);
}

/** What the database has; null where it was never migrated. Reads only. */
export async function readApplied(sql: Asks): Promise<SchemaStep[] | null> {
  // Not to_regclass: in a transaction that has waited for another one it may still answer from its cache.
  const { rows: found } = await sql.query(
    `select from pg_class where relname = 'migrations' and relnamespace = current_schema()::regnamespace`,
  );
  if (found.length === 0) return null;
  // A row as JSON: databases of older versions lack the column.
  const { rows } = await sql.query<{ number: number; works_from: number | null }>(
    `select number, (to_jsonb(m) ->> 'works_from')::integer as works_from from migrations m order by number`,
  );
  return rows.map(({ number, works_from }) => ({ number, worksFrom: works_from ?? number }));
}

/** The files that the database lacks. Throws where a newer version has changed the schema in a way that this one does not know. */
export function missingIn(applied: readonly SchemaStep[], known = knownMigrations()): MigrationFile[] {
  const newest = known.at(-1)?.number ?? 0;
  const unknown = tooNew(applied, newest);
  if (unknown !== null) {
    throw new CannotStart(
      `The database was migrated by a newer Depono (migration ${unknown}, this one knows ${newest}). ` +
        'Start the newer version.',
    );
  }
  const numbers = new Set(applied.map(({ number }) => number));
  return known.filter(({ number }) => !numbers.has(number));
}

/** The newest migration that code with this newest number cannot work with, or null. */
export function tooNew(applied: readonly SchemaStep[], newest: number): number | null {
  const unknown = applied.filter((one) => one.number > newest && one.worksFrom > newest);
  return unknown.length === 0 ? null : Math.max(...unknown.map(({ number }) => number));
}

/** What this version and the database do not share. Changes nothing. */
export async function compareSchema(sql: Asks): Promise<{ missing: number[]; tooNew: number | null }> {
  const applied = (await readApplied(sql)) ?? [];
  const numbers = knownMigrations().map(({ number }) => number);
  const has = new Set(applied.map(({ number }) => number));
  return { missing: numbers.filter((number) => !has.has(number)), tooNew: tooNew(applied, numbers.at(-1) ?? 0) };
}

/** Throws a sentence where this program cannot work with the schema, and leaves it as it is. */
export async function requireSchema(sql: Asks): Promise<void> {
  const applied = await readApplied(sql);
  if (applied === null) throw new CannotStart('The database is empty. Set it up first: depono migrate');
  const missing = missingIn(applied);
  if (missing.length === 0) return;
  const numbers = missing.map(({ number }) => number).join(', ');
  throw new CannotStart(
    `The database is of an older Depono: ${missing.length === 1 ? 'migration' : 'migrations'} ${numbers} ` +
      `${missing.length === 1 ? 'is' : 'are'} missing. Stop the older version, then run: depono migrate`,
  );
}
