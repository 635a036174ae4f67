import type { SeenRead } from '../../domain/conformance/facts.ts';
import type { Sql } from '../database/database.ts';
import { firstIdAt } from '../request-log/request-log.ts';
import { endOf } from './calls.ts';
import type { ConformanceRun } from './runs.ts';

const SEEN = `r.request_id as "requestId", r.at, r.last_at as "lastAt", r.times,
              r.external_contract_id as "externalContractId"`;

/** With a key of the organization, or with one of this partner. */
const LINES = `
  from call_reads r
  where r.organization_id = $1 and r.id >= $2 and r.id < $3 and r.path = $4
    and (r.partner_id is null or r.partner_id = $5)`;

const MOST_SHOWN = 10;

const valuesOf = (run: ConformanceRun, path: string): unknown[] => [
  run.organizationId,
  firstIdAt(run.startedAt),
  firstIdAt(endOf(run)),
  path,
  run.partnerId,
];

/** The first reads of deposits that the partner has opened. */
export async function readStatusReads(sql: Sql, run: ConformanceRun, path: string): Promise<SeenRead[]> {
  const { rows } = await sql.query<SeenRead>(
    `select ${SEEN} ${LINES} and r.external_contract_id is not null
       and exists (select from deposits d join connections c on c.id = d.connection_id
                   where d.organization_id = r.organization_id and d.external_contract_id = r.external_contract_id
                     and c.partner_id = $5)
     order by r.id limit ${MOST_SHOWN}`,
    valuesOf(run, path),
  );
  return rows;
}

/** Fewer reads of a contract are never too many; more lines than that are not needed to see it. */
const MANY_READS = 10;
const MOST_LINES = 2_000;

/**
 * With keys of the partner since the connection has a callback: those of the contracts that were read often, and the first
 * of the others.
 */
export async function readPacedReads(sql: Sql, run: ConformanceRun, path: string): Promise<SeenRead[]> {
  if (run.callbackSince === null) return [];
  const { rows } = await sql.query<SeenRead>(
    `with own as materialized (
       select r.*, sum(r.times) over (partition by r.external_contract_id) as of_contract
       ${LINES} and r.partner_id = $5 and r.external_contract_id is not null and r.at >= $6
     )
     (select ${SEEN} from own r where r.of_contract > ${MANY_READS} order by r.id limit ${MOST_LINES})
     union all
     (select ${SEEN} from own r where r.of_contract <= ${MANY_READS} order by r.id limit ${MOST_SHOWN})`,
    [...valuesOf(run, path), run.callbackSince],
  );
  return rows;
}

/** The first reads of the events list after a moment. */
export async function readEventReads(
  sql: Sql,
  run: ConformanceRun,
  { path, after }: { path: string; after: Date },
): Promise<SeenRead[]> {
  const { rows } = await sql.query<SeenRead>(
    `select ${SEEN} ${LINES} and r.last_at > $6 order by r.id limit ${MOST_SHOWN}`,
    [...valuesOf(run, path), after],
  );
  return rows;
}
