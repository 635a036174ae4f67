import { doClocksAgree, type ClockCheck } from '../actions/data-protection/clocks.ts';
import { removeDue } from '../actions/data-protection/remove-due.ts';
import { settleIntentions } from '../storage/audit-log.ts';
import { deleteOldBackups } from '../storage/backup/records.ts';
import type { Database } from '../storage/database/database.ts';
import { forgetOldDocumentLinks } from '../storage/deposits/documents.ts';
import { forgetImportErrorMails } from '../storage/open-call/refused-calls.ts';
import { deleteOldStatusChanges } from '../storage/status/status-cache.ts';
import { forgetOldLinks } from '../storage/deposits/tenant-links.ts';
import { startLoop } from './loop.ts';
import { clearMovedAway } from '../storage/cells/clear.ts';

const EVERY_MS = 3_600_000;

export type Housekeeping = { cleanUp: () => Promise<void>; stop: () => Promise<void> };

/**
 * Removes data whose retention period is over: `firstAfterMs` after the start, then once an hour. With null, only when
 * `cleanUp` is called: other processes do it regularly.
 */
export function startHousekeeping(
  database: Database,
  { firstAfterMs, ...check }: { firstAfterMs: number | null } & ClockCheck,
): Housekeeping {
  const { log } = check;
  let isStopping = false;
  const inBatches = async (removeBatch: (database: Database) => Promise<boolean>): Promise<void> => {
    let isMore = true;
    while (isMore && !isStopping) isMore = await removeBatch(database);
  };
  const chores: readonly [string, () => Promise<unknown>][] = [
    ['unfinished entries of the audit log', () => settleIntentions(database)],
    ['times of import-error mails', () => forgetImportErrorMails(database)],
    ['expired tenant links', () => inBatches(forgetOldLinks)],
    ['expired document links', () => forgetOldDocumentLinks(database)],
    ['records of old backups', () => deleteOldBackups(database)],
    ['status changes that every process has seen', () => inBatches(deleteOldStatusChanges)],
    ['organizations that have moved away', () => clearMovedAway(database, () => isStopping)],
    ['personal data', () => removeDue(database, { ...check, isStopping: () => isStopping })],
  ];
  /** All of them remove data for good, by its age, so none runs while the clock cannot be trusted. */
  const cleanUp = async (): Promise<void> => {
    if (!(await doClocksAgree(database, check))) return;
    for (const [what, chore] of chores) {
      if (isStopping) return;
      await chore().catch((error: unknown) => isStopping || log(error, `housekeeping failed: ${what}`));
    }
  };
  const onError = (error: unknown): void => log(error, 'housekeeping failed: the clock');
  const loop = firstAfterMs === null ? null : startLoop({ everyMs: EVERY_MS, firstAfterMs, round: cleanUp, onError });
  return {
    cleanUp,
    stop: async () => {
      isStopping = true;
      await loop?.stop();
    },
  };
}
