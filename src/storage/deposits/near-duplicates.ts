/** Another deposit of the organization that may be for the same tenancy. */
export type NearDuplicate = { id: string; externalContractId: string };

/** More would help nobody. */
const MOST = 5;

const SAME_PLACE = ['zip', 'street', 'streetNumber', 'city']
  .map((part) => `lower(o.property ->> '${part}') = lower(d.property ->> '${part}')`)
  .join(' and ');

const SAME_TENANT = `exists (
  select from tenants mine join tenants other on other.organization_id = o.organization_id and other.deposit_id = o.id
  where mine.organization_id = d.organization_id and mine.deposit_id = d.id and mine.type = other.type and (
    (lower(mine.email) = lower(other.email) and mine.email <> '')
    or (lower(mine.first_name) = lower(other.first_name) and lower(mine.last_name) = lower(other.last_name)
        and lower(mine.details -> 'company' ->> 'name')
          is not distinct from lower(other.details -> 'company' ->> 'name'))))`;

/**
 * Years 4: the same tenant, address and start under another contract id, as long as the deposit `d` is not in force. The
 * index deposits_alike finds those of one address and day.
 */
export const NEAR_DUPLICATES = `
  case when d.state in ('opening', 'draft_editing') then (
    select json_agg(json_build_object('id', n.id, 'externalContractId', n.external_contract_id) order by n.id)
    from (
      select o.id, o.external_contract_id from deposits o
      where o.organization_id = d.organization_id and o.rental_start = d.rental_start and ${SAME_PLACE}
        and o.id <> d.id and o.state <> 'withdrawn' and ${SAME_TENANT}
      order by o.id limit ${MOST}) n
  ) end as near_duplicates`;
