import type { Product } from '../../domain/product.ts';
import type { Member } from '../../domain/organization.ts';
import type { SignatureProof } from '../../domain/signature.ts';
import type { Sql } from '../database/database.ts';

/** What is signed once the person comes back, with the evidence of whoever asked for it. */
export type SigningWish = {
  /** Null: the property management. */
  tenant: number | null;
  member: Member | null;
  from: string;
  product: Product | null;
  proof: SignatureProof;
  openTerms: readonly string[];
  /** Identifies what was shown: the deposit must still be as it was. */
  shown: string;
};

type QualifiedState = 'asked' | 'signed' | 'declined' | 'refused' | 'outdated';

export type QualifiedSigning = {
  organizationId: string;
  id: string;
  depositId: string;
  state: QualifiedState;
  wish: SigningWish;
  pdf: Buffer | null;
  signUrl: string | null;
  signedPdf: Buffer | null;
  reason: string | null;
};

type New = Pick<QualifiedSigning, 'organizationId' | 'id' | 'depositId' | 'wish' | 'pdf'>;

export async function insertQualified(sql: Sql, { organizationId, id, depositId, wish, pdf }: New): Promise<void> {
  await sql.query(
    'insert into qualified_signatures (organization_id, id, deposit_id, wish, pdf) values ($1, $2, $3, $4, $5)',
    [organizationId, id, depositId, JSON.stringify(wish), pdf],
  );
}

export async function setSignUrl(sql: Sql, organizationId: string, id: string, signUrl: string): Promise<void> {
  await sql.query('update qualified_signatures set sign_url = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    signUrl,
  ]);
}

export async function findQualified(sql: Sql, id: string): Promise<QualifiedSigning | null> {
  const { rows } = await sql.query<{
    organization_id: string;
    deposit_id: string;
    state: QualifiedState;
    wish: SigningWish;
    pdf: Buffer | null;
    sign_url: string | null;
    signed_pdf: Buffer | null;
    reason: string | null;
  }>('select * from qualified_signatures where id = $1', [id]);
  const row = rows[0];
  if (row === undefined) return null;
  const { organization_id: organizationId, deposit_id: depositId, sign_url: signUrl, signed_pdf: signedPdf } = row;
  return {
    organizationId,
    id,
    depositId,
    state: row.state,
    wish: row.wish,
    pdf: row.pdf,
    signUrl,
    signedPdf,
    reason: row.reason,
  };
}

/** Only of what is still asked: the first result counts. */
export async function finishQualified(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
  {
    state,
    signedPdf = null,
    reason = null,
  }: { state: QualifiedState; signedPdf?: Buffer | null; reason?: string | null },
): Promise<void> {
  await sql.query(
    `update qualified_signatures set state = $3, signed_pdf = $4, reason = $5, finished_at = service_now()
     where organization_id = $1 and id = $2 and state = 'asked'`,
    [organizationId, id, state, signedPdf, reason],
  );
}
