import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What we know of a tenancy that was sent. */
export type Sent = {
  /** Of the payload: whether it was corrected since. */
  fingerprint: string;
  /** `x-depono-code` and `x-depono-next` of the answer. */
  code: string;
  next: string;
  tries: number;
  /** Not before this, in milliseconds. Null: not again as it is. */
  againAt: number | null;
};

/** What the adapter must not forget. A real adapter has tables for it in its database. */
export type Memory = {
  sent: Record<string, Sent>;
  statusReadAt: Record<string, number>;
  /** By deposit: the highest number of an event, and the state it told of. */
  deposits: Record<string, { contractId: string; sequence: number; state: string }>;
  /** Events that were processed, by deposit and number: each of them once. */
  processed: Record<string, true>;
  /** The number of the last event that was read from the list. */
  lastEvent: number;
};

const NOTHING: Memory = { sent: {}, statusReadAt: {}, deposits: {}, processed: {}, lastEvent: 0 };

export function openMemory(file: string): { memory: Memory; save: () => void } {
  const memory = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Memory) : structuredClone(NOTHING);
  return {
    memory,
    save: () => {
      writeFileSync(`${file}.new`, JSON.stringify(memory, null, 2));
      renameSync(`${file}.new`, file);
    },
  };
}
