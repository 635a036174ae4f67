import type { CallCosts } from './calls.ts';
import type { Figures } from './measure.ts';
import { SUBJECTS } from './subjects.ts';

/** The results at one size. */
export type Size = {
  deposits: number;
  fillSeconds: number;
  bytes: number;
  tables: Record<string, number>;
  subjects: Record<string, Figures>;
  calls: CallCosts | null;
};

/** Index trees grow by whole levels, so this much above the logarithm is allowed. */
export const TOLERANCE = 1.25;

/**
 * Pages that a search or a count may touch at any size. A search sorts up to 5,000 matches and scans the order beyond; a
 * count stops at 10,000.
 */
export const BOUND = 15_000;

/** The allowed cost at a size, relative to the first size. */
export function allowed(first: number, size: number): number {
  return (Math.log(size) / Math.log(first)) * TOLERANCE;
}

export function report(results: readonly Size[]): void {
  const [first, last] = [results[0], results.at(-1)];
  if (first === undefined || last === undefined) return;
  const most = allowed(first.deposits, last.deposits);
  console.log(
    `\nPages of 8 KiB that one of each touches. The logarithm, and a quarter more, allows ${most.toFixed(2)} times as many.`,
  );
  console.log(
    row(
      '',
      results.map(({ deposits }) => String(deposits)),
      'ratio',
    ),
  );
  for (const { title, grows } of SUBJECTS.filter(({ title: one }) => one in last.subjects)) {
    const pages = results.map(({ subjects }) => subjects[title]?.pages ?? Number.NaN);
    const isBounded = grows === 'matches' && Math.max(...pages) <= BOUND;
    const verdict = ratio(pages) <= most ? '' : isBounded ? '  with what it finds, bounded' : '  GROWS FASTER';
    console.log(`${row(title, pages.map(String), ratio(pages).toFixed(2))}${verdict}`);
  }
  if (last.calls === null) return;
  console.log('\nMilliseconds');
  for (const { title } of SUBJECTS.filter(({ title: one }) => one in last.subjects)) {
    const ms = results.map(({ subjects }) => subjects[title]?.ms ?? Number.NaN);
    console.log(
      row(
        title,
        ms.map((one) => one.toFixed(2)),
        ratio(ms).toFixed(2),
      ),
    );
  }
  console.log('\nOver HTTP');
  for (const [title, name] of CALLS) {
    const figures = results.map(({ calls }) => calls?.[name] ?? Number.NaN);
    const digits = title.endsWith('ms') ? 2 : 0;
    console.log(
      row(
        title,
        figures.map((one) => one.toFixed(digits)),
        ratio(figures).toFixed(2),
      ),
    );
  }
}

const CALLS: readonly [string, keyof CallCosts][] = [
  ['open, 64 callers, calls/s', 'openPerSecond'],
  ['open, one caller, ms', 'openAlone'],
  ['status, 64 callers, calls/s', 'statusPerSecond'],
  ['status, one caller, ms', 'statusAlone'],
];

/** Of the last to the first. */
function ratio(figures: readonly number[]): number {
  return (figures.at(-1) ?? Number.NaN) / (figures[0] ?? Number.NaN);
}

function row(title: string, cells: readonly string[], end: string): string {
  return [title.padEnd(50), ...[...cells, end].map((cell) => cell.padStart(10))].join('');
}
