import { verify } from '../../actions/verify.ts';
import { readOnly, type Sql } from '../../storage/database/database.ts';
import { CannotUpgrade, upgradeCluster, type Upgraded } from '../../storage/embedded/upgrade.ts';
import { rowsShown } from '../backup/progress.ts';
import { authorIn, recordIn } from '../backup/recorded.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';

const upgrade = command({
  name: 'database upgrade',
  role: null,
  summary: 'Move the embedded database to the PostgreSQL version of this Depono',
  usage: '[--from FOLDER]',
  about: `For a DATA_DIR whose database was made by an older major version of PostgreSQL; every other command says so. Stop the
service first. The old programs are found in the releases beside this one or in /usr/lib/postgresql, or in FOLDER.

All tables are copied into new files and compared by their checksums, the books and histories are verified, and then the
folders are swapped. The old files are kept beside them, under a name with their version. If it is interrupted at any
moment, run it again: until the swap, the old files are unchanged.`,
  words: [0, 0],
  examples: ['depono database upgrade', 'depono database upgrade --from /usr/lib/postgresql/17/bin --json'],
  options: {
    from: {
      type: 'text',
      value: 'FOLDER',
      about: 'the programs of the older PostgreSQL, or the older release of Depono',
    },
  },
  run: async (context, { options: { from } }) => {
    const { output } = context;
    const { databaseUrl, dataDir } = context.settings();
    if (databaseUrl !== null) {
      throw wrongCall(
        'DATABASE_URL is set: this command is only for the embedded database. Upgrade your own with pg_upgrade.',
      );
    }
    const signal = context.untilInterrupted();
    const progress = output.progress('rows');
    const onRows = rowsShown(progress);
    let [faults, deposits] = [0, 0];
    const upgraded = await upgradeCluster(dataDir, {
      from,
      onStep: output.warn,
      onRows: (done, total) => {
        if (signal.aborted) throw new CannotUpgrade('Interrupted. The database is as before.');
        onRows(done, total);
      },
      onCopied: async (sql: Sql, versions) => {
        const about = { 'from PostgreSQL': String(versions.from), 'to PostgreSQL': String(versions.to) };
        await recordIn(sql, await authorIn(context, sql), { verb: 'upgrade', thing: 'database', about });
      },
      verify: async (connection) => {
        const found = await readOnly(connection, verify);
        [faults, deposits] = [found.faults.length, found.deposits];
      },
    })
      .catch((error: unknown) => {
        throw error instanceof CannotUpgrade ? refuseCommand(error.message) : error;
      })
      .finally(progress.end);
    output.show(upgraded === null ? { upgraded: null } : { upgraded, deposits, faults }, () =>
      upgraded === null
        ? 'Nothing to do: the database has the version of this Depono.'
        : inWords(upgraded, deposits, faults),
    );
    return faults === 0 ? 0 : 1;
  },
});

function inWords({ from, to, rows, kept }: Upgraded, deposits: number, faults: number): string {
  return [
    `Upgraded from PostgreSQL ${from} to ${to}: ${rows} rows, all checksums match.`,
    faults === 0
      ? `${deposits} deposits verified: all books balance, and no history was changed.`
      : `${faults} faults, already present before. To list them: depono deposit verify`,
    `The old files are in ${kept}. Remove them when the service has run well for a while.`,
  ].join('\n');
}

export const databaseCommands: readonly Command[] = [upgrade];
