import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { condense } from './condense.ts';

/** Results are kept next to the programs; plots and documents are made from them. */
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

/** Writes results/<name>.json, with machine and time. */
export function keep(name: string, result: object): void {
  mkdirSync(FOLDER, { recursive: true });
  const whole = { machine: machine(), at: new Date().toISOString(), ...result };
  writeFileSync(join(FOLDER, `${name}.json`), condense(whole));
}

/** Null if it was never measured. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}
