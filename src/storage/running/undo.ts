import type { Sql } from '../database/database.ts';

type ImportKey = { organizationId: string; id: string };

/** The ids of the import's deposits that are still there, locked until the transaction ends. */
export async function lockTakenOver(sql: Sql, { organizationId, id }: ImportKey): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select d.id from deposits d where d.organization_id = $1 and d.id in (
       select r.deposit_id from running_deposits r where r.organization_id = $1 and r.import_id = $2)
     order by d.organization_id, d.id for update`,
    [organizationId, id],
  );
  return rows.map((row) => row.id);
}

/** Those that are no longer as they were taken over. Asked with the deposits locked. */
export async function changedSince(sql: Sql, { organizationId, id }: ImportKey): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select r.deposit_id as id from running_deposits r
     left join deposits d on d.organization_id = r.organization_id and d.id = r.deposit_id
     where r.organization_id = $1 and r.import_id = $2 and (
       d.id is null or d.history_count <> r.history_count
       or exists (select from documents x where x.organization_id = $1 and x.deposit_id = r.deposit_id)
       or exists (select from orders o where o.organization_id = $1 and o.deposit_id = r.deposit_id)
       or exists (select from bank_entries e where (e.account_of = r.deposit_id or e.deposit_id = r.deposit_id)
                  and not starts_with(e.key, 'start:')))
     order by 1`,
    [organizationId, id],
  );
  return rows.map((row) => row.id);
}

/** Marks the import; from then on this transaction may remove its deposits, and no other. */
export async function markUndone(sql: Sql, { organizationId, id }: ImportKey): Promise<void> {
  await sql.query(
    `update running_imports set undone_at = service_now(), undo_transaction = pg_current_xact_id(),
       finished_at = coalesce(finished_at, service_now())
     where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
}

/** Children first; the list before the history, which its counters read. */
const OF_DEPOSIT = [
  'deposit_list',
  'history_personal',
  'history',
  'ledger',
  'payments',
  'tenant_links',
  'tenants',
  'effects',
] as const;

/** Removes deposits with everything that belongs to them. That they were there says the audit log. */
export async function removeTakenOver(sql: Sql, organizationId: string, ids: readonly string[]): Promise<void> {
  const values = [organizationId, ids];
  await sql.query(
    `insert into counter_changes (organization_id, at, partner_id, what, number)
     select p.organization_id, p.at, partner_of(p.organization_id, p.deposit_id), 'rappen_in', -sum(p.amount_rappen)
     from payments p where p.organization_id = $1 and p.deposit_id = any($2::uuid[]) group by 1, 2, 3`,
    values,
  );
  await sql.query(
    `delete from simulated_bank b using deposits d, simulated_bank s
     where d.organization_id = $1 and d.id = any($2::uuid[]) and s.account_iban = d.iban
       and s.bank_reference = 'start-' || d.id and b.account_iban = s.account_iban
       and b.sequence in (s.sequence, s.sequence + 1)`,
    values,
  );
  await sql.query(
    `delete from bank_statements s using deposits d where d.organization_id = $1 and d.id = any($2::uuid[])
     and s.account_iban = d.iban and s.statement_id = 'start'`,
    values,
  );
  await sql.query(
    `delete from bank_entries where organization_id = $1 and deposit_id = any($2::uuid[]) and starts_with(key, 'start:')`,
    values,
  );
  for (const table of OF_DEPOSIT) {
    await sql.query(`delete from ${table} where organization_id = $1 and deposit_id = any($2::uuid[])`, values);
  }
  await sql.query('delete from deposits where organization_id = $1 and id = any($2::uuid[])', values);
}
