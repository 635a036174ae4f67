import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Given } from '../actions/move-deposit.ts';
import { receivePayment } from '../actions/receive-payment.ts';
import { PARTIES, PRODUCTS } from '../domain/deposit.ts';
import type { MoveName } from '../domain/lifecycle/moves.ts';
import { missing } from '../domain/lifecycle/payment.ts';
import { fromChf, LARGEST_DEPOSIT, rappen, roundedAmount, type Rappen } from '../domain/money.ts';
import { depositSchema } from '../operator/deposit-view.ts';
import { accountToPay, day, noBody, positiveAmount, proposalInput, text } from '../operator/inputs.ts';
import { makeMove, readRecord } from '../operator/move.ts';
import { ids, typed } from '../operator/routes.ts';
import { problemSchema } from '../web/problem.ts';
import type { SandboxSettings } from './api.ts';
import { DEMO_IBAN, newAccount } from './scenarios.ts';

/** An amount in CHF that may have more decimals than a Rappen: rounded as always. */
const roundedChf = z
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

const signature = z
  .strictObject({
    tenant: z.int().min(1).max(4).optional().describe('Position; without it all who have not signed.'),
    product: z.enum(PRODUCTS).optional().describe("The main tenant's choice; without it the organization's product."),
  })
  .nullish();
const payment = z
  .strictObject({
    amount: positiveAmount
      .optional()
      .describe('CHF; without it what is missing, or the whole deposit once more where nothing is.'),
  })
  .nullish();
const edits = z.strictObject({ rentalDeposit: roundedChf.optional(), rentalStart: day.optional() }).nullish();
const closing = z.strictObject({
  ...proposalInput,
  amountLandlord: proposalInput.amountLandlord.optional(),
  tenancyEnd: day.optional(),
  tenantIban: accountToPay.optional(),
});
const counter = z.strictObject(proposalInput);
const consent = z.strictObject({ by: z.enum(PARTIES), tenantIban: accountToPay.optional() });

/** Where a signature of the sandbox comes from. */
const FROM_SANDBOX = { from: 'sandbox' };

const inRappen = (chf: number): Rappen => fromChf(chf) as Rappen;

/** Plays everyone's part: manager, tenants, bank and insurer. Each call answers when its effects are done. */
export function moveRoutes(scope: FastifyInstance, settings: SandboxSettings): void {
  const server = typed(scope);
  const { services, drain } = settings;
  const { chance } = services;
  const problems = {
    401: problemSchema,
    404: problemSchema,
    409: problemSchema,
    422: problemSchema,
    500: problemSchema,
  };
  const shared = { tags: ['Sandbox'], security: [{ operatorToken: [] }] };

  const plays = <Body extends z.ZodType, N extends MoveName>(
    path: string,
    summary: string,
    body: Body,
    name: N,
    input: (body: z.infer<Body>) => Given<N>,
  ): void => {
    server.post(
      `/deposits/:id/${path}`,
      { schema: { ...shared, summary, params: ids('id'), body, response: { ...problems, 200: depositSchema } } },
      async (request) => {
        const { id } = request.params;
        await makeMove(services, id, name, input(request.body as z.infer<Body>));
        await drain();
        return readRecord(settings, id);
      },
    );
  };

  plays('manager-signs', 'The property manager signs', noBody, 'sign_as_manager', () => () => FROM_SANDBOX);
  plays(
    'tenant-signs',
    'Tenants sign, and the main tenant chooses the product',
    signature,
    'sign_as_tenant',
    (body) =>
      ({ signatures, product }, { organization }) => {
        const tenant = body?.tenant ?? null;
        const choosesNow = product === null && (tenant === null ? signatures[0] === null : tenant === 1);
        return { ...FROM_SANDBOX, tenant, product: body?.product ?? (choosesNow ? organization.product : null) };
      },
  );
  plays('account-opened', 'The bank opens the account', noBody, 'open_account', () => () => newAccount(chance));
  plays(
    'payment',
    "Money arrives with the slip's reference",
    payment,
    'receive_payment',
    (body) =>
      (deposit, { now }) => {
        const { paymentReference: reference, terms } = deposit;
        if (reference === null) return { refused: 'no_slip' };
        const owed = missing(deposit) || terms.rentalDeposit;
        const amount = body?.amount === undefined ? owed : inRappen(body.amount);
        return { id: chance.id(), at: now, reference, amount, payerIban: DEMO_IBAN };
      },
  );
  plays('cover-confirmed', 'The insurer confirms cover', noBody, 'confirm_cover', () => () => undefined);
  plays('edit', 'The property manager edits a sent deposit', edits, 'edit', (body) => () => ({
    rentalDeposit: body?.rentalDeposit ?? null,
    rentalStart: body?.rentalStart ?? null,
  }));
  plays('resend', 'The property manager sends it again', noBody, 'send_again', () => () => FROM_SANDBOX);
  plays('withdraw', 'The property manager withdraws it', noBody, 'withdraw', () => () => ({ by: 'manager' as const }));
  plays(
    'start-closing',
    'Tenant or manager starts closing and proposes a split',
    closing,
    'start_closing',
    ({ by, amountLandlord = 0, reason = null, tenancyEnd = null, tenantIban = null }) =>
      () => ({
        by,
        amountLandlord: inRappen(amountLandlord),
        reason,
        tenancyEnd,
        tenantIban,
      }),
  );
  plays(
    'counter',
    'A counter-proposal; the other party then consents',
    counter,
    'counter_propose',
    ({ by, amountLandlord, reason = null }) =>
      () => ({ by, amountLandlord: inRappen(amountLandlord), reason }),
  );
  plays('consent', 'The other party agrees', consent, 'consent', ({ by, tenantIban = null }) => () => ({
    by,
    tenantIban,
  }));
  plays('payback-completed', 'The bank pays back what was too much', noBody, 'complete_payback', () => () => ({
    orderId: null,
  }));

  server.post(
    '/deposits/:id/payout-completed',
    {
      schema: {
        ...shared,
        summary: 'The bank confirms the payout, or the cover ends',
        params: ids('id'),
        body: noBody,
        response: { ...problems, 200: depositSchema },
      },
    },
    async ({ params: { id } }) => {
      const { product } = await readRecord(settings, id);
      if (product === 'insurance') await makeMove(services, id, 'end_cover', () => undefined);
      else await makeMove(services, id, 'complete_payout', () => ({ orderId: null }));
      await drain();
      return readRecord(settings, id);
    },
  );

  server.post(
    '/payments',
    {
      schema: {
        ...shared,
        summary: 'Money arrives with any reference, also an unknown one',
        body: z.strictObject({
          reference: text,
          amount: positiveAmount,
        }),
        response: {
          ...problems,
          200: z.object({ depositId: z.string().nullable().describe('Null: the reference is unknown.') }),
        },
      },
    },
    async ({ body: { reference, amount } }) => {
      const received = await receivePayment(services, { reference, amount: inRappen(amount), payerIban: DEMO_IBAN });
      await drain();
      return received;
    },
  );
}
