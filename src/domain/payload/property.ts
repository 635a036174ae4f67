import type { Property } from '../deposit.ts';
import { complete, required, text, textUpTo, type Parse, type Reading } from './fields.ts';
import { readStreet } from './street.ts';

export const LONGEST_HOUSE_NUMBER = 10;

/** 2.2, the property. */
export function readProperty(reading: Reading): Property | undefined {
  const propertyId = required(reading, 'propertyId', text);
  const street = readStreet(reading, { street: 'street', number: 'streetNumber' }, houseNumber);
  const zip = required(reading, 'zip', swissZip);
  const city = required(reading, 'city', text);
  return complete<Property>({ propertyId, street: street?.street, streetNumber: street?.streetNumber, zip, city });
}

const houseNumber = textUpTo(LONGEST_HOUSE_NUMBER);

export const SWISS_ZIP = /^[0-9]{4}$/;

const swissZip: Parse<string> = (value) => (SWISS_ZIP.test(value) ? { value } : { code: 'invalid_zip' });
