import type { Services } from '../../actions/services.ts';
import { moveDeposit, type MoveInput, type Moved } from '../../actions/move-deposit.ts';
import { hashOfTerms } from '../../documents/agreement-text.ts';
import { hashOfAmendment } from '../../documents/amendment-text.ts';
import { shownAgreement, shownAmendment, type ReadLogo } from '../../documents/shown-agreement.ts';
import { changeIn } from '../../domain/change.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { termsChosen } from '../../domain/lifecycle/documents.ts';
import type { Refusal } from '../../domain/lifecycle/move.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Product } from '../../domain/product.ts';
import type { SignatureProof } from '../../domain/signature.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { findDeposit, type Location } from '../../storage/deposits/deposits.ts';
import { takePaper } from '../../storage/deposits/notes.ts';

type Paper = { fileId: string; /** The position. */ tenant: number; product: Product | null };

/**
 * A signed paper that the property management has uploaded counts as this tenant's signature: under the running change, or
 * under the agreement. What it says is compared by the operator; the evidence has the hash of the terms that are open now.
 */
export async function acceptPaper(services: Services, location: Location, paper: Paper): Promise<Moved | null> {
  const deposit = await findDeposit(services.database, location.depositId);
  if (deposit === null) return null;
  const change = changeIn(deposit, 'to_sign');
  if (change === null) return moveDeposit(services, location, 'sign_as_tenant', underAgreement(services, paper));
  return moveDeposit(services, location, 'sign_change', underChange(services, paper));
}

function underAgreement(services: Services, { fileId, tenant, product }: Paper): MoveInput<'sign_as_tenant'> {
  return async (deposit, { organization, sql, now }) => {
    const refusal = await take(sql, deposit, { fileId, tenant }, now);
    if (refusal !== null) return refusal;
    const { terms, sha256 } = await shownAgreement(deposit, showing(services, deposit, organization));
    const chosen = deposit.product === null && tenant === 1 ? (product ?? organization.product) : null;
    return { from: null, proof: proofOf(hashOfTerms(termsChosen(terms, chosen)), sha256), tenant, product: chosen };
  };
}

function underChange(services: Services, { fileId, tenant }: Paper): MoveInput<'sign_change'> {
  return async (deposit, { organization, sql, now }) => {
    const refusal = await take(sql, deposit, { fileId, tenant }, now);
    if (refusal !== null) return refusal;
    return { from: null, proof: await proofOfChange(services, deposit, organization), by: 'tenant', tenant };
  };
}

async function proofOfChange(
  services: Services,
  deposit: Deposit,
  organization: Organization,
): Promise<SignatureProof | null> {
  const change = changeIn(deposit, 'to_sign');
  if (change === null) return null;
  const { terms, sha256 } = await shownAmendment(deposit, change, showing(services, deposit, organization));
  return proofOf(hashOfAmendment(terms), sha256);
}

/** What the tenant was given to sign. */
function showing({ logos }: Services, { terms }: Deposit, organization: Organization) {
  const readLogo: ReadLogo = (logo) => logos.read(logo);
  return { organization, language: terms.tenantLanguage, readLogo };
}

const proofOf = (terms: string, pdf: string): SignatureProof => ({
  typedName: null,
  browser: null,
  terms,
  pdf,
  reachedBy: 'paper',
});

/** Null: it is taken, in the transaction of the move. */
async function take(
  sql: Sql,
  { organizationId, id: depositId }: Deposit,
  { fileId, tenant }: Pick<Paper, 'fileId' | 'tenant'>,
  now: Date,
): Promise<Refusal | null> {
  const taken = isId(fileId)
    ? await takePaper(sql, { organizationId, depositId }, { id: fileId, tenant, at: now })
    : 'none';
  if (taken === 'none') return { refused: 'no_such_file', field: 'fileId' };
  return taken === 'taken' ? null : { refused: 'paper_accepted' };
}
