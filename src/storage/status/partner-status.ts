import { READABLE_DAYS } from '../../domain/mandates/mandate.ts';
import type { StatusFacts } from '../../domain/contract-status.ts';
import { isKey, keyId } from '../../vault/keys.ts';
import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';
import { STATUS_COLUMNS, statusFrom, type StatusRow } from './status-row.ts';

/** Who reads with a key that is good for all organizations of a partner: the connections whose deposits it may read. */
type PartnerReader = {
  isEnabled: boolean;
  isAtHome: boolean;
  keyId: string | null;
  partnerId: string | null;
  connectionIds: readonly string[];
};

/** Null: there is no such organization. An organization that the partner is not connected to does not match the key. */
export async function findPartnerReader(
  sql: Sql,
  { organizationId, apiKey }: { organizationId: string; apiKey: string },
): Promise<PartnerReader | null> {
  if (!isId(organizationId)) return null;
  type Row = {
    is_enabled: boolean;
    is_at_home: boolean;
    hash: Buffer | null;
    partner_id: string | null;
    connection_ids: string[];
  };
  const { rows } = await sql.query<Row>(
    `select o.contract_status_enabled as is_enabled, o.home is null as is_at_home, k.hash, k.partner_id,
            array(select c.id from connections c where c.organization_id = o.id and c.partner_id = k.partner_id)
              as connection_ids
     from organizations o left join partner_status_keys k on k.id = $2 and k.revoked_at is null where o.id = $1`,
    [organizationId, keyId(apiKey)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { is_enabled: isEnabled, hash, partner_id: partnerId, connection_ids: connectionIds } = row;
  const isRight = isKey(apiKey, hash) && connectionIds.length > 0;
  return { isEnabled, isAtHome: row.is_at_home, keyId: isRight ? keyId(apiKey) : null, partnerId, connectionIds };
}

/** The newest deposit of the contract that the partner has opened; a living one is always the newest. */
export async function readPartnerStatus(
  sql: Sql,
  {
    organizationId,
    externalContractId,
    connectionIds,
  }: { organizationId: string; externalContractId: string; connectionIds: readonly string[] },
): Promise<StatusFacts | null> {
  const { rows } = await sql.query<StatusRow>(
    `select * from (
       select ${STATUS_COLUMNS}, d.created_at, true as is_readable from deposits d
       where d.organization_id = $1 and d.external_contract_id = $2 and d.connection_id = any($3::uuid[])
       union all
       select ${STATUS_COLUMNS}, d.created_at, v.moved_at > service_now() - interval '${READABLE_DAYS} days'
       from moved_contracts v join deposits d on d.id = v.deposit_id join connections n on n.id = d.connection_id
       where v.organization_id = $1 and v.external_contract_id = $2
         and n.partner_id = (select c.partner_id from connections c where c.id = any($3::uuid[]) limit 1)
     ) one order by created_at desc, id desc limit 1`,
    [organizationId, externalContractId, connectionIds],
  );
  const row = rows[0];
  return row === undefined || !row.is_readable ? null : statusFrom(row);
}
