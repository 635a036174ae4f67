import type { Deposit } from '../domain/deposit.ts';
import { accountFault } from '../domain/payee/account.ts';
import type { PayeeAccount } from '../domain/payee/payee-account.ts';
import { parseBic } from '../domain/values/bic.ts';
import { swissDay, type Day } from '../domain/values/calendar.ts';
import { isCountryCode } from '../domain/values/countries.ts';
import { parseIban, parsePayable } from '../domain/values/iban.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../domain/values/postal-address.ts';
import { field, type Form } from '../web/forms.ts';
import type { FieldProblems, FormProblem } from './problems.ts';

type AddressField = 'street' | 'streetNumber' | 'zip' | 'city' | 'countryCode';
export type AccountField = 'tenantIban' | 'holderName' | 'bic' | AddressField;
type Problems = FieldProblems<AccountField>;

type AccountRules = {
  refusedCountries: readonly string[];
  needsAddress: boolean;
  /** The main tenant, who holds the account unless another name is given. */
  ownName: string;
};

/** As a payment file can hold it. */
const LONGEST_LINE = 70;

/** The account that a tenant gives, with holder, bank and address; or all that is wrong with it. */
export function readAccountForm(form: Form, rules: AccountRules): PayeeAccount | { problems: Problems } {
  const typed = field(form, 'tenantIban');
  const iban = parsePayable(typed);
  const typedName = line(form, 'holderName');
  const holderName = typedName === rules.ownName.replaceAll(/\s+/g, ' ').trim() ? '' : typedName;
  const typedBic = field(form, 'bic');
  const bic = typedBic === '' ? null : parseBic(typedBic);
  const address = readAddress(form, rules.needsAddress);
  const fault = iban === null ? null : accountFault({ iban, bic, address: address.value }, rules);
  const problems: Problems = {
    ...at('holderName', isTooLong(holderName) ? 'line_too_long' : null),
    ...at('tenantIban', iban === null ? ibanProblem(typed) : null),
    ...at('bic', typedBic !== '' && bic === null ? 'bic_invalid' : null),
    ...address.problems,
  };
  const all = { ...(fault !== null && at(FIELDS[fault.field], fault.refused as FormProblem)), ...problems };
  if (iban === null || Object.keys(all).length > 0) return { problems: all };
  return { iban, holderName: holderName === '' ? null : holderName, bic, address: address.value };
}

const FIELDS = { iban: 'tenantIban', bic: 'bic', address: 'countryCode' } as const;

function ibanProblem(typed: string): FormProblem {
  if (typed === '') return 'iban_missing';
  return parseIban(typed) === null ? 'iban_invalid' : 'iban_qr';
}

/** Without any part no address is given, which is enough while the tenancy lasts. */
function readAddress(form: Form, isRequired: boolean): { value: PostalAddress | null; problems: Problems } {
  const parts = [line(form, 'street'), line(form, 'streetNumber'), line(form, 'zip'), line(form, 'city')] as const;
  const [street, streetNumber, zip, city] = parts;
  if (!isRequired && parts.every((part) => part === '')) return { value: null, problems: {} };
  const country = field(form, 'countryCode').toUpperCase();
  const countryCode = isCountryCode(country) ? country : 'CH';
  const isSwiss = countryCode === 'CH' || countryCode === 'LI';
  const problems: Problems = {
    ...at('street', street === '' ? 'street_missing' : isTooLong(street) ? 'line_too_long' : null),
    ...at('streetNumber', isTooLong(streetNumber) ? 'line_too_long' : null),
    ...at('zip', zip === '' ? 'zip_missing' : isSwiss && !/^[0-9]{4}$/.test(zip) ? 'zip_invalid' : null),
    ...at('city', city === '' ? 'city_missing' : isTooLong(city) ? 'line_too_long' : null),
  };
  if (Object.keys(problems).length > 0) return { value: null, problems };
  return { value: { street, streetNumber: streetNumber || NO_HOUSE_NUMBER, zip, city, countryCode }, problems };
}

function line(form: Form, name: AccountField): string {
  return field(form, name).replaceAll(/\s+/g, ' ');
}

function isTooLong(text: string): boolean {
  return [...text].length > LONGEST_LINE;
}

function at(name: AccountField, problem: FormProblem | null): Problems {
  return problem === null ? {} : { [name]: problem };
}

/** After the last day of the tenancy the property is no longer the tenant's address. */
export function needsAddress(tenancyEnd: Day | null, now: Date): boolean {
  return tenancyEnd !== null && swissDay(now) > tenancyEnd;
}

/** What the form starts with: what is known of the account. */
export function knownAccount({ closing, orders }: Deposit): Partial<PayeeAccount> {
  const last = orders.findLast(
    ({ kind, payee, cancelledAt }) => kind === 'payout' && payee === 'tenant' && cancelledAt === null,
  );
  if (last !== undefined)
    return { iban: last.iban ?? '', holderName: last.holderName, bic: last.bic, address: last.address };
  if (closing === null) return {};
  const { tenantIban: iban, tenantHolderName: holderName, tenantBic: bic, tenantAddress: address } = closing;
  return { iban: iban ?? '', holderName, bic, address };
}
