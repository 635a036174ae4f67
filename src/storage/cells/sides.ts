import { Client } from 'pg';
import type { Sql } from '../database/database.ts';
import { serverOf, type Connection } from '../database/servers.ts';
import { readCell } from './cell-name.ts';

/** The two databases of a move. Each has a connection of its own, without the limits of the service's. */
export type Sides = { source: Sql; target: Sql };

const LOCK = 714_055_351;

export async function withSides<T>(
  source: Connection,
  target: Connection,
  work: (sides: Sides) => Promise<T>,
): Promise<T> {
  const clients = [clientOf(source), clientOf(target)] as const;
  try {
    for (const client of clients) await client.connect();
    return await work({ source: clients[0], target: clients[1] });
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

function clientOf(connection: Connection): Client {
  const server = serverOf(connection);
  const client = new server.Client({
    ...server.config,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=60s',
    application_name: 'depono (moving)',
  });
  client.on('error', () => undefined);
  return client;
}

/** Until the connection ends. False: another process moves an organization from here. */
export async function lockMoves(source: Sql): Promise<boolean> {
  const { rows } = await source.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [LOCK]);
  return rows[0]?.alone === true;
}

/** In one transaction that may change what is not at home, and remove what only grows. */
export async function moving<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql.query('begin');
  try {
    await sql.query(`select set_config('depono.move', 'on', true), set_config('lock_timeout', '20s', true)`);
    const result = await work();
    await sql.query('commit');
    return result;
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

export type SideFacts = {
  cell: string | null;
  keyCheck: string | null;
  database: string;
  walLevel: string;
  maySubscribe: boolean;
  mayReplicate: boolean;
  newestMigration: number;
  /** How far its clock is ahead, in seconds. */
  ahead: number;
  isReplica: boolean;
};

export async function readSide(sql: Sql): Promise<SideFacts> {
  const { rows } = await sql.query<Omit<SideFacts, 'cell' | 'keyCheck'>>(`
    select (select system_identifier from pg_control_system())::text || '/' || current_database() as "database",
           current_setting('wal_level') as "walLevel",
           r.rolsuper or exists (
             select from pg_roles s where s.rolname = 'pg_create_subscription'
             and pg_has_role(current_user, s.oid, 'member')) as "maySubscribe",
           r.rolsuper or r.rolreplication as "mayReplicate",
           (select max(number) from migrations) as "newestMigration",
           (select extract(epoch from ahead) from service_clock)::double precision as ahead,
           pg_is_in_recovery() as "isReplica"
    from pg_roles r where r.rolname = current_user`);
  const facts = rows[0];
  if (facts === undefined) throw new Error('the database did not say what it is');
  const cell = await readCell(sql);
  return { ...facts, cell: cell?.name ?? null, keyCheck: cell?.keyCheck ?? null };
}
