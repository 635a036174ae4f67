import { Pool, types, type Client, type ClientBase } from 'pg';
import { CannotStart } from './cannot-start.ts';
import { migrate, type MigrateOptions } from './migrate.ts';
import { serverOf, type Connection, type WantedServer } from './servers.ts';
import { closeSilentConnections } from './silent-connections.ts';

/** Anything that runs SQL: the pool, or a client inside a transaction. */
export type Sql = { query: ClientBase['query'] };

export type Database = Sql & {
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  /** Connections in the pool, idle ones among them, and callers that wait for one. */
  connections: () => { open: number; idle: number; waiting: number };
  end: () => Promise<void>;
};

/** bigint is read as a number (amounts are safe integers), date as text. */
types.setTypeParser(types.builtins.INT8, (text) => {
  const count = Number(text);
  if (!Number.isSafeInteger(count)) throw new Error(`${text} does not fit a number`);
  return count;
});
types.setTypeParser(types.builtins.DATE, (text) => text);

/**
 * Every statement looks rows up by key. A plan made while the tables were empty would scan them, and a prepared
 * statement would keep that plan as they grow: so indexes are used from the first row on.
 */
export const SESSION = [
  ['timezone', 'UTC'],
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
  ['enable_mergejoin', 'off'],
  // A bitmap scan reads and sorts all rows of a large organization for a page of fifty; an index has them in order.
  ['enable_bitmapscan', 'off'],
  ['jit', 'off'],
  ['statement_timeout', '10s'],
  // A worker keeps its transaction open while it sends mail.
  ['idle_in_transaction_session_timeout', '0'],
] as const;

/** A server that does not answer for so long is considered dead. */
const SILENT = { afterMs: 15_000, everyMs: 1_000 };

/** How long a statement waits for a connection. */
export const CONNECT_LIMIT_MS = 5_000;

const OLDEST_SERVER = 150_000;

export async function openDatabase(
  connection: Connection,
  log: (error: Error) => void,
  /** Called with the error of every failed statement. */
  onFailed: (error: unknown) => void = () => undefined,
  /** Runs first, on a connection of its own. */
  schema: (client: ClientBase, options: MigrateOptions) => Promise<unknown> = migrate,
  connectLimitMs: number = CONNECT_LIMIT_MS,
): Promise<Database> {
  await prepareSchema(connection, schema, log);
  const pool = openPool(connection, { log, connectLimitMs });
  return databaseOn(pool, { onFailed });
}

/** `isReadOnly`: any of several servers is good enough. */
export function openPool(
  connection: Connection,
  {
    log,
    connectLimitMs = CONNECT_LIMIT_MS,
    isReadOnly = false,
  }: { log: (error: Error) => void; connectLimitMs?: number | undefined; isReadOnly?: boolean },
): OpenPool {
  const server = serverOf(connection, isReadOnly ? 'any' : 'read-write');
  const pool = new Pool({
    ...server.config,
    Client: server.Client,
    max: 12,
    connectionTimeoutMillis: connectLimitMs,
    options: optionsOf(isReadOnly ? READ_ONLY : SESSION),
    application_name: isReadOnly ? 'depono (reading)' : 'depono',
    keepAlive: true,
  });
  pool.on('error', log);
  // A connection may break between two statements; its next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const silence = closeSilentConnections(pool, SILENT);
  return { pool, end: () => pool.end().finally(silence.stop) };
}

type OpenPool = { pool: Pool; end: () => Promise<void> };

/** Asked on each connection before it is used; what it throws fails the statement. */
type Admit = (client: ClientBase) => Promise<void>;

export function databaseOn(
  { pool, end }: OpenPool,
  { onFailed = () => undefined, admit = null }: { onFailed?: (error: unknown) => void; admit?: Admit | null },
): Database {
  return {
    query: watched(askPool(pool, admit), onFailed),
    transaction: (work) => inTransaction(pool, work, { onFailed, admit }),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end,
  };
}

const READ_ONLY = [...SESSION, ['default_transaction_read_only', 'on'] as const];

function optionsOf(settings: readonly (readonly [name: string, value: string])[]): string {
  return settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
}

/**
 * `query` of a pool or client that also reports failures. It passes a callback: the driver's own promises end up in old
 * space with all their rows, and only a full garbage collection frees them.
 */
