import { doClocksAgree, type ClockCheck } from '../actions/data-protection/clocks.ts';
import { removeDue } from '../actions/data-protection/remove-due.ts';
import { settleIntentions } from '../storage/audit-log.ts';
import type { Database } from '../storage/database/database.ts';
import { forgetOldDocumentLinks } from '../storage/deposits/documents.ts';
import { forgetImportErrorMails } from '../storage/open-call/refused-calls.ts';
import { forgetStatusChanges } from '../storage/status/status-cache.ts';
import { forgetOldLinks } from '../storage/deposits/tenant-links.ts';

const EVERY_MS = 3_600_000;

export type Housekeeping = { tidy: () => Promise<void>; stop: () => void };

/**
 * Removes what has been kept long enough: for the first time so long after the start, then once an hour; or, with null,
 * only when asked to, where others do it in time.
 */
export function startHousekeeping(
  database: Database,
  { firstAfterMs, ...check }: { firstAfterMs: number | null } & ClockCheck,
): Housekeeping {
  const { log } = check;
  let isStopping = false;
  const inBatches = async (forget: (database: Database) => Promise<boolean>): Promise<void> => {
    let isMore = true;
    while (isMore && !isStopping) isMore = await forget(database);
  };
  /** They remove something for good, each by the time it has: none of them has its turn while that cannot be trusted. */
  const chores: readonly [string, () => Promise<unknown>][] = [
    ['changes that were begun and never noted', () => settleIntentions(database)],
    ['times of import-error mails', () => forgetImportErrorMails(database)],
    ['links of tenants', () => inBatches(forgetOldLinks)],
    ['links to documents', () => forgetOldDocumentLinks(database)],
    ['changes of states that everybody has heard of', () => inBatches(forgetStatusChanges)],
    ['personal data', () => removeDue(database, { ...check, isStopping: () => isStopping })],
  ];
  /** One that fails leaves the others their turn. */
  const tidy = async (): Promise<void> => {
    if (!(await doClocksAgree(database, check))) return;
    for (const [what, chore] of chores) {
      if (isStopping) return;
      await chore().catch((error: unknown) => isStopping || log(error, `housekeeping failed: ${what}`));
    }
  };
  const tidyInTime = (): void =>
    void tidy().catch((error: unknown) => isStopping || log(error, 'housekeeping failed: the clock'));
  const timers =
    firstAfterMs === null
      ? []
      : [setTimeout(tidyInTime, firstAfterMs).unref(), setInterval(tidyInTime, EVERY_MS).unref()];
  return {
    tidy,
    stop: () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
