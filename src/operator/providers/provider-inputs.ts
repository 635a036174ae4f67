import * as z from 'zod';
import { PROVIDER_CODE, PROVIDER_KINDS, type Offer } from '../../domain/provider.ts';
import { parseSwissIban } from '../../domain/values/iban.ts';
import { fromChf } from '../../domain/values/money.ts';
import { CONTACT_ROLES } from '../../storage/providers/contacts.ts';
import { addressInput, callbackUrl, chfInput, emailInput, ibanThat, textInput } from '../inputs.ts';

const percent = z
  .number()
  .min(0, 'must not be negative')
  .max(100, 'must not exceed 100')
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, 'must have at most four decimals');

const link = z
  .string()
  .max(2000, 'must not be longer than 2000 characters')
  .refine(
    (value) => URL.canParse(value) && new URL(value).protocol === 'https:',
    'must be a link that begins with https://',
  );

const offer = z.strictObject({
  interestRate: percent.optional().describe('Of a bank: percent per year.'),
  fees: chfInput.optional().describe('Of a bank: CHF per year.'),
  premiumPercent: percent.optional().describe('Of an insurer: percent of the deposit per year, before stamp duty.'),
  premiumMinimum: chfInput.optional().describe('Of an insurer: CHF per year at least, before stamp duty.'),
  stampDutyPercent: percent.optional().describe('Of an insurer; without it 5.'),
  feeOnce: chfInput.optional().describe('Of an insurer: CHF, paid once.'),
  conditions: z.strictObject({ de: link, fr: link, it: link, en: link }).partial().optional(),
  phone: textInput.optional(),
});

export function offerFrom(given: z.infer<typeof offer>): Offer {
  const { fees, premiumMinimum, feeOnce, ...rest } = given;
  const money = Object.entries({ fees, premiumMinimum, feeOnce }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, fromChf(value)] as const],
  );
  // Members that are absent stay absent: an offer is compared as text.
  const others = Object.entries(rest).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...others, ...money]);
}

/** A folder below BANK_EXCHANGE_DIR, not a path. */
const FOLDER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const settings = {
  name: textInput,
  address: addressInput,
  offer: offer.optional().describe('What tenants see before they choose.'),
  callback: z
    .strictObject({ url: callbackUrl })
    .nullable()
    .optional()
    .describe('Told when something is asked of the provider, or no longer.'),
  exchangeFolder: z
    .string()
    .regex(FOLDER, 'must be the name of a folder below BANK_EXCHANGE_DIR, not a path: letters, digits, _ and -')
    .nullable()
    .optional()
    .describe(
      'Of a bank: its folder below BANK_EXCHANGE_DIR, which no other bank has. Without it, its code; the first bank uses BANK_EXCHANGE_DIR itself.',
    ),
  initiatingParty: textInput
    .max(70, 'must not be longer than 70 characters')
    .nullable()
    .optional()
    .describe('Of a bank: who sends the payment files.'),
  ownIban: ibanThat(parseSwissIban, 'must be a valid IBAN of Switzerland or Liechtenstein, and no QR-IBAN')
    .nullable()
    .optional()
    .describe('Of a bank: the operator’s own account there, which no other bank has. Without it, OPERATOR_IBAN.'),
};

export const providerInput = z.strictObject({
  kind: z.enum(PROVIDER_KINDS),
  code: z
    .string()
    .regex(PROVIDER_CODE, 'must be 2 to 40 lower-case letters, digits and _, beginning with a letter')
    .describe('What contract status shows as `provider`. It cannot be changed.'),
  ...settings,
});

export const providerChangesInput = z
  .strictObject({
    ...settings,
    default: z.literal(true).describe('Makes it the default of its kind.'),
    active: z.boolean().describe('False: it gets no new deposits. What is open stays.'),
  })
  .partial();

export const contactInput = z.strictObject({
  email: emailInput,
  name: textInput,
  role: z.enum(CONTACT_ROLES).describe('A clerk answers, a viewer reads.'),
});
