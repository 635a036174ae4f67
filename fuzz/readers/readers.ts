import type { Random } from '../random.ts';
import type { Tally } from '../tally.ts';
import { archives } from './archives.ts';
import { bouncedMails } from './bounces.ts';
import type { Read, Reader } from './reader.ts';
import { paymentReports } from './reports.ts';
import { signedDocuments } from './signed.ts';
import { logos, tables, uploads } from './uploads.ts';

export const READERS: readonly Reader[] = [
  archives,
  paymentReports,
  bouncedMails,
  uploads,
  logos,
  tables,
  signedDocuments,
];

/** More work than this is a finding, whatever the size: all inputs are small. */
const MOST_CPU_MS = 1_000;

/** Reads one input; `only` names one reader. What is wrong is returned. */
export async function readOne(random: Random, tally: Tally, only: string | null = null): Promise<string | null> {
  const reader =
    only === null
      ? random.weighted(READERS.map((one) => [one.weight, one] as const))
      : READERS.find(({ name }) => name === only);
  if (reader === undefined) throw new Error(`There is no reader named ${String(only)}.`);
  const before = process.cpuUsage();
  const { kind, outcome, fault } = await readSafely(reader, random);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  tally.count(reader.name, kind, outcome);
  if (fault !== null) return `${reader.name} (${kind}): ${fault}`;
  return ms > MOST_CPU_MS ? `${reader.name} (${kind}): slow, ${ms.toFixed(0)} ms of work` : null;
}

async function readSafely(reader: Reader, random: Random): Promise<Read> {
  try {
    return await reader.read(random);
  } catch (error) {
    return { kind: 'any', outcome: 'thrown', fault: String(error) };
  }
}
