import type { Services } from '../actions/services.ts';
import type { ApplicationKind } from '../domain/application.ts';
import { daysAfter } from '../domain/values/calendar.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Effect } from '../domain/effect.ts';
import type { Random } from '../domain/lifecycle/move.ts';
import { missing } from '../domain/lifecycle/payment.ts';
import { phaseOf, type Phase } from '../domain/lifecycle/phase.ts';
import { rappen, type Rappen } from '../domain/values/money.ts';
import { findDeposit, type Location } from '../storage/deposits/deposits.ts';
import { opensAccount, refusesWith } from './play-provider.ts';
import {
  bookCredit,
  bookItems,
  bookReturn,
  bookReversal,
  bookStatementFirst,
  sendStatement,
  withholdingTax,
  type BankAccount,
  type ReturnStyle,
} from './simulated-bank/bank.ts';
import type { DialectName } from './simulated-bank/dialects.ts';

/** What the simulated bank or insurer does automatically when a deposit reaches a phase. */
type Scenario = {
  prefix: string;
  phase: Phase;
  due: (now: Date) => Date;
  act: (services: Services, deposit: Deposit, location: Location) => Promise<unknown>;
  /** How the bank writes the bookings of this account; without it as most banks do. */
  dialect?: DialectName;
};

const OVERPAID = rappen(100_00);
const FEE = rappen(5_00);
const WRONG_BY = rappen(1_05);

const atOnce = (now: Date): Date => now;
const inDays =
  (days: number) =>
  (now: Date): Date =>
    daysAfter(now, days);

/** In the evening of the next 31 December, Swiss time. */
function atYearEnd(now: Date): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Zurich');
  const evening = here.with({ month: 12, day: 31 }).withPlainTime('20:00');
  const next = Temporal.ZonedDateTime.compare(evening, here) > 0 ? evening : evening.add({ years: 1 });
  return new Date(next.epochMilliseconds);
}

/** Chosen by the prefix of the contract id; docs/sandbox.md lists them. */
export const SCENARIOS: readonly Scenario[] = [
  { prefix: 'SIM-BANK-REFUSES', phase: 'awaiting_account', due: atOnce, act: refuses('account_opening', 'the bank') },
  { prefix: 'SIM-INSURER-REFUSES', phase: 'awaiting_cover', due: atOnce, act: refuses('cover', 'the insurer') },
  {
    prefix: 'SIM-ACCOUNT-SLOW',
    phase: 'awaiting_account',
    due: inDays(5),
    act: (services, { id }) => opensAccount(services, id),
  },
  { prefix: 'SIM-PART-PAYMENT', phase: 'awaiting_payment', due: atOnce, act: pays((owed) => [Math.ceil(owed / 2)]) },
  { prefix: 'SIM-OVERPAYMENT', phase: 'awaiting_payment', due: atOnce, act: pays((owed) => [owed + OVERPAID]) },
  { prefix: 'SIM-LATE-PAYMENT', phase: 'withdrawn', due: atOnce, act: pays((_owed, whole) => [whole]) },
  inDialect('SIM-BATCH-NOTIFIED', 'batch_notified'),
  inDialect('SIM-BATCH-STATED', 'batch_stated'),
  inDialect('SIM-TOTAL-STATED', 'total_stated'),
  {
    prefix: 'SIM-TOTAL-FIRST',
    phase: 'awaiting_payment',
    due: atOnce,
    act: pays(inParts, { send: bookStatementFirst }),
    dialect: 'total_stated',
  },
  {
    prefix: 'SIM-NO-REFERENCE',
    phase: 'awaiting_payment',
    due: atOnce,
    act: andStates(pays((owed) => [owed], { hasReference: false })),
  },
  inDialect('SIM-NO-BANK-REFERENCE', 'no_bank_reference'),
  inDialect('SIM-QR-IBAN-NOTIFIED', 'qr_iban_notified'),
  inDialect('SIM-QR-IBAN-STATED', 'qr_iban_stated'),
  { prefix: 'SIM-RETURN-REVERSAL', phase: 'closed', due: atOnce, act: returns('reversal') },
  { prefix: 'SIM-RETURN-INFORMATION', phase: 'closed', due: atOnce, act: returns('information') },
  { prefix: 'SIM-PAYMENT-REVERSED', phase: 'open', due: atOnce, act: reverses },
  { prefix: 'SIM-INTEREST', phase: 'open', due: atYearEnd, act: andStates(credits) },
  { prefix: 'SIM-FEES', phase: 'open', due: atOnce, act: andStates(charges) },
  {
    prefix: 'SIM-WRONG-BALANCE',
    phase: 'open',
    due: atOnce,
    act: (services, deposit) =>
      withAccount(deposit, (account) => sendStatement(services, account, { wrongBy: WRONG_BY })),
  },
];

