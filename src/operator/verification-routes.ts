import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  ACCOUNTS_CURSOR,
  pageOfAccounts,
  reconcileAccounts,
  type ReconciledAccount,
} from '../actions/bank/reconcile.ts';
import { verify } from '../actions/verify.ts';
import { STATEMENT_PROBLEMS } from '../domain/bank/reconciliation.ts';
import { signedChf } from '../domain/values/money.ts';
import { describe, type OperatorSettings } from './routes.ts';
import { typed } from '../web/typed.ts';

const verificationSchema = z
  .object({
    ok: z.boolean(),
    deposits: z.int(),
    historyEntries: z.int(),
    maskedEntries: z.int(),
    paymentsWithoutDeposit: z.int(),
    totals: z
      .object({
        paidIn: z.number(),
        interest: z.number(),
        held: z.number(),
        paidOut: z.number(),
        paidBack: z.number(),
        charges: z.number(),
        withholdingTax: z.number(),
      })
      .describe('CHF. Paid in + interest = held + paid out + paid back + charges + withholding tax.'),
    faults: z.array(z.object({ depositId: z.string(), fault: z.string() })),
  })
  .meta({ id: 'Verification' });

const MOST = 1_000;

const accountSchema = z
  .object({
    iban: z.string(),
    at: z.string().describe('The day of the last statement.'),
    bank: z.number().describe('Its closing balance in CHF. All amounts may be below 0.'),
    books: z.number().describe('What is booked on the account up to that day.'),
    kept: z.number().describe('Entries that wait for a person, up to that day.'),
    difference: z.number().describe('Bank less books less kept.'),
    missingStatements: z.array(z.int()).describe('Numbers of statements that have not arrived.'),
    problems: z
      .array(z.enum(STATEMENT_PROBLEMS))
      .describe(
        '`opening_differs`: an opening balance is not the last closing balance; ' +
          '`entries_differ`: the opening balance and the entries do not add up to the closing balance.',
      ),
  })
  .meta({ id: 'ReconciledAccount' });

/** Checks on demand that the books balance, that no history was changed, and that the bank has what the books say. */
export function verificationRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  booksRoute(scope, settings);
  bankRoute(scope, settings);
}

function booksRoute(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).get(
    '/verification',
    describe('viewer', 'Prove that the books balance and that no history was changed', {
      response: { 200: verificationSchema },
    }),
    async () => {
      const { totals, ...report } = await verify(services.database);
      const chf = Object.entries(totals).map(([name, amount]) => [name, signedChf(amount)] as const);
      return {
        ok: report.faults.length === 0,
        ...report,
        totals: Object.fromEntries(chf) as typeof totals,
      };
    },
  );
}

function bankRoute(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).get(
    '/bank/reconciliation',
    describe('viewer', `Compare the accounts with the bank's last statements, differences first, ${MOST} at a time`, {
      querystring: z.object({
        after: z
          .string()
          .regex(ACCOUNTS_CURSOR, 'must be `next` of the page before')
          .optional()
          .describe('`next` of the page before.'),
        iban: z.string().optional().describe('Only this account.'),
      }),
      response: {
        200: z.object({
          accounts: z.array(accountSchema),
          next: z.string().nullable().describe('Null: there are no more.'),
        }),
      },
    }),
    async ({ query: { after = '', iban = null } }) => {
      const { operatorIban } = services.money;
      const plainIban = iban === null ? null : iban.replaceAll(' ', '');
      const { database } = services;
      if (plainIban !== null) {
        const found = await reconcileAccounts(database, { operatorIban, iban: plainIban });
        return { accounts: found.map(accountView), next: null };
      }
      const { accounts, next } = await pageOfAccounts(database, { operatorIban, after, most: MOST });
      return { accounts: accounts.map(accountView), next };
    },
  );
}

function accountView(account: ReconciledAccount): z.infer<typeof accountSchema> {
  const { iban, at, bank, books, kept, difference, missingStatements, problems } = account;
  return {
    iban,
    at,
    missingStatements: [...missingStatements],
    problems: [...problems],
    bank: signedChf(bank),
    books: signedChf(books),
    kept: signedChf(kept),
    difference: signedChf(difference),
  };
}
