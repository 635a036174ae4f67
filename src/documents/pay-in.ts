import type { DocumentFacts } from '../domain/document.ts';
import { formatChf } from '../domain/values/money.ts';
import { aboutDeposit, accountRow, bookedOrAt } from './about.ts';
import type { PdfPage } from './page.ts';
import type { Words } from './words/words.ts';

/** Confirms that the deposit is paid in full and in force. */
export function payIn(page: PdfPage, facts: Extract<DocumentFacts, { kind: 'pay_in' }>, words: Words): void {
  page.paragraph(words.payIn.confirmed(bookedOrAt(facts)));
  page.table([...aboutDeposit(facts, words), accountRow(facts.iban, facts, words), [words.owner, facts.owner.name]]);
  page.heading(words.payIn.payments);
  page.amounts(facts.payments.map((payment) => [bookedOrAt(payment), formatChf(payment.amount)]));
  page.note(words.payIn.law);
}
