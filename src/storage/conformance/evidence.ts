import type { Sql } from '../database/database.ts';
import { firstIdAt } from '../request-log/request-log.ts';
import { endOf } from './calls.ts';
import type { ConformanceRun } from './runs.ts';

/** An open call that a report names. */
export type EvidenceCall = {
  requestId: string;
  id: string;
  at: Date;
  externalContractId: string | null;
  code: string | null;
};

/** Reads that a report names by the first of them. */
export type EvidenceRead = {
  requestId: string;
  at: Date;
  path: string;
  times: number;
  externalContractId: string | null;
};

const windowOf = (run: ConformanceRun, requestIds: readonly string[]): unknown[] => [
  run.organizationId,
  firstIdAt(run.startedAt),
  firstIdAt(endOf(run)),
  run.partnerId,
  [...requestIds],
];

/** Callers choose request ids, so that one can come twice: the first call has it. */
export async function findEvidenceCalls(
  sql: Sql,
  run: ConformanceRun,
  requestIds: readonly string[],
): Promise<EvidenceCall[]> {
  const { rows } = await sql.query<EvidenceCall>(
    `select distinct on (request_id) request_id as "requestId", id, at, external_contract_id as "externalContractId", code
     from calls
     where organization_id = $1 and id >= $2 and id < $3 and partner_id = $4 and request_id = any($5::text[])
     order by request_id, id`,
    windowOf(run, requestIds),
  );
  return rows;
}

export async function findEvidenceReads(
  sql: Sql,
  run: ConformanceRun,
  requestIds: readonly string[],
): Promise<EvidenceRead[]> {
  const { rows } = await sql.query<EvidenceRead>(
    `select distinct on (request_id) request_id as "requestId", at, path, times,
            external_contract_id as "externalContractId"
     from call_reads
     where organization_id = $1 and id >= $2 and id < $3 and (partner_id is null or partner_id = $4)
       and request_id = any($5::text[])
     order by request_id, id`,
    windowOf(run, requestIds),
  );
  return rows;
}
