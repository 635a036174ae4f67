import type { Database } from '../storage/database.ts';
import { forgetOldDocumentLinks } from '../storage/documents.ts';
import { forgetRefusedCalls } from '../storage/refused-calls.ts';
import { forgetOldSignIns } from '../storage/sessions.ts';
import { forgetOldLinks } from '../storage/tenant-links.ts';

const EVERY_MS = 3_600_000;

export type Housekeeping = { tidy: () => Promise<void>; stop: () => void };

/** Removes what has been kept long enough, once an hour. */
export function startHousekeeping(database: Database, log: (error: unknown) => void): Housekeeping {
  const tidy = async (): Promise<void> => {
    await forgetRefusedCalls(database);
    await forgetOldSignIns(database);
    await forgetOldLinks(database);
    await forgetOldDocumentLinks(database);
  };
  const timer = setInterval(() => void tidy().catch(log), EVERY_MS).unref();
  return { tidy, stop: () => clearInterval(timer) };
}
