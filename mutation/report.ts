import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isKilled } from './judged.ts';
import type { Outcome } from './messages.ts';
import type { Mutant } from './mutants.ts';

type Count = { mutants: number; killed: number; endless: number; survived: number; uncovered: number; rate: number };
export type Report = {
  all: Count;
  folders: Record<string, Count>;
  files: Record<string, Count>;
  operators: Record<string, Count>;
  /** Survivors as `line operator: from → to`, by file; those that nobody has judged are marked. */
  survivors: Record<string, string[]>;
  unjudged: number;
};

export function reportOf(outcomes: readonly Outcome[], judgement: (mutant: Mutant) => string | null): Report {
  const by = (key: (outcome: Outcome) => string): Record<string, Count> =>
    Object.fromEntries(
      [...Map.groupBy(outcomes, key)]
        .map(([name, some]) => [name, count(some)] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  const survivors = outcomes.filter((one) => !isKilled(one));
  return {
    all: count(outcomes),
    folders: by(({ file }) => dirname(file)),
    files: by(({ file }) => file),
    operators: by(({ operator }) => operator),
    survivors: Object.fromEntries(
      [...Map.groupBy(survivors, ({ file }) => file)].map(([file, some]) => [
        file,
        some.map((one) => `${judgement(one) === null ? '? ' : ''}${inWords(one)}`),
      ]),
    ),
    unjudged: survivors.filter((one) => judgement(one) === null).length,
  };
}

const LONGEST = 60;

function inWords({ line, operator, from, to, fate }: Outcome): string {
  const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return `${line} ${operator}: ${short(from)} → ${short(to) || 'nothing'}${fate === 'uncovered' ? ' (uncovered)' : ''}`;
}

function count(outcomes: readonly Outcome[]): Count {
  const of = (fate: Outcome['fate']): number => outcomes.filter((one) => one.fate === fate).length;
  const killed = outcomes.filter(isKilled).length;
  const rate = outcomes.length === 0 ? 1 : killed / outcomes.length;
  return {
    mutants: outcomes.length,
    killed,
    endless: of('endless'),
    survived: of('survived'),
    uncovered: of('uncovered'),
    rate,
  };
}

export const percent = (rate: number): string => `${(Math.floor(rate * 1000) / 10).toFixed(1)} %`;

/** The table of the page, between its two marks. */
export function updatePage(file: string, report: Report): void {
  const row = (name: string, one: Count): string =>
    `| ${name} | ${one.mutants} | ${one.killed} | ${one.mutants - one.killed} | ${percent(one.rate)} |`;
  const table = [
    '| Folder | Mutants | Killed | Survived | Rate |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(report.folders).map(([folder, one]) => row(`\`${folder}\``, one)),
    row('all', report.all),
  ].join('\n');
  const page = readFileSync(file, 'utf8');
  const updated = page.replace(/(<!-- results -->\n)[^]*?(<!-- \/results -->)/, `$1\n${table}\n\n$2`);
  writeFileSync(file, updated);
}
