import type { DocumentFacts } from '../domain/document.ts';
import { groupedIban } from '../domain/values/iban.ts';
import { formatChf } from '../domain/values/money.ts';
import { aboutDeposit, dayOf } from './about.ts';
import type { PdfPage } from './page.ts';
import type { Words } from './words/words.ts';

/** Confirms the payout: to whom and on what ground. */
export function payOut(page: PdfPage, facts: Extract<DocumentFacts, { kind: 'pay_out' }>, words: Words): void {
  page.paragraph(words.payOut.confirmed(dayOf(facts.at)));
  page.table([
    ...aboutDeposit(facts, words),
    [words.iban, groupedIban(facts.iban)],
    [words.payOut.ground, words.payOut.grounds[facts.ground]],
  ]);
  page.heading(words.payOut.payouts);
  page.table(
    facts.payouts.map(({ to, amount, iban }) => [
      words.payOut.to[to],
      `CHF ${formatChf(amount)}\n${groupedIban(iban)}`,
    ]),
  );
}
