import * as z from 'zod';
import type { Services } from '../actions/services.ts';
import type { Deposit } from '../domain/deposit.ts';
import { canMove, explain } from '../domain/lifecycle/moves.ts';
import { isOpenOrder } from '../domain/lifecycle/orders.ts';
import { owed } from '../domain/lifecycle/payment.ts';
import { rappen } from '../domain/values/money.ts';
import { plainReference } from '../domain/values/payment-reference.ts';
import { positiveAmount, textInput } from '../operator/inputs.ts';
import { findOr404 } from '../operator/move.ts';
import { locateByReference } from '../storage/deposits/locate.ts';
import { HttpProblem } from '../web/problem.ts';
import { paysAndEnds, requirePlayed } from './play-provider.ts';
import { play, rappenOf, sandboxProblems, sandboxTags, type Play, type Sandbox } from './sandbox-call.ts';
import { bankAccountOf } from './scenarios.ts';
import {
  bookCredit,
  bookItems,
  bookReturn,
  bookReversal,
  DEMO_IBAN,
  executeOrders,
  RETURN_STYLES,
  sendStatement,
  withholdingTax,
  type BankAccount,
} from './simulated-bank/bank.ts';
import { noBody } from '../web/typed.ts';

const payment = z
  .strictObject({
    amount: positiveAmount
      .optional()
      .describe('CHF; without it, the missing amount, or the whole deposit again if nothing is missing.'),
  })
  .nullish();
const interest = z.strictObject({
  amount: positiveAmount,
  withholdingTax: z
    .boolean()
    .optional()
    .describe('Whether 35 % of it are deducted as withholding tax; by default they are.'),
});
const charge = z.strictObject({ amount: positiveAmount });
const returned = z
  .strictObject({
    to: z
      .enum(['tenant', 'landlord', 'payer'])
      .optional()
      .describe('Whose payment comes back; by default the last one.'),
    style: z
      .enum(RETURN_STYLES)
      .optional()
      .describe('`reversal`: the debit is reversed (`RvslInd`); `information`: a credit with the reason (`RtrInf`).'),
  })
  .nullish();
const statement = z
  .strictObject({
    wrongBy: z
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .optional()
      .describe('CHF; its closing balance is wrong by so much.'),
  })
  .nullish();

function accountOr409(deposit: Deposit): BankAccount {
  const account = bankAccountOf(deposit);
  if (account === null) throw new HttpProblem(409, explain('no_slip', deposit));
  return account;
}

/** The bank books a payment of the deposit. */
const payIn = play('payment', "Money arrives with the slip's reference", payment, async (services, id, body) => {
  const deposit = await findOr404(services, id);
  const { paymentReference: reference, terms } = deposit;
  if (reference === null) throw new HttpProblem(409, explain('no_slip', deposit));
  const due = rappen(owed(deposit) || terms.rentalDeposit);
  const amount = body?.amount === undefined ? due : rappenOf(body.amount);
  await bookCredit(services, accountOr409(deposit), { reference, amounts: [amount] });
});

/** The bank pays back what was too much. */
const payBack = play('payback-completed', 'The bank pays back the overpaid amount', noBody, async (services, id) => {
  const deposit = await findOr404(services, id);
  const isDone = await executeOrders(services, deposit, accountOr409(deposit).dialect, 'payback');
  if (!isDone) throw new HttpProblem(409, explain('nothing_to_pay_back', deposit));
});

/** The bank pays out, or the cover ends. */
const payOut = play(
  'payout-completed',
  'The bank confirms the payout, or the insurer pays what is claimed and the cover ends',
  noBody,
  async (services, id) => {
    const deposit = await findOr404(services, id);
    // An insurance may still owe money of a change to the tenant.
    const owes = deposit.orders.some((order) => order.kind === 'payout' && isOpenOrder(order));
    const isEnding = deposit.product === 'insurance' && deposit.state !== 'open' && deposit.state !== 'closed';
    if (isEnding) requirePlayed(await paysAndEnds(services, id));
    if (!isEnding || owes) {
      const account = bankAccountOf(deposit);
      const isPossible = account !== null && canMove('complete_payout', deposit);
      if (!isPossible || !(await executeOrders(services, deposit, account.dialect, 'payout'))) {
        throw new HttpProblem(409, explain('not_now', await findOr404(services, id)));
      }
    }
  },
);

