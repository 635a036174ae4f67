import { formatDay, swissDay, type Day } from '../domain/values/calendar.ts';
import type { DocumentHead } from '../domain/document.ts';
import { groupedIban } from '../domain/values/iban.ts';
import { formatChf } from '../domain/values/money.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../domain/values/postal-address.ts';
import type { TableRow } from './table.ts';
import type { Words } from './words/words.ts';

/** The table rows every document has about its deposit. */
export function aboutDeposit(
  facts: DocumentHead,
  words: Words,
  tenant: (one: DocumentHead['tenants'][number]) => string = ({ name }) => name,
): TableRow[] {
  const { tenants } = facts;
  return [
    [words.contract, facts.externalContractId],
    [words.property, facts.property],
    ...tenants.map((one, index): TableRow => [index === 0 ? words.tenants(tenants.length) : '', tenant(one)]),
    [words.deposit, `CHF ${formatChf(facts.rentalDeposit)}`],
  ];
}

/** The account, and the bank that holds it. */
export function accountRow(iban: string, { bank }: DocumentHead, words: Words): TableRow {
  return [words.iban, bank === undefined ? groupedIban(iban) : `${groupedIban(iban)}\n${bank}`];
}

export function addressLine({ zip, city, countryCode, ...line }: PostalAddress): string {
  const country = countryCode === 'CH' ? '' : ` (${countryCode})`;
  return `${streetLine(line)}, ${zip} ${city}${country}`;
}

export function streetLine({ street, streetNumber }: { street: string; streetNumber: string }): string {
  return streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
}

/** An instant as a Swiss day. */
export function dayOf(instant: string): string {
  return formatDay(swissDay(new Date(instant)));
}

/** The bank's booking day. Documents of earlier versions have only the time at which it was read. */
export function bookedOrAt({ bookedOn, at }: { bookedOn?: Day | null; at: string }): string {
  return formatDay(bookedOn ?? swissDay(new Date(at)));
}

/** An instant to the second with its zone, as evidence of a signature. */
export function momentOf(instant: string): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Zurich');
  const clock = time.toPlainTime().toString({ smallestUnit: 'second' });
  return `${dayOf(instant)}, ${clock} (UTC${time.offset})`;
}
