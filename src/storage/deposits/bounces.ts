import type { Bounce } from '../../domain/changes/bounce.ts';
import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import type { Sql } from '../database/database.ts';

type Key = { organizationId: string; depositId: string; email: EmailAddress };

/** One report of an address after the other, so that its manager is told once. Held until the transaction ends. */
async function lockAddress(sql: Sql, email: EmailAddress): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bounce ${emailKey(email)}`]);
}

/** Whether it is the first of this deposit, and whether the manager knows of the address from another one. */
export async function insertBounce(
  sql: Sql,
  { organizationId, depositId, email }: Key,
  { at, reason, managerId }: Pick<Bounce, 'at' | 'reason'> & { managerId: string },
): Promise<{ isFirst: boolean; isTold: boolean }> {
  await lockAddress(sql, email);
  const { rows } = await sql.query<{ told: boolean }>(
    `select exists (select from bounces b join deposits d on d.id = b.deposit_id
                    where b.email = $1 and d.manager_id = $2 and b.deposit_id <> $3) as told`,
    [emailKey(email), managerId, depositId],
  );
  const { rowCount } = await sql.query(
    `insert into bounces (organization_id, deposit_id, email, at, reason) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [organizationId, depositId, emailKey(email), at, reason],
  );
  return { isFirst: rowCount === 1, isTold: rows[0]?.told === true };
}

/** A confirmed address works again. */
export async function clearBounces(sql: Sql, keys: readonly Key[]): Promise<void> {
  await sql.query(
    `delete from bounces b using unnest($1::uuid[], $2::uuid[], $3::text[]) as k (organization_id, deposit_id, email)
     where b.organization_id = k.organization_id and b.deposit_id = k.deposit_id and b.email = k.email`,
    [
      keys.map(({ organizationId }) => organizationId),
      keys.map(({ depositId }) => depositId),
      keys.map(({ email }) => emailKey(email)),
    ],
  );
}
