import { zstdDecompressSync } from 'node:zlib';
import type { Vault } from '../../vault/vault.ts';
import { columnNames, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { CALL_COLUMNS, firstIdAt, type CallOutcome, type LoggedCall } from './request-log.ts';

/** `openings` includes every call that failed; `reads` are answered reads. */
export type CallKind = 'openings' | 'reads' | 'all';

export type CallFilter = {
  kind: CallKind;
  from: Date | null;
  to: Date | null;
  path: string | null;
  partnerId: string | null;
  organizationId: string | null;
  /** `refused`: all that did not succeed. */
  outcome: CallOutcome | 'refused' | null;
  externalContractId: string | null;
  /** Any part of the reason. */
  reason: string | null;
};

/** A call with the names of who made it. */
export type ListedCall = LoggedCall & {
  partner: string | null;
  organization: string | null;
  /** Of a line of reads; null: it is one call. */
  read: { times: number; lastAt: Date; contracts: number | null; answered: string | null } | null;
};

export type CallPage = {
  calls: ListedCall[];
  /** The cursor of the next page; null: this is the last one. */
  next: string | null;
  /** How far back the search went before it reached its limit; null: it found everything. */
  lookedBackTo: Date | null;
};

/** Conditions without an index are checked on so many calls at a time. */
const MOST_SCANNED = 20_000;

type Row = RowOf<typeof CALL_COLUMNS> & {
  times: number | null;
  last_at: Date;
  contracts: number | null;
  answered: string | null;
  partner: string | null;
  organization: string | null;
};

const OPENINGS = `
  select ${columnNames(CALL_COLUMNS)}, null::integer as times, at as last_at, null::integer as contracts, null as answered
  from calls`;
/** In the same columns. A reader has an organization and no partner. */
const READS = `
  select organization_id, id, at, path, '${NIL_ID}'::uuid, null, external_contract_id, 'success', null,
         null, null::json, 200::smallint, duration_ms, '', null, null::uuid, null::uuid, null::integer, null::integer,
         times, last_at, contracts, answered
  from call_reads`;
const SOURCES: Record<CallKind, string> = {
  openings: OPENINGS,
  reads: `${OPENINGS} where false union all ${READS}`,
  all: `${OPENINGS} union all ${READS}`,
};

const NAMED = `
  left join partners p on p.id = c.partner_id
  left join organizations o on o.id = c.organization_id`;

/** Newest first, from before an id on. */
export async function listCalls(
  sql: Sql,
  { filter, before, most }: { filter: CallFilter; before: string | null; most: number },
): Promise<CallPage> {
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value)}`;
  // Conditions with an index select the calls that the others are checked on.
  const indexed = [
    before === null ? null : `c.id < ${put(before)}`,
    filter.from === null ? null : `c.id >= ${put(firstIdAt(filter.from))}`,
    filter.to === null ? null : `c.id < ${put(firstIdAt(filter.to))}`,
    filter.organizationId === null ? null : `c.organization_id = ${put(filter.organizationId)}`,
    filter.externalContractId === null ? null : `c.external_contract_id = ${put(filter.externalContractId)}`,
    filter.outcome === 'refused' ? `c.outcome <> 'success'` : null,
  ].filter((condition) => condition !== null);
  const scanned = [
    filter.path === null ? null : `c.path = ${put(filter.path)}`,
    filter.partnerId === null ? null : `c.partner_id = ${put(filter.partnerId)}`,
    filter.outcome === null || filter.outcome === 'refused' ? null : `c.outcome = ${put(filter.outcome)}`,
    filter.reason === null ? null : `strpos(lower(c.reason), lower(${put(filter.reason)})) > 0`,
  ].filter((condition) => condition !== null);
  const mostScanned = scanned.length === 0 ? most + 1 : MOST_SCANNED;
  const where = (conditions: readonly string[]): string =>
    conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const { rows } = await sql.query<Omit<Row, 'id'> & { id: string | null; looked: number; last: string }>(
    `with looked as materialized (select c.* from (${SOURCES[filter.kind]}) c ${where(indexed)} order by c.id desc limit ${mostScanned}),
          found as (select c.* from looked c ${where(scanned)} order by c.id desc limit ${put(most + 1)})
     select l.looked, l.last, c.*, p.name as partner, o.name as organization
     from (select count(*) as looked, (select id from looked order by id limit 1) as last from looked) l
     left join found c on true ${NAMED} order by c.id desc`,
    values,
  );
  const found = rows.filter((row): row is typeof row & { id: string } => row.id !== null).map(callFrom);
  const calls = found.slice(0, most);
  if (found.length > most) return { calls, next: calls.at(-1)?.id ?? null, lookedBackTo: null };
  const { looked: count = 0, last = '' } = rows[0] ?? {};
  const isCut = scanned.length > 0 && count === mostScanned;
  return { calls, next: isCut ? last : null, lookedBackTo: isCut ? timeOf(last) : null };
}

/** The deposit of the contract that was read: the living one, or else the newest. */
const DEPOSIT_OF_READ = `
  (select d.id from deposits d where c.times is not null and d.organization_id = c.organization_id
     and d.external_contract_id = c.external_contract_id
   order by d.state = 'withdrawn', d.created_at desc, d.id desc limit 1)`;

export async function findCall(sql: Sql, id: string): Promise<ListedCall | null> {
  const { rows } = await sql.query<Row & { of_read: string | null }>(
    `select c.*, p.name as partner, o.name as organization, ${DEPOSIT_OF_READ} as of_read
     from (${SOURCES.all}) c ${NAMED} where c.id = $1`,
    [id],
  );
  const [row] = rows;
  return row === undefined ? null : callFrom({ ...row, deposit_id: row.deposit_id ?? row.of_read });
}

/** The bytes of a call's payload; null where they were not stored. `unreadable`: sealed with another key. */
export async function openStoredPayload(
  sql: Sql,
  vault: Vault,
  { organizationId, payload }: Pick<LoggedCall, 'organizationId' | 'payload'>,
): Promise<Buffer | 'unreadable' | null> {
  if (payload === null) return null;
  const { rows } = await sql.query<{ content: Buffer }>(
    'select content from call_payloads where organization_id = $1 and id = $2',
    [organizationId, payload.id],
  );
  if (rows[0] === undefined) return null;
  const content = openPayloads(vault, payload.id, rows[0].content);
  return content === null ? 'unreadable' : content.subarray(payload.start, payload.start + payload.length);
}

/** The concatenated payloads of many calls; null: they are sealed with another key. */
export function openPayloads(vault: Vault, id: string, sealed: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(vault.unseal(sealed, payloadsContext(id)));
  } catch {
    return null;
  }
}

/** The sealing context of a chunk of payloads. */
export function payloadsContext(id: string): string {
  return `payloads of calls ${id}`;
}

/** The connection that a partner's external id names today. */
export async function findConnectionOf(
  sql: Sql,
  { partnerId, externalOrgId }: { partnerId: string; externalOrgId: string },
): Promise<{ organizationId: string; connectionId: string } | null> {
  const { rows } = await sql.query<{ organization_id: string; id: string }>(
    'select organization_id, id from connections where partner_id = $1 and external_org_id = $2',
    [partnerId, externalOrgId],
  );
  return rows[0] === undefined ? null : { organizationId: rows[0].organization_id, connectionId: rows[0].id };
}

function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

function callFrom(row: Row): ListedCall {
  return {
    organizationId: row.organization_id,
    id: row.id,
    at: row.at,
    path: row.path,
    partnerId: row.partner_id,
    externalOrgId: row.external_org_id,
    externalContractId: row.external_contract_id,
    outcome: row.outcome,
    refusalRow: row.refusal_row,
    reason: row.reason,
    problems: row.problems,
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    code: row.code,
    depositId: row.deposit_id,
    payload:
      row.payload_id === null ? null : { id: row.payload_id, start: row.payload_start, length: row.payload_length },
    partner: row.partner,
    organization: row.organization,
    read:
      row.times === null
        ? null
        : { times: row.times, lastAt: row.last_at, contracts: row.contracts, answered: row.answered },
  };
}
