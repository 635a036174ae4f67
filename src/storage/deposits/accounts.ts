import type { FormerAccount } from '../../domain/deposit.ts';
import type { Issuer } from '../../domain/operator.ts';
import type { Sql } from '../database/database.ts';

type Account = { iban: string; qrIban: string | null };

/** The first of two numbers; the second is a hash of the account. */
const ACCOUNT_LOCK = 714_055_330;

/** Until the transaction ends, nobody else gives these accounts to a deposit, or makes one the operator's own. */
export async function lockAccount(sql: Sql, { iban, qrIban }: Account): Promise<void> {
  // In one order, so that two with the same accounts do not wait for each other.
  for (const one of [iban, ...(qrIban === null ? [] : [qrIban])].toSorted()) {
    await sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNT_LOCK, one]);
  }
}

/** The same for many accounts, in one order. */
export async function lockAccounts(sql: Sql, ibans: readonly string[]): Promise<void> {
  await sql.query(
    `select pg_advisory_xact_lock($1, hashtext(iban)) from (select unnest($2::text[]) as iban order by 1) a`,
    [ACCOUNT_LOCK, ibans],
  );
}

/** Which of these accounts a living deposit has: by its IBAN or QR-IBAN, or as a former account. */
export async function takenAccounts(sql: Sql, ibans: readonly string[]): Promise<Set<string>> {
  const living = `d.state not in ('closed', 'withdrawn')`;
  const former = (column: string): string =>
    `select f.${column} as iban from former_accounts f
     join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id
     where f.${column} = any($1) and ${living}`;
  const { rows } = await sql.query<{ iban: string }>(
    `select d.iban from deposits d where d.iban = any($1) and ${living}
     union select d.qr_iban from deposits d where d.qr_iban = any($1) and ${living}
     union ${former('iban')} union ${former('qr_iban')}`,
    [ibans],
  );
  return new Set(rows.map(({ iban }) => iban));
}

const LIVING = `d.state not in ('closed', 'withdrawn') and d.id <> $2`;

/** Whether another living deposit has the account: by its IBAN or QR-IBAN, or as a former account. */
export async function isAccountTaken(sql: Sql, { iban, qrIban }: Account, depositId: string): Promise<boolean> {
  const former = (column: string): string =>
    `select 1 from former_accounts f
     join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id
     where f.${column} = any($1) and ${LIVING}`;
  const { rows } = await sql.query(
    `select 1 from deposits d where d.iban = any($1) and ${LIVING}
     union all select 1 from deposits d where d.qr_iban = any($1) and ${LIVING}
     union all ${former('iban')} union all ${former('qr_iban')} limit 1`,
    [[iban, ...(qrIban === null ? [] : [qrIban])], depositId],
  );
  return rows.length > 0;
}

/** Whether any deposit has or had the account. */
export async function isAccountOfDeposit(sql: Sql, iban: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select 1 from deposits where iban = $1 union all select 1 from deposits where qr_iban = $1
     union all select 1 from former_accounts where iban = $1 union all select 1 from former_accounts where qr_iban = $1
     limit 1`,
    [iban],
  );
  return rows.length > 0;
}

type Owned = { owner: { organizationId: string; depositId: string }; items: readonly FormerAccount[] };

/** Corrected back and forth, an account is stored once. */
export async function saveFormerAccounts(sql: Sql, sets: readonly Owned[]): Promise<void> {
  for (const { owner, items } of sets) {
    for (const { iban, qrIban, until } of items) {
      await sql.query(
        `insert into former_accounts (organization_id, deposit_id, iban, qr_iban, until) values ($1, $2, $3, $4, $5)
         on conflict (organization_id, deposit_id, iban) do update
         set qr_iban = coalesce(excluded.qr_iban, former_accounts.qr_iban), until = excluded.until`,
        [owner.organizationId, owner.depositId, iban, qrIban, until],
      );
    }
  }
}

/**
 * Transfers to an account that was corrected go to the new one, unless the bank has them already. Those that have failed
 * go out again. A release was for the old account; who corrects it cannot release it.
 */
export async function redirectTransfers(
  sql: Sql,
  { from, to, by }: { from: string; to: string; by: readonly Issuer[] },
): Promise<void> {
  await sql.query(
    `update orders set iban = $2, run_id = null, rejection = null, return_reason = null,
       released_at = null, released_by = null, release_reason = null,
       changed_by = (coalesce(changed_by::jsonb, '[]') || $3::jsonb)::json
     where kind = 'transfer' and iban = $1 and completed_at is null and cancelled_at is null
     and (run_id is null or rejection is not null)`,
    [from, to, JSON.stringify(by)],
  );
}
