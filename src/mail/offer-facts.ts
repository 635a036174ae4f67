import type { MailFacts } from '../domain/effect.ts';
import { OFFER_WORDS, offerInShort } from '../domain/messages/offers.ts';
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