function watched(ask: Ask, onFailed: (error: unknown) => void): Sql['query'] {
  return ((...args: unknown[]) =>
    new Promise((answer, fail) => {
      ask(...args, (error: Error | null | undefined, result: unknown) => (error ? fail(error) : answer(result)));
    }).catch((error: unknown) => {
      // The stack of the caller is more useful than that of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      onFailed(error);
      throw error;
    })) as Sql['query'];
}

type Ask = (...args: unknown[]) => void;

/** Like the pool's own `query`, and remembers of a failure that there was no connection to send the statement on. */
function askPool(pool: Pool, admit: Admit | null): Ask {
  return (...args) => {
    const answer = args.pop() as (error: unknown, result?: unknown) => void;
    pool.connect((error, client, release) => {
      if (error !== undefined || client === undefined) {
        remember(error);
        return answer(error);
      }
      const send = (): void =>
        askOf(client)(...args, (failure: Error | null, result: unknown) => {
          release(failure ?? undefined);
          answer(failure, result);
        });
      if (admit === null) return send();
      const refuse = (refusal: unknown): void => {
        release(refusal instanceof NotAdmitted ? undefined : (refusal as Error));
        answer(refusal);
      };
      // eslint-disable-next-line promise/no-promise-in-callback -- `pg` calls back, and so must whoever takes its place
      admit(client).then(send, refuse);
    });
  };
}

/** The connection is sound, but this server must not be used now. */
export class NotAdmitted extends Error {}

function askOf(client: ClientBase): Ask {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  return (...args) => {
    ask(...args);
  };
}

const neverSent = new WeakSet<object>();

function remember(error: unknown): void {
  if (typeof error === 'object' && error !== null) neverSent.add(error);
}

/** No connection was established, so nothing was sent. */
export function isNeverSent(error: unknown): boolean {
  return typeof error === 'object' && error !== null && neverSent.has(error);
}

/** A read-only connection, which does not migrate the schema. */
export async function readOnly<T>(
  connection: Connection,
  work: (sql: Sql) => Promise<T>,
  wanted: WantedServer = 'read-write',
): Promise<T> {
  const server = serverOf(connection, wanted);
  const client = new server.Client({
    ...server.config,
    connectionTimeoutMillis: 10_000,
    options: optionsOf(READ_ONLY),
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
  { onFailed, admit }: { onFailed: (error: unknown) => void; admit: Admit | null },
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    remember(error);
    onFailed(error);
    throw error;
  });
  const query = watched(askOf(client), onFailed);
  let isBroken = false;
  try {
    await admit?.(client);
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

/** Runs `work` on a connection of its own, without a statement timeout: migrations may take long. */
export async function prepareSchema<T>(
  connection: Connection,
  work: (client: ClientBase, options: MigrateOptions) => Promise<T>,
  log: (error: Error) => void,
): Promise<T> {
  const client = plainClient(connection);
  try {
    await client.connect();
    await refuseOldServer(client);
    const openWatcher = async (): Promise<Client> => {
      const watcher = plainClient(connection, { query_timeout: WATCHER_LIMIT_MS });
      await watcher.connect();
      return watcher;
    };
    return await work(client, { openWatcher, onPostponed: (sentence) => log(new Error(sentence)) });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const WATCHER_LIMIT_MS = 1_000;

function plainClient(connection: Connection, more: { query_timeout?: number } = {}): Client {
  const server = serverOf(connection);
  const client = new server.Client({
    ...server.config,
    connectionTimeoutMillis: 10_000,
    application_name: 'depono (schema)',
    ...more,
  });
  client.on('error', () => undefined);
  return client;
}

async function refuseOldServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; text: string }>(
    `select current_setting('server_version_num')::integer as version, current_setting('server_version') as text`,
  );
  const server = rows[0];
  if (server === undefined || server.version >= OLDEST_SERVER) return;
  throw new CannotStart(`Depono needs PostgreSQL 15 or newer; DATABASE_URL points to version ${server.text}.`);
}

/** The server cancelled a statement after `statement_timeout`. */
const CANCELLED = '57014';

/** The server refused a statement, so it had no effect. Classes 08 and 57 mean a lost connection instead. */
export function isRefusal(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && (state === CANCELLED || !(state.startsWith('08') || state.startsWith('57')));
}

/** The SQLSTATE of an error; null where there is none. Every SQLSTATE has a digit, `EPIPE` has none. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^(?=.*[0-9])[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** This statement and another one, such as a migration, waited for each other: nothing of this one was done. */
export function isDeadlock(error: unknown): boolean {
  return sqlState(error) === '40P01';
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
