import { prepareSchema, readOnly, type Sql } from '../../storage/database/database.ts';
import { hasCluster, startEmbedded } from '../../storage/embedded/server.ts';
import { migrate } from '../../storage/database/migrate.ts';
import { compareSchema } from '../../storage/database/schema-version.ts';
import { command, type Command } from '../command.ts';
import type { Output } from '../output.ts';

const serve = command({
  name: 'serve',
  role: null,
  summary: 'Run the service until it is stopped',
  usage: '',
  about:
    'Same as npm start. Settings come from the environment (docs/configuration.md). Stop it with Ctrl-C or SIGTERM.',
  words: [0, 0],
  examples: ['depono serve', 'PORT=8081 DATA_DIR=/var/lib/depono depono serve'],
  options: {},
  run: ({ serve: run }) => run(),
});

const migrateNow = command({
  name: 'migrate',
  role: null,
  summary: 'Migrate the database to the schema of this version',
  usage: '[--check]',
  about:
    'The service does the same when it starts. If several processes start at once, one migrates and the others wait.\n' +
    'Without DATABASE_URL, a database is created in DATA_DIR if there is none.\n\n' +
    'Calls wait at most five seconds for a migration. If it does not get its locks by then, it is rolled back and tried\n' +
    'again, for ten minutes.',
  words: [0, 0],
  examples: ['depono migrate', 'depono migrate --check', 'depono migrate --json'],
  options: {
    check: { type: 'flag', about: 'change nothing; exit with 1 if this version cannot work with the schema as it is' },
  },
  run: async ({ output, settings, withConnection }, { options }) => {
    if (options.check) return withConnection((connection) => readOnly(connection, (sql) => check(sql, output)));
    const { databaseUrl, dataDir } = settings();
    const isNew = databaseUrl === null && !hasCluster(dataDir);
    const log = ({ message }: Error): void => output.warn(message);
    const applied = isNew
      ? await migrateNewCluster(dataDir, log)
      : await withConnection((connection) => prepareSchema(connection, migrate, log));
    output.show({ applied }, () =>
      applied.length === 0
        ? 'The database is up to date.'
        : `Applied ${applied.length === 1 ? 'migration' : 'migrations'} ${applied.join(', ')}.`,
    );
    return 0;
  },
});

async function check(sql: Sql, output: Output): Promise<0 | 1> {
  const { missing, tooNew } = await compareSchema(sql);
  const works = missing.length === 0 && tooNew === null;
  output.show({ works, missing, tooNew }, () => {
    if (works) return 'This version can work with the database as it is.';
    if (tooNew !== null)
      return `Migration ${tooNew} of a newer version does not allow this version to work with the database.`;
    return `${missing.length === 1 ? 'Migration' : 'Migrations'} ${missing.join(', ')} to be applied: depono migrate`;
  });
  return works ? 0 : 1;
}

/** Creates the embedded database if there is none. */
async function migrateNewCluster(dataDir: string, log: (error: Error) => void): Promise<number[]> {
  const embedded = await startEmbedded(dataDir);
  try {
    return await prepareSchema(embedded.connection, migrate, log);
  } finally {
    await embedded.stop();
  }
}

export const runningCommands: readonly Command[] = [serve, migrateNow];
