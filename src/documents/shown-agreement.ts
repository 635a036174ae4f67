import { createHash } from 'node:crypto';
import type { Deposit, DepositChange } from '../domain/deposit.ts';
import type { Logo } from '../domain/brand/brand.ts';
import type { AgreementTerms, AmendmentTerms, DocumentHead } from '../domain/document.ts';
import { amendmentShown } from '../domain/lifecycle/changes/amendment.ts';
import { termsShown } from '../domain/lifecycle/documents.ts';
import type { Organization } from '../domain/organization.ts';
import type { Language } from '../domain/values/language.ts';
import { renderAmendmentDraft, renderDraft } from './agreement.ts';

/** What is shown to whoever is asked to sign, and the SHA-256 of its PDF. */
export type ShownAgreement = { terms: AgreementTerms; sha256: string };

/** Reads the logo that a brand names. */
export type ReadLogo = (logo: Logo | null | undefined) => Promise<Buffer | null>;

export async function shownAgreement(
  deposit: Deposit,
  { organization, language, readLogo }: Showing,
): Promise<ShownAgreement> {
  const terms = termsShown(deposit, organization, language);
  return { terms, sha256: await hashOfPdf(terms, renderDraft, readLogo) };
}

/** The PDF to read before signing. */
export async function shownPdf(deposit: Deposit, { organization, language, readLogo }: Showing): Promise<Buffer> {
  const terms = termsShown(deposit, organization, language);
  return renderDraft(terms, await readLogo(terms.brand?.logo));
}

type Showing = { organization: Organization; language: Language; readLogo: ReadLogo };

/** What is shown to whoever is asked to sign a change, and the SHA-256 of its PDF. */
export async function shownAmendment(
  deposit: Deposit,
  change: DepositChange,
  { organization, language, readLogo }: Showing,
): Promise<{ terms: AmendmentTerms; sha256: string }> {
  const terms = amendmentShown(deposit, change, { organization, language });
  return { terms, sha256: await hashOfPdf(terms, renderAmendmentDraft, readLogo) };
}

/** Rendering takes about 20 ms, and a page is shown, reloaded and answered with the same terms. */
const MOST_KNOWN = 1_000;
const known = new Map<string, string>();

async function hashOfPdf<T extends DocumentHead>(
  terms: T,
  render: (terms: T, logo: Buffer | null) => Promise<Buffer>,
  readLogo: ReadLogo,
): Promise<string> {
  const key = sha256(JSON.stringify(terms));
  const found = known.get(key) ?? sha256(await render(terms, await readLogo(terms.brand?.logo)));
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return found;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
