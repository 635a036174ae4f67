import type { Rappen } from './values/money.ts';

/**
 * The accounts of a deposit's ledger. Money comes from the payer, and every posting moves an amount from one account to
 * another (double entry).
 */
export const ACCOUNTS = [
  'payer',
  'held',
  'to_pay_back',
  'to_tenant',
  'to_landlord',
  'paid_back',
  'tenant',
  'landlord',
] as const;
type Account = (typeof ACCOUNTS)[number];

export type Posting = {
  at: Date;
  amount: Rappen;
  from: Account;
  to: Account;
  /** The payment or the order that it belongs to. */
  paymentId: string | null;
  orderId: string | null;
};

/** A payment as the bank reports it, and how much of it counts towards the deposit. */
export type Payment = {
  id: string;
  at: Date;
  reference: string;
  amount: Rappen;
  counted: Rappen;
  payerIban: string | null;
  payerName: string | null;
};

export type IncomingPayment = Omit<Payment, 'counted'>;

export const ORDER_CAUSES = [
  'closing',
  'withdrawal',
  'insurance_chosen',
  'surplus',
  'late',
  'unknown_reference',
] as const;
export type OrderCause = (typeof ORDER_CAUSES)[number];

/** A payment order: to the tenant and the landlord at the end, or back to the payer. */
export type Order = {
  id: string;
  kind: 'payout' | 'payback';
  cause: OrderCause;
  payee: 'tenant' | 'landlord' | 'payer';
  amount: Rappen;
  /** Null: not known yet; the order waits for it. */
  iban: string | null;
  orderedAt: Date;
  completedAt: Date | null;
  paymentId: string | null;
  /** The payment file it was sent with. */
  runId: string | null;
  /** Why the bank rejected it. */
  rejection: string | null;
};

const OWED: Record<Order['payee'], Account> = { payer: 'to_pay_back', tenant: 'to_tenant', landlord: 'to_landlord' };
const PAID: Record<Order['payee'], Account> = { payer: 'paid_back', tenant: 'tenant', landlord: 'landlord' };

/** An order reserves its amount, from the money held or directly from the payment. */
export function setAside(order: Order, from: 'payer' | 'held'): Posting {
  const { orderedAt: at, amount, payee, paymentId, id: orderId } = order;
  return { at, amount, from, to: OWED[payee], paymentId, orderId };
}

/** The bank has carried an order out. */
export function carriedOut({ id, amount, payee, paymentId }: Order, at: Date): Posting {
  return { at, amount, from: OWED[payee], to: PAID[payee], paymentId, orderId: id };
}

export type Balances = Record<Account, number>;

export function balances(postings: readonly Pick<Posting, 'amount' | 'from' | 'to'>[]): Balances {
  const sums = Object.fromEntries(ACCOUNTS.map((account) => [account, 0])) as Balances;
  for (const { amount, from, to } of postings) {
    sums[from] -= amount;
    sums[to] += amount;
  }
  return sums;
}

/** The balances of one deposit, or of one payment without a deposit. */
export type Books = {
  balances: Balances;
  /** The sum of the payments. */
  payments: number;
  /** The sums of the orders by payee. */
  orders: Record<Order['payee'], { open: number; completed: number }>;
  /** Null: money that belongs to no deposit. */
  deposit: { state: string; rentalDeposit: number; paidIn: number; isInsured: boolean } | null;
};

/** The violated invariants; empty in a correct ledger. Paid in = held + paid out + paid back, and orders match their part. */
export function faultsOf({ balances: sums, payments, orders, deposit }: Books): string[] {
  const held = sums.held + sums.to_pay_back + sums.to_tenant + sums.to_landlord;
  const paidOut = sums.tenant + sums.landlord;
  const rules: [boolean, string][] = [
    [-sums.payer === held + paidOut + sums.paid_back, 'paid in is not held + paid out + paid back'],
    [-sums.payer === payments, 'paid in is not the sum of the payments'],
    [ACCOUNTS.every((account) => account === 'payer' || sums[account] >= 0), 'an account is below zero'],
    [sums.to_pay_back === orders.payer.open, 'what is to be paid back has no order for it'],
    [sums.to_tenant === orders.tenant.open, 'what is to go to the tenant has no order for it'],
    [sums.to_landlord === orders.landlord.open, 'what is to go to the landlord has no order for it'],
    [sums.paid_back === orders.payer.completed, 'paid back is not what the orders say'],
    [sums.tenant === orders.tenant.completed, 'paid out to the tenant is not what the orders say'],
    [sums.landlord === orders.landlord.completed, 'paid out to the landlord is not what the orders say'],
  ];
  if (deposit === null) {
    rules.push([sums.held === 0, 'money without a deposit is held']);
  } else {
    const inForce = sums.held + sums.to_tenant + sums.to_landlord + paidOut;
    const full = deposit.isInsured ? 0 : deposit.rentalDeposit;
    rules.push([inForce === deposit.paidIn, 'what counts as paid in is not what is held or paid out']);
    if (deposit.state === 'open') rules.push([sums.held === full, 'an open deposit is not held in full']);
    if (deposit.state === 'closing') {
      rules.push([sums.held + sums.to_tenant + sums.to_landlord + paidOut === full, 'a closing deposit is not whole']);
    }
    if (deposit.state === 'closed') rules.push([paidOut === full, 'a closed deposit is not paid out in full']);
    if (deposit.state === 'withdrawn') rules.push([inForce === 0, 'a withdrawn deposit is still held']);
  }
  return rules.filter(([isTrue]) => !isTrue).map(([, fault]) => fault);
}
