import type { Sql } from '../database/database.ts';

/** What a partner has done so far on the way to production. */
export type GoLiveFacts = {
  hasUsedKey: boolean;
  connections: number;
  /** Connections with a callback that is switched on. */
  listening: number;
  /** Connections with a finished conformance run in which nothing failed. */
  conformant: number;
  hasOpened: boolean;
  /** With a status key of the partner, or of an organization connected to it. */
  hasReadStatus: boolean;
  hasDelivered: boolean;
  hasFailedDeliveries: boolean;
  /** Contracts whose last call still needs something. */
  unhandled: readonly { externalContractId: string; code: string }[];
};

/** The last calls that are looked at: who calls more has newer ones to look at. */
const LAST_CALLS = 5_000;

/** `handled`: codes of calls after which nothing is left to do. */
export async function readGoLiveFacts(
  sql: Sql,
  partnerId: string,
  { handled, most }: { handled: readonly string[]; most: number },
): Promise<GoLiveFacts> {
  const { rows } = await sql.query<Omit<GoLiveFacts, 'unhandled'>>(
    `with mine as materialized (select * from connections where partner_id = $1)
     select exists (select from partner_keys k join key_uses u on u.key_id = k.id where k.partner_id = $1)
              as "hasUsedKey",
            (select count(*)::integer from mine) as connections,
            (select count(*)::integer from mine where callback_url is not null and callback_switched_off_at is null)
              as listening,
            (select count(*)::integer from mine c join conformance_reports r
              on r.organization_id = c.organization_id and r.connection_id = c.id) as conformant,
            exists (select from mine c join deposits d on d.organization_id = c.organization_id and d.connection_id = c.id
                    where d.taken_over is null) as "hasOpened",
            exists (select from partner_status_keys k join key_uses u on u.key_id = k.id where k.partner_id = $1)
              or exists (select from mine c join status_keys k on k.organization_id = c.organization_id
                         join key_uses u on u.key_id = k.id) as "hasReadStatus",
            exists (select from mine c join deliveries d on d.organization_id = c.organization_id
                    and d.connection_id = c.id and d.state = 'delivered') as "hasDelivered",
            exists (select from mine c join deliveries d on d.organization_id = c.organization_id
                    and d.connection_id = c.id and d.state = 'failed') as "hasFailedDeliveries"`,
    [partnerId],
  );
  const { rows: unhandled } = await sql.query<{ externalContractId: string; code: string }>(
    `with latest as materialized (
       select number, path, external_org_id, external_contract_id, code from calls
       where partner_id = $1 and number is not null order by number desc limit $2
     ), last as (
       select distinct on (external_org_id, external_contract_id) * from latest
       where path not like '%/check' and external_contract_id is not null and code is not null
         and code <> 'contract_id_missing'
       order by external_org_id, external_contract_id, number desc
     )
     select external_contract_id as "externalContractId", code from last
     where code <> all ($3::text[])
       -- A wrong organization is corrected by the same contract in another one.
       and not (code in ('organization_missing', 'organization_unknown') and exists (
         select from last later where later.external_contract_id = last.external_contract_id
           and later.number > last.number and later.code = any ($3::text[])))
     order by number desc limit $4`,
    [partnerId, LAST_CALLS, handled, most],
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('facts of a partner are one row');
  return { ...facts, unhandled };
}
