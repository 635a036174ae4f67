import { countNews } from '../../storage/cells/news.ts';
import type { Sql } from '../../storage/database/database.ts';
import { warn, type Finding } from './finding.ts';

/** A cell that is up takes changes within seconds. */
const LATE_SECONDS = 60;

/** Nothing where all cells have taken everything, or there is one. */
export async function checkCells(sql: Sql): Promise<Finding[]> {
  const late = [...(await countNews(sql))].filter(([, { seconds }]) => seconds > LATE_SECONDS);
  return late.map(([cell, { count, seconds }]) =>
    warn(
      'cells',
      `the cell ${cell} has not taken ${count} ${count === 1 ? 'change' : 'changes'}, the first since ${Math.round(seconds / 60)} minutes`,
      'Keys that were revoked here may still be good there. Is it up, is its address in CELLS right, and has it the same SECRET_KEY and version? The log of the workers says what it answers.',
    ),
  );
}
