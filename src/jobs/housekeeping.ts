import { removeDue } from '../actions/data-protection/remove-due.ts';
import type { Database } from '../storage/database.ts';
import { forgetOldDocumentLinks } from '../storage/documents.ts';
import { forgetImportErrorMails } from '../storage/refused-calls.ts';
import { forgetOldLinks } from '../storage/tenant-links.ts';

const EVERY_MS = 3_600_000;
/** A process that is started again more often than that tidies all the same. */
const FIRST_AFTER_MS = 60_000;

export type Housekeeping = { tidy: () => Promise<void>; stop: () => void };

/** Removes what has been kept long enough, once an hour; or only when asked to, where others do it in time. */
export function startHousekeeping(
  database: Database,
  { isTimed, log }: { isTimed: boolean; log: (error: unknown) => void },
): Housekeeping {
  let isStopping = false;
  const tidy = async (): Promise<void> => {
    await forgetImportErrorMails(database);
    await forgetOldLinks(database);
    await forgetOldDocumentLinks(database);
    await removeDue(database, { isStopping: () => isStopping });
  };
  const tidyInTime = (): void => void tidy().catch((error: unknown) => isStopping || log(error));
  const timers = isTimed
    ? [setTimeout(tidyInTime, FIRST_AFTER_MS).unref(), setInterval(tidyInTime, EVERY_MS).unref()]
    : [];
  return {
    tidy,
    stop: () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
