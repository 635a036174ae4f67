import type { Deposit } from '../../domain/deposit.ts';
import type { Effect } from '../../domain/effect.ts';
import type { Move } from '../../domain/lifecycle/move.ts';
import type { Vault } from '../../vault/vault.ts';
import { columnNames, recordColumns } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { saveInList } from '../deposit-list/row.ts';
import { addEffects } from '../effects/effects.ts';
import { addHistory, chain, type Head } from './history.ts';
import { addPostings, saveOrders, savePayments } from '../money/money.ts';
import { addLinks } from './tenant-links.ts';
import { UPDATED_COLUMNS, updatedRow } from './deposit-row.ts';
import { TENANT_COLUMNS, tenantRow } from './tenants.ts';

/** Everything a move has changed, in the transaction that holds the deposit locked. */
export async function storeMove(
  sql: Sql,
  vault: Vault,
  { before, head, move, more }: { before: Deposit; head: Head; move: Move; more: readonly Effect[] },
  now: Date,
): Promise<void> {
  const { deposit } = move;
  const { organizationId, id: depositId } = deposit;
  const owner = { organizationId, depositId };
  const chained = chain(depositId, head, move.history);
  await updateDeposit(sql, deposit, chained.head);
  if (deposit.terms.tenants !== before.terms.tenants) await saveTenants(sql, deposit);
  await whenAny(changedOf(before.signatures, deposit.signatures), () => saveSignatures(sql, deposit));
  await whenAny(changedOf(before.payments, deposit.payments), (changed) => savePayments(sql, owner, changed));
  await whenAny(changedOf(before.orders, deposit.orders), (changed) => saveOrders(sql, owner, changed));
  await whenAny(move.postings, (all) => addPostings(sql, { organizationId, account: depositId }, all));
  await whenAny(chained.rows, (all) => addHistory(sql, deposit, all));
  await whenAny(move.links, (all) => addLinks(sql, deposit, all));
  await whenAny([...move.effects, ...more], (all) => addEffects(sql, vault, { ...owner, now }, all));
  await saveInList(sql, [deposit]);
}

async function whenAny<T>(items: readonly T[], save: (items: readonly T[]) => Promise<void>): Promise<void> {
  if (items.length > 0) await save(items);
}

/** What is new or has been replaced: a move leaves the rest as it got it. */
function changedOf<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((item, index) => item !== before[index]);
}

const UPDATE = `
  update deposits set ${Object.entries(UPDATED_COLUMNS).map(assigned).join(', ')} where organization_id = $1 and id = $2`;

function assigned([name, type]: [string, string], index: number): string {
  const parameter = `$${index + 3}`;
  return `${name} = ${type === 'bytea' ? `decode(${parameter}, 'base64')` : parameter}`;
}

async function updateDeposit(sql: Sql, deposit: Deposit, head: Head): Promise<void> {
  const row: Record<string, unknown> = updatedRow(deposit, head);
  const values = Object.entries(UPDATED_COLUMNS).map(([name, type]) =>
    type === 'json' ? jsonOrNull(row[name]) : row[name],
  );
  await sql.query(UPDATE, [deposit.organizationId, deposit.id, ...values]);
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** A correction may change any of them, and how many there are. */
async function saveTenants(sql: Sql, { organizationId, id, terms }: Deposit): Promise<void> {
  await sql.query('delete from tenants where organization_id = $1 and deposit_id = $2', [organizationId, id]);
  await sql.query(
    `insert into tenants (organization_id, deposit_id, ${columnNames(TENANT_COLUMNS)})
     select $1, $2, ${columnNames(TENANT_COLUMNS)} from json_to_recordset($3) as t (${recordColumns(TENANT_COLUMNS)})`,
    [organizationId, id, JSON.stringify(terms.tenants.map(tenantRow))],
  );
}

async function saveSignatures(sql: Sql, { organizationId, id, signatures }: Deposit): Promise<void> {
  await sql.query(
    `update tenants t set signed_at = s.at, signed_from = s."from", signed_proof = s.proof
     from unnest($3::timestamptz[], $4::text[], $5::json[]) with ordinality as s (at, "from", proof, position)
     where t.organization_id = $1 and t.deposit_id = $2 and t.position = s.position`,
    [
      organizationId,
      id,
      signatures.map((one) => one?.at ?? null),
      signatures.map((one) => one?.from ?? null),
      signatures.map((one) => jsonOrNull(one?.proof ?? null)),
    ],
  );
}
