import type { SeenCall } from '../../domain/conformance/facts.ts';
import type { Problem } from '../../domain/payload/problem.ts';
import { sha256, type Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { openPayloads } from '../request-log/list.ts';
import { firstIdAt } from '../request-log/request-log.ts';
import type { ConformanceRun } from './runs.ts';

/** A run with more calls is judged by the first ones. */
const MOST_CALLS = 20_000;
/** Of these so many can be of interest, and so many opened with tenants of one form. */
const MOST_READ = 5_000;
const MOST_OPENED = 10;

type Row = Omit<SeenCall, 'fingerprint' | 'problems'> & {
  id: string;
  problems: Problem[] | null;
  payloadId: string | null;
  payloadStart: number;
  payloadLength: number;
};

/** The form of the tenants of the deposit that a call `c` has opened. */
const FORM = `
  select case when bool_or(t.type = 'legal') then 'legal' when count(*) > 1 then 'joint'
              when count(*) = 1 then 'natural' end as tenants
  from tenants t where c.outcome = 'success' and t.organization_id = c.organization_id and t.deposit_id = c.deposit_id`;

/**
 * The open calls of a run that may decide something, in their order: all that did not succeed, those that opened the same
 * contracts, and the first for each form of tenants.
 */
export async function readSeenCalls(
  sql: Sql,
  vault: Vault,
  run: ConformanceRun,
  { path }: { path: string },
): Promise<SeenCall[]> {
  const { organizationId, partnerId } = run;
  const { rows } = await sql.query<Row>(
    `with own as materialized (
       select c.* from calls c
       where c.organization_id = $1 and c.id >= $2 and c.id < $3 and c.partner_id = $4 and c.path = $5
       order by c.id limit ${MOST_CALLS}
     ), formed as (
       select c.*, f.tenants, row_number() over (partition by c.outcome, f.tenants order by c.id) as place
       from own c cross join lateral (${FORM}) f
     )
     select c.id, c.request_id as "requestId", c.at, c.external_contract_id as "externalContractId", c.outcome,
            c.refusal_row as "refusalRow", c.problems, c.tenants, c.payload_id as "payloadId",
            c.payload_start as "payloadStart", c.payload_length as "payloadLength"
     from formed c
     where c.outcome <> 'success' or c.place <= ${MOST_OPENED}
        or c.external_contract_id in (select o.external_contract_id from own o where o.outcome <> 'success')
     order by c.id limit ${MOST_READ}`,
    [organizationId, firstIdAt(run.startedAt), firstIdAt(endOf(run)), partnerId, path],
  );
  const prints = await fingerprints(sql, vault, { organizationId, rows });
  return rows.map(({ id, requestId, at, externalContractId, outcome, refusalRow, problems, tenants }) => {
    const fingerprint = prints.get(id) ?? id;
    return { requestId, at, externalContractId, outcome, refusalRow, problems: problems ?? [], tenants, fingerprint };
  });
}

const FAR_FUTURE = new Date('9999-01-01T00:00:00Z');

/** Right after the last moment that counts. */
export function endOf({ finishedAt }: Pick<ConformanceRun, 'finishedAt'>): Date {
  return finishedAt === null ? FAR_FUTURE : new Date(finishedAt.getTime() + 1);
}

/** So many payloads are compared with each other: enough to see a loop. */
const MOST_ALIKE = 200;
const CHUNKS_AT_ONCE = 20;

/** Of payloads that can be identical: those of one contract with the same length. The others need no reading. */
async function fingerprints(
  sql: Sql,
  vault: Vault,
  { organizationId, rows }: { organizationId: string; rows: readonly Row[] },
): Promise<Map<string, string>> {
  const alike = Map.groupBy(rows, (row) => `${row.payloadLength} ${row.externalContractId}`);
  const compared = [...alike.values()].flatMap((group) => (group.length > 1 ? group.slice(0, MOST_ALIKE) : []));
  const inChunk = Map.groupBy(compared, ({ payloadId }) => payloadId);
  const chunkIds = [...inChunk.keys()].filter((id) => id !== null);
  const prints = new Map<string, string>();
  for (let from = 0; from < chunkIds.length; from += CHUNKS_AT_ONCE) {
    const { rows: chunks } = await sql.query<{ id: string; content: Buffer }>(
      'select id, content from call_payloads where organization_id = $1 and id = any($2::uuid[])',
      [organizationId, chunkIds.slice(from, from + CHUNKS_AT_ONCE)],
    );
    for (const chunk of chunks) {
      const content = openPayloads(vault, chunk.id, chunk.content);
      for (const { id, payloadStart, payloadLength } of content === null ? [] : (inChunk.get(chunk.id) ?? [])) {
        const payload = (content as Buffer).subarray(payloadStart, payloadStart + payloadLength);
        prints.set(id, sha256(payload).toString('hex'));
      }
    }
  }
  return prints;
}
