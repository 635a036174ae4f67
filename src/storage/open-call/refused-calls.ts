import type { Effect } from '../../domain/effect.ts';
import type { Integration } from '../../domain/integration.ts';
import type { Problem } from '../../domain/payload/problem.ts';
import type { Vault } from '../../vault/vault.ts';
import { columnNames, recordColumns, recordValues } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { EFFECT_COLUMNS, effectRow } from '../effects/sealed-effects.ts';

type RefusedCall = {
  organizationId: string;
  id: string;
  at: Date;
  connectionId: string;
  integration: Integration;
  externalContractId: string;
  refusalRow: number;
  problems: readonly Problem[];
};

/**
 * Keeps a refused call and queues its mail, unless one about the same contract was queued in the last 24 hours.
 * The row of `import_error_mails` decides: calls that race wait for it, and one of them gets through.
 */
const INSERT = `
  with kept as (
    insert into refused_calls (organization_id, id, at, connection_id, integration, external_contract_id, refusal_row,
                               problems, payload)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ), due as (
    insert into import_error_mails as last (organization_id, external_contract_id, queued_at) values ($1, $6, $3)
    on conflict (organization_id, external_contract_id) do update set queued_at = excluded.queued_at
      where last.queued_at <= excluded.queued_at - interval '24 hours'
    returning 1
  )
  insert into effects (organization_id, created_at, ${columnNames(EFFECT_COLUMNS)})
  select $1, $3, ${recordValues(EFFECT_COLUMNS, 'e')}
  from due cross join json_to_recordset($10) as e (${recordColumns(EFFECT_COLUMNS)})`;

export async function keepRefusedCall(
  sql: Sql,
  vault: Vault,
  { call, payload, mail }: { call: RefusedCall; payload: Buffer; mail: Effect },
): Promise<{ isMailQueued: boolean }> {
  const { rowCount } = await sql.query({
    name: 'keep-refused-call',
    text: INSERT,
    values: [
      call.organizationId,
      call.id,
      call.at,
      call.connectionId,
      call.integration,
      call.externalContractId,
      call.refusalRow,
      JSON.stringify(call.problems),
      vault.seal(payload, refusedCallContext(call.id)),
      JSON.stringify([effectRow(vault, mail)]),
    ],
  });
  return { isMailQueued: rowCount === 1 };
}

/** A refused call in a list. */
export type ListedRefusal = Pick<RefusedCall, 'organizationId' | 'id' | 'at' | 'integration' | 'externalContractId'> & {
  problemCount: number;
  /** The living deposit of the contract: it can only have been opened since. */
  depositId: string | null;
};

type ListedRow = {
  organization_id: string;
  id: string;
  at: Date;
  integration: Integration;
  external_contract_id: string;
  problem_count: number;
  deposit_id: string | null;
};

const LISTED = `
  r.organization_id, r.id, r.at, r.integration, r.external_contract_id,
  jsonb_array_length(r.problems) as problem_count,
  (select d.id from deposits d where d.organization_id = r.organization_id
   and d.external_contract_id = r.external_contract_id and d.state <> 'withdrawn') as deposit_id`;

/** The calls of some organizations, newest first, from a position on. `contractId` is any part of it. */
export async function listRefusedCalls(
  sql: Sql,
  {
    organizationIds,
    contractId,
    before,
    most,
  }: {
    organizationIds: readonly string[];
    contractId: string;
    before: { at: Date; id: string } | null;
    most: number;
  },
): Promise<ListedRefusal[]> {
  const { rows } = await sql.query<ListedRow>(
    `select ${LISTED}
     from unnest($1::uuid[]) as o (id) cross join lateral (
       select * from refused_calls c
       where c.organization_id = o.id and strpos(lower(c.external_contract_id), lower($2)) > 0
         and (c.at, c.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, c.id))
       order by c.at desc, c.id desc limit $5) r
     order by r.at desc, r.id desc limit $5`,
    [organizationIds, contractId, before?.at ?? null, before?.id ?? null, most],
  );
  return rows.map(listedFrom);
}

function listedFrom(row: ListedRow): ListedRefusal {
  return {
    organizationId: row.organization_id,
    id: row.id,
    at: row.at,
    integration: row.integration,
    externalContractId: row.external_contract_id,
    problemCount: row.problem_count,
    depositId: row.deposit_id,
  };
}

/** A refused call with what it said. */
export type KeptCall = ListedRefusal & {
  connectionId: string;
  problems: readonly Problem[];
  fields: Readonly<Record<string, unknown>>;
};

export async function findRefusedCall(
  sql: Sql,
  vault: Vault,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<KeptCall | null> {
  const { rows } = await sql.query<KeptRow>(
    `select ${LISTED}, r.connection_id, r.problems, r.payload
     from refused_calls r where r.organization_id = $1 and r.id = $2`,
    [organizationId, id],
  );
  return rows[0] === undefined ? null : keptFrom(vault, rows[0]);
}

/** As it was kept; null: its payload was sealed with another key. */
type ReadCall = Omit<ListedRefusal, 'problemCount' | 'depositId'> & { fields: KeptCall['fields'] | null };

/** All of them, from one on: the payloads are encrypted, so that who looks for something in them reads every one. */
export async function readRefusedCalls(
  sql: Sql,
  vault: Vault,
  { after, most }: { after: { organizationId: string; id: string }; most: number },
): Promise<ReadCall[]> {
  const { rows } = await sql.query<KeptRow>(
    `select ${LISTED}, r.connection_id, r.problems, r.payload from refused_calls r
     where (r.organization_id, r.id) > ($1, $2) order by r.organization_id, r.id limit $3`,
    [after.organizationId, after.id, most],
  );
  return rows.map((row) => {
    try {
      return keptFrom(vault, row);
    } catch {
      return { ...listedFrom(row), fields: null };
    }
  });
}

type KeptRow = ListedRow & { connection_id: string; problems: Problem[]; payload: Buffer };

function keptFrom(vault: Vault, row: KeptRow): KeptCall {
  const payload = vault.unseal(row.payload, refusedCallContext(row.id)).toString('utf8');
  return {
    ...listedFrom(row),
    connectionId: row.connection_id,
    problems: row.problems,
    fields: JSON.parse(payload.replace(/^\uFEFF/, '')) as Record<string, unknown>,
  };
}

export const refusedCallContext = (id: string): string => `refused call ${id}`;

/** After a day the next mail about a contract may be queued in any case. */
export async function forgetImportErrorMails(sql: Sql): Promise<void> {
  await sql.query(`delete from import_error_mails where queued_at < (select service_now()) - interval '24 hours'`);
}
