import type { Sql } from './database.ts';

/** `until` null: for always. */
export async function ignoreContract(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
  until: Date | null,
): Promise<void> {
  await sql.query(
    `insert into ignored_contracts (organization_id, external_contract_id, until) values ($1, $2, $3)
     on conflict (organization_id, external_contract_id) do update set until = excluded.until`,
    [organizationId, externalContractId, until],
  );
}

export async function heedContract(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
): Promise<void> {
  await sql.query('delete from ignored_contracts where organization_id = $1 and external_contract_id = $2', [
    organizationId,
    externalContractId,
  ]);
}
