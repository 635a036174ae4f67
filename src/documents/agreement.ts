import { withColon } from '../domain/values/language.ts';
import type { AgreementTerms, AmendmentTerms, DocumentFacts, SignatureEvidence } from '../domain/document.ts';
import { SERVICE_NAME } from '../domain/brand/brand.ts';
import { signerLine } from '../domain/tenant.ts';
import { withoutInvisibleIn } from '../domain/values/visible.ts';
import { momentOf } from './about.ts';
import { amendmentText, amendmentTitle, hashOfAmendment } from './amendment-text.ts';
import { agreementText, hashOfTerms } from './agreement-text.ts';
import { writeEvidence } from './evidence.ts';
import { newPage, type PdfPage } from './page.ts';
import type { TableRow } from './table.ts';
import { EVIDENCE_WORDS } from './words/evidence.ts';
import { WORDS } from './words.ts';
import type { Words } from './words/words.ts';

type Agreement = Extract<DocumentFacts, { kind: 'agreement' }>;

/** The signed terms with who signed when, and a page with the evidence of each signature. */
export function renderAgreement(page: PdfPage, facts: Agreement, words: Words, hash: string): void {
  const { agreement: own } = words;
  const { amendment, brand } = facts;
  const service = brand?.service ?? SERVICE_NAME;
  if (amendment === undefined) writeTerms(page, facts, words);
  else writeAmendment(page, { ...facts, amendment }, words);
  // A new owner needs no signature.
  if (amendment?.kind === 'owner') return page.table([[own.hash, inTwoLines(hash)]]);
  page.heading(own.signatures);
  page.table([
    [
      own.forManagement,
      facts.manager === null ? own.byService(momentOf(facts.managerSignedAt), service) : signatureOf(facts.manager),
    ],
    ...facts.signatures.map((one): TableRow => [own.tenant, signatureOf(one)]),
  ]);
  const byService = (moment: string): string => own.byService(moment, service);
  const roles = { manager: own.forManagement, tenant: own.tenant, byService };
  const { manager, managerSignedAt, signatures } = facts;
  const parts = { manager, managerSignedAt, signatures, hash, roles };
  writeEvidence(page, parts, EVIDENCE_WORDS[facts.language]);
}

/** The agreement to read before signing, marked as a draft. */
export async function renderDraft(stored: AgreementTerms, logo: Buffer | null = null): Promise<Buffer> {
  const terms = withoutInvisibleIn(stored);
  const words = WORDS[terms.language];
  const { agreement: own } = words;
  const page = newPage(terms, words.titles.agreement, { logo });
  page.paragraph(own.draft);
  writeTerms(page, terms, words);
  page.table([[own.hash, inTwoLines(hashOfTerms(stored))]]);
  return page.finish(words.footer(terms));
}

/** The amendment to read before signing, marked as a draft. */
export async function renderAmendmentDraft(stored: AmendmentTerms, logo: Buffer | null = null): Promise<Buffer> {
  const terms = withoutInvisibleIn(stored);
  const words = WORDS[terms.language];
  const { agreement: own, titles } = words;
  const page = newPage(terms, amendmentTitle(terms.amendment, terms.language, titles.agreement), { logo });
  page.paragraph(own.draft);
  writeAmendment(page, terms, words);
  page.table([[own.hash, inTwoLines(hashOfAmendment(stored))]]);
  return page.finish(words.footer(terms));
}

function writeAmendment(page: PdfPage, terms: AmendmentTerms, words: Words): void {
  const { intro, about, changed, paragraphs } = amendmentText(terms, words);
  page.paragraph(intro);
  page.table(about);
  page.heading(changed.heading);
  page.table(changed.rows);
  for (const text of paragraphs) page.paragraph(text);
}

function writeTerms(page: PdfPage, terms: AgreementTerms, words: Words): void {
  const { between, rows, clauses } = agreementText(terms, words);
  page.paragraph(between);
  page.table(rows);
  for (const { heading, text } of clauses)
    page.paragraph(heading === null ? text : `${withColon(heading, terms.language)} ${text}`);
}

function signatureOf(one: SignatureEvidence): string {
  return `${signerLine(one)}\n${momentOf(one.at)}`;
}

function inTwoLines(hash: string): string {
  return `${hash.slice(0, 32)}\n${hash.slice(32)}`;
}
