import type { OrderState } from '../src/domain/lifecycle/orders.ts';
import { DEMO_IBAN } from '../src/sandbox/simulated-bank/bank.ts';
import type { Random } from './random.ts';

/** The part of a deposit's record that the bank and its customers act on. */
export type MoneyRecord = {
  id: string;
  externalContractId: string;
  state: string;
  iban: string | null;
  qrIban: string | null;
  payments: { reversedAt: string | null }[];
  orders: { id: string; kind: string; to: string; state: OrderState; completedAt: string | null }[];
};

/** A call of the sandbox about the deposit. */
export type Call = {
  move: string;
  body?: object;
  /** It is made twice at the same time. */
  twice?: boolean;
};
/** Another account for a payment that came back. */
export type GiveAccount = { orderId: string; body: object };

/** The share of steps in which the bank acts on its own, once there is an account. */
const BANK_ACTS = 0.2;
/** The share of statements whose balance is wrong. */
const WRONG = 0.06;

/** What the bank does now and then on any account: interest, costs, money that comes back, statements. */
export function bankStep({ iban, payments, orders }: MoneyRecord, random: Random): Call | null {
  if (iban === null || !random.isSo(BANK_ACTS)) return null;
  const calls: (() => Call)[] = [
    () => ({ move: 'interest', body: { amount: random.whole(1, 3_000) / 100 } }),
    () => ({ move: 'charge', body: { amount: random.whole(1, 2_000) / 100 } }),
    () => (random.isSo(WRONG) ? { move: 'statement', body: { wrongBy: 1.05 } } : { move: 'statement' }),
  ];
  if (payments.some(({ reversedAt }) => reversedAt === null)) calls.push(() => ({ move: 'payment-reversed' }));
  if (orders.some(({ completedAt }) => completedAt !== null)) {
    const style = random.pick(['information', 'reversal']);
    calls.push(() => ({ move: 'payout-returned', body: { style } }));
  }
  return random.pick(calls)();
}

/** After the end: money that came back goes out again, and what is left is paid. */
export function stepAfterTheEnd({ state, iban, orders }: MoneyRecord): Call | GiveAccount | null {
  if (iban === null) return null;
  const returned = orders.find((order) => order.state === 'returned');
  if (returned !== undefined) return { orderId: returned.id, body: { iban: DEMO_IBAN } };
  const isOpen = (kind: string): boolean => orders.some((one) => one.kind === kind && one.completedAt === null);
  if (isOpen('payback')) return { move: 'payback-completed' };
  return state === 'closed' && isOpen('payout') ? { move: 'payout-completed' } : null;
}
