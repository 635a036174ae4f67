import { createHash } from 'node:crypto';
import { formatDay } from '../domain/values/calendar.ts';
import { PRODUCTS } from '../domain/product.ts';
import type { AgreementTerms } from '../domain/document.ts';
import { aboutDeposit, addressLine } from './about.ts';
import type { TableRow } from './table.ts';
import type { Words } from './words/words.ts';

type AgreementText = {
  between: string;
  rows: readonly TableRow[];
  /** One clause, or one for each product until one is chosen. */
  clauses: readonly { heading: string | null; text: string }[];
};

/** The text of the agreement, for the PDF and the page. */
export function agreementText(terms: AgreementTerms, words: Words): AgreementText {
  const { agreement: own } = words;
  const { product, investmentAllowed } = terms;
  const clause = (one: (typeof PRODUCTS)[number]): string => own.terms({ product: one, investmentAllowed }).join(' ');
  return {
    between: own.between(terms.organization.name),
    rows: [
      ...aboutDeposit(terms, words, partyOf(terms)),
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

/** Several tenants sign one agreement, and the address of each before the tenancy is not for the others. */
function partyOf({ tenants }: AgreementTerms): (tenant: AgreementTerms['tenants'][number]) => string {
  if (tenants.length > 1) return ({ name }) => name;
  return ({ name, address }) => `${name}\n${addressLine(address)}`;
}

/** SHA-256 of the signed terms: the same for everyone who signed the same terms. */
export function hashOfTerms(facts: AgreementTerms): string {
  const { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants } = facts;
  const { product, investmentAllowed } = facts;
  const terms = { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants };
  return createHash('sha256')
    .update(JSON.stringify({ ...terms, product, investmentAllowed }))
    .digest('hex');
}
