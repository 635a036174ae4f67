import { formatDay, swissDay } from '../domain/calendar.ts';
import type { DocumentHead } from '../domain/document.ts';
import { formatChf } from '../domain/money.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../domain/postal-address.ts';
import type { Row } from './page.ts';
import type { Words } from './words.ts';

/** What every document says of its deposit. */
export function aboutDeposit(
  facts: DocumentHead,
  words: Words,
  tenantLines: (facts: DocumentHead) => string = namesOf,
): Row[] {
  return [
    [words.contract, facts.externalContractId],
    [words.property, facts.property],
    [words.tenants(facts.tenants.length), tenantLines(facts)],
    [words.deposit, `CHF ${formatChf(facts.rentalDeposit)}`],
  ];
}

function namesOf({ tenants }: DocumentHead): string {
  return tenants.map(({ name }) => name).join('\n');
}

export function addressLine({ street, streetNumber, zip, city, countryCode }: PostalAddress): string {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  const country = countryCode === 'CH' ? '' : ` (${countryCode})`;
  return `${house}, ${zip} ${city}${country}`;
}

/** A moment as a Swiss day. */
export function dayOf(instant: string): string {
  return formatDay(swissDay(new Date(instant)));
}

/** A moment to the second, with its zone: what a signature is proved by. */
export function momentOf(instant: string): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Zurich');
  const clock = time.toPlainTime().toString({ smallestUnit: 'second' });
  return `${formatDay(swissDay(new Date(instant)))}, ${clock} (UTC${time.offset})`;
}
