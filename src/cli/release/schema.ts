import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withClient } from '../../storage/backup/connect.ts';
import { readApplied, worksFrom } from '../../storage/database/schema-version.ts';
import { refuseCommand, wrongCall, type CommandContext } from '../command.ts';
import type { Home, InstalledRelease } from './home.ts';
import { holdFor } from './lock.ts';

/** How a release and the database fit. `tooNew`: a migration that the release cannot work with. */
type SchemaFit = { missing: number[]; tooNew: number | null };

/** Asks the release itself, because only its own code knows what it can work with. */
export async function askRelease(context: CommandContext, release: InstalledRelease): Promise<SchemaFit> {
  const { code, output, errors } = await runIn(release, ['migrate', '--check', '--json'], context.env);
  const answer = lastObject(output) as (SchemaFit & { works?: boolean }) | null;
  if (typeof answer?.works === 'boolean') return { missing: answer.missing, tooNew: answer.tooNew };
  if (/has no option --check/.test(errors)) return compareFolders(context, release);
  const sentence = (lastObject(errors) as { error?: string } | null)?.error ?? errors.trim();
  throw wrongCall(`Release ${release.version} could not check the database (exit code ${code}): ${sentence}`);
}

/** A release without `migrate --check` (before 0.3.0) works with no migration that it does not know. */
async function compareFolders({ withConnection }: CommandContext, { folder }: InstalledRelease): Promise<SchemaFit> {
  const known = migrationsOf(folder).map(({ number }) => number);
  const applied = await withConnection((connection) => withClient(connection, readApplied));
  const numbers = (applied ?? []).map(({ number }) => number);
  const unknown = numbers.filter((number) => !known.includes(number));
  return {
    missing: known.filter((number) => !numbers.includes(number)),
    tooNew: unknown.length === 0 ? null : Math.max(...unknown),
  };
}

/** Migrates with the code of the release. That process keeps the lock if this one is killed. */
export async function migrateWith(context: CommandContext, home: Home, release: InstalledRelease): Promise<void> {
  const { code, errors } = await runIn(release, ['migrate', '--json'], context.env, (pid) => holdFor(home, pid));
  if (code === 0) return;
  const sentence = (lastObject(errors) as { error?: string } | null)?.error ?? errors.trim();
  throw refuseCommand(`The database was not migrated: ${sentence}\nThe release in use has not changed.`);
}

/** The missing migrations with which processes of the release in a folder cannot go on. */
export function breakingFor(running: string, next: InstalledRelease, missing: readonly number[]): number[] {
  const newest = migrationsOf(running).at(-1)?.number ?? 0;
  return migrationsOf(next.folder)
    .filter(({ number, text: sql }) => missing.includes(number) && worksFrom(number, sql) > newest)
    .map(({ number }) => number);
}

function migrationsOf(folder: string): { number: number; text: string }[] {
  const inside = join(folder, 'src', 'storage', 'migrations');
  // The files of a process may have been deleted.
  if (!existsSync(inside)) return [];
  return readdirSync(inside)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), text: readFileSync(join(inside, name), 'utf8') }));
}

type Ended = { code: number | null; output: string; errors: string };

async function runIn(
  { folder }: InstalledRelease,
  args: readonly string[],
  env: CommandContext['env'],
  onStart: (pid: number) => () => void = () => () => undefined,
): Promise<Ended> {
  const program = join(folder, 'scripts', 'run.mjs');
  const child = spawn(process.execPath, [program, 'src/cli.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const onEnd = child.pid === undefined ? () => undefined : onStart(child.pid);
  const ended = new Promise<number | null>((done) => child.on('error', () => done(null)).on('close', done));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await ended;
  onEnd();
  return { code, output, errors };
}

function lastObject(output: string): unknown {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '');
  } catch {
    return null;
  }
}
