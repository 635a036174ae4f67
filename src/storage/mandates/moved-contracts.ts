/**
 * Whether the contract id stays used because its deposit went to another organization; as anywhere, a withdrawn deposit
 * frees it.
 */
export function isMoved(organization: string, externalContractId: string): string {
  return `exists (
    select from moved_contracts v join deposits e on e.id = v.deposit_id
    where v.organization_id = ${organization} and v.external_contract_id = ${externalContractId}
      and e.state <> 'withdrawn')`;
}

/** SQLSTATE of migration 0029: the contract id of an insert became a moved one while the insert waited. */
export const MOVED_MEANWHILE = 'DPM01';
