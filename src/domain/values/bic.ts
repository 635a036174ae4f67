import { isValidBIC } from 'ibantools';
import { isCountryCode } from './countries.ts';

type Bic = string & { readonly is: 'Bic' };

/** The code of a bank: eight characters, or eleven with the branch. */
export function parseBic(text: string): Bic | null {
  const bic = text.replaceAll(/\s/g, '').toUpperCase();
  return bic.length <= 11 && isValidBIC(bic) && isCountryCode(countryOfBic(bic)) ? (bic as Bic) : null;
}

export function countryOfBic(bic: string): string {
  return bic.slice(4, 6);
}
