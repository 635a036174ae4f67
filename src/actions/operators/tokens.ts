import { issuerOf, type Acting } from '../../domain/operator.ts';
import type { Sql } from '../../storage/database/database.ts';
import { realTime } from '../../storage/database/clock.ts';
import { isKeyId } from '../../storage/database/ids.ts';
import { findOperatorToken, insertOperatorToken, revokeOperatorToken } from '../../storage/operators/tokens.ts';
import { isKey, issueKey, keyId } from '../../vault/keys.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import { currentOperator, operatorById } from './operators.ts';

/** The token is shown once. */
export async function issueToken(
  services: Services,
  operatorId: string,
  { name, expiresAt, by }: { name: string; expiresAt: Date | null; by: Acting },
): Promise<{ tokenId: string; token: string }> {
  return services.database.transaction(async (sql) => {
    await operatorById(services, sql, operatorId);
    if (expiresAt !== null && expiresAt <= (await realTime(sql))) {
      throw new SetUpRefused('invalid', 'expiresAt', 'must be in the future');
    }
    const { id: tokenId, key: token, hash } = issueKey('dok');
    await insertOperatorToken(sql, { tokenId, operatorId, name, hash, issuedBy: issuerOf(by), expiresAt });
    return { tokenId, token };
  });
}

export async function revokeToken(services: Services, operatorId: string, tokenId: string): Promise<void> {
  const { database } = services;
  await operatorById(services, database, operatorId);
  if (!isKeyId(tokenId) || !(await revokeOperatorToken(database, operatorId, tokenId))) throw unknown('token');
}

/** Who acts with a personal token. Null: it is wrong, expired or revoked, or its operator is gone. */
export async function actingByToken(
  services: Pick<Services, 'operatorEmails'> & { database: Sql },
  token: string,
): Promise<Acting | null> {
  const id = keyId(token);
  const found = id === null || !token.startsWith('dok_') ? null : await findOperatorToken(services.database, id);
  if (!isKey(token, found?.hash ?? null) || found === null) return null;
  const operator = currentOperator(services, found);
  if (operator === null) return null;
  return { actor: operator.emailKey, role: operator.role, id: operator.id, tokenIssuedBy: found.issuedBy };
}
