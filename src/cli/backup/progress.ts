import type { OnRows } from '../../storage/backup/dump.ts';
import type { ProgressBar } from '../output.ts';

/** The total is an estimate: the bar moves in hundreds and never beyond its end. */
export function rowsShown(progress: ProgressBar): OnRows {
  return (done, total) => {
    const shown = Math.min(done, total);
    progress.update(shown - (shown % 100), total);
  };
}
