import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { MACHINE, runDepono, type Ended } from './command-line.ts';
import type { Service } from './service.ts';

/** The settings by which the command line works on the database of a service. */
export function settingsOf({ databaseUrl, baseUrl, config }: Service): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, SECRET_KEY: config.secretKey, BASE_URL: baseUrl };
}

/** `depono …` until it ends, with these settings and no others. */
export function depono(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return runDepono(args, { env });
}

/** `depono …` as it runs. */
export function startDeponoCommand(env: Record<string, string>, ...args: string[]): ChildProcessWithoutNullStreams {
  const cwd = join(import.meta.dirname, '..', '..');
  return spawn(process.execPath, ['src/cli.ts', ...args], { cwd, env: { ...MACHINE, ...env } });
}
