import { createHash } from 'node:crypto';
import { formatDay } from '../domain/calendar.ts';
import type { DocumentFacts, SignatureEvidence } from '../domain/document.ts';
import { aboutDeposit, addressLine, momentOf } from './about.ts';
import type { Page } from './page.ts';
import type { Row } from './table.ts';
import type { Words } from './words.ts';

type Agreement = Extract<DocumentFacts, { kind: 'agreement' }>;

/** What all have signed, and who, when, from where, and the hash of it. */
export function agreement(page: Page, facts: Agreement, words: Words): void {
  const { agreement: own } = words;
  page.paragraph(own.between(facts.organization.name));
  page.table([
    ...aboutDeposit(facts, words, ({ name, address }) => `${name}\n${addressLine(address)}`),
    [own.product, own.products[facts.product]],
    [own.rentalStart, formatDay(facts.rentalStart)],
    [words.owner, `${facts.owner.name}\n${addressLine(facts.owner.address)}`],
  ]);
  page.paragraph(own.terms(facts).join(' '));
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

function evidence({ name, email, at, from }: SignatureEvidence, { agreement: own }: Words): string {
  const where = from === null ? '' : `, ${own.from}\u00a0${from}`;
  return `${name} (${email})\n${momentOf(at)}${where}`;
}

function inTwoLines(hash: string): string {
  return `${hash.slice(0, 32)}\n${hash.slice(32)}`;
}

/** SHA-256 of the terms as they were signed: alike for all who have signed the same. */
function hashOfTerms(facts: Agreement): string {
  const { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants } = facts;
  const { product, investmentAllowed } = facts;
  const terms = { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants };
  return createHash('sha256')
    .update(JSON.stringify({ ...terms, product, investmentAllowed }))
    .digest('hex');
}
