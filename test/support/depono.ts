import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { ConfigError, readConfig, type Config } from '../../src/config.ts';
import { createServices } from '../../src/services.ts';
import { CannotStart } from '../../src/storage/database/cannot-start.ts';
import { openDatabase, type Database } from '../../src/storage/database/database.ts';
import type { Connection } from '../../src/storage/database/servers.ts';
import { requireSchema } from '../../src/storage/database/schema-version.ts';
import { withEmbedded } from '../../src/storage/embedded/server.ts';
import { bytesOf, MACHINE, type Ended } from './command-line.ts';
import type { Service } from './service.ts';

/** The settings for the command line to work on the database of a service. */
export function settingsOf({ databaseUrl, baseUrl, config }: Service): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, SECRET_KEY: config.secretKey, BASE_URL: baseUrl };
}

/**
 * Runs `depono …` to its end, with exactly these settings and its own connections. It runs in this process, because a
 * new process would load the whole service again. `runDepono` starts a process.
 */
export function depono(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return deponoWith('', env, ...args);
}

/** The same, with something on standard input. */
export async function deponoWith(input: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  let [output, errors] = ['', ''];
  let database: Database | null = null;
  const settings = (): Config => settingsIn(env);
  const code = await runCommandLine(COMMANDS, args, {
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
    close: async () => database?.end(),
    context: {
      env,
      input: { canAsk: false, confirm: async () => false, readAll: async () => input },
      settings,
      services: async () => {
        const { databaseUrl } = settings();
        if (databaseUrl === null) throw new Error('the embedded database is served to a process: use runDepono');
        const nothing = (): void => undefined;
        database ??= await openDatabase(databaseUrl, nothing, nothing, requireSchema);
        return createServices(settings(), database);
      },
      withConnection: <T>(work: (connection: Connection) => Promise<T>) => {
        const { databaseUrl, dataDir } = settings();
        return databaseUrl === null ? withEmbedded(dataDir, work) : work(databaseUrl);
      },
      rawOutput: () => bytesOf((chunk) => (output += chunk.toString('latin1'))),
      rawInput: () => Readable.from([Buffer.from(input, 'latin1')]),
      untilInterrupted: () => new AbortController().signal,
      serve: async () => 0,
    },
  });
  return { code, output, errors };
}

function settingsIn(env: Record<string, string>): Config {
  try {
    return readConfig(env);
  } catch (error) {
    throw error instanceof ConfigError ? new CannotStart(error.message) : error;
  }
}

/** `depono …` as it runs, in a process of its own. */
export function startDeponoCommand(env: Record<string, string>, ...args: string[]): ChildProcessWithoutNullStreams {
  const cwd = join(import.meta.dirname, '..', '..');
  return spawn(process.execPath, ['src/cli.ts', ...args], { cwd, env: { ...MACHINE, ...env } });
}
