import type { FastifyRequest } from 'fastify';
import { hashOfTerms } from '../../documents/agreement-text.ts';
import { shownAgreement, type ReadLogo, type ShownAgreement } from '../../documents/shown-agreement.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Refusal } from '../../domain/lifecycle/move.ts';
import { canMove, type InputOf } from '../../domain/lifecycle/moves.ts';
import type { Organization } from '../../domain/organization.ts';
import { browserIn } from '../../web/headers.ts';
import type { Person } from '../person.ts';
import { fingerprint } from './access.ts';

/** The agreement as the manager reads it before signing: in the language in which it is issued. */
function shownToManager(deposit: Deposit, { organization, readLogo }: Showing): Promise<ShownAgreement> {
  return shownAgreement(deposit, { organization, readLogo, language: deposit.terms.tenantLanguage });
}

type Showing = { organization: Organization; readLogo: ReadLogo };

/** Whether the manager's signature is asked for. */
export function isSignedNow(deposit: Deposit): boolean {
  return canMove('sign_as_manager', deposit) || canMove('send_again', deposit);
}

/** Identifies what was shown for signing: the data on the page, and the PDF. */
export async function versionToSign(deposit: Deposit, showing: Showing): Promise<string> {
  return versionOf(deposit, await shownToManager(deposit, showing));
}

function versionOf(deposit: Deposit, { sha256 }: ShownAgreement): string {
  return `${fingerprint(deposit)}.${sha256}`;
}

/** The manager's signature with its evidence, or a refusal if the deposit is no longer as it was shown. */
export async function signedBy(
  { person, request, readLogo }: { person: Person; request: FastifyRequest; readLogo: ReadLogo },
  { deposit, organization, seen }: { deposit: Deposit; organization: Organization; seen: string | null },
): Promise<InputOf<'sign_as_manager'> | Refusal> {
  const shown = await shownToManager(deposit, { organization, readLogo });
  if (versionOf(deposit, shown) !== seen) return { refused: 'changed_meanwhile' };
  const { session, email } = person;
  const reachedBy = session.way === 'passkey' ? 'passkey' : email;
  const browser = browserIn(request.headers);
  const proof = { typedName: null, browser, terms: hashOfTerms(shown.terms), pdf: shown.sha256, reachedBy };
  return { from: request.ip, proof };
}
