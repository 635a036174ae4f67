import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Demo } from '../src/sandbox/demo/demo.ts';
import { startEmbedded, type EmbeddedConnection } from '../src/storage/embedded/server.ts';
import { start, type Started } from './start.ts';

/** A private PostgreSQL on which any number of processes can be started. */
export type Site = {
  connection: EmbeddedConnection;
  databaseUrl: string;
  dataDir: string;
  start: (env?: Record<string, string>, options?: readonly string[]) => Promise<Started>;
  /** Another program of the project. */
  run: (program: string, env?: Record<string, string>) => Promise<Started>;
};

/** Stops and removes everything at the end, also when the program is interrupted. */
export async function withSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-bench-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const started: Started[] = [];
  const server = await startEmbedded(dataDir);
  const databaseUrl = urlOf(server.connection);
  const run = async (program: string, env: Record<string, string> = {}, options: readonly string[] = []) => {
    const one = await start(program, env, options);
    started.push(one);
    return one;
  };
  const site: Site = {
    connection: server.connection,
    databaseUrl,
    dataDir,
    run,
    start: (env = {}, options = []) => {
      const settings = {
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'error',
        DEMO: 'keys',
        ...env,
      };
      return run('src/main.ts', settings, options);
    },
  };
  try {
    return await Promise.race([work(site), stopped()]);
  } finally {
    await Promise.all(started.map((one) => one.stop()));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rejects when the program is interrupted. */
export function stopped(): Promise<never> {
  return new Promise((_, fail) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => fail(new Error(`stopped by ${signal}`)));
  });
}

function urlOf({ user, password, host, database }: EmbeddedConnection): string {
  return `postgres://${user}:${password}@${encodeURIComponent(host)}/${database}`;
}

/** So that the database's pending work is not part of the measured latency. */
export async function tidyUp(client: Client): Promise<void> {
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** The demo of the first start. */
export function demoOf({ dataDir }: Site): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
}

export async function withClient<T>(
  { connection }: Pick<Site, 'connection'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
