import { NO_HOUSE_NUMBER, splitStreet } from '../values/postal-address.ts';
import type { FieldName } from './problem.ts';
import { fault, optional, required, text, type Parse, type Reading } from './fields.ts';

type Street = { street: string; streetNumber: string };

/** 2.5 for property and tenants: split at the first digit, `-` where there is none. */
export function readStreet(
  reading: Reading,
  fields: { street: FieldName; number: FieldName },
  parseNumber: Parse<string> = text,
): Street | undefined {
  const sentNumber = optional(reading, fields.number, parseNumber);
  const street = required(reading, fields.street, text);
  if (street === undefined || sentNumber === undefined) return undefined;
  if (sentNumber !== null) return { street, streetNumber: sentNumber };

  const split = splitStreet(street);
  if (split === null) {
    reading.adjustments.push({ field: fields.number, rule: 'house_number_dash', from: null, to: NO_HOUSE_NUMBER });
    return { street, streetNumber: NO_HOUSE_NUMBER };
  }
  if (split.street === '') return fault(reading, fields.street, { code: 'missing' });
  const number = parseNumber(split.houseNumber);
  if (!('value' in number)) return fault(reading, fields.number, number);
  reading.adjustments.push(
    { field: fields.street, rule: 'street_split', from: street, to: split.street },
    { field: fields.number, rule: 'street_split', from: null, to: number.value },
  );
  return { street: split.street, streetNumber: number.value };
}
