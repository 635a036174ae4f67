import { OFFER_WORDS, offerLines } from '../../domain/messages/offers.ts';
import { offersOf, type ProductOffer } from '../../domain/provider.ts';
import { formatChf } from '../../domain/values/money.ts';
import { html, type Html } from '../../web/html.ts';
import { facts, type Fact } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';
import { ownershipOf } from '../ownership.ts';

/** What the tenant can choose, or what was chosen. */
export function shownOffers({ deposit, organization }: TenantVisit): ProductOffer[] {
  return offersOf(deposit, organization.providers);
}

/** Who provides it, at what price and on which conditions, and how the product works. */
export function offerView(visit: TenantVisit, offer: ProductOffer): Html {
  return html`${facts(offerRows(visit, offer))} ${howItWorks(visit, offer.product)}`;
}

export function howItWorks(visit: TenantVisit, product: ProductOffer['product']): Html {
  const { deposit, words } = visit;
  const amount = formatChf(deposit.terms.rentalDeposit);
  const shown = ownershipOf(visit);
  return html`<ul>
    ${words.signing.differences({ product, amount, shown }).map((line) => html`<li>${line}</li>`)}
  </ul>`;
}

function offerRows({ deposit, language, words }: TenantVisit, offer: ProductOffer): Fact[] {
  const lines = offerLines(offer, deposit.terms.rentalDeposit, language);
  return [
    [OFFER_WORDS[language].provider[offer.product], html`<strong>${offer.name}</strong>`],
    ...lines.map(({ what, label, value }): Fact => {
      if (what === 'price') return [label, html`<strong>${value}</strong>`];
      if (what === 'phone') return [label, html`<a href="tel:${value.replaceAll(/[^0-9+]/g, '')}">${value}</a>`];
      return [
        label,
        html`<a href="${value}" target="_blank" rel="noopener noreferrer"
          >${words.signing.conditionsOf(offer.name)}</a
        >`,
      ];
    }),
  ];
}
