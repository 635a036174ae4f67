import type { Product } from '../product.ts';
import { yearlyPremium, type ProductOffer } from '../provider.ts';
import { LANGUAGES, type Language } from '../values/language.ts';
import { formatChf, type Rappen } from '../values/money.ts';

type OfferWords = {
  provider: Record<Product, string>;
  premium: string;
  /** `total` has the stamp duty in it. */
  premiumIs: (total: string) => string;
  premiumUnknown: string;
  feeOnce: string;
  interest: string;
  interestIs: (percent: number) => string;
  interestUnknown: string;
  fees: string;
  feesAre: (amount: string) => string;
  none: string;
  phone: string;
  conditions: string;
  /** The number of the policy, and since when there is cover. */
  policy: string;
  from: string;
  /** Of a landlord's share: what the insurer will pay, and what it has paid. */
  insurerPays: (amount: string) => string;
  insurerPaid: (amount: string) => string;
};

export const OFFER_WORDS: Record<Language, OfferWords> = {
  de: {
    provider: { bank_deposit: 'Bank', insurance: 'Versicherung' },
    premium: 'Prämie',
    premiumIs: (total) => `CHF\u00a0${total} pro Jahr, mit Stempelabgabe`,
    premiumUnknown: 'nennt Ihnen die Versicherung',
    feeOnce: 'Einmalige Gebühr',
    interest: 'Zins',
    interestIs: (percent) => `${percent}\u00a0% pro Jahr`,
    interestUnknown: 'nach den Bedingungen der Bank',
    fees: 'Gebühren',
    feesAre: (amount) => `CHF\u00a0${amount} pro Jahr`,
    none: 'keine',
    phone: 'Telefon',
    conditions: 'Bedingungen',
    policy: 'Police',
    from: 'Deckung ab',
    insurerPays: (amount) =>
      `Die Versicherung bezahlt der Vermieterschaft CHF\u00a0${amount} und fordert diesen Betrag von der Mieterschaft zurück.`,
    insurerPaid: (amount) =>
      `Die Versicherung hat der Vermieterschaft CHF\u00a0${amount} bezahlt. Sie fordert diesen Betrag von der Mieterschaft zurück.`,
  },
  fr: {
    provider: { bank_deposit: 'Banque', insurance: 'Assurance' },
    premium: 'Prime',
    premiumIs: (total) => `CHF\u00a0${total} par an, droit de timbre compris`,
    premiumUnknown: 'communiquée par l’assurance',
    feeOnce: 'Frais uniques',
    interest: 'Intérêt',
    interestIs: (percent) => `${percent}\u00a0% par an`,
    interestUnknown: 'selon les conditions de la banque',
    fees: 'Frais',
    feesAre: (amount) => `CHF\u00a0${amount} par an`,
    none: 'aucun',
    phone: 'Téléphone',
    conditions: 'Conditions',
    policy: 'Police',
    from: 'Couverture dès le',
    insurerPays: (amount) => `L’assurance verse CHF\u00a0${amount} au bailleur et réclame ce montant aux locataires.`,
    insurerPaid: (amount) =>
      `L’assurance a versé CHF\u00a0${amount} au bailleur. Elle réclame ce montant aux locataires.`,
  },
  it: {
    provider: { bank_deposit: 'Banca', insurance: 'Assicurazione' },
    premium: 'Premio',
    premiumIs: (total) => `CHF\u00a0${total} all’anno, tassa di bollo inclusa`,
    premiumUnknown: 'comunicato dall’assicurazione',
    feeOnce: 'Spesa unica',
    interest: 'Interesse',
    interestIs: (percent) => `${percent}\u00a0% all’anno`,
    interestUnknown: 'secondo le condizioni della banca',
    fees: 'Spese',
    feesAre: (amount) => `CHF\u00a0${amount} all’anno`,
    none: 'nessuna',
    phone: 'Telefono',
    conditions: 'Condizioni',
    policy: 'Polizza',
    from: 'Copertura dal',
    insurerPays: (amount) =>
      `L’assicurazione versa CHF\u00a0${amount} al locatore e ne chiede il rimborso agli inquilini.`,
    insurerPaid: (amount) =>
      `L’assicurazione ha versato CHF\u00a0${amount} al locatore. Ne chiede il rimborso agli inquilini.`,
  },
  en: {
    provider: { bank_deposit: 'Bank', insurance: 'Insurer' },
    premium: 'Premium',
    premiumIs: (total) => `CHF\u00a0${total} per year, stamp duty included`,
    premiumUnknown: 'stated by the insurer',
    feeOnce: 'One-time fee',
    interest: 'Interest',
    interestIs: (percent) => `${percent}% per year`,
    interestUnknown: 'under the bank’s conditions',
    fees: 'Fees',
    feesAre: (amount) => `CHF\u00a0${amount} per year`,
    none: 'none',
    phone: 'Phone',
    conditions: 'Conditions',
    policy: 'Policy',
    from: 'Cover from',
    insurerPays: (amount) =>
      `The insurer pays the landlord CHF\u00a0${amount} and claims this amount back from the tenants.`,
    insurerPaid: (amount) =>
      `The insurer has paid the landlord CHF\u00a0${amount}. It claims this amount back from the tenants.`,
  },
};

