import type { Client } from 'pg';
import type { Connection } from '../database/servers.ts';
import { serverOf } from '../database/servers.ts';

/** Fixes all settings that the text of a value depends on, and removes the time limits. */
const SESSION = [
  ['timezone', 'UTC'],
  ['datestyle', 'ISO'],
  ['intervalstyle', 'postgres'],
  ['extra_float_digits', '1'],
  ['bytea_output', 'hex'],
  ['statement_timeout', '0'],
  ['lock_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
] as const;

/** A connection for reading or writing the whole database. */
export async function withClient<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const server = serverOf(connection);
  const client = new server.Client({
    ...server.config,
    connectionTimeoutMillis: 10_000,
    options: SESSION.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    application_name: 'depono (backup)',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Begins a transaction with the settings of the session: a connection pool between us and the server may drop those of
 * the connection, and roles have time limits.
 */
export async function beginUnlimited(client: Client, how = ''): Promise<void> {
  const settings = SESSION.map(([name, value]) => `set local ${name} = '${value}'`);
  await client.query([`begin ${how}`, ...settings].join('; '));
}

/** Any number that no other advisory lock has. */
const BACKUP_LOCK = 714_055_340;

/** False: another process holds the lock, and nothing was done. The database releases it when the process dies. */
export async function oneAtATime(connection: Connection, work: () => Promise<void>): Promise<boolean> {
  return withClient(connection, async (client) => {
    // Of a transaction, because a connection pooler may give each one to another session.
    await beginUnlimited(client);
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      BACKUP_LOCK,
    ]);
    if (rows[0]?.mine !== true) return false;
    await work();
    return true;
  });
}
