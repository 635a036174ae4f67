import type { Load } from './load.ts';

/** Name, result and target. */
export type Ratio = [title: string, value: number, kind: 'at least' | 'below', aim: number];

type Figures = Pick<Load, 'perSecond' | 'median' | 'p99'>;

const WIDTH = 44;

export function show(title: string, { perSecond, median, p99 }: Figures, callers?: number): void {
  const times = Number.isNaN(median)
    ? ''
    : `   median ${median.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`;
  const by = callers === undefined || times === '' ? '' : `   ${callers} callers`;
  console.log(`  ${title.padEnd(WIDTH)}${perSecond.toFixed(0).padStart(7)} /s${times}${by}`);
}

export function showRatio([title, value, kind, aim]: Ratio): void {
  console.log(
    `  ${title.padEnd(WIDTH)}${value.toFixed(2).padStart(7)}      aim: ${kind} ${aim}, ${verdictOn([title, value, kind, aim])}`,
  );
}

export function verdictOn([, value, kind, aim]: Ratio): 'reached' | 'MISSED' | 'not measured' {
  if (!Number.isFinite(value)) return 'not measured';
  return (kind === 'at least' ? value >= aim : value < aim) ? 'reached' : 'MISSED';
}

export function middle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The median of each figure, and its values. */
export type Middle = Figures & { rounds: Load[] };

export function middleOf(rounds: Load[]): Middle {
  const of = (figure: keyof Figures): number => middle(rounds.map((load) => load[figure]));
  return { perSecond: of('perSecond'), median: of('median'), p99: of('p99'), rounds };
}
