import { moveDeposit } from '../actions/move-deposit.ts';
import type { Services } from '../actions/services.ts';
import { daysAfter } from '../domain/values/calendar.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Effect } from '../domain/effect.ts';
import { swissIban } from '../domain/values/iban.ts';
import type { Random } from '../domain/lifecycle/move.ts';
import { missing } from '../domain/lifecycle/payment.ts';
import { phaseOf, type Phase } from '../domain/lifecycle/phase.ts';
import { rappen, type Rappen } from '../domain/values/money.ts';
import { findDeposit, type Location } from '../storage/deposits/deposits.ts';
import { bookCredit } from './simulated-bank/bank.ts';

/** What the simulated bank or insurer does automatically when a deposit reaches a phase. */
type Scenario = {
  prefix: string;
  phase: Phase;
  afterDays: number;
  act: (services: Services, deposit: Deposit, location: Location) => Promise<unknown>;
};

const OVERPAID = rappen(100_00);

/** Chosen by the prefix of the contract id; docs/sandbox.md lists them. */
export const SCENARIOS: readonly Scenario[] = [
  { prefix: 'SIM-BANK-REFUSES', phase: 'awaiting_account', afterDays: 0, act: refuses('the bank') },
  { prefix: 'SIM-INSURER-REFUSES', phase: 'awaiting_cover', afterDays: 0, act: refuses('the insurer') },
  {
    prefix: 'SIM-ACCOUNT-SLOW',
    phase: 'awaiting_account',
    afterDays: 5,
    act: (services, _deposit, location) =>
      moveDeposit(services, location, 'open_account', () => newAccount(services.random)),
  },
  { prefix: 'SIM-PART-PAYMENT', phase: 'awaiting_payment', afterDays: 0, act: pays((owed) => Math.ceil(owed / 2)) },
  { prefix: 'SIM-OVERPAYMENT', phase: 'awaiting_payment', afterDays: 0, act: pays((owed) => owed + OVERPAID) },
  { prefix: 'SIM-LATE-PAYMENT', phase: 'withdrawn', afterDays: 0, act: pays((_owed, whole) => whole) },
];

export function newAccount(random: Random): { iban: string; qrIban: string } {
  const account = random.digits(12);
  return { iban: swissIban('09999', account), qrIban: swissIban('30999', account) };
}

function scenarioOf({ terms }: Deposit, phase: Phase): Scenario | undefined {
  return SCENARIOS.find((one) => one.phase === phase && terms.externalContractId.startsWith(one.prefix));
}

/** After each move: does the simulated bank or insurer act now? */
export function reactions(random: Random): Services['reactions'] {
  return (before, after, now): Effect[] => {
    const phase = phaseOf(after);
    const scenario = phase === phaseOf(before) ? undefined : scenarioOf(after, phase);
    if (scenario === undefined) return [];
    return [{ kind: 'counterpart', id: random.id(), dueAt: daysAfter(now, scenario.afterDays) }];
  };
}

/** Acts, unless the deposit has moved on since. */
export async function actAsCounterpart(services: Services, location: Location): Promise<void> {
  const deposit = await findDeposit(services.database, location.depositId);
  if (deposit === null) return;
  await scenarioOf(deposit, phaseOf(deposit))?.act(services, deposit, location);
}

function refuses(who: string): Scenario['act'] {
  const reason = `Simulated: ${who} refuses this deposit.`;
  return async (services, { refusal }, location) => {
    if (refusal === null) await moveDeposit(services, location, 'refuse', () => ({ reason }));
  };
}

/** Pays once: a deposit that already received money is skipped. */
function pays(amount: (owed: Rappen, whole: Rappen) => number): Scenario['act'] {
  return async (services, deposit) => {
    const { iban, paymentReference: reference, payments, terms } = deposit;
    if (iban === null || reference === null || payments.some(({ counted }) => counted > 0)) return;
    if (deposit.state === 'withdrawn' && payments.length > 0) return;
    const sum = rappen(amount(missing(deposit), terms.rentalDeposit));
    await bookCredit(services, { accountIban: iban, reference, amount: sum });
  };
}
