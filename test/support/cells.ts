import assert from 'node:assert/strict';
import { Client } from 'pg';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { createServices } from '../../src/services.ts';
import { openDatabase, type Database } from '../../src/storage/database/database.ts';
import { debianPostgres, startOwnPostgres } from './own-postgres.ts';
import { startService, type Service } from './service.ts';
import { verified, type Play, type Stage } from './play.ts';

/** A database of its own with its service. */
export type Cell = { name: string; service: Service; sql: Client; database: Database };
export type Cells = { main: Cell; second: Cell; stop: () => Promise<void> };

const binaries = debianPostgres();
export const CELL_TESTS = { skip: binaries === null ? 'it needs the PostgreSQL of Debian' : false, timeout: 240_000 };

/** Two databases of one server, each with a service. Null: there is no PostgreSQL that replicates. */
export async function startCells(env: Record<string, string> = {}): Promise<Cells | null> {
  if (binaries === null) return null;
  const server = await startOwnPostgres(binaries, ['wal_level=logical', 'max_connections=200']);
  const address = (of: string): string =>
    `postgres://${server.superuser}:${server.password}@127.0.0.1:${server.port}/${of}`;
  const cellOf = async (name: string): Promise<Cell> => {
    const admin = new Client({ connectionString: address('postgres') });
    await admin.connect();
    await admin.query(`create database cell_${name}`);
    await admin.end();
    const databaseUrl = address(`cell_${name}`);
    const own = { CELL: name, CELLS: 'main=http://127.0.0.1:1,second=http://127.0.0.1:2' };
    const service = await startService({ databaseUrl, env: { ...own, ...env } });
    const sql = new Client({ connectionString: databaseUrl });
    await sql.connect();
    return { name, service, sql, database: await openDatabase(databaseUrl, () => undefined) };
  };
  const [main, second] = [await cellOf('main'), await cellOf('second')];
  return {
    main,
    second,
    stop: async () => {
      for (const { service, sql, database } of [main, second]) {
        await verified(service);
        await database.end();
        await sql.end();
        await service.stop();
      }
      server.stop();
    },
  };
}

export type Ended = { code: number; output: string; errors: string };

/** `depono organization move`, as an operator of the source would call it. */
export async function move(
  from: Cell,
  to: Cell,
  args: readonly string[],
  more: Partial<Service['config']> = {},
): Promise<Ended> {
  let [output, errors] = ['', ''];
  const config = { ...from.service.config, moveToDatabaseUrl: to.service.databaseUrl, ...more };
  const services = createServices(config, from.database);
  const code = await runCommandLine(COMMANDS, ['organization', 'move', ...args], {
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
    close: async () => undefined,
    context: {
      env: {},
      input: { canAsk: false, confirm: async () => false, readAll: async () => '' },
      settings: () => config,
      services: async () => services,
      withConnection: (work) => work(from.service.databaseUrl),
      rawOutput: () => assert.fail('no bytes'),
      rawInput: () => assert.fail('no bytes'),
      untilInterrupted: () => new AbortController().signal,
      serve: async () => 0,
    },
  });
  return { code, output, errors };
}

export async function moved(
  from: Cell,
  to: Cell,
  { organizationId }: Stage,
  more: Partial<Service['config']> = {},
): Promise<Ended> {
  const ended = await move(from, to, [organizationId, '--yes'], more);
  assert.equal(ended.code, 0, ended.errors);
  return ended;
}

/** The same record, read in a cell. */
export async function recordIn({ service }: Cell, { id }: Play): Promise<any> {
  const { status, body, text } = await service.operator('GET', `/deposits/${id}`);
  assert.equal(status, 200, text);
  // What the calls during the move have opened is alike.
  return JSON.parse(
    JSON.stringify(body, (_, value) =>
      Array.isArray(value) ? value.filter((one) => one?.code !== 'near_duplicate') : value,
    ),
  );
}

/** A call that opens a deposit, in a cell. */
export const opening = ({ service }: Cell, { apiKey, externalOrgId }: Stage, sent: unknown) =>
  service.call('POST', '/webhook/custom', {
    headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
    body: sent,
  });
