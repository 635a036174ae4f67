import type { ProofType } from '../../domain/closing/proof-type.ts';
import type { Sql } from '../database/database.ts';
import type { Location } from './deposits.ts';

type StoredProof = Location & { id: string; name: string; type: ProofType; content: Buffer; createdAt: Date };

export async function insertProof(sql: Sql, proof: StoredProof): Promise<void> {
  await sql.query(
    `insert into claim_proofs (organization_id, id, deposit_id, name, type, content, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [proof.organizationId, proof.id, proof.depositId, proof.name, proof.type, proof.content, proof.createdAt],
  );
}

/** Null: there is none, or its time is over. */
export async function findProof(
  sql: Sql,
  { organizationId, depositId }: Location,
  id: string,
): Promise<{ type: ProofType; content: Buffer } | null> {
  const { rows } = await sql.query<{ type: ProofType; content: Buffer | null }>(
    'select type, content from claim_proofs where organization_id = $1 and deposit_id = $2 and id = $3',
    [organizationId, depositId, id],
  );
  const row = rows[0];
  return row === undefined || row.content === null ? null : { type: row.type, content: row.content };
}
