import * as z from 'zod';
import { LARGEST_DEPOSIT, rappen, roundedAmount } from '../../domain/values/money.ts';

/** An amount in CHF that may have more decimals than a Rappen: rounded as in an open call. */
export const roundedChf = z
  .number()
  .transform((chf) => ({ sent: String(chf), rounding: roundedAmount(String(chf)) }))
  .refine(({ rounding }) => rounding !== null && rounding.rounded > 0n, 'must be above 0 after rounding')
  .refine(
    ({ rounding }) => rounding === null || rounding.rounded <= BigInt(LARGEST_DEPOSIT),
    'must not exceed 999999999.95',
  )
  .transform(({ sent, rounding }) => ({
    amount: rappen(Number(rounding?.rounded)),
    roundedFrom: rounding?.changed === true ? sent : null,
  }));
