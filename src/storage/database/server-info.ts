import type { Sql } from './database.ts';
import { readApplied, type SchemaStep } from './schema-version.ts';
import { refusedCallContext } from '../open-call/refused-calls.ts';
import { payloadsContext } from '../request-log/list.ts';

export type Vitals = {
  serverVersion: { number: number; text: string };
  /** By the database's own clock. */
  now: Date;
  /** Empty where there are none yet. */
  migrations: SchemaStep[];
};

/** What can be asked of any database, also of one that was never set up. */
export async function readVitals(sql: Sql): Promise<Vitals> {
  const { rows } = await sql.query<{ number: number; text: string; now: Date }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as text,
            clock_timestamp() as now`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a server says its version');
  const { number, text, now } = row;
  return { serverVersion: { number, text }, now, migrations: (await readApplied(sql)) ?? [] };
}

/** By how many seconds the service's clock runs ahead, and when the newest deposit was made by it. */
export async function readClocks(sql: Sql): Promise<{ aheadSeconds: number; newestDeposit: Date | null }> {
  const { rows } = await sql.query<{ ahead: number; newest: Date | null }>(
    `select extract(epoch from ahead)::double precision as ahead,
            (select created_at from deposits order by id desc limit 1) as newest
     from service_clock`,
  );
  return { aheadSeconds: rows[0]?.ahead ?? 0, newestDeposit: rows[0]?.newest ?? null };
}

/** One of each kind that is sealed, to see whether a key opens it. */
export async function someSealed(sql: Sql): Promise<{ kind: SealedKind; sealed: Buffer; context: string }[]> {
  const { rows } = await sql.query<{ kind: SealedKind; id: string; sealed: Buffer }>(
    `(select 'secrets of callbacks' as kind, id, callback_secret as sealed from connections
      where callback_secret is not null order by id limit 1)
     union all
     (select 'payloads of refused calls', id, payload from refused_calls order by organization_id, id limit 1)
     union all
     (select 'payloads of calls', id, content from call_payloads order by organization_id, id limit 1)`,
  );
  return rows.map(({ kind, id, sealed }) => ({ kind, sealed, context: CONTEXTS[kind](id) }));
}

type SealedKind = 'secrets of callbacks' | 'payloads of refused calls' | 'payloads of calls';

const CONTEXTS: Record<SealedKind, (id: string) => string> = {
  'secrets of callbacks': (id) => `callback secret ${id}`,
  'payloads of refused calls': refusedCallContext,
  'payloads of calls': payloadsContext,
};
