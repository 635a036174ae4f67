import type { Sql } from '../database/database.ts';
import type { Location } from './deposits.ts';

/** Where deposits lie, as far as they exist. */
export async function locateDeposits(sql: Sql, ids: readonly string[]): Promise<Location[]> {
  const { rows } = await sql.query<{ organization_id: string; id: string }>(
    'select organization_id, id from deposits where id = any($1::uuid[])',
    [[...ids]],
  );
  return rows.map((row) => ({ organizationId: row.organization_id, depositId: row.id }));
}

/** The deposit that a payment with this reference is for. */
export async function locateByReference(sql: Sql, reference: string): Promise<Location | null> {
  const { rows } = await sql.query<{ organization_id: string; id: string }>(
    'select organization_id, id from deposits where payment_reference = $1',
    [reference],
  );
  return rows[0] === undefined ? null : { organizationId: rows[0].organization_id, depositId: rows[0].id };
}
