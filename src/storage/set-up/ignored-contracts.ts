import type { Sql } from '../database/database.ts';

/** `until` null: indefinitely. */
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

export async function unignoreContract(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
): Promise<void> {
  await sql.query('delete from ignored_contracts where organization_id = $1 and external_contract_id = $2', [
    organizationId,
    externalContractId,
  ]);
}

export type IgnoredContract = { externalContractId: string; until: Date | null };

export async function listIgnoredContracts(sql: Sql, organizationId: string): Promise<IgnoredContract[]> {
  const { rows } = await sql.query<{ external_contract_id: string; until: Date | null }>(
    `select external_contract_id, until from ignored_contracts
     where organization_id = $1 order by external_contract_id`,
    [organizationId],
  );
  return rows.map(({ external_contract_id: externalContractId, until }) => ({ externalContractId, until }));
}

/** Many in one statement. */
export async function ignoreContracts(
  sql: Sql,
  organizationId: string,
  contracts: readonly IgnoredContract[],
): Promise<void> {
  await sql.query(
    `insert into ignored_contracts (organization_id, external_contract_id, until)
     select $1, c.id, c.until from unnest($2::text[], $3::timestamptz[]) as c (id, until)
     on conflict (organization_id, external_contract_id) do update set until = excluded.until`,
    [
      organizationId,
      contracts.map(({ externalContractId }) => externalContractId),
      contracts.map(({ until }) => until),
    ],
  );
}

/** Contract ids that start with `prefix`, in order, after a given one. */
export async function listIgnored(
  sql: Sql,
  organizationId: string,
  { prefix, after, most }: { prefix: string; after: string | null; most: number },
): Promise<IgnoredContract[]> {
  const { rows } = await sql.query<{ external_contract_id: string; until: Date | null }>(
    `select external_contract_id, until from ignored_contracts
     where organization_id = $1 and starts_with(external_contract_id, $2)
       and ($3::text is null or external_contract_id > $3)
     order by external_contract_id limit $4`,
    [organizationId, prefix, after, most],
  );
  return rows.map((row) => ({ externalContractId: row.external_contract_id, until: row.until }));
}
