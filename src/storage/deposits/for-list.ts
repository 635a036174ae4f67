import type { Deposit } from '../../domain/deposit.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { DEPOSIT_COLUMNS, depositFrom, type DepositRow } from './deposit-row.ts';
import { FROM, type Location } from './deposits.ts';

/** Deposits as lists show them: without payments, orders, applications, former accounts and providers. */
export async function readForList(sql: Sql, locations: readonly Location[]): Promise<Map<string, Deposit>> {
  if (locations.length === 0) return new Map();
  const { rows } = await sql.query<DepositRow>({
    name: 'read-for-list',
    text: `
      select ${columnNames(DEPOSIT_COLUMNS, 'd')}, to_json(m) as manager, null as provider, null as payments,
             null as orders, null as applications, null as email_changes, null as former_accounts, ${LISTED_PARTS} ${FROM}
      where (d.organization_id, d.id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    values: [locations.map(({ organizationId }) => organizationId), locations.map(({ depositId }) => depositId)],
  });
  return new Map(rows.map((row) => [row.id, depositFrom(row)]));
}

const LISTED_PARTS = `
  (select json_agg(t order by t.position) from tenants t
   where t.organization_id = d.organization_id and t.deposit_id = d.id) as tenants,
  (select json_agg(c order by c.started_at, c.id) from changes c
   where c.organization_id = d.organization_id and c.deposit_id = d.id) as changes`;
