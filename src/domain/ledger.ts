import type { Issuer } from './operator.ts';
import type { Day } from './values/calendar.ts';
import type { Rappen } from './values/money.ts';
import type { PostalAddress } from './values/postal-address.ts';

/**
 * The accounts of a deposit's ledger. Money comes from the payer or as interest, and every posting moves an amount from
 * one account to another (double entry). `to_deposit` and `deposit` are money without a deposit that was assigned to one.
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
  'interest',
  'charges',
  'withholding_tax',
  'to_deposit',
  'deposit',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export type Posting = {
  at: Date;
  /** The bank's booking day; null: nothing moved at the bank. */
  bookedOn: Day | null;
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
  /** Kept until the payout: more than the deposit, and too little to be paid back. */
  surplus: Rappen;
  payerIban: string | null;
  payerName: string | null;
  payerAddress: PostalAddress | null;
  /** Whether its reference named the deposit, or only the account it arrived on. */
  matchedBy: 'reference' | 'account';
  bookedOn: Day | null;
  valueOn: Day | null;
  bankReference: string | null;
  /** The entry of the bank's statement. */
  entryKey: string | null;
  /** The account it arrived on. */
  accountIban: string | null;
  /** The bank has taken it back. */
  reversedAt: Date | null;
};

export type IncomingPayment = Omit<Payment, 'counted' | 'surplus' | 'reversedAt'>;

export const ORDER_CAUSES = [
  'closing',
  'supplement',
  'change',
  'change_cancelled',
  'withdrawal',
  'insurance_chosen',
  'surplus',
  'late',
  'unknown_reference',
  'assigned',
] as const;
export type OrderCause = (typeof ORDER_CAUSES)[number];

/**
 * A payment order: to the tenant and the landlord at the end, back to the payer, or from the operator's own account to
 * that of a deposit.
 */
export type Order = {
  id: string;
  kind: 'payout' | 'payback' | 'transfer';
  cause: OrderCause;
  payee: 'tenant' | 'landlord' | 'payer' | 'deposit';
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
  /** How often it was sent, this time included: each time has an end-to-end id of its own. */
  attempt: number;
  /** Why the bank returned the money; null once it can go out again. */
  returnReason: string | null;
  /** Nothing is left to pay. Such an order is listed nowhere. */
  cancelledAt: Date | null;
  /** The holder of the account; null: the main tenant, the organization or the payer. */
  holderName: string | null;
  bic: string | null;
  /** The payee's address; null: the one that is known of the payee. */
  address: PostalAddress | null;
  needsRelease: boolean;
  releasedAt: Date | null;
  /** As in the audit log. */
  releasedBy: string | null;
  releaseReason: string | null;
  /** The operators who created it or gave its account, and cannot release it. */
  changedBy: readonly Issuer[];
  /** Paid from this account; null: the deposit's. */
  fromIban: string | null;
};

/** The members of a new order that are set later, if ever. */
export const NEW_ORDER = {
  completedAt: null,
  runId: null,
  rejection: null,
  attempt: 1,
  returnReason: null,
  cancelledAt: null,
  holderName: null,
  bic: null,
  address: null,
  needsRelease: false,
  releasedAt: null,
  releasedBy: null,
  releaseReason: null,
  changedBy: [],
  fromIban: null,
} as const satisfies Partial<Order>;

const OWED: Record<Order['payee'], Account> = {
  payer: 'to_pay_back',
  tenant: 'to_tenant',
  landlord: 'to_landlord',
  deposit: 'to_deposit',
};
const PAID: Record<Order['payee'], Account> = {
  payer: 'paid_back',
  tenant: 'tenant',
  landlord: 'landlord',
  deposit: 'deposit',
};

/** An order reserves its amount, from the money held or directly from the payment. */
export function setAside(order: Order, from: 'payer' | 'held'): Posting {
  const { orderedAt: at, amount, payee, paymentId, id: orderId } = order;
  return { at, bookedOn: null, amount, from, to: OWED[payee], paymentId, orderId };
}

/** When the bank booked something: the moment, and the day it gives. */
export type BankTime = { at: Date; bookedOn: Day | null };

/** The bank has carried an order out. */
export function carriedOut({ id, amount, payee, paymentId }: Order, { at, bookedOn }: BankTime): Posting {
  return { at, bookedOn, amount, from: OWED[payee], to: PAID[payee], paymentId, orderId: id };
}

