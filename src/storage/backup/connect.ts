import { Client } from 'pg';
import type { Connection } from '../database/database.ts';

/** What the text of a value depends on is fixed, so that one row has one text; and nothing here is short of time. */
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

/** A connection for reading or writing all there is. */
export async function withClient<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const server = typeof connection === 'string' ? { connectionString: connection } : connection;
  const client = new Client({
    ...server,
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
