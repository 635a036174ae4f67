import type { Author, Change } from '../../actions/audit.ts';
import { withClient } from '../../storage/backup/connect.ts';
import { hasCluster } from '../../storage/embedded/server.ts';
import { authorIn, ifWritable, recordIn } from '../backup/recorded.ts';
import { CommandFailed, type CommandContext } from '../command.ts';
import { explainError } from '../run.ts';

type Recorder = (change: Omit<Change, 'thing'>) => Promise<void>;

/** Whether the settings name a database. Reading the settings themselves would create a data folder. */
export function namesDatabase({ env }: CommandContext): boolean {
  return Boolean(env['DATABASE_URL']?.trim()) || hasCluster(env['DATA_DIR']?.trim() || './data');
}

/**
 * Who changes the releases is in the audit log, where the settings name a database that takes an entry. Without one,
 * as on a new machine, releases can still be added and removed.
 */
export async function recorder(context: CommandContext): Promise<Recorder> {
  if (!namesDatabase(context)) return async () => undefined;
  const unrecorded = (why: string): void => context.output.warn(`This is not in the audit log: ${why}`);
  let author: Author;
  try {
    author = await context.withConnection((connection) => withClient(connection, (sql) => authorIn(context, sql)));
  } catch (error) {
    // A token that is wrong, or a role that is not enough.
    if (error instanceof CommandFailed) throw error;
    return async () => unrecorded(explainError(error).sentence);
  }
  return async (change) => {
    try {
      const isRecorded = await context.withConnection((connection) =>
        withClient(connection, (sql) => ifWritable(() => recordIn(sql, author, { ...change, thing: 'release' }))),
      );
      if (!isRecorded) unrecorded('the database can only be read, or has an older schema.');
    } catch (error) {
      unrecorded(explainError(error).sentence);
    }
  };
}
