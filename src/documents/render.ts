import type { DocumentFacts } from '../domain/document.ts';
import { withoutInvisibleIn } from '../domain/values/visible.ts';
import { hashOfTerms } from './agreement-text.ts';
import { amendmentTitle, hashOfAmendment } from './amendment-text.ts';
import { renderAgreement } from './agreement.ts';
import { certificate } from './certificate.ts';
import { newPage, type PdfPage } from './page.ts';
import { payIn } from './pay-in.ts';
import { payOut } from './pay-out.ts';
import { paymentSlip } from './payment-slip.ts';
import { recipientOf } from './letter/recipient.ts';
import { withdrawal } from './withdrawal.ts';
import { yearStatement } from './year-statement.ts';
import { WORDS } from './words.ts';
import type { Words } from './words/words.ts';

/** The PDF of a document: the same bytes for the same facts. `logo`: the file that its brand names by its checksum. */
export async function renderDocument(stored: DocumentFacts, logo: Buffer | null = null): Promise<Buffer> {
  const facts = withoutInvisibleIn(stored);
  const hash = stored.kind === 'agreement' ? hashOfAgreement(stored) : '';
  const words = WORDS[facts.language];
  const page = newPage(facts, titleOf(facts, words), {
    logo,
    recipient: recipientOf(facts),
  });
  write(page, facts, words, hash);
  return page.finish(words.footer(facts));
}

function hashOfAgreement(stored: Extract<DocumentFacts, { kind: 'agreement' }>): string {
  const { amendment } = stored;
  return amendment === undefined ? hashOfTerms(stored) : hashOfAmendment({ ...stored, amendment });
}

function titleOf(facts: DocumentFacts, { titles }: Words): string {
  const title = titles[facts.kind];
  if (facts.kind === 'agreement' && facts.amendment !== undefined) {
    return amendmentTitle(facts.amendment, facts.language, title);
  }
  return facts.kind === 'year_statement' ? `${title} ${facts.year}` : title;
}

function write(page: PdfPage, facts: DocumentFacts, words: Words, hash: string): void {
  switch (facts.kind) {
    case 'payment_slip':
      return paymentSlip(page, facts, words);
    case 'pay_in':
      return payIn(page, facts, words);
    case 'pay_out':
      return payOut(page, facts, words);
    case 'withdrawal':
      return withdrawal(page, facts, words);
    case 'agreement':
      return renderAgreement(page, facts, words, hash);
    case 'certificate':
      return certificate(page, facts, words);
    case 'year_statement':
      return yearStatement(page, facts, words);
  }
}
