import type { DocumentFacts } from '../domain/document.ts';
import { formatChf } from '../domain/values/money.ts';
import { aboutDeposit, dayOf } from './about.ts';
import type { PdfPage } from './page.ts';
import type { Words } from './words/words.ts';

/** Confirms that the deposit was withdrawn before it came into force. */
export function withdrawal(page: PdfPage, facts: Extract<DocumentFacts, { kind: 'withdrawal' }>, words: Words): void {
  page.paragraph(words.withdrawal.confirmed(dayOf(facts.at)));
  page.table(aboutDeposit(facts, words));
  if (facts.paidBack > 0) page.paragraph(words.withdrawal.paidBack(formatChf(facts.paidBack)));
}
