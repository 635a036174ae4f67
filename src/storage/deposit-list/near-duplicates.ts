import type { Deposit } from '../../domain/deposit.ts';
import { isBeforeForce, type NearDuplicate } from '../../domain/notes/near-duplicate.ts';
import type { Sql } from '../database/database.ts';
import { catchUpOrganizations } from './catch-up.ts';

/** Written out, as in the index. */
const LIVING = `('draft_editing', 'opening', 'open', 'closing')`;
/** Shown of one deposit: more do not help a reader. */
const MOST = 10;

/** A person by name and, where both are known, birth date; a company by name. */
const SAME_TENANT = `
  exists (
    select from tenants a
    join tenants b on b.organization_id = a.organization_id and b.deposit_id = o.deposit_id and b.type = a.type
    where a.organization_id = l.organization_id and a.deposit_id = l.deposit_id
      and case a.type
        when 'legal' then lower(a.details #>> '{company,name}') = lower(b.details #>> '{company,name}')
        else lower(a.first_name) = lower(b.first_name) and lower(a.last_name) = lower(b.last_name)
             and coalesce(a.details ->> 'birthDate', b.details ->> 'birthDate', '')
               = coalesce(b.details ->> 'birthDate', a.details ->> 'birthDate', '') end)`;

/** As in the index `deposit_list_same_start`: an index entry must not be long. */
const START_OF_PROPERTY = (table: string): string => `left(lower(${table}.property), 40)`;

const OTHERS = (isAlike: string): string => `
  select o.deposit_id, o.external_contract_id from deposit_list o
  where o.organization_id = l.organization_id and o.state in ${LIVING} and o.deposit_id <> l.deposit_id
    and o.external_contract_id <> l.external_contract_id and ${isAlike}`;

const QUERY = `
  select l.deposit_id as of, n.deposit_id, n.external_contract_id
  from deposit_list l cross join lateral (
    (${OTHERS(`o.rental_start = l.rental_start and ${START_OF_PROPERTY('o')} = ${START_OF_PROPERTY('l')}
       and lower(o.property) = lower(l.property) and ${SAME_TENANT}`)} limit ${MOST})
    union
    (${OTHERS('o.contract_key = l.contract_key and lower(o.external_contract_id) = lower(l.external_contract_id)')} limit ${MOST})
  ) n
  where l.deposit_id = any($1::uuid[])
  order by n.deposit_id`;

/**
 * Of deposits that are not in force yet: others of the same organization that may be for the same contract. By the id of
 * the deposit; none where there is no other.
 */
export async function findNearDuplicates(
  sql: Sql,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, readonly NearDuplicate[]>> {
  const found = new Map<string, NearDuplicate[]>();
  const early = deposits.filter(isBeforeForce);
  if (early.length === 0) return found;
  const organizationIds = [...new Set(early.map(({ organizationId }) => organizationId))];
  await catchUpOrganizations(sql, { organizationIds, subOrganizationIds: [] });
  const { rows } = await sql.query<{ of: string; deposit_id: string; external_contract_id: string }>(QUERY, [
    early.map(({ id }) => id),
  ]);
  for (const { of, deposit_id: depositId, external_contract_id: externalContractId } of rows) {
    found.set(of, [...(found.get(of) ?? []), { depositId, externalContractId }].slice(0, MOST));
  }
  return found;
}
