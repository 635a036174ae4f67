import type { Sql } from '../database/database.ts';

/** A call in the list of its partner; `number` is its place. */
export type OwnCall = {
  number: number;
  requestId: string;
  at: Date;
  path: string;
  externalOrgId: string | null;
  externalContractId: string | null;
  /** Null: closed without an answer. */
  status: number | null;
  code: string | null;
  durationMs: number;
};

/** In the order in which they were recorded. */
export async function listPartnerCalls(
  sql: Sql,
  { partnerId, after, most }: { partnerId: string; after: number; most: number },
): Promise<OwnCall[]> {
  const { rows } = await sql.query<OwnCall>(
    `select number, request_id as "requestId", at, path, external_org_id as "externalOrgId",
            -- What is called missing may be another value, or the text of the contract for none.
            case when code is distinct from 'contract_id_missing' then external_contract_id end as "externalContractId", status, code, duration_ms as "durationMs"
     from calls where partner_id = $1 and number > $2 order by number limit $3`,
    [partnerId, after, most],
  );
  return rows;
}

/** The highest number in the list. Those that were removed since count, too. */
export async function lastNumber(sql: Sql, partnerId: string, list: 'calls' | 'deliveries'): Promise<number> {
  const { rows } = await sql.query<{ last: number }>(
    'select last from partner_lists where partner_id = $1 and list = $2',
    [partnerId, list],
  );
  return rows[0]?.last ?? 0;
}
