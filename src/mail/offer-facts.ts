import type { MailFacts, SplitFacts } from '../domain/effect.ts';
import { insurerSentence, OFFER_WORDS, offerInShort } from '../domain/messages/offers.ts';
import type { Product } from '../domain/product.ts';
import type { Language } from '../domain/values/language.ts';
import type { MailText } from './texts/mail-texts.ts';

/** Who provides what is to be signed, and at what price: one line for each product that can be chosen. */
export function offerFacts(
  { offers = [], rentalDeposit }: Extract<MailFacts, { kind: 'tenant_sign' }>,
  language: Language,
): NonNullable<MailText['facts']> {
  const { provider } = OFFER_WORDS[language];
  return offers.map((one) => [provider[one.product], offerInShort(one, rentalDeposit, language)]);
}

type Closing = SplitFacts & { product: Product };

/** An insurance holds no money: its insurer pays the landlord's share, and claims it back. */
export function insurerPays({ product, amountLandlord }: Closing, language: Language): string[] {
  const said = insurerSentence({ product, paidOutLandlord: null }, amountLandlord, language);
  return said === null ? [] : [said];
}

export function insurerPaid({ product, amountLandlord }: Closing, language: Language): string[] {
  const said = insurerSentence({ product, paidOutLandlord: amountLandlord }, amountLandlord, language);
  return said === null ? [] : [said];
}
