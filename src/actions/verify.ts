import { faultsOf } from '../domain/ledger.ts';
import type { Sql } from '../storage/database/database.ts';
import { NIL_ID } from '../storage/database/ids.ts';
import { findMoveFaults, findTwice, listMoved } from '../storage/mandates/verify.ts';
import {
  checkChains,
  readBooks,
  readUnknownBooks,
  START,
  type BooksOf,
  type VerifyCursor,
} from '../storage/deposits/verify.ts';

export type BooksFault = { depositId: string; fault: string };

export type Verification = {
  deposits: number;
  historyEntries: number;
  /** Entries whose personal part was masked later; the chain still covers its hash. */
  maskedEntries: number;
  paymentsWithoutDeposit: number;
  totals: VerifiedTotals;
  faults: BooksFault[];
};

/** In Rappen: paidIn + interest = held + paidOut + paidBack + charges + withholdingTax. */
type VerifiedTotals = {
  paidIn: number;
  interest: number;
  held: number;
  paidOut: number;
  paidBack: number;
  charges: number;
  withholdingTax: number;
};

/** Deposits that are read at once. */
export const VERIFY_PAGE = 500;
/** Further faults are not collected: the first ones are enough to act on. */
const MOST_FAULTS = 1_000;

/** Verifies for every deposit that the ledger balances and that its history is unchanged. Read-only. */
export async function verify(sql: Sql): Promise<Verification> {
  const report: Verification = {
    deposits: 0,
    historyEntries: 0,
    maskedEntries: 0,
    paymentsWithoutDeposit: 0,
    totals: { paidIn: 0, interest: 0, held: 0, paidOut: 0, paidBack: 0, charges: 0, withholdingTax: 0 },
    faults: [],
  };
  const note = (depositId: string, fault: string): void => {
    if (report.faults.length < MOST_FAULTS) report.faults.push({ depositId, fault });
  };
  const take = ({ id, books }: BooksOf): void => {
    add(report.totals, books.balances);
    for (const fault of faultsOf(books)) note(id, `ledger: ${fault}`);
  };
  for await (const books of pages((after) => readBooks(sql, after, VERIFY_PAGE), START)) {
    report.deposits++;
    take(books);
  }
  for await (const books of pages((after) => readUnknownBooks(sql, after, VERIFY_PAGE), {
    ...START,
    organizationId: NIL_ID,
  })) {
    report.paymentsWithoutDeposit++;
    take(books);
  }
  await verifyHomes(sql, note);
  for await (const { id, entries, masked, fault } of pages((after) => checkChains(sql, after, VERIFY_PAGE), START)) {
    report.historyEntries += entries;
    report.maskedEntries += masked;
    if (fault !== null) note(id, fault);
  }
  return report;
}

/** Mandates: each deposit is in one organization, with all its rows, and nothing was lost or doubled on the way. */
async function verifyHomes(sql: Sql, note: (depositId: string, fault: string) => void): Promise<void> {
  let after = NIL_ID;
  for (;;) {
    const moved = await listMoved(sql, after, VERIFY_PAGE);
    for (const { depositId, fault } of [...(await findTwice(sql, moved)), ...(await findMoveFaults(sql, moved))]) {
      note(depositId, fault);
    }
    const last = moved.at(-1);
    if (last === undefined || moved.length < VERIFY_PAGE) return;
    after = last;
  }
}

/** Money that was assigned to a deposit is counted there, and no longer where it arrived. */
function add(totals: VerifiedTotals, balances: BooksOf['books']['balances']): void {
  totals.paidIn -= balances.payer + balances.deposit;
  totals.interest -= balances.interest;
  totals.held += balances.held + balances.to_pay_back + balances.to_tenant + balances.to_landlord + balances.to_deposit;
  totals.paidOut += balances.tenant + balances.landlord;
  totals.paidBack += balances.paid_back;
  totals.charges += balances.charges;
  totals.withholdingTax += balances.withholding_tax;
}

/** All pages, one after the other. */
export async function* pages<T extends VerifyCursor>(
  read: (after: VerifyCursor) => Promise<T[]>,
  start: VerifyCursor,
): AsyncGenerator<T> {
  let after = start;
  for (;;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < VERIFY_PAGE) return;
    after = last;
  }
}
