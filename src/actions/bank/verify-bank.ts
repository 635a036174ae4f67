import { bankFaultsOf, type BookedAtBank } from '../../domain/bank/bank-proof.ts';
import { hasDifference } from '../../domain/bank/reconciliation.ts';
import type { Sql } from '../../storage/database/database.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { START, type VerifyCursor } from '../../storage/deposits/verify.ts';
import { dividedTo, entriesWithoutPayment, readBooked, readUnknownBooked } from '../../storage/money/bank-proof.ts';
import { pages, VERIFY_PAGE, type BooksFault } from '../verify.ts';
import { reconciledParts, type ReconciledAccount } from './reconcile.ts';

export type BankVerification = {
  /** Accounts that the bank has sent statements of. */
  accounts: number;
  differing: ReconciledAccount[];
  /** Orders that a person reported as carried out; the bank has not sent its statement yet. */
  unconfirmed: number;
  /** Orders, payments and sums that do not agree with the entries of the bank. */
  faults: BooksFault[];
};

/** Further ones are not collected: the first ones are enough to act on. */
const MOST = 1_000;

/** Compares the books with the entries and the balances of the bank. Read-only. */
export async function verifyBank(
  sql: Sql,
  { operatorIban }: { operatorIban: string | null },
): Promise<BankVerification> {
  const differing: ReconciledAccount[] = [];
  let accounts = 0;
  for await (const part of reconciledParts(sql, { operatorIban })) {
    differing.push(...part.filter(hasDifference).slice(0, MOST - differing.length));
    accounts += part.length;
  }
  const divided = await dividedTo(sql);
  const faults: BooksFault[] = [];
  let unconfirmed = 0;
  const take = ({ id, booked }: VerifyCursor & { booked: Omit<BookedAtBank, 'isDivided'> }): void => {
    const ids = [id, ...booked.orders.map((one) => one.id), ...booked.payments.map((one) => one.id)];
    const found = bankFaultsOf({ ...booked, isDivided: ids.some((one) => divided.has(one)) });
    unconfirmed += found.unconfirmed;
    faults.push(
      ...found.faults.slice(0, MOST - faults.length).map((fault) => ({ depositId: id, fault: `bank: ${fault}` })),
    );
  };
  for await (const one of pages((after) => readBooked(sql, after, VERIFY_PAGE), START)) take(one);
  const unknown = (after: VerifyCursor): ReturnType<typeof readUnknownBooked> =>
    readUnknownBooked(sql, after, VERIFY_PAGE, operatorIban);
  for await (const one of pages(unknown, { ...START, organizationId: NIL_ID })) take(one);
  for (const key of await entriesWithoutPayment(sql, MOST - faults.length)) {
    faults.push({ depositId: NIL_ID, fault: `bank: entry ${key} has no payment` });
  }
  return { accounts, differing, unconfirmed, faults };
}

export function isBankRight({ differing, faults }: BankVerification): boolean {
  return differing.length === 0 && faults.length === 0;
}
