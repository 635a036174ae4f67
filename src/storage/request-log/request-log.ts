import { randomUUIDv7 } from 'node:crypto';
import type { Durations } from '../../domain/values/durations.ts';
import type { Problem } from '../../domain/payload/problem.ts';
import { column, columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { arraysOf, storable, unnested, type LogRow } from './arrays.ts';
import { insertReads, READ_COLUMNS, readRow, type LoggedRead } from './reads.ts';

export type CallOutcome = 'success' | 'skipped' | 'errored';

/** The chunk that holds a payload, and its position there. */
type PayloadSlice = { id: string; start: number; length: number };

/** One call of a partner, as it is stored. */
export type LoggedCall = {
  organizationId: string;
  id: string;
  at: Date;
  path: string;
  partnerId: string;
  externalOrgId: string | null;
  externalContractId: string | null;
  outcome: CallOutcome;
  refusalRow: string | null;
  reason: string | null;
  problems: readonly Problem[] | null;
  /** Null: closed without an answer. */
  status: number | null;
  durationMs: number;
  requestId: string;
  /** What a program can branch on. Null: a read, or no answer. */
  code: string | null;
  depositId: string | null;
  payload: PayloadSlice | null;
};

/** Payloads of one organization, sealed. */
export type PayloadChunk = { organizationId: string; id: string; content: Buffer };

export type CallCount = {
  organizationId: string;
  span: 'hour' | 'day';
  startsAt: Date;
  partnerId: string;
  path: string;
  outcome: CallOutcome;
  calls: number;
  durations: Durations;
};

export type ProblemCount = { organizationId: string; day: string; partnerId: string; problem: string; calls: number };

export type CallBatch = {
  calls: readonly LoggedCall[];
  reads: readonly LoggedRead[];
  chunks: readonly PayloadChunk[];
  counts: readonly CallCount[];
  problems: readonly ProblemCount[];
};

/** An id that starts with the time, then with `order`, so that ids sort as calls were made. */
export function idAt(time: Date, order = 0): string {
  return `${timePart(time)}-7${(order % 4_096).toString(16).padStart(3, '0')}${randomUUIDv7().slice(18)}`;
}

/** Smaller than every id of this time or later. */
export function firstIdAt(time: Date): string {
  return `${timePart(time)}-0000-0000-000000000000`;
}

function timePart(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** A key and the external id that it was used with. `keyHash` is given where the key was not checked yet. */
export type Caller = { keyId: string; keyHash: Buffer | null; externalOrgId: string };
export type KnownCaller = { partnerId: string; organizationId: string };

const IDENTIFY = `
  select clock.ahead_ms, g.n, g.partner_id, g.organization_id
  from (select extract(epoch from ahead)::float8 * 1000 as ahead_ms from service_clock) clock left join (
    select q.n, k.partner_id, c.organization_id
    from json_to_recordset($1) as q (n integer, key_id text, key_hash text, external_org_id text)
    join partner_keys k on k.id = q.key_id
      and (q.key_hash is null or k.revoked_at is null and k.hash = decode(q.key_hash, 'hex'))
    left join connections c on c.partner_id = k.partner_id and c.external_org_id = q.external_org_id
  ) g on true`;

/** Who made these calls, and how far the service's clock is ahead. Null: an unknown caller. */
export async function identifyCallers(
  sql: Sql,
  callers: readonly Caller[],
): Promise<{ aheadMs: number; known: (KnownCaller | null)[] }> {
  const indexes = new Map<string, number[]>();
  const asked: object[] = [];
  for (const [index, { keyId, keyHash, externalOrgId }] of callers.entries()) {
    const caller = { key_id: keyId, key_hash: keyHash?.toString('hex'), external_org_id: storable(externalOrgId) };
    const key = JSON.stringify(caller);
    const same = indexes.get(key);
    if (same !== undefined) same.push(index);
    else {
      asked.push({ n: index, ...caller });
      indexes.set(key, [index]);
    }
  }
  const { rows } = await sql.query<{
    ahead_ms: number;
    n: number | null;
    partner_id: string;
    organization_id: string | null;
  }>({
    name: 'identify-callers',
    text: IDENTIFY,
    values: [JSON.stringify(asked)],
  });
  const known = Array.from<KnownCaller | null>({ length: callers.length }).fill(null);
  const found = new Map(rows.map((row) => [row.n, row]));
  for (const same of indexes.values()) {
    const row = found.get(same[0] as number);
    if (row === undefined) continue;
    const caller = { partnerId: row.partner_id, organizationId: row.organization_id ?? NIL_ID };
    for (const index of same) known[index] = caller;
  }
  return { aheadMs: Math.round(rows[0]?.ahead_ms ?? 0), known };
}

/** In the order of `rowOf`. */
export const CALL_COLUMNS = {
  organization_id: column<string>('uuid'),
  id: column<string>('uuid'),
  at: column<Date>('timestamptz'),
  path: column<string>('text'),
  partner_id: column<string>('uuid'),
  external_org_id: column<string | null>('text'),
  external_contract_id: column<string | null>('text'),
  outcome: column<CallOutcome>('text'),
  refusal_row: column<string | null>('text'),
  reason: column<string | null>('text'),
  problems: column<Problem[] | null>('json'),
  status: column<number | null>('smallint'),
  duration_ms: column<number>('real'),
  request_id: column<string>('text'),
  code: column<string | null>('text'),
  deposit_id: column<string | null>('uuid'),
  payload_id: column<string | null>('uuid'),
  payload_start: column<number>('integer'),
  payload_length: column<number>('integer'),
};
const NAMES = columnNames(CALL_COLUMNS);
/** The number of the first parameter of `CALL_COLUMNS`; those of `READ_COLUMNS` follow. */
const FIRST_OF_CALLS = 8;

/** Row 7 refuses a contract that already has a deposit: the call is listed with that one. */
const DEPOSIT = `case when c.refusal_row = '7' then (
    select d.id from deposits d where d.organization_id = c.organization_id
      and d.external_contract_id = c.external_contract_id and d.state <> 'withdrawn')
  else c.deposit_id end`;

/**
 * Writing a batch twice, as happens when the database's answer was lost, changes nothing: if the first call or line is
 * stored, so is the rest. Counters are locked in the same order by every writer. The calls of a partner are numbered under
 * the lock of its counter: who has read up to a number has missed none before it.
 */
const WRITE = `
  with batch as materialized (
    select not exists (select from calls where organization_id = $4 and id = $5)
       and not exists (select from call_reads where organization_id = $6 and id = $7) as is_new
  ), kept as (
    insert into call_payloads (organization_id, id, content)
    select p.organization_id, p.id, decode(p.content, 'base64')
    from batch, json_to_recordset($1) as p (organization_id uuid, id uuid, content text) where batch.is_new
    on conflict do nothing
  ), given as materialized (
    select c.*, count(*) over same as of_partner, row_number() over (same order by c.id) as place
    from batch, ${unnested(CALL_COLUMNS, FIRST_OF_CALLS)} as c (${NAMES})
    where batch.is_new window same as (partition by c.partner_id)
  ), numbered as (
    insert into partner_lists as t (partner_id, list, last)
    select g.partner_id, 'calls', count(*) from given g where g.partner_id <> '${NIL_ID}' group by 1 order by 1
    on conflict (partner_id, list) do update set last = t.last + excluded.last
    returning t.partner_id as listed_for, t.last as last_number
  ), logged as (
    insert into calls (${NAMES}, number)
    select ${NAMES.replace('deposit_id', DEPOSIT)}, n.last_number - c.of_partner + c.place
    from given c left join numbered n on n.listed_for = c.partner_id
  ), listed as (
    ${insertReads(FIRST_OF_CALLS + Object.keys(CALL_COLUMNS).length)}
  ), counted as (
    insert into call_counts as t (organization_id, span, starts_at, partner_id, path, outcome, calls, durations)
    select n.organization_id, n.span, n.starts_at, n.partner_id, n.path, n.outcome, n.calls, n.durations
    from batch, json_to_recordset($2) as n (organization_id uuid, span text, starts_at timestamptz, partner_id uuid,
      path text, outcome text, calls bigint, durations integer[])
    where batch.is_new
    order by 1, 2, 3, 4, 5, 6
    on conflict (organization_id, span, starts_at, partner_id, path, outcome) do update
      set calls = t.calls + excluded.calls,
          durations = (select array_agg(coalesce(u.had, 0) + coalesce(u.more, 0) order by u.position)
                       from unnest(t.durations, excluded.durations) with ordinality as u (had, more, position))
  )
  insert into call_problems as t (organization_id, day, partner_id, problem, calls)
  select n.organization_id, n.day, n.partner_id, n.problem, n.calls
  from batch, json_to_recordset($3) as n (organization_id uuid, day date, partner_id uuid, problem text, calls bigint)
  where batch.is_new
  order by 1, 2, 3, 4
  on conflict (organization_id, day, partner_id, problem) do update set calls = t.calls + excluded.calls`;

export async function writeCalls(sql: Sql, { calls, reads, chunks, counts, problems }: CallBatch): Promise<void> {
  const json = (rows: readonly object[]): string => JSON.stringify(rows);
  await sql.query({
    name: 'write-calls',
    text: WRITE,
    values: [
      json(
        chunks.map(({ organizationId, id, content }) => ({
          organization_id: organizationId,
          id,
          content: content.toString('base64'),
        })),
      ),
      json(
        counts.map(({ organizationId, startsAt, partnerId, ...count }) => ({
          organization_id: organizationId,
          starts_at: startsAt,
          partner_id: partnerId,
          ...count,
        })),
      ),
      json(
        problems.map(({ organizationId, partnerId, ...count }) => ({
          organization_id: organizationId,
          partner_id: partnerId,
          ...count,
        })),
      ),
      calls[0]?.organizationId ?? null,
      calls[0]?.id ?? null,
      reads[0]?.organizationId ?? null,
      reads[0]?.id ?? null,
      ...arraysOf(CALL_COLUMNS, calls.map(rowOf)),
      ...arraysOf(READ_COLUMNS, reads.map(readRow)),
    ],
  });
}

function rowOf(call: LoggedCall): LogRow {
  return [
    call.organizationId,
    call.id,
    call.at.toISOString(),
    call.path,
    call.partnerId,
    storable(call.externalOrgId),
    storable(call.externalContractId),
    call.outcome,
    call.refusalRow,
    storable(call.reason),
    call.problems === null ? null : JSON.stringify(call.problems),
    call.status,
    call.durationMs,
    storable(call.requestId),
    call.code,
    call.depositId,
    call.payload?.id ?? null,
    call.payload?.start ?? null,
    call.payload?.length ?? null,
  ];
}
