import type { TenantTrail } from '../../../actions/data-protection/tenant-trail.ts';
import type { State } from '../../../domain/deposit.ts';
import type { Product } from '../../../domain/product.ts';
import type { DocumentKind } from '../../../domain/document.ts';
import type { Language } from '../../../domain/values/language.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { html, type Content } from '../../../web/html.ts';
import { postalLine } from '../../../domain/values/postal-address.ts';
import { bundleList, when } from './bundle-parts.ts';
import type { BundleWords } from './words/words.ts';

/** What was sent about a deposit: documents, status answers, bank bookings, links. */
export function trailParts(
  { told, statusReads, bookings, linksUntil }: TenantTrail,
  { words, language }: { words: BundleWords; language: Language },
): Content[] {
  const { label } = words;
  const answeredInWords = (answered: string | null): string => {
    const [state = '', product] = (answered ?? '').split(', ');
    const names = [STATE_NAMES[language][state as State], words.products[product as Product]];
    return names.filter((name: string | undefined) => name !== undefined).join(', ');
  };
  return [
    bundleList(
      words.told,
      [label.time, label.document, label.state, label.answered],
      told.map((one) => [
        when(one.at),
        words.documentKinds[one.document as DocumentKind] ?? STATE_NAMES[language][one.document as State],
        one.delivery === null ? '' : words.deliveryStates[one.delivery as keyof BundleWords['deliveryStates']],
        one.answers.map(({ status, answer }) => [status, answer].filter(Boolean).join(' ')).join('; '),
      ]),
    ),
    bundleList(
      words.statusReads,
      [label.time, label.until, label.times, label.answered],
      statusReads.map((one) => [when(one.at), when(one.lastAt), one.times, answeredInWords(one.answered)]),
    ),
    bookingList(words.bookings, bookings, words),
    linksUntil.length === 0
      ? null
      : html`<h3>${words.personalLinks}</h3>
          <p>${linksUntil.map((at) => when(at)).join(', ')}</p>`,
  ];
}

/** Entries of the bank, with the other side. */
export function bookingList(title: string, bookings: TenantTrail['bookings'], words: BundleWords, level?: 2): Content {
  const { label } = words;
  return bundleList(
    title,
    [label.time, label.kind, label.amount, label.reference, label.payer, label.iban, label.details],
    bookings.map((one) => [
      one.on,
      words.directions[one.direction as keyof BundleWords['directions']],
      one.amount,
      one.reference,
      one.payerName,
      one.payerIban,
      [one.payerAddress === null ? null : postalLine(one.payerAddress), one.text].filter(Boolean).join('; '),
    ]),
    level,
  );
}
