import type { Issuer } from '../../domain/operator.ts';
import type { Sql } from '../database/database.ts';
import type { StoredOperator } from './operators.ts';

/** A personal token of an operator; it acts with the operator's name and role. */
export type OperatorToken = {
  tokenId: string;
  operatorId: string;
  name: string;
  issuedBy: Issuer;
  createdAt: Date;
  expiresAt: Date | null;
};

export async function insertOperatorToken(
  sql: Sql,
  token: Omit<OperatorToken, 'createdAt'> & { hash: Buffer },
): Promise<void> {
  const { tokenId, operatorId, name, hash, issuedBy, expiresAt } = token;
  await sql.query(
    `insert into operator_tokens (id, operator_id, name, hash, issued_by, issued_by_actor, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, service_now())`,
    [tokenId, operatorId, name, hash, issuedBy.id, issuedBy.actor, expiresAt],
  );
}

/** Real time counts, which the sandbox cannot move. */
const VALID = 't.revoked_at is null and (t.expires_at is null or t.expires_at > clock_timestamp())';

/** A valid token with its operator; the caller compares the hash. */
export async function findOperatorToken(
  sql: Sql,
  tokenId: string,
): Promise<(Pick<StoredOperator, 'id' | 'emailKey' | 'role'> & { hash: Buffer; issuedBy: Issuer }) | null> {
  const { rows } = await sql.query<
    Pick<StoredOperator, 'id' | 'emailKey' | 'role'> & { hash: Buffer; issuedBy: Issuer }
  >(
    `select o.id, o.email_key as "emailKey", o.role, t.hash, json_build_object('id', t.issued_by, 'actor', t.issued_by_actor) as "issuedBy"
     from operator_tokens t join operators o on o.id = t.operator_id
     where t.id = $1 and ${VALID}`,
    [tokenId],
  );
  return rows[0] ?? null;
}

/** Those that are not revoked, oldest first. */
export async function listOperatorTokens(sql: Sql, operatorId: string): Promise<OperatorToken[]> {
  const { rows } = await sql.query<OperatorToken>(
    `select id as "tokenId", operator_id as "operatorId", name, json_build_object('id', issued_by, 'actor', issued_by_actor) as "issuedBy",
       created_at as "createdAt",
       expires_at as "expiresAt"
     from operator_tokens where operator_id = $1 and revoked_at is null order by created_at, id`,
    [operatorId],
  );
  return rows;
}

export async function revokeOperatorToken(sql: Sql, operatorId: string, tokenId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update operator_tokens set revoked_at = coalesce(revoked_at, service_now()) where operator_id = $1 and id = $2`,
    [operatorId, tokenId],
  );
  return rowCount === 1;
}
