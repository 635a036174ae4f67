import type { DocumentFacts } from '../domain/document.ts';
import { formatDay } from '../domain/values/calendar.ts';
import { formatChf } from '../domain/values/money.ts';
import { aboutDeposit, addressLine } from './about.ts';
import type { PdfPage } from './page.ts';
import type { TableRow } from './table.ts';
import type { Words } from './words/words.ts';

type Certificate = Extract<DocumentFacts, { kind: 'certificate' }>;

/** Confirms that an insurance covers the deposit: who covers it, since when and for whom. */
export function certificate(page: PdfPage, facts: Certificate, words: Words): void {
  const { certificate: own } = words;
  const { policyNumber, from, premium, rentalDeposit, owner } = facts;
  page.paragraph(own.confirmed(formatDay(from)));
  page.table([
    ...insurerRow(facts, words),
    ...(policyNumber === null ? [] : [[own.policy, policyNumber] as const]),
    [own.from, formatDay(from)],
    [own.sum, `CHF ${formatChf(rentalDeposit)}`],
    ...(premium === null ? [] : [[own.premium, own.perYear(formatChf(premium))] as const]),
  ]);
  page.heading(own.tenancy);
  page.table([
    // The amount is the sum insured.
    ...aboutDeposit(facts, words).filter(([label]) => label !== words.deposit),
    [words.owner, `${owner.name}\n${addressLine(owner.address)}`],
  ]);
  page.note(own.cover);
}

function insurerRow({ insurer }: Certificate, { certificate: own }: Words): TableRow[] {
  if (insurer === null) return [];
  const { name, address, phone } = insurer;
  const lines = [name, address === null ? null : addressLine({ ...address, countryCode: 'CH' }), phone];
  return [[own.insurer, lines.filter((line) => line !== null).join('\n')]];
}