function scenarioOf({ terms }: Deposit, phase: Phase): Scenario | undefined {
  return SCENARIOS.find((one) => one.phase === phase && terms.externalContractId.startsWith(one.prefix));
}

/** The account of a deposit at the simulated bank. Null: it has none yet. */
export function bankAccountOf({ iban, qrIban, terms }: Deposit): BankAccount | null {
  const scenario = SCENARIOS.find(({ prefix }) => terms.externalContractId.startsWith(prefix));
  return iban === null ? null : { iban, qrIban, dialect: scenario?.dialect ?? 'plain' };
}

/** After each move: does the simulated bank or insurer act now? */
export function reactions(random: Random): Services['reactions'] {
  return (before, after, now): Effect[] => {
    const phase = phaseOf(after);
    const scenario = phase === phaseOf(before) ? undefined : scenarioOf(after, phase);
    if (scenario === undefined) return [];
    return [{ kind: 'counterpart', id: random.id(), dueAt: scenario.due(now) }];
  };
}

/** Acts, unless the deposit has moved on since. */
export async function actAsCounterpart(services: Services, location: Location): Promise<void> {
  const deposit = await findDeposit(services.database, location.depositId);
  if (deposit === null) return;
  await scenarioOf(deposit, phaseOf(deposit))?.act(services, deposit, location);
}

function refuses(asked: ApplicationKind, who: string): Scenario['act'] {
  const refuse = refusesWith(asked, `Simulated: ${who} refuses this deposit.`);
  return async (services, { id, refusal }) => {
    if (refusal === null) await refuse(services, id);
  };
}

/** Pays the deposit in two parts that belong together, and sends the statement. */
function inDialect(prefix: string, dialect: DialectName): Scenario {
  return { prefix, phase: 'awaiting_payment', due: atOnce, act: andStates(pays(inParts)), dialect };
}

function inParts(owed: Rappen): number[] {
  const first = Math.ceil(owed / 3);
  return [first, owed - first];
}

/** Pays once: a deposit that already received money is skipped. */
function pays(
  amounts: (owed: Rappen, whole: Rappen) => number[],
  { hasReference = true, send = bookCredit }: { hasReference?: boolean; send?: typeof bookCredit } = {},
): Scenario['act'] {
  return async (services, deposit) => {
    const { paymentReference: reference, payments, terms } = deposit;
    if (reference === null || payments.some(({ counted }) => counted > 0)) return;
    if (deposit.state === 'withdrawn' && payments.length > 0) return;
    const sums = amounts(missing(deposit), terms.rentalDeposit).map(rappen);
    await withAccount(deposit, (account) =>
      send(services, account, { reference: hasReference ? reference : null, amounts: sums }),
    );
  };
}

function andStates(act: Scenario['act']): Scenario['act'] {
  return async (services, deposit, location) => {
    await act(services, deposit, location);
    await withAccount(deposit, (account) => sendStatement(services, account));
  };
}

async function withAccount(deposit: Deposit, work: (account: BankAccount) => Promise<unknown>): Promise<void> {
  const account = bankAccountOf(deposit);
  if (account !== null) await work(account);
}

/** Each payout comes back once; the second attempt arrives. */
function returns(style: ReturnStyle): Scenario['act'] {
  return async (services, deposit) => {
    const paid = deposit.orders.filter(
      ({ kind, payee, completedAt, attempt }) =>
        kind === 'payout' && payee === 'tenant' && completedAt !== null && attempt === 1,
    );
    for (const order of paid) await withAccount(deposit, (account) => bookReturn(services, account, order, style));
  };
}

async function reverses(services: Services, deposit: Deposit): Promise<void> {
  const payment = deposit.payments.findLast(({ reversedAt }) => reversedAt === null);
  if (payment === undefined) return;
  await withAccount(deposit, (account) => bookReversal(services, account, payment));
}

/** One per cent of interest, less the tax on it. */
async function credits(services: Services, deposit: Deposit): Promise<void> {
  const interest = rappen(Math.round(deposit.paidIn / 100));
  const items = [
    { item: 'interest', amount: interest },
    { item: 'withholding_tax', amount: withholdingTax(interest) },
  ] as const;
  await withAccount(deposit, (account) => bookItems(services, account, items));
}

async function charges(services: Services, deposit: Deposit): Promise<void> {
  await withAccount(deposit, (account) => bookItems(services, account, [{ item: 'charge', amount: FEE }]));
}
