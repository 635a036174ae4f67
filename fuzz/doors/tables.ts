import type { Random } from '../random.ts';
import { anything, asText, MARKUP_CANARY } from '../values.ts';
import { cut, damaged, type SentFile } from './files.ts';
import { goodMember, runningRow } from './good-values.ts';
import type { Pool } from './pool.ts';

/** Deposits that are in force elsewhere, as CSV or one JSON object per line. */
export function runningFile(random: Random): SentFile {
  const rows = Array.from({ length: random.between(1, 6) }, () => runningRow(random));
  const odd = rows.map((row) =>
    random.chance(0.3) ? { ...row, [random.pick(Object.keys(row))]: anything(random) } : row,
  );
  return tableFile(random, odd);
}

/** Answers of a provider. */
export function answersFile(random: Random, pool: Pool): SentFile {
  const row = (): Record<string, unknown> => ({
    application: pool.pick(random, 'applications/:id') ?? 'x',
    answer: random.pick(['account', 'cover', 'ended', 'paid', 'done', 'refused', 'acknowledge', MARKUP_CANARY]),
    iban: random.chance(0.5) ? goodMember(random, 'iban', pool) : '',
    policyNumber: random.chance(0.5) ? 'POL-1' : '',
    amount: random.chance(0.3) ? random.pick(['100.50', "1'000", '1e3', '-1']) : '',
    code: random.chance(0.3) ? 'other' : '',
    reason: random.chance(0.3) ? random.pick(['=cmd|x!A0', 'no', MARKUP_CANARY]) : '',
  });
  return tableFile(random, Array.from({ length: random.between(1, 6) }, row), 'csv');
}

type Row = Record<string, unknown>;

function tableFile(random: Random, rows: readonly Row[], only: 'csv' | null = null): SentFile {
  const isCsv = only === 'csv' || random.chance(0.6);
  const text = isCsv
    ? asCsv(random, rows)
    : rows.map((row) => JSON.stringify(row)).join(random.pick(['\n', '\r\n', '\n\n']));
  const file = (kind: string, content: Buffer): SentFile => ({
    kind,
    name: isCsv ? 'x.csv' : 'x.jsonl',
    type: 'text/csv',
    content,
  });
  return random.weighted<() => SentFile>([
    [8, () => file('table', Buffer.from(text))],
    [1, () => file('table with a mark', Buffer.from(`\ufeff${text}`))],
    [1, () => file('table in another encoding', Buffer.from(text, random.pick(['latin1', 'utf16le'])))],
    [1, () => file('table cut short', cut(random, Buffer.from(text)))],
    [1, () => file('table damaged', damaged(random, Buffer.from(text)))],
    [1, () => file('table of many rows', Buffer.from(`${text}\n${'a,b\n'.repeat(1_200)}`))],
    [1, () => file('table of one long line', Buffer.from(text.replaceAll('\n', ' ').padEnd(100_000, '"')))],
  ])();
}

function asCsv(random: Random, rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = random.chance(0.9)
    ? columns
    : [...columns, random.pick(['unbekannt', columns[0] ?? '', '', MARKUP_CANARY])];
  const separator = random.pick([',', ';', '\t']);
  const cell = (value: unknown): string => {
    const text = asText(value ?? '');
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => head.map((name) => cell(row[name])).join(separator));
  return [head.map(cell).join(separator), ...lines].join(random.pick(['\n', '\r\n']));
}
