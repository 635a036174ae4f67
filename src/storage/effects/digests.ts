import type { Sql } from '../database/database.ts';

type Member = { organizationId: string; memberId: string };
export type DigestItem = { depositId: string; isSent: boolean };

/** What is said of a deposit last counts. */
export async function addDigestItem(
  sql: Sql,
  { organizationId, memberId, depositId, isSent, dueAt }: Member & DigestItem & { dueAt: Date },
): Promise<void> {
  await sql.query(
    `insert into digest_items (organization_id, member_id, deposit_id, due_at, is_sent) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, member_id, deposit_id) do update set is_sent = excluded.is_sent`,
    [organizationId, memberId, depositId, dueAt, isSent],
  );
}

/** Those that are due, oldest deposit first; they are gone with the transaction. Two that ask at once do not get the same. */
export async function takeDigestItems(sql: Sql, { organizationId, memberId }: Member): Promise<DigestItem[]> {
  const { rows } = await sql.query<{ deposit_id: string; is_sent: boolean }>(
    `delete from digest_items where organization_id = $1 and member_id = $2 and due_at <= (select service_now())
     returning deposit_id, is_sent`,
    [organizationId, memberId],
  );
  return rows
    .map((row) => ({ depositId: row.deposit_id, isSent: row.is_sent }))
    .toSorted((one, other) => (one.depositId < other.depositId ? -1 : 1));
}
