import { faultsOf } from '../domain/ledger.ts';
import type { Sql } from '../storage/database/database.ts';
import { NIL_ID } from '../storage/database/ids.ts';
import {
  checkChains,
  readBooks,
  readUnknownBooks,
  START,
  type BooksOf,
  type VerifyCursor,
} from '../storage/deposits/verify.ts';

type BooksFault = { depositId: string; fault: string };

export type Verification = {
  deposits: number;
  historyEntries: number;
  /** Entries whose personal part was masked later; the chain still covers its hash. */
  maskedEntries: number;
  paymentsWithoutDeposit: number;
  /** In Rappen: paidIn = held + paidOut + paidBack. */
  totals: { paidIn: number; held: number; paidOut: number; paidBack: number };
  faults: BooksFault[];
};

const PAGE = 500;
/** Further faults are not collected: the first ones are enough to act on. */
const MOST_FAULTS = 1_000;

/** Verifies for every deposit that the ledger balances and that its history is unchanged. Read-only. */
export async function verify(sql: Sql): Promise<Verification> {
  const report: Verification = {
    deposits: 0,
    historyEntries: 0,
    maskedEntries: 0,
    paymentsWithoutDeposit: 0,
    totals: { paidIn: 0, held: 0, paidOut: 0, paidBack: 0 },
    faults: [],
  };
  const note = (depositId: string, fault: string): void => {
    if (report.faults.length < MOST_FAULTS) report.faults.push({ depositId, fault });
  };
  const take = ({ id, books }: BooksOf): void => {
    add(report.totals, books.balances);
    for (const fault of faultsOf(books)) note(id, `ledger: ${fault}`);
  };
  for await (const books of pages((after) => readBooks(sql, after, PAGE), START)) {
    report.deposits++;
    take(books);
  }
  for await (const books of pages((after) => readUnknownBooks(sql, after, PAGE), {
    ...START,
    organizationId: NIL_ID,
  })) {
    report.paymentsWithoutDeposit++;
    take(books);
  }
  for await (const { id, entries, masked, fault } of pages((after) => checkChains(sql, after, PAGE), START)) {
    report.historyEntries += entries;
    report.maskedEntries += masked;
    if (fault !== null) note(id, fault);
  }
  return report;
}

function add(totals: Verification['totals'], balances: BooksOf['books']['balances']): void {
  totals.paidIn -= balances.payer;
  totals.held += balances.held + balances.to_pay_back + balances.to_tenant + balances.to_landlord;
  totals.paidOut += balances.tenant + balances.landlord;
  totals.paidBack += balances.paid_back;
}

async function* pages<T extends VerifyCursor>(
  read: (after: VerifyCursor) => Promise<T[]>,
  start: VerifyCursor,
): AsyncGenerator<T> {
  let after = start;
  for (;;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}
