import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { verify } from '../actions/verify.ts';
import { rappen, toChf } from '../domain/values/money.ts';
import { describe, typed, type OperatorSettings } from './routes.ts';

const verificationSchema = z
  .object({
    ok: z.boolean(),
    deposits: z.int(),
    historyEntries: z.int(),
    maskedEntries: z.int(),
    paymentsWithoutDeposit: z.int(),
    totals: z
      .object({ paidIn: z.number(), held: z.number(), paidOut: z.number(), paidBack: z.number() })
      .describe('CHF. Paid in = held + paid out + paid back.'),
    faults: z.array(z.object({ depositId: z.string(), fault: z.string() })),
  })
  .meta({ id: 'Verification' });

/** Checks on demand that the books balance and that no history was changed. */
export function verificationRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).get(
    '/verification',
    describe('viewer', 'Prove that the books balance and that no history was changed', {
      response: { 200: verificationSchema },
    }),
    async () => {
      const { totals, ...report } = await verify(services.database);
      const chf = (amount: number): number => toChf(rappen(amount));
      return {
        ok: report.faults.length === 0,
        ...report,
        totals: {
          paidIn: chf(totals.paidIn),
          held: chf(totals.held),
          paidOut: chf(totals.paidOut),
          paidBack: chf(totals.paidBack),
        },
      };
    },
  );
}