type OfferLine = { what: 'price' | 'phone' | 'conditions'; label: string; value: string };

/** What an offer means for a deposit of this amount, line by line. The value of `conditions` is a link. */
export function offerLines({ product, offer }: ProductOffer, deposit: Rappen, language: Language): OfferLine[] {
  const words = OFFER_WORDS[language];
  const orNone = (amount: Rappen, said: string): string => (amount === 0 ? words.none : said);
  const price = (label: string, value: string): OfferLine => ({ what: 'price', label, value });
  const { interestRate, fees, feeOnce, phone } = offer;
  const premium = yearlyPremium(offer, deposit);
  const link = conditionsIn(offer.conditions, language);
  const prices =
    product === 'insurance'
      ? [
          price(words.premium, premium === null ? words.premiumUnknown : words.premiumIs(formatChf(premium))),
          ...(feeOnce === undefined ? [] : [price(words.feeOnce, orNone(feeOnce, `CHF\u00a0${formatChf(feeOnce)}`))]),
        ]
      : [
          price(words.interest, interestRate === undefined ? words.interestUnknown : words.interestIs(interestRate)),
          ...(fees === undefined ? [] : [price(words.fees, orNone(fees, words.feesAre(formatChf(fees))))]),
        ];
  return [
    ...prices,
    ...(phone === undefined ? [] : [{ what: 'phone' as const, label: words.phone, value: phone }]),
    ...(link === null ? [] : [{ what: 'conditions' as const, label: words.conditions, value: link }]),
  ];
}

/** The link in the reader's language, or in any. */
function conditionsIn(conditions: ProductOffer['offer']['conditions'], language: Language): string | null {
  const found = [language, ...LANGUAGES].find((one) => conditions?.[one] !== undefined);
  return found === undefined ? null : (conditions?.[found] ?? null);
}

/** A line with its label, as text. */
export function offerText({ label, value }: OfferLine, language: Language): string {
  return `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`;
}

/** Provider and price in one line, as in a mail. */
export function offerInShort(offer: ProductOffer, deposit: Rappen, language: Language): string {
  const prices = offerLines(offer, deposit, language).filter(({ what }) => what === 'price');
  return [offer.name, ...prices.map((line) => offerText(line, language))].join(' · ');
}

/** Of an insurance that is closed or closing: what the insurer pays the landlord, or has paid. Null: nothing. */
export function insurerSentence(
  { product, paidOutLandlord }: { product: Product | null; paidOutLandlord: Rappen | null },
  claimed: Rappen,
  language: Language,
): string | null {
  const amount = paidOutLandlord ?? claimed;
  if (product !== 'insurance' || amount === 0) return null;
  const { insurerPaid, insurerPays } = OFFER_WORDS[language];
  return (paidOutLandlord === null ? insurerPays : insurerPaid)(formatChf(amount));
}
