import type { OperatorRole } from '../../domain/operator.ts';
import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import { columnsAsMembers } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

/** Someone who runs the service. */
export type StoredOperator = {
  id: string;
  email: EmailAddress;
  emailKey: string;
  name: string;
  /** Null: an operator only as long as `OPERATOR_EMAILS` names the address. */
  role: OperatorRole | null;
  createdAt: Date;
  signedInAt: Date | null;
};

const SELECT = `select ${columnsAsMembers({
  id: 'id',
  email: 'email',
  email_key: 'emailKey',
  name: 'name',
  role: 'role',
  created_at: 'createdAt',
  signed_in_at: 'signedInAt',
})} from operators`;

const OPERATORS_LOCK = 714_055_331;

/** Changes of operators follow one another, so that of two admins who leave at once the last one stays. */
export async function lockOperators(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [OPERATORS_LOCK]);
}

export async function listStoredOperators(sql: Sql): Promise<StoredOperator[]> {
  const { rows } = await sql.query<StoredOperator>(`${SELECT} order by created_at, id`);
  return rows;
}

export async function findStoredOperator(
  sql: Sql,
  by: { id: string } | { emailKey: string },
): Promise<StoredOperator | null> {
  const [condition, value] = 'id' in by ? ['id = $1', by.id] : ['email_key = $1', by.emailKey];
  const { rows } = await sql.query<StoredOperator>(`${SELECT} where ${condition}`, [value]);
  return rows[0] ?? null;
}

export async function insertOperator(
  sql: Sql,
  { id, email, name, role }: Pick<StoredOperator, 'id' | 'email' | 'name' | 'role'>,
): Promise<void> {
  await sql.query(
    `insert into operators (id, email, email_key, name, role, created_at) values ($1, $2, $3, $4, $5, service_now())`,
    [id, email, emailKey(email), name, role],
  );
}

/** Those named in the settings who are not stored yet. Processes that start at once add each of them once. */
export async function addMissingOperators(
  sql: Sql,
  named: readonly { id: string; email: EmailAddress }[],
): Promise<void> {
  for (const { id, email } of named) {
    await sql.query(
      `insert into operators (id, email, email_key, name, role, created_at)
       values ($1, $2, $3, $2, null, service_now()) on conflict (email_key) do nothing`,
      [id, email, emailKey(email)],
    );
  }
}

export async function updateOperator(
  sql: Sql,
  id: string,
  { name, role }: Partial<Pick<StoredOperator, 'name' | 'role'>>,
): Promise<void> {
  await sql.query('update operators set name = coalesce($2, name), role = coalesce($3, role) where id = $1', [
    id,
    name ?? null,
    role ?? null,
  ]);
}

export async function deleteOperator(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from operators where id = $1', [id]);
}

export async function noteOperatorSignIn(sql: Sql, key: string): Promise<void> {
  await sql.query('update operators set signed_in_at = coalesce(signed_in_at, service_now()) where email_key = $1', [
    key,
  ]);
}

/** The next sign-in counts as the first. */
export async function forgetOperatorSignIn(sql: Sql, key: string): Promise<void> {
  await sql.query('update operators set signed_in_at = null where email_key = $1', [key]);
}
