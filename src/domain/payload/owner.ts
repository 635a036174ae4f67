import { isCountryCode } from '../values/countries.ts';
import type { Owner } from '../deposit.ts';
import type { Organization } from '../organization.ts';
import { splitStreet, type PostalAddress } from '../values/postal-address.ts';
import type { Adjustment } from '../deposit.ts';
import { optional, required, text, type Parse, type Reading } from './fields.ts';
import { SWISS_ZIP } from './property.ts';

/** 2.3: the owner, or `<ownerName> c/o <organization>` at the organization's address. */
export function readOwner(reading: Reading, organization: Organization): Owner | undefined {
  const sent = readOwnerFields(reading);
  return sent === undefined ? undefined : placeOwner(reading, sent, organization);
}

type OwnerFields = Record<'street' | 'number' | 'zip' | 'city' | 'countryCode', string | null> & { name: string };

/** The fields as they were sent, which need no organization. */
export function readOwnerFields(reading: Reading): OwnerFields | undefined {
  const name = required(reading, 'ownerName', text);
  const street = optional(reading, 'ownerStreet', text);
  const number = optional(reading, 'ownerStreetNumber', text);
  const zip = optional(reading, 'ownerZip', text);
  const city = optional(reading, 'ownerCity', text);
  const countryCode = optional(reading, 'ownerCountryCode', country);
  if (name === undefined || street === undefined || number === undefined) return undefined;
  if (zip === undefined || city === undefined || countryCode === undefined) return undefined;
  return { name, street, number, zip, city, countryCode };
}

function placeOwner(
  reading: Reading,
  { name, street, number, zip, city, countryCode }: OwnerFields,
  organization: Organization,
): Owner {
  const located = locate({ street, number });
  const swiss = countryCode === 'CH' || (countryCode === null && zip !== null && SWISS_ZIP.test(zip));
  if (!swiss || located === null || zip === null || city === null || organization.ownerAlwaysCareOf) {
    return careOf(reading, name, organization);
  }
  reading.adjustments.push(...located.adjustments);
  const address: PostalAddress = { ...located.street, zip, city, countryCode: 'CH' };
  return { name, careOf: false, ...address };
}

export const country: Parse<string> = (value) => (isCountryCode(value) ? { value } : { code: 'invalid_country' });

/** 2.5, except that a number neither sent nor found in the street is missing: 2.3 case 2 overrides the `-`. */
function locate(sent: { street: string | null; number: string | null }): {
  street: { street: string; streetNumber: string };
  adjustments: Adjustment[];
} | null {
  if (sent.street === null) return null;
  if (sent.number !== null) return { street: { street: sent.street, streetNumber: sent.number }, adjustments: [] };
  const split = splitStreet(sent.street);
  if (split === null || split.street === '') return null;
  return {
    street: { street: split.street, streetNumber: split.houseNumber },
    adjustments: [
      { field: 'ownerStreet', rule: 'street_split', from: sent.street, to: split.street },
      { field: 'ownerStreetNumber', rule: 'street_split', from: null, to: split.houseNumber },
    ],
  };
}

function careOf(reading: Reading, ownerName: string, organization: Organization): Owner {
  const name = `${ownerName} c/o ${organization.name}`;
  reading.adjustments.push({ field: 'ownerName', rule: 'owner_care_of', from: ownerName, to: name });
  return { name, careOf: true, ...organization.address, countryCode: 'CH' };
}
