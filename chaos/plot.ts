import { FAULT_KINDS, type FaultKind } from './plan.ts';
import type { Report } from './report.ts';

const WIDTH = 900;
const LEFT = 190;
const RIGHT = 24;
const TOP = 74;
const ROW = 24;
const TICKS_MS = [10, 100, 1_000, 10_000, 60_000];
const [LEAST_MS, MOST_MS] = [5, 90_000];

const COLOURS = { calls: '#1f5fa8', work: '#c2571a' };

/** Time from the end of each fault until calls are acknowledged and work is done: one dot each, on a logarithmic scale. */
export function plotRecovery({ seed, rounds, recoveries }: Report): string {
  const kinds = FAULT_KINDS.filter((kind) => recoveries.some((one) => one.kind === kind));
  const height = TOP + kinds.length * ROW + 40;
  const bottom = TOP + kinds.length * ROW;
  const marks = TICKS_MS.map((ms) => {
    const x = place(ms);
    const label = ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
    return `<line x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${bottom}" stroke="#d9dde2"/><text x="${x}" y="${bottom + 18}" text-anchor="middle">${label}</text>`;
  });
  const rows = kinds.map((kind, n) => rowOf(kind, TOP + n * ROW + ROW / 2, recoveries));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="13" fill="#22272e" role="img">`,
    `<title>Time from the end of a fault until the service works again</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="bold">From the end of a fault until the service works again</text>`,
    `<text x="16" y="47" fill="#57606a">${rounds} rounds, seed ${seed}; one dot for each fault, a line at the middle</text>`,
    legend('calls', 620, 'a call is acknowledged'),
    legend('work', 620, 'a mail or callback arrives', 20),
    ...marks,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function legend(which: keyof typeof COLOURS, x: number, words: string, below = 0): string {
  return `<circle cx="${x}" cy="${22 + below}" r="4" fill="${COLOURS[which]}"/><text x="${x + 10}" y="${26 + below}">${words}</text>`;
}

function rowOf(kind: FaultKind, y: number, recoveries: Report['recoveries']): string {
  const of = recoveries.filter((one) => one.kind === kind);
  const dots = (['calls', 'work'] as const).flatMap((which) => {
    const times = of.flatMap((one) => one[which] ?? []).toSorted((one, other) => one - other);
    const at = which === 'calls' ? y - 5 : y + 5;
    const middle = times[Math.floor(times.length / 2)];
    const line =
      middle === undefined
        ? []
        : [
            `<line x1="${place(middle)}" y1="${at - 5}" x2="${place(middle)}" y2="${at + 5}" stroke="${COLOURS[which]}" stroke-width="2.5"/>`,
          ];
    return [
      ...times.map((ms) => `<circle cx="${place(ms)}" cy="${at}" r="3" fill="${COLOURS[which]}" fill-opacity="0.45"/>`),
      ...line,
    ];
  });
  const name = `<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end">${kind.replaceAll('_', ' ')}</text>`;
  return [name, ...dots].join('');
}

function place(ms: number): number {
  const part = Math.log(Math.min(Math.max(ms, LEAST_MS), MOST_MS) / LEAST_MS) / Math.log(MOST_MS / LEAST_MS);
  return Math.round((LEFT + part * (WIDTH - LEFT - RIGHT)) * 10) / 10;
}
