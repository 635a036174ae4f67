import { createHash } from 'node:crypto';
import type { Deposit, DepositChange } from '../domain/deposit.ts';
import type { AgreementTerms, AmendmentTerms } from '../domain/document.ts';
import { amendmentShown } from '../domain/lifecycle/changes/amendment.ts';
import { termsShown } from '../domain/lifecycle/documents.ts';
import type { Organization } from '../domain/organization.ts';
import type { Language } from '../domain/values/language.ts';
import { renderAmendmentDraft, renderDraft } from './agreement.ts';

/** What is shown to whoever is asked to sign, and the SHA-256 of its PDF. */
export type ShownAgreement = { terms: AgreementTerms; sha256: string };

export async function shownAgreement(
  deposit: Deposit,
  organization: Organization,
  language: Language,
): Promise<ShownAgreement> {
  const terms = termsShown(deposit, organization, language);
  return { terms, sha256: await hashOfPdf(terms, renderDraft) };
}

/** The PDF to read before signing. */
export function shownPdf(deposit: Deposit, organization: Organization, language: Language): Promise<Buffer> {
  return renderDraft(termsShown(deposit, organization, language));
}

/** What is shown to whoever is asked to sign a change, and the SHA-256 of its PDF. */
export async function shownAmendment(
  deposit: Deposit,
  change: DepositChange,
  { organization, language }: { organization: Organization; language: Language },
): Promise<{ terms: AmendmentTerms; sha256: string }> {
  const terms = amendmentShown(deposit, change, { organization, language });
  return { terms, sha256: await hashOfPdf(terms, renderAmendmentDraft) };
}

/** Rendering takes about 20 ms, and a page is shown, reloaded and answered with the same terms. */
const MOST_KNOWN = 1_000;
const known = new Map<string, string>();

async function hashOfPdf<T extends object>(terms: T, render: (terms: T) => Promise<Buffer>): Promise<string> {
  const key = sha256(JSON.stringify(terms));
  const found = known.get(key) ?? sha256(await render(terms));
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
