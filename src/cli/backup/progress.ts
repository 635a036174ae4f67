import type { OnRows } from '../../storage/backup/write-backup.ts';
import type { Progress } from '../output.ts';

/** How many rows there are is not known exactly; the bar moves by hundreds and never beyond its end. */
export function rowsShown(progress: Progress): OnRows {
  return (done, total) => {
    const shown = Math.min(done, total);
    progress.update(shown - (shown % 100), total);
  };
}