export const paymentInput = z.strictObject({
  reference: textInput.refine((value) => plainReference(value).length <= 35, 'must not be longer than 35 characters'),
  amount: positiveAmount,
});

/** The bank books a payment with any reference, on the operator's own account. */
export async function bookPayment(
  services: Services,
  { reference, amount }: z.infer<typeof paymentInput>,
): Promise<void> {
  const account = { iban: services.money.operatorIban ?? DEMO_IBAN, qrIban: null, dialect: 'plain' } as const;
  await bookCredit(services, account, { reference, amounts: [rappenOf(amount)] });
}

/** As a call: whoever asks may name any reference. */
export function payWithReference({ server, services, drain }: Sandbox): void {
  server.post(
    '/payments',
    {
      schema: {
        ...sandboxTags,
        summary: 'Money arrives with any reference, known or unknown',
        body: paymentInput,
        response: {
          ...sandboxProblems,
          200: z.object({ depositId: z.string().nullable().describe('Null: the reference is unknown.') }),
        },
      },
    },
    async ({ body }) => {
      const location = await locateByReference(services.database, plainReference(body.reference));
      await bookPayment(services, body);
      await drain();
      return { depositId: location?.depositId ?? null };
    },
  );
}

/** The bank credits interest and deducts the tax on it. */
const creditInterest = play(
  'interest',
  'The bank credits interest, less withholding tax',
  interest,
  async (services, id, body) => {
    const account = accountOr409(await findOr404(services, id));
    const amount = rappenOf(body.amount);
    const tax = body.withholdingTax === false ? rappen(0) : withholdingTax(amount);
    await bookItems(services, account, [
      { item: 'interest', amount },
      { item: 'withholding_tax', amount: tax },
    ]);
  },
);

const chargeCosts = play('charge', 'The bank charges costs', charge, async (services, id, body) => {
  const account = accountOr409(await findOr404(services, id));
  await bookItems(services, account, [{ item: 'charge', amount: rappenOf(body.amount) }]);
});

const returnPayout = play(
  'payout-returned',
  'A payment of the bank comes back: the account of the payee is closed',
  returned,
  async (services, id, body) => {
    const deposit = await findOr404(services, id);
    const order = deposit.orders.findLast(
      ({ completedAt, payee }) => completedAt !== null && (body?.to === undefined || payee === body.to),
    );
    if (order === undefined)
      throw new HttpProblem(409, 'No payment of this deposit was carried out, so none comes back.');
    await bookReturn(services, accountOr409(deposit), order, body?.style ?? 'information');
  },
);

const reversePayIn = play('payment-reversed', 'The bank takes the last payment back', noBody, async (services, id) => {
  const deposit = await findOr404(services, id);
  const last = deposit.payments.findLast(({ reversedAt }) => reversedAt === null);
  if (last === undefined)
    throw new HttpProblem(409, 'No payment has arrived that the bank has not taken back already.');
  await bookReversal(services, accountOr409(deposit), last);
});

const stateAccount = play(
  'statement',
  'The bank sends the statement (camt.053) of the day, with balances and number',
  statement,
  async (services, id, body) => {
    const account = accountOr409(await findOr404(services, id));
    await sendStatement(services, account, { wrongBy: Math.round((body?.wrongBy ?? 0) * 100) });
  },
);

/** In the order of the API reference. */
export const BANK_CALLS: readonly Play[] = [
  payIn,
  payBack,
  payOut,
  creditInterest,
  chargeCosts,
  returnPayout,
  reversePayIn,
  stateAccount,
];
