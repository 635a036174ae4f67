import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { State } from '../../../domain/deposit.ts';
import type { Product } from '../../../domain/product.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import type { CallOutcome } from '../../../storage/request-log/request-log.ts';
import type { ListedCall } from '../../../storage/request-log/list.ts';
import { html, type Html } from '../../../web/html.ts';

/** `15.11.2026 09:12:45`, as a Swiss clock shows it. */
export function momentText(at: Date): string {
  const time = at.toLocaleTimeString('de-CH', {
    timeZone: 'Europe/Zurich',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return `${formatDay(swissDay(at))} ${time}`;
}

const OUTCOMES: Record<CallOutcome, readonly [name: string, className: string]> = {
  success: ['Success', 'open'],
  skipped: ['Skipped', 'closing'],
  errored: ['Errored', 'withdrawn'],
};

export function outcomeMark(outcome: CallOutcome): Html {
  const [name, className] = OUTCOMES[outcome];
  return html`<span class="state ${className}">${name}</span>`;
}

export function durationText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

type ReadLine = NonNullable<ListedCall['read']>;

/** `Read 12 times`; for a line about many contracts, with their number. */
export function readText({ times, contracts }: ReadLine): string {
  if (contracts !== null) {
    return `${times} other ${times === 1 ? 'read' : 'reads'} of ${contracts} ${contracts === 1 ? 'contract' : 'contracts'}`;
  }
  return times === 1 ? 'Read' : `Read ${times} times`;
}

/** The answer: a state and product in words, or the number of events. */
export function answeredText({ answered }: ReadLine): string {
  if (answered === null) return 'beyond what is listed one by one';
  const [state = '', product] = answered.split(', ');
  const name = STATE_NAMES.en[state as State] as string | undefined;
  if (name === undefined) return answered;
  return product === undefined ? name : `${name}, ${PRODUCTS[product as Product]}`;
}

const PRODUCTS: Record<Product, string> = { bank_deposit: 'bank deposit', insurance: 'insurance' };

/** The end of the period, if it is longer than a second. */
export function spanText(first: Date, last: Date): Html | false {
  const until = momentText(last);
  return until !== momentText(first) && html`<small>until ${until.slice(-8)}</small>`;
}

/** The reasons for a refusal, by the contract's row number. */
const ROWS: Record<string, string> = {
  '1': 'The API key is missing or wrong',
  '2': 'The header x-external-org-id is missing',
  '3': 'The external organization id is not connected',
  no_default_manager: 'The organization has no default property manager',
  not_at_home: 'The organization is at home in another cell',
  no_provider: 'There is no provider for the organization’s product',
  '4': 'The body is not one JSON object',
  '5': 'The external contract id is missing',
  '6': 'The contract is on the ignore list',
  '7': 'The contract exists already',
  '8': 'The tenant type is unknown',
  '9': 'A legal entity has too many signatories',
  '10': 'The property manager cannot be assigned',
  '11': 'Fields are missing or invalid',
};

export function rowText(row: string): string {
  return ROWS[row] ?? `Row ${row}`;
}
