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
  { isTimed, isTest, log }: { isTimed: boolean; isTest: boolean; log: (error: unknown, what: string) => void },
): Housekeeping {
  let isStopping = false;
  const forgetLinks = async (): Promise<void> => {
    let isMore = true;
    while (isMore && !isStopping) isMore = await forgetOldLinks(database);
  };
  const chores: readonly [string, () => Promise<void>][] = [
    ['times of import-error mails', () => forgetImportErrorMails(database)],
    ['links of tenants', forgetLinks],
    ['links to documents', () => forgetOldDocumentLinks(database)],
    ['personal data', () => removeDue(database, { isTest, log, isStopping: () => isStopping })],
  ];
  /** One that fails leaves the others their turn. */
  const tidy = async (): Promise<void> => {
    for (const [what, chore] of chores) {
      if (isStopping) return;
      await chore().catch((error: unknown) => isStopping || log(error, `housekeeping failed: ${what}`));
    }
  };
  const tidyInTime = (): void => void tidy();
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
