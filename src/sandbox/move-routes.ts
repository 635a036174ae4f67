import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { MoveInput } from '../actions/move-deposit.ts';
import type { Services } from '../actions/services.ts';
import { PARTIES } from '../domain/deposit.ts';
import { PRODUCTS } from '../domain/product.ts';
import { explain, type MoveName } from '../domain/lifecycle/moves.ts';
import { missing } from '../domain/lifecycle/payment.ts';
import { phaseOf } from '../domain/lifecycle/phase.ts';
import { fromChf, LARGEST_DEPOSIT, rappen, roundedAmount, type Rappen } from '../domain/values/money.ts';
import { plainReference } from '../domain/values/payment-reference.ts';
import { depositSchema, type DepositView } from '../operator/deposit-view.ts';
import { accountToPay, dayInput, noBody, positiveAmount, proposalInput, textInput } from '../operator/inputs.ts';
import { findOr404, makeMove, readRecord } from '../operator/move.ts';
import { ids, typed } from '../operator/routes.ts';
import { locateByReference } from '../storage/deposits/deposits.ts';
import { HttpProblem, problemSchema } from '../web/problem.ts';
import type { SandboxSettings } from './settings.ts';
import { newAccount } from './scenarios.ts';
import { bookCredit, executeOrders, DEMO_IBAN } from './simulated-bank/bank.ts';

/** An amount in CHF that may have more decimals than a Rappen: rounded as in an open call. */
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
    tenant: z.int().min(1).max(4).optional().describe('Position of the tenant; without it, all who have not signed.'),
    product: z.enum(PRODUCTS).optional().describe("The main tenant's choice; without it, the organization's product."),
  })
  .nullish();
const payment = z
  .strictObject({
    amount: positiveAmount
      .optional()
      .describe('CHF; without it, the missing amount, or the whole deposit again if nothing is missing.'),
  })
  .nullish();
const edits = z.strictObject({ rentalDeposit: roundedChf.optional(), rentalStart: dayInput.optional() }).nullish();
const closing = z.strictObject({
  ...proposalInput,
  amountLandlord: proposalInput.amountLandlord.optional(),
  tenancyEnd: dayInput.optional(),
  tenantIban: accountToPay.optional(),
});
const counter = z.strictObject(proposalInput);
const consent = z.strictObject({ by: z.enum(PARTIES), tenantIban: accountToPay.optional() });

/** The origin of signatures made by sandbox calls. */
const FROM_SANDBOX = { from: 'sandbox' };

const inRappen = (chf: number): Rappen => fromChf(chf) as Rappen;

/** Plays everyone's part: manager, tenants, bank and insurer. Each call answers when its effects are done. */
export function sandboxMoveRoutes(scope: FastifyInstance, settings: SandboxSettings): void {
  const server = typed(scope);
  const { services, drain } = settings;
  const answer = async (id: string): Promise<DepositView> => {
    await drain();
    return readRecord(settings, id);
  };
  for (const register of ROUTES) register({ server, services, drain, answer });
}

type Sandbox = {
  server: ReturnType<typeof typed>;
  services: Services;
  drain: () => Promise<void>;
  /** The deposit, once all effects of the call are done. */
  answer: (id: string) => Promise<DepositView>;
};

type Route = (sandbox: Sandbox) => void;

/** A route that makes one move. */
function move<Body extends z.ZodType, N extends MoveName>(
  path: string,
  summary: string,
  body: Body,
  name: N,
  input: (body: z.infer<Body>, services: Services) => MoveInput<N>,
): Route {
  return ({ server, services, answer }) => {
    server.post(`/deposits/:id/${path}`, described(summary, body), async (request) => {
      const { id } = request.params;
      await makeMove(services, id, name, input(request.body as z.infer<Body>, services));
      return answer(id);
    });
  };
}

const problems = {
  401: problemSchema,
  403: problemSchema,
  404: problemSchema,
  409: problemSchema,
  422: problemSchema,
  500: problemSchema,
};
const shared = { tags: ['Sandbox'], security: [{ operatorToken: [] }] };

