import type { RefusalCode } from '../lifecycle/refusal.ts';
import { countryOfBic } from '../values/bic.ts';
import type { PayeeAccount } from './payee-account.ts';

type AccountField = 'iban' | 'bic' | 'address';

/** Why an account cannot be paid to: the field, and what is wrong with it. Null: it can. */
export function accountFault(
  { iban, bic, address }: Pick<PayeeAccount, 'iban' | 'bic' | 'address'>,
  { refusedCountries }: { refusedCountries: readonly string[] },
): { field: AccountField; refused: RefusalCode } | null {
  const isRefused = (country: string): boolean => refusedCountries.includes(country);
  if (isRefused(countryOfIban(iban))) return { field: 'iban', refused: 'country_refused' };
  if (needsBic(iban) && bic === null) return { field: 'bic', refused: 'bic_missing' };
  if (bic !== null && isRefused(countryOfBic(bic))) return { field: 'bic', refused: 'country_refused' };
  if (address !== null && isRefused(address.countryCode)) return { field: 'address', refused: 'country_refused' };
  return null;
}

/** Within Switzerland and Liechtenstein the IBAN says which bank it is. */
export function needsBic(iban: string): boolean {
  return !/^(CH|LI)/.test(iban);
}

function countryOfIban(iban: string): string {
  return iban.slice(0, 2);
}
