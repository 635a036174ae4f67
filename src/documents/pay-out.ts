import type { DocumentFacts } from '../domain/document.ts';
import { formatDay } from '../domain/values/calendar.ts';
import { groupedIban } from '../domain/values/iban.ts';
import { formatChf, formatSigned } from '../domain/values/money.ts';
import { aboutDeposit, accountRow, bookedOrAt } from './about.ts';
import type { PdfPage } from './page.ts';
import type { AmountRow } from './amounts.ts';
import type { Words } from './words/words.ts';

type PayOut = Extract<DocumentFacts, { kind: 'pay_out' }>;

/** Confirms the payout: what was held, to whom it went and on what ground. */
export function payOut(page: PdfPage, facts: PayOut, words: Words): void {
  page.paragraph(words.payOut.confirmed(bookedOrAt(facts)));
  page.table([
    ...aboutDeposit(facts, words),
    accountRow(facts.iban, facts, words),
    [words.owner, facts.owner.name],
    ...(facts.tenancyEnd ? [[words.payOut.tenancyEnd, formatDay(facts.tenancyEnd)] as const] : []),
    [words.payOut.ground, words.payOut.grounds[facts.ground]],
  ]);
  if (facts.lines !== undefined) {
    page.heading(words.payOut.held);
    page.amounts(heldLines(facts.lines, words));
  }
  const { tenant, landlord } = words.payOut.to;
  const payee = (to: 'tenant' | 'landlord'): string => (to === 'tenant' ? tenant(facts.tenants.length) : landlord);
  page.heading(words.payOut.payouts);
  page.amounts(facts.payouts.map(({ to, amount, iban }) => [`${payee(to)}\n${groupedIban(iban)}`, formatChf(amount)]));
}

function heldLines(lines: NonNullable<PayOut['lines']>, words: Words): AmountRow[] {
  const { deposit, interest, charges, withholdingTax, surplus } = lines;
  const { items } = words.payOut;
  return [
    [items.deposit, formatChf(deposit)],
    [items.interest, formatChf(interest)],
    [items.charges, formatSigned(0 - charges)],
    [items.withholdingTax, formatSigned(0 - withholdingTax)],
    [items.surplus, formatChf(surplus)],
    [items.total, formatSigned(deposit + interest - charges - withholdingTax + surplus), 'total'],
  ];
}