/** The money of an order has come back. It is owed again. */
export function cameBack({ id, amount, payee, paymentId }: Order, { at, bookedOn }: BankTime): Posting {
  return { at, bookedOn, amount, from: PAID[payee], to: OWED[payee], paymentId, orderId: id };
}

/** Part of an order, or all of it, is no longer to be paid. */
export function notOwed({ id, payee, paymentId }: Order, amount: Rappen, to: 'payer' | 'held', at: Date): Posting {
  return { at, bookedOn: null, amount, from: OWED[payee], to, paymentId, orderId: id };
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
  /** The sum of the payments that the bank has not taken back. */
  payments: number;
  /** The sums of the orders by payee. */
  orders: Record<Order['payee'], { open: number; completed: number }>;
  /** Null: money that belongs to no deposit. */
  deposit: DepositBooks | null;
};

type DepositBooks = {
  state: string;
  rentalDeposit: number;
  paidIn: number;
  surplus: number;
  interest: number;
  charges: number;
  withholdingTax: number;
  /** What changes have paid back to the tenant, and no longer counts as paid in. */
  released: number;
  isInsured: boolean;
  /** The bank has taken a payment back. */
  hasReversal: boolean;
};

/** Money came in through these accounts, or left by them. */
const MAY_BE_NEGATIVE: readonly Account[] = ['payer', 'interest', 'held'];

/** The violated invariants; empty in a correct ledger. What came in is held or has gone out, and orders match their part. */
export function faultsOf({ balances: sums, payments, orders, deposit }: Books): string[] {
  const rules: [boolean, string][] = [
    [
      ACCOUNTS.reduce((sum, account) => sum + sums[account], 0) === 0,
      'what came in is not what is held or has gone out',
    ],
    [-sums.payer === payments, 'paid in is not the sum of the payments'],
    [ACCOUNTS.every((account) => MAY_BE_NEGATIVE.includes(account) || sums[account] >= 0), 'an account is below zero'],
    [sums.to_pay_back === orders.payer.open, 'what is to be paid back has no order for it'],
    [sums.to_tenant === orders.tenant.open, 'what is to go to the tenant has no order for it'],
    [sums.to_landlord === orders.landlord.open, 'what is to go to the landlord has no order for it'],
    [sums.to_deposit === orders.deposit.open, 'what is to go to a deposit has no order for it'],
    [sums.paid_back === orders.payer.completed, 'paid back is not what the orders say'],
    [sums.tenant === orders.tenant.completed, 'paid out to the tenant is not what the orders say'],
    [sums.landlord === orders.landlord.completed, 'paid out to the landlord is not what the orders say'],
  ];
  if (deposit === null) rules.push([sums.held === 0, 'money without a deposit is held']);
  else rules.push(...rulesOfDeposit(sums, deposit));
  return rules.filter(([isTrue]) => !isTrue).map(([, fault]) => fault);
}

function rulesOfDeposit(sums: Balances, deposit: DepositBooks): [boolean, string][] {
  const { state, paidIn, surplus, interest, charges, withholdingTax, released, rentalDeposit, hasReversal } = deposit;
  const inForce = sums.held + sums.to_tenant + sums.to_landlord + sums.tenant + sums.landlord;
  const full = deposit.isInsured ? 0 : rentalDeposit;
  const isWhole = paidIn === full || (hasReversal && paidIn < full);
  const rules: [boolean, string][] = [
    [-sums.interest === interest, 'interest is not what the bank has credited'],
    [sums.charges === charges, 'charges are not what the bank has charged'],
    [sums.withholding_tax === withholdingTax, 'withholding tax is not what the bank has deducted'],
    [
      inForce === paidIn + surplus + released + interest - charges - withholdingTax,
      'what counts as paid in is not what is held or paid out',
    ],
  ];
  if (state === 'open') rules.push([isWhole, 'an open deposit is not held in full']);
  if (state === 'closing') rules.push([isWhole, 'a closing deposit is not whole']);
  if (state === 'closed') {
    rules.push([isWhole, 'a closed deposit was not whole']);
    rules.push([sums.held <= 0, 'a closed deposit is not paid out in full']);
  }
  if (state === 'withdrawn') rules.push([paidIn + surplus === 0, 'a withdrawn deposit is still held']);
  return rules;
}
