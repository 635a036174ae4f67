import type { Effect } from '../domain/effect.ts';
import type { Integration } from '../domain/integration.ts';
import type { Problem } from '../domain/payload/problem.ts';
import type { Vault } from '../vault/vault.ts';
import type { Sql } from './database.ts';
import { EFFECT_COLUMNS, sealEffect } from './sealed-effects.ts';

export const REFUSED_CALLS_KEPT_DAYS = 90;

export type RefusedCall = {
  organizationId: string;
  id: string;
  at: Date;
  connectionId: string;
  integration: Integration;
  externalContractId: string;
  row: 8 | 9 | 10 | 11;
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
  insert into effects (organization_id, created_at, id, kind, mail_kind, recipient_hash, content, due_at)
  select $1, $3, e.id, e.kind, e.mail_kind, decode(e.recipient_hash, 'base64'), decode(e.content, 'base64'), e.due_at
  from due cross join json_to_recordset($10) as e (${EFFECT_COLUMNS})`;

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
      call.row,
      JSON.stringify(call.problems),
      vault.seal(payload, `refused call ${call.id}`),
      JSON.stringify([sealEffect(vault, mail)]),
    ],
  });
  return { isMailQueued: rowCount === 1 };
}

export async function findRefusedCall(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<Pick<RefusedCall, 'at' | 'externalContractId' | 'problems'> | null> {
  const { rows } = await sql.query<{ at: Date; external_contract_id: string; problems: Problem[] }>(
    'select at, external_contract_id, problems from refused_calls where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { at: row.at, externalContractId: row.external_contract_id, problems: row.problems };
}

/** Removes what has been kept long enough. */
export async function forgetRefusedCalls(sql: Sql): Promise<void> {
  await sql.query(
    `delete from refused_calls where at < (select service_now()) - make_interval(days => ${REFUSED_CALLS_KEPT_DAYS})`,
  );
  await sql.query(`delete from import_error_mails where queued_at < (select service_now()) - interval '24 hours'`);
}
