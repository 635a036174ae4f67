import { hashOfTerms } from '../documents/agreement-text.ts';
import { hashOfAmendment } from '../documents/amendment-text.ts';
import { shownAgreement, shownAmendment, type ReadLogo } from '../documents/shown-agreement.ts';
import type { Services } from '../actions/services.ts';
import { changeIn } from '../domain/change.ts';
import type { Party } from '../domain/closing/closing.ts';
import type { Deposit } from '../domain/deposit.ts';
import { termsChosen } from '../domain/lifecycle/documents.ts';
import type { Organization } from '../domain/organization.ts';
import type { Product } from '../domain/product.ts';
import type { SignatureProof } from '../domain/signature.ts';

/** The origin of signatures made by sandbox calls: there is no IP address. */
const FROM_SANDBOX = { from: 'sandbox' };

type Played = { from: string; proof: SignatureProof };

type Showing = { organization: Organization; readLogo: ReadLogo };

/** As pages show it. */
export function showing({ logos }: Services, organization: Organization): Showing {
  return { organization, readLogo: (logo) => logos.read(logo) };
}

/** A call plays the manager: there is no session, so nothing says how the person was reached. */
export async function managersSignature(deposit: Deposit, showing: Showing): Promise<Played> {
  const { proof } = await played(deposit, showing, null);
  return { ...FROM_SANDBOX, proof: { ...proof, reachedBy: null } };
}

/** A call plays tenants: they sign what their pages show at this moment. Nothing is typed, and there is no browser. */
export async function played(deposit: Deposit, showing: Showing, product: Product | null): Promise<Played> {
  const language = deposit.terms.tenantLanguage;
  const { terms, sha256 } = await shownAgreement(deposit, { ...showing, language });
  const signed = hashOfTerms(termsChosen(terms, product));
  return { ...FROM_SANDBOX, proof: { typedName: null, browser: null, terms: signed, pdf: sha256 } };
}

/** A call plays signatures under the running change. Null: there is nothing to sign, which the move refuses. */
export async function changeSignature(
  deposit: Deposit,
  showing: Showing,
  by: Party,
): Promise<{ from: string; proof: SignatureProof | null }> {
  const change = changeIn(deposit, 'to_sign');
  if (change === null) return { ...FROM_SANDBOX, proof: null };
  const { terms, sha256: pdf } = await shownAmendment(deposit, change, {
    ...showing,
    language: deposit.terms.tenantLanguage,
  });
  const proof = { typedName: null, browser: null, terms: hashOfAmendment(terms), pdf };
  return { ...FROM_SANDBOX, proof: by === 'manager' ? { ...proof, reachedBy: null } : proof };
}
