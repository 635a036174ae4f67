import type { DocumentFacts } from '../domain/document.ts';
import { lastDayOf } from '../domain/statements/year.ts';
import { formatDay, type Day } from '../domain/values/calendar.ts';
import { formatSigned } from '../domain/values/money.ts';
import { aboutDeposit, accountRow } from './about.ts';
import type { AmountRow } from './amounts.ts';
import type { PdfPage } from './page.ts';
import type { Words } from './words/words.ts';

type YearStatement = Extract<DocumentFacts, { kind: 'year_statement' }>;

/** The account of a deposit in one year. The bank's own certificate counts for taxes. */
export function yearStatement(page: PdfPage, facts: YearStatement, words: Words): void {
  const { year, iban, figures } = facts;
  const { yearStatement: own } = words;
  page.paragraph(own.lead(formatDay(lastDayOf(year))));
  page.table([...aboutDeposit(facts, words), accountRow(iban, facts, words)]);
  page.heading(own.summary);
  page.amounts(summaryOf(figures, year, words));
  if (figures.movements.length > 0) {
    page.heading(own.movements(year));
    page.amounts(
      figures.movements.map(({ on, what, amount }) => [`${formatDay(on)}   ${own.kinds[what]}`, formatSigned(amount)]),
    );
  }
  page.note(own.taxes);
}

function summaryOf(figures: YearStatement['figures'], year: number, { yearStatement: own }: Words): AmountRow[] {
  const { opening, paidIn, interest, charges, withholdingTax, paidOut, closing } = figures;
  return [
    [own.balance(formatDay(`${year}-01-01` as Day)), formatSigned(opening)],
    [own.paidIn, formatSigned(paidIn)],
    [own.interest, formatSigned(interest)],
    [own.charges, formatSigned(-charges)],
    [own.withholdingTax, formatSigned(-withholdingTax)],
    [own.paidOut, formatSigned(-paidOut)],
    [own.balance(formatDay(lastDayOf(year))), formatSigned(closing), 'total'],
  ];
}
