import * as z from 'zod';
import { REFUSAL_REASONS, type ProviderAnswer } from '../../domain/application.ts';
import { parseDay, type Day } from '../../domain/values/calendar.ts';
import { parsePayable, parseQrIban, parseSwissIban } from '../../domain/values/iban.ts';
import { fromChf, type Rappen } from '../../domain/values/money.ts';
import { isStorable } from '../../domain/values/storable.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must not be longer than ${most} characters`)
    .refine(isStorable, 'must be text');

const day = z
  .string()
  .refine((value) => parseDay(value) !== null, 'is not a day, such as 2027-03-31')
  .transform((value) => parseDay(value) as Day);

const amount = z
  .number()
  .min(0, 'must not be negative')
  .max(999_999_999.95, 'must not exceed 999999999.95')
  .refine((value) => fromChf(value) !== null, 'must have at most two decimals')
  .transform((value) => fromChf(value) as Rappen);

const ibanThat = (parse: (value: string) => string | null, message: string) =>
  z
    .string()
    .refine((value) => parse(value) !== null, message)
    .transform((value) => parse(value) as string);

/** 5 MB of PDF. */
const LARGEST_CERTIFICATE = 5 * 1024 * 1024;
const certificate = z
  .base64('must be a PDF, as base64')
  .refine((value) => Buffer.from(value, 'base64').length <= LARGEST_CERTIFICATE, 'must not be larger than 5 MB')
  .refine((value) => Buffer.from(value, 'base64').subarray(0, 5).toString('latin1') === '%PDF-', 'is not a PDF');

/** The bodies of the answers, by their names. */
export const ANSWER_INPUTS = {
  account: z.strictObject({
    iban: ibanThat(parseSwissIban, 'must be a valid IBAN of Switzerland or Liechtenstein, and no QR-IBAN'),
    qrIban: ibanThat(parseQrIban, 'is not a valid QR-IBAN (its institution id is from 30000 to 31999)').optional(),
    openedOn: day.optional(),
  }),
  cover: z.strictObject({
    policyNumber: text(100),
    from: day.optional(),
    premium: amount.optional().describe('CHF per year.'),
    certificate: certificate.optional().describe('The insurer’s own certificate: a PDF, as base64.'),
  }),
  ended: z.strictObject({ on: day.optional() }).nullish(),
  paid: z.strictObject({ amount: amount.describe('CHF, to the landlord.'), on: day.optional() }),
  done: z.strictObject({ iban: ibanThat(parsePayable, 'must be a valid IBAN, and no QR-IBAN').optional() }).nullish(),
  refused: z.strictObject({ code: z.enum(REFUSAL_REASONS), reason: text(2_000) }),
} as const;
export type AnswerCall = keyof typeof ANSWER_INPUTS;

export const acknowledgeInput = z
  .strictObject({ reference: text(100).optional().describe('The provider’s own number.') })
  .nullish();

type Bodies = { [K in AnswerCall]: z.infer<(typeof ANSWER_INPUTS)[K]> };

/** The answer with every member; what was not given is null. `sha256` is that of the certificate. */
export function answerFrom<K extends AnswerCall>(name: K, body: Bodies[K], sha256: string | null): ProviderAnswer {
  const given = (body ?? {}) as Partial<Record<string, unknown>>;
  const members: { [N in AnswerCall]: readonly string[] } = {
    account: ['iban', 'qrIban', 'openedOn'],
    cover: ['policyNumber', 'from', 'premium'],
    ended: ['on'],
    paid: ['amount', 'on'],
    done: ['iban'],
    refused: ['code', 'reason'],
  };
  const all = Object.fromEntries(members[name].map((member) => [member, given[member] ?? null]));
  return { answer: name, ...all, ...(name === 'cover' ? { certificate: sha256 } : {}) } as ProviderAnswer;
}
