import type { Day } from '../values/calendar.ts';

/** A statement of an account, as the bank has sent it. Amounts are signed Rappen. */
export type StatementBalances = {
  id: string;
  on: Day;
  /** Restarts each year. Null: the bank gives none. */
  number: number | null;
  opening: number | null;
  closing: number;
  /** What its booked entries add up to. */
  entries: number;
  /** In milliseconds. */
  readAt: number;
};

/** What is known of an account up to the day of its last statement, signed. */
export type AccountSums = {
  books: number;
  /** Entries that wait for a person. */
  kept: number;
  /** Possible duplicates that wait for a person: they may repeat a booking that is known. */
  doubtful: readonly number[];
  /** Totals that wait for their details, each with bookings of its day that may be among its transactions. */
  totals: readonly { amount: number; known: readonly number[] }[];
};

export const STATEMENT_PROBLEMS = ['opening_differs', 'entries_differ'] as const;
type StatementProblem = (typeof STATEMENT_PROBLEMS)[number];

export type Reconciliation = {
  at: Day;
  bank: number;
  books: number;
  kept: number;
  /** Bank less books less kept. */
  difference: number;
  missingStatements: number[];
  problems: StatementProblem[];
};

/** More are not listed: the first ones are enough to ask the bank for. */
const MOST_MISSING = 100;

/** Compares the bank's balance with the books, and each statement with the one before it. Null: there is no statement. */
export function reconcile(statements: readonly StatementBalances[], sums: AccountSums): Reconciliation | null {
  const all = chronological(statements);
  const last = all.at(-1);
  if (last === undefined) return null;
  const open = last.closing - sums.books - sums.kept;
  const doubtful = doubtfulInBalance(sums, open);
  const problems = new Set(all.flatMap((statement, index) => statementProblems(statement, all[index - 1] ?? null)));
  return {
    at: last.on,
    bank: last.closing,
    books: sums.books,
    kept: sums.kept + doubtful,
    difference: open - doubtful,
    missingStatements: missingNumbers(all),
    problems: STATEMENT_PROBLEMS.filter((one) => problems.has(one)),
  };
}

export function hasDifference({ difference, missingStatements, problems }: Reconciliation): boolean {
  return difference !== 0 || missingStatements.length > 0 || problems.length > 0;
}

function statementProblems(statement: StatementBalances, before: StatementBalances | null): StatementProblem[] {
  const { opening, entries, closing } = statement;
  if (opening === null) return [];
  const problems: StatementProblem[] = [];
  if (before !== null && before.closing !== opening) problems.push('opening_differs');
  if (opening + entries !== closing) problems.push('entries_differ');
  return problems;
}

/** Oldest first. Of a statement that the bank has sent again, the last one counts. */
function chronological(statements: readonly StatementBalances[]): StatementBalances[] {
  const current = new Map<string, StatementBalances>();
  for (const one of statements.toSorted((a, b) => a.readAt - b.readAt)) {
    current.set(one.number === null ? `${one.on} ${one.id}` : `${yearOf(one)} ${one.number}`, one);
  }
  return [...current.values()].toSorted(
    (a, b) => compare(a.on, b.on) || (a.number ?? 0) - (b.number ?? 0) || compare(a.id, b.id),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function yearOf({ on }: StatementBalances): string {
  return on.slice(0, 4);
}

/** Numbers restart each year; the first year may begin with any number. Some banks go on counting. */
function missingNumbers(statements: readonly StatementBalances[]): number[] {
  const years = Map.groupBy(statements, yearOf);
  const missing: number[] = [];
  let last: number | null = null;
  for (const year of years.values()) {
    const numbers = year.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other);
    const [first] = numbers;
    if (first === undefined) continue;
    let next: number = last === null || first === last + 1 ? first : 1;
    for (const number of numbers) {
      for (; next < number && missing.length < MOST_MISSING; next++) missing.push(next);
      next = number + 1;
    }
    last = next - 1;
  }
  return missing;
}

/** Sums that are tried at most; amounts of real accounts stay far below. */
const MOST_SUMS = 4_096;

/**
 * Which of the doubtful entries and totals are money of their own: the bank's balance has them. Of a total it may have
 * a part, where some of its transactions are booked. Where no choice explains the balance, all count, and a difference
 * remains.
 */
function doubtfulInBalance({ doubtful, totals }: AccountSums, open: number): number {
  const entries = [...doubtful, ...totals.map(({ amount }) => amount)];
  const all = entries.reduce((sum, amount) => sum + amount, 0);
  const whole = entries.map((amount) => [0, amount]);
  const inPart = totals.map(({ amount, known }) => [0, ...partsOf(amount, known)]);
  const isExplained = isSum(open, whole) || isSum(open, [...doubtful.map((amount) => [0, amount]), ...inPart]);
  return isExplained ? open : all;
}

/** What is left of a total without known bookings of it, not beyond zero. */
function partsOf(amount: number, known: readonly number[]): number[] {
  const parts = [...sumsOf(known.map((one) => [0, one]))].map((sum) => amount - sum);
  return parts.filter((part) => part !== 0 && Math.sign(part) === Math.sign(amount));
}

function isSum(wanted: number, choices: readonly (readonly number[])[]): boolean {
  return sumsOf(choices, wanted).has(wanted);
}

/** All sums with one of each choices, as far as they are tried; not beyond the one that is wanted. */
function sumsOf(choices: readonly (readonly number[])[], wanted: number | null = null): Set<number> {
  let sums = new Set([0]);
  for (const each of choices) {
    if ((wanted !== null && sums.has(wanted)) || sums.size > MOST_SUMS) break;
    const before = sums;
    sums = new Set(before);
    for (const one of each) {
      for (const sum of before) sums.add(sum + one);
      if (sums.size > MOST_SUMS) break;
    }
  }
  return sums;
}