function described<Body extends z.ZodType>(summary: string, body: Body) {
  return { schema: { ...shared, summary, params: ids('id'), body, response: { ...problems, 200: depositSchema } } };
}

/** The bank books a payment of the deposit. */
function payIn({ server, services, answer }: Sandbox): void {
  server.post(
    '/deposits/:id/payment',
    described("Money arrives with the slip's reference", payment),
    async ({ params: { id }, body }) => {
      const deposit = await findOr404(services, id);
      const { iban: accountIban, paymentReference: reference, terms } = deposit;
      if (accountIban === null || reference === null) throw new HttpProblem(409, explain('no_slip', deposit));
      const owed = rappen(missing(deposit) || terms.rentalDeposit);
      const amount = body?.amount === undefined ? owed : inRappen(body.amount);
      await bookCredit(services, { accountIban, reference, amount });
      return answer(id);
    },
  );
}

/** The bank pays back what was too much. */
function payBack({ server, services, answer }: Sandbox): void {
  server.post(
    '/deposits/:id/payback-completed',
    described('The bank pays back the overpaid amount', noBody),
    async ({ params: { id } }) => {
      const deposit = await findOr404(services, id);
      const isDone = await executeOrders(services, deposit, 'payback');
      if (!isDone) throw new HttpProblem(409, explain('nothing_to_pay_back', deposit));
      return answer(id);
    },
  );
}

/** The bank pays out, or the cover ends. */
function payOut({ server, services, answer }: Sandbox): void {
  server.post(
    '/deposits/:id/payout-completed',
    described('The bank confirms the payout, or the insurance cover ends', noBody),
    async ({ params: { id } }) => {
      const deposit = await findOr404(services, id);
      if (deposit.product === 'insurance') {
        await makeMove(services, id, 'end_cover', () => undefined);
      } else {
        const isOrdered = phaseOf(deposit) === 'closing_ordered';
        if (!isOrdered || !(await executeOrders(services, deposit, 'payout'))) {
          throw new HttpProblem(409, explain('not_now', await findOr404(services, id)));
        }
      }
      return answer(id);
    },
  );
}

/** The bank books a payment with any reference. */
function payWithReference({ server, services, drain }: Sandbox): void {
  server.post(
    '/payments',
    {
      schema: {
        ...shared,
        summary: 'Money arrives with any reference, known or unknown',
        body: z.strictObject({
          reference: textInput.refine(
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
      const iban = location === null ? null : (await findOr404(services, location.depositId)).iban;
      await bookCredit(services, { accountIban: iban ?? DEMO_IBAN, reference, amount: inRappen(amount) });
      await drain();
      return { depositId: location?.depositId ?? null };
    },
  );
}

/** In the order of the API reference. */
const ROUTES: readonly Route[] = [
  move('manager-signs', 'The property manager signs', noBody, 'sign_as_manager', () => () => FROM_SANDBOX),
  move(
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
  ),
  move(
    'account-opened',
    'The bank opens the account',
    noBody,
    'open_account',
    (_, { random }) =>
      () =>
        newAccount(random),
  ),
  payIn,
  move('cover-confirmed', 'The insurer confirms cover', noBody, 'confirm_cover', () => () => undefined),
  move('edit', 'The property manager edits a sent deposit', edits, 'edit', (body) => () => ({
    rentalDeposit: body?.rentalDeposit ?? null,
    rentalStart: body?.rentalStart ?? null,
  })),
  move('resend', 'The property manager sends it again', noBody, 'send_again', () => () => FROM_SANDBOX),
  move('withdraw', 'The property manager withdraws it', noBody, 'withdraw', () => () => ({ by: 'manager' as const })),
  move(
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
  ),
  move(
    'counter',
    'A counter-proposal; the other party then consents',
    counter,
    'counter_propose',
    ({ by, amountLandlord, reason = null }) =>
      () => ({ by, amountLandlord: inRappen(amountLandlord), reason }),
  ),
  move('consent', 'The other party agrees', consent, 'consent', ({ by, tenantIban = null }) => () => ({
    by,
    tenantIban,
  })),
  payBack,
  payOut,
  payWithReference,
];
