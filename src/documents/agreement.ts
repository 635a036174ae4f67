import { createHash } from 'node:crypto';
import { formatDay } from '../domain/calendar.ts';
import { PRODUCTS } from '../domain/deposit.ts';
import type { AgreementTerms, DocumentFacts, SignatureEvidence } from '../domain/document.ts';
import { aboutDeposit, addressLine, momentOf } from './about.ts';
import { newPage, type Page } from './page.ts';
import type { Row } from './table.ts';
import { WORDS, type Words } from './words.ts';

type Agreement = Extract<DocumentFacts, { kind: 'agreement' }>;

/** What all have signed, and who, when, from where, and the hash of it. */
export function agreement(page: Page, facts: Agreement, words: Words): void {
  const { agreement: own } = words;
  writeTerms(page, facts, words);
  page.heading(own.signatures);
  page.table([
    [
      own.forManagement,
      facts.manager === null ? own.byService(momentOf(facts.managerSignedAt)) : evidence(facts.manager, words),
    ],
    ...facts.signatures.map((one): Row => [own.tenant, evidence(one, words)]),
    [own.hash, inTwoLines(hashOfTerms(facts))],
  ]);
  page.note(own.evidence);
}

/** The same as a draft to read before signing; it says in words that it is one. */
export async function renderDraft(terms: AgreementTerms): Promise<Buffer> {
  const words = WORDS[terms.language];
  const { agreement: own } = words;
  const page = newPage(terms, words.titles.agreement);
  page.paragraph(own.draft);
  writeTerms(page, terms, words);
  page.table([[own.hash, inTwoLines(hashOfTerms(terms))]]);
  return page.finish(words.footer(terms));
}

function writeTerms(page: Page, terms: AgreementTerms, words: Words): void {
  const { between, rows, clauses } = agreementText(terms, words);
  page.paragraph(between);
  page.table(rows);
  for (const { heading, text } of clauses) page.paragraph(heading === null ? text : `${heading}: ${text}`);
}

type AgreementText = {
  between: string;
  rows: readonly Row[];
  /** One, or one for each product while none is chosen. */
  clauses: readonly { heading: string | null; text: string }[];
};

/** The words of the agreement, as paper and page show them. */
export function agreementText(terms: AgreementTerms, words: Words): AgreementText {
  const { agreement: own } = words;
  const { product, investmentAllowed } = terms;
  const clause = (one: (typeof PRODUCTS)[number]): string => own.terms({ product: one, investmentAllowed }).join(' ');
  return {
    between: own.between(terms.organization.name),
    rows: [
      ...aboutDeposit(terms, words, ({ name, address }) => `${name}\n${addressLine(address)}`),
      [own.product, product === null ? own.openProduct : own.products[product]],
      [own.rentalStart, formatDay(terms.rentalStart)],
      [words.owner, `${terms.owner.name}\n${addressLine(terms.owner.address)}`],
    ],
    clauses:
      product === null
        ? PRODUCTS.map((one) => ({ heading: own.withProduct[one], text: clause(one) }))
        : [{ heading: null, text: clause(product) }],
  };
}

function evidence({ name, email, at, from, typedName }: SignatureEvidence, { agreement: own }: Words): string {
  const where = from === null ? '' : `, ${own.from}\u00a0${from}`;
  // Facts that were written down before names were typed have none.
  const typed = typeof typedName === 'string' ? `\n${own.typed(typedName)}` : '';
  return `${name} (${email})\n${momentOf(at)}${where}${typed}`;
}

function inTwoLines(hash: string): string {
  return `${hash.slice(0, 32)}\n${hash.slice(32)}`;
}

/** SHA-256 of the terms as they were signed: alike for all who have signed the same. */
export function hashOfTerms(facts: AgreementTerms): string {
  const { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants } = facts;
  const { product, investmentAllowed } = facts;
  const terms = { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants };
  return createHash('sha256')
    .update(JSON.stringify({ ...terms, product, investmentAllowed }))
    .digest('hex');
}
