import { createHash } from 'node:crypto';
import { formatDay } from '../domain/values/calendar.ts';
import { PRODUCTS, type Product } from '../domain/product.ts';
import { OFFER_WORDS, offerLines, offerText } from '../domain/messages/offers.ts';
import type { ProductOffer } from '../domain/provider.ts';
import type { AgreementTerms } from '../domain/document.ts';
import { aboutDeposit, addressLine } from './about.ts';
import type { TableRow } from './table.ts';
import type { Words } from './words/words.ts';

type AgreementText = {
  between: string;
  rows: readonly TableRow[];
  /** One clause, or one for each product until one is chosen; and who acts for several tenants. */
  clauses: readonly { heading: string | null; text: string }[];
};

/** The text of the agreement, for the PDF and the page. */
export function agreementText(terms: AgreementTerms, words: Words): AgreementText {
  const { agreement: own } = words;
  const { investmentAllowed, offers = [] } = terms;
  const offered = offers.length === 0 ? PRODUCTS : offers.map((one) => one.product);
  // Where one product is offered, there is nothing to choose.
  const product = terms.product ?? (offered.length === 1 ? (offered[0] as Product) : null);
  const clause = (one: Product): string => own.terms({ product: one, investmentAllowed }).join(' ');
  return {
    between: own.between(terms.organization.name),
    rows: [
      ...aboutDeposit(terms, words, partyOf(terms)),
      ...productRows(terms, product, words),
      [own.rentalStart, formatDay(terms.rentalStart)],
      [words.owner, `${terms.owner.name}\n${addressLine(terms.owner.address)}`],
    ],
    clauses: [
      ...(product === null
        ? offered.map((one) => ({ heading: own.withProduct[one], text: clause(one) }))
        : [{ heading: null, text: clause(product) }]),
      ...(terms.actsForAll === undefined ? [] : [{ heading: null, text: own.actsForAll(terms.actsForAll) }]),
    ],
  };
}

/** The product with its provider and price, or each that can be chosen. */
function productRows(terms: AgreementTerms, product: Product | null, { agreement: own }: Words): TableRow[] {
  const { offers = [], language } = terms;
  const [only] = offers;
  if (product === null) {
    const { provider } = OFFER_WORDS[language];
    return [
      [own.product, own.openProduct],
      ...offers.map((one): TableRow => [provider[one.product], offerOf(one, terms)]),
    ];
  }
  return [[own.product, [own.products[product], ...(only === undefined ? [] : [offerOf(only, terms)])].join(' · ')]];
}

/** Who provides it, at what price and on which conditions. */
function offerOf(offer: ProductOffer, { rentalDeposit, language }: AgreementTerms): string {
  const all = offerLines(offer, rentalDeposit, language);
  const said = (what: 'price' | 'conditions'): string[] =>
    all.filter((line) => line.what === what).map((line) => offerText(line, language));
  const { name, address } = offer;
  const who = address === null ? name : `${name}, ${addressLine({ ...address, countryCode: 'CH' })}`;
  return [who, said('price').join(' · '), ...said('conditions')].join('\n');
}

/** Several tenants sign one agreement, and the address of each before the tenancy is not for the others. */
function partyOf({ tenants }: AgreementTerms): (tenant: AgreementTerms['tenants'][number]) => string {
  if (tenants.length > 1) return ({ name }) => name;
  return ({ name, address }) => `${name}\n${addressLine(address)}`;
}

/** SHA-256 of the signed terms: the same for everyone who signed the same terms. */
export function hashOfTerms(facts: AgreementTerms): string {
  const { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants } = facts;
  const { product, investmentAllowed, offers = [] } = facts;
  const terms = { organization, externalContractId, property, rentalStart, rentalDeposit, owner, tenants };
  return (
    createHash('sha256')
      // Terms of earlier versions have no offers, and keep their hash.
      .update(JSON.stringify({ ...terms, product, investmentAllowed, ...(offers.length > 0 && { offers }) }))
      .digest('hex')
  );
}
