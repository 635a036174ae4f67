import * as z from 'zod';
import { clean, LONGEST_TEXT } from '../../domain/payload/fields.ts';
import { parseBic } from '../../domain/values/bic.ts';
import { parseDay, type Day } from '../../domain/values/calendar.ts';
import { parseEmail } from '../../domain/values/contact.ts';
import { parsePayable, parseQrIban } from '../../domain/values/iban.ts';
import { withoutInvisible } from '../../domain/values/visible.ts';
import { isStorable } from '../../domain/values/storable.ts';

const isPlainText = (value: string): boolean => clean(withoutInvisible(value)) === value && value.isWellFormed();

export const textInput = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_TEXT, `must not be longer than ${LONGEST_TEXT} characters`)
  .refine(isPlainText, 'must be plain text without control or invisible characters');
export const emailInput = z
  .string()
  .trim()
  .refine((value) => parseEmail(value) !== null, 'is not a valid e-mail address');

/** As a payment file can hold it. */
const LONGEST_HOLDER = 70;

/** For reasons and evidence. */
const LONGEST_EXPLANATION = 2_000;

export const ibanThat = (parse: (textInput: string) => string | null, message: string) =>
  z
    .string()
    .refine((value) => parse(value) !== null, message)
    .transform((value) => parse(value) as string);
/** A QR-IBAN can only be paid with a QR reference, which our orders do not have. */
export const accountToPay = z
  .string()
  .refine(
    (value) => parseQrIban(value) === null,
    'is a QR-IBAN: it can only be paid to with a QR reference, which a payout does not have. Give the ordinary IBAN of the account',
  )
  .refine((value) => parseQrIban(value) !== null || parsePayable(value) !== null, 'must be a valid IBAN')
  .transform((value) => parsePayable(value) as string);

export const longText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_EXPLANATION, `must not be longer than ${LONGEST_EXPLANATION} characters`)
  .refine(isStorable, 'must be text');

export const dayInput = z
  .string()
  .refine((value) => parseDay(value) !== null, 'is not a day, such as 2027-03-31')
  .transform((value) => parseDay(value) as Day);

export const bic = z
  .string()
  .refine((value) => parseBic(value) !== null, 'is not a valid BIC, such as DEUTDEFF')
  .transform((value) => parseBic(value) as string);

export const holderInput = textInput.max(LONGEST_HOLDER, `must not be longer than ${LONGEST_HOLDER} characters`);
