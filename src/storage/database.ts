import { Pool, types, type ClientBase } from 'pg';
import { CannotStart } from './cannot-start.ts';
import { migrate } from './migrate.ts';

/** Anything that runs SQL: the pool, or a client inside a transaction. */
export type Sql = { query: ClientBase['query'] };

export type Database = Sql & {
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  end: () => Promise<void>;
};

export type Connection = string | { host: string; port: number; user: string; password: string; database: string };

/** Amounts are Rappen within the safe integers; days stay the text they are. */
types.setTypeParser(types.builtins.INT8, (text) => {
  const count = Number(text);
  if (!Number.isSafeInteger(count)) throw new Error(`${text} does not fit a number`);
  return count;
});
types.setTypeParser(types.builtins.DATE, (text) => text);

const OLDEST_SERVER = 150_000;

export async function openDatabase(connection: Connection, log: (error: Error) => void): Promise<Database> {
  const pool = new Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: 12,
    connectionTimeoutMillis: 5_000,
    // The hot statements are prepared and look up by key: one plan serves every call.
    options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
    application_name: 'depono',
    keepAlive: true,
  });
  pool.on('error', log);
  const client = await pool.connect();
  try {
    await refuseOldServer(client);
    await migrate(client);
  } finally {
    client.release();
  }
  return {
    query: pool.query.bind(pool),
    transaction: (work) => inTransaction(pool, work),
    end: () => pool.end(),
  };
}

async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failed = error as Error;
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failed !== undefined && !isRefusal(failed));
  }
}

async function refuseOldServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; text: string }>(
    `select current_setting('server_version_num')::integer as version, current_setting('server_version') as text`,
  );
  const server = rows[0];
  if (server === undefined || server.version >= OLDEST_SERVER) return;
  throw new CannotStart(`Depono needs PostgreSQL 15 or newer; DATABASE_URL leads to version ${server.text}.`);
}

/** The server refused a statement: certainly nothing of it was done. Classes 08 and 57 speak of a lost server instead. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}
