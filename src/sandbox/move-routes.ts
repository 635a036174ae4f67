import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Given } from '../actions/move-deposit.ts';
import { PARTIES, type Deposit } from '../domain/deposit.ts';
import { PRODUCTS } from '../domain/product.ts';
import { explain, type MoveName } from '../domain/lifecycle/moves.ts';
import { missing } from '../domain/lifecycle/payment.ts';
import { phaseOf } from '../domain/lifecycle/phase.ts';
import { fromChf, LARGEST_DEPOSIT, rappen, roundedAmount, type Rappen } from '../domain/money.ts';
import { plainReference } from '../domain/payment-reference.ts';
import { depositSchema, type DepositView } from '../operator/deposit-view.ts';
import { accountToPay, day, noBody, positiveAmount, proposalInput, text } from '../operator/inputs.ts';
import { findOr404, makeMove, readRecord } from '../operator/move.ts';
import { ids, typed } from '../operator/routes.ts';
import { locateByReference } from '../storage/deposits/deposits.ts';
import { HttpProblem, problemSchema } from '../web/problem.ts';
import type { SandboxSettings } from './api.ts';
import { newAccount } from './scenarios.ts';
import { bookCredit, carryOut, DEMO_IBAN } from './simulated-bank/bank.ts';

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
  const { random } = services;
  const problems = {
    401: problemSchema,
    404: problemSchema,
    409: problemSchema,
    422: problemSchema,
    500: problemSchema,
  };
  const shared = { tags: ['Sandbox'], security: [{ operatorToken: [] }] };

  const described = <Body extends z.ZodType>(summary: string, body: Body) => ({
    schema: { ...shared, summary, params: ids('id'), body, response: { ...problems, 200: depositSchema } },
  });
  const find = (id: string): Promise<Deposit> => findOr404(services, id);
  /** Once everything that follows is done. */
  const answer = async (id: string): Promise<DepositView> => {
    await drain();
    return readRecord(settings, id);
  };

  const plays = <Body extends z.ZodType, N extends MoveName>(
    path: string,
    summary: string,
    body: Body,
    name: N,
    input: (body: z.infer<Body>) => Given<N>,
  ): void => {
    server.post(`/deposits/:id/${path}`, described(summary, body), async (request) => {
      const { id } = request.params;
      await makeMove(services, id, name, input(request.body as z.infer<Body>));
      return answer(id);
    });
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
        return {
          ...FROM_SANDBOX,
          proof: null,
          tenant,
          product: body?.product ?? (choosesNow ? organization.product : null),
        };
      },
  );
  plays('account-opened', 'The bank opens the account', noBody, 'open_account', () => () => newAccount(random));
  server.post(
    '/deposits/:id/payment',
    described("Money arrives with the slip's reference", payment),
    async ({ params: { id }, body }) => {
      const deposit = await find(id);
      const { iban: accountIban, paymentReference: reference, terms } = deposit;
      if (accountIban === null || reference === null) throw new HttpProblem(409, explain('no_slip', deposit));
      const owed = rappen(missing(deposit) || terms.rentalDeposit);
      const amount = body?.amount === undefined ? owed : inRappen(body.amount);
      await bookCredit(services, { accountIban, reference, amount });
      return answer(id);
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
  server.post(
    '/deposits/:id/payback-completed',
    described('The bank pays back what was too much', noBody),
    async ({ params: { id } }) => {
      const deposit = await find(id);
      const isDone = await carryOut(services, deposit, 'payback');
      if (!isDone) throw new HttpProblem(409, explain('nothing_to_pay_back', deposit));
      return answer(id);
    },
  );
  server.post(
    '/deposits/:id/payout-completed',
    described('The bank confirms the payout, or the cover ends', noBody),
    async ({ params: { id } }) => {
      const deposit = await find(id);
      if (deposit.product === 'insurance') {
        await makeMove(services, id, 'end_cover', () => undefined);
      } else {
        const isOrdered = phaseOf(deposit) === 'closing_ordered';
        if (!isOrdered || !(await carryOut(services, deposit, 'payout'))) {
          throw new HttpProblem(409, explain('not_now', await find(id)));
        }
      }
      return answer(id);
    },
  );

  server.post(
    '/payments',
    {
      schema: {
        ...shared,
        summary: 'Money arrives with any reference, also an unknown one',
        body: z.strictObject({
          reference: text.refine(
            (value) => plainReference(value).length <= 35,
            'must not be longer than 35 characters',
          ),
          amount: positiveAmount,
        }),
        response: {
          ...problems,
          200: z.object({ depositId: z.string().nullable().describe('Null: the reference is unknown.') }),
        },
      },
    },
    async ({ body: { reference, amount } }) => {
      const location = await locateByReference(services.database, plainReference(reference));
      const iban = location === null ? null : (await find(location.depositId)).iban;
      await bookCredit(services, { accountIban: iban ?? DEMO_IBAN, reference, amount: inRappen(amount) });
      await drain();
      return { depositId: location?.depositId ?? null };
    },
  );
}
