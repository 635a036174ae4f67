import { serviceNow } from '../../storage/database/clock.ts';
import { isId } from '../../storage/database/ids.ts';
import { lockImport } from '../../storage/running/imports.ts';
import { changedSince, lockTakenOver, markUndone, removeTakenOver } from '../../storage/running/undo.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';

const HOURS = 24;
export const UNDONE_WITHIN_MS = HOURS * 3_600_000;

/** Removes everything that an import has opened, as if it had never been: all, or nothing. Returns how many. */
export async function undoImport({ database }: Services, key: { organizationId: string; id: string }): Promise<number> {
  return database.transaction(async (sql) => {
    if (!isId(key.organizationId)) throw unknown('organization');
    const found = await lockImport(sql, key);
    if (found === null) throw unknown('import');
    if (found.undoneAt !== null) throw refused('This import was undone already.');
    const now = await serviceNow(sql);
    if (now.getTime() - found.startedAt.getTime() > UNDONE_WITHIN_MS) {
      throw refused(
        `An import can be undone for ${HOURS} hours. These deposits stay; withdraw or close them one by one.`,
      );
    }
    const ids = await lockTakenOver(sql, key);
    const changed = await changedSince(sql, key);
    if (changed.length > 0) {
      const some = changed.slice(0, 5).join(', ');
      throw refused(`${changed.length} of its deposits changed since the import (${some}), so it cannot be undone.`);
    }
    await markUndone(sql, key);
    await removeTakenOver(sql, key.organizationId, ids);
    return ids.length;
  });
}

function refused(message: string): SetUpRefused {
  return new SetUpRefused('conflict', 'import', message);
}
