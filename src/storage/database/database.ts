import { Client, Pool, types, type ClientBase } from 'pg';
import { CannotStart } from './cannot-start.ts';
import { migrate } from './migrate.ts';
import { endSilentConnections } from './silent-connections.ts';

/** Anything that runs SQL: the pool, or a client inside a transaction. */
export type Sql = { query: ClientBase['query'] };

export type Database = Sql & {
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  /** How many connections there are, how many of them do nothing, and how many wait for one. */
  connections: () => { open: number; idle: number; waiting: number };
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

/**
 * Every statement of ours looks rows up by key. A plan made while the tables were empty would read them whole, and
 * a prepared one would go on doing so as they grow: so indexes it is, from the first row on.
 */
const SESSION = [
  ['timezone', 'UTC'],
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
  ['enable_mergejoin', 'off'],
  // One that has read all of a large organization's rows sorts them for a page of fifty: an index gives them in order.
  ['enable_bitmapscan', 'off'],
  ['jit', 'off'],
  ['statement_timeout', '10s'],
  // A worker holds its effects while it sends them.
  ['idle_in_transaction_session_timeout', '0'],
] as const;

/** A server that says nothing for so long is taken for dead. */
const SILENT = { afterMs: 15_000, everyMs: 1_000 };

const OLDEST_SERVER = 150_000;

export async function openDatabase(
  connection: Connection,
  log: (error: Error) => void,
  /** Told of every statement that failed. */
  onFailed: (error: unknown) => void = () => undefined,
  /** What is done about the schema first. */
  schema: (client: ClientBase) => Promise<unknown> = migrate,
): Promise<Database> {
  const server = typeof connection === 'string' ? { connectionString: connection } : connection;
  await prepare(new Client({ ...server, connectionTimeoutMillis: 10_000 }), schema);
  const pool = new Pool({
    ...server,
    max: 12,
    connectionTimeoutMillis: 5_000,
    options: SESSION.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    application_name: 'depono',
    keepAlive: true,
  });
  pool.on('error', log);
  // A connection may break at any moment, also between two statements; whoever uses it next is told.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const silence = endSilentConnections(pool, SILENT);
  return {
    query: watched(pool, onFailed),
    transaction: (work) => inTransaction(pool, work, onFailed),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end().finally(silence.stop),
  };
}

/**
 * The way to ask of a pool or a client; whoever asks is told of a failure as ever. The driver is given a function to call:
 * the one it makes for a promise of its own is put where only a marking of the heap removes it, with all its rows.
 */
function watched(asked: Pool | ClientBase, onFailed: (error: unknown) => void): Sql['query'] {
  const ask = asked.query.bind(asked) as (...args: unknown[]) => void;
  return ((...args: unknown[]) =>
    new Promise((answer, fail) => {
      ask(...args, (error: Error | null | undefined, result: unknown) => (error ? fail(error) : answer(result)));
    }).catch((error: unknown) => {
      // The stack leads back to whoever asked, instead of to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      onFailed(error);
      throw error;
    })) as Sql['query'];
}

/** A connection that can only read, and leaves the schema as it is. */
export async function readOnly<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
  const server = typeof connection === 'string' ? { connectionString: connection } : connection;
  const options = [...SESSION, ['default_transaction_read_only', 'on'] as const];
  const client = new Client({
    ...server,
    connectionTimeoutMillis: 10_000,
    options: options.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    application_name: 'depono (reading)',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function inTransaction<T>(
  pool: Pool,
  work: (sql: Sql) => Promise<T>,
  onFailed: (error: unknown) => void,
): Promise<T> {
  const connecting = pool.connect();
  connecting.catch(onFailed);
  const client = await connecting;
  const query = watched(client, onFailed);
  let isBroken = false;
  try {
    await query('begin');
    const result = await work({ query });
    await query('commit');
    return result;
  } catch (error) {
    // A connection that can still roll back is kept, whatever the reason: a new one costs more than the transaction did.
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Migrations may take their time, so they have a connection of their own. */
async function prepare(client: Client, schema: (client: ClientBase) => Promise<unknown>): Promise<void> {
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseOldServer(client);
    await schema(client);
  } finally {
    await client.end().catch(() => undefined);
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

/** The server gave a statement up after `statement_timeout`. */
const TOOK_TOO_LONG = '57014';

/** The server refused a statement: certainly nothing of it was done. Classes 08 and 57 speak of a lost server instead. */
export function isRefusal(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && (state === TOOK_TOO_LONG || !(state.startsWith('08') || state.startsWith('57')));
}

/** What the server said was wrong; null when it did not say it. Every SQLSTATE has a digit, `EPIPE` has none. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^(?=.*[0-9])[0-9A-Z]{5}$/.test(code) ? code : null;
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
