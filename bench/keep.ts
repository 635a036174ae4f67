import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { condense } from './condense.ts';

/** Raw results are kept beside the programs that made them: plots and documents are made from these files. */
const FOLDER = join(import.meta.dirname, 'results');

export type Machine = { cores: number; processor: string; memoryGiB: number; node: string; platform: string };

export function machine(): Machine {
  const all = cpus();
  return {
    cores: all.length,
    processor: all[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Under `name`, with the machine and the time. */
export function keep(name: string, result: object): void {
  mkdirSync(FOLDER, { recursive: true });
  const whole = { machine: machine(), at: new Date().toISOString(), ...result };
  writeFileSync(join(FOLDER, `${name}.json`), condense(whole));
}

/** As it was kept; null: it was never measured. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}
