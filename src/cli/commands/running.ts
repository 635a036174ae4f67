import { Client } from 'pg';
import type { Connection } from '../../storage/database/database.ts';
import { hasCluster, startEmbedded } from '../../storage/embedded/server.ts';
import { migrate } from '../../storage/database/migrate.ts';
import { command, type Command } from '../command.ts';

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
  usage: '',
  about:
    'The service does the same when it starts. If several processes start at once, one migrates and the others wait.\n' +
    'Without DATABASE_URL, a database is created in DATA_DIR if there is none.',
  words: [0, 0],
  examples: ['depono migrate', 'depono migrate --json'],
  options: {},
  run: async ({ output, settings, withConnection }) => {
    const { databaseUrl, dataDir } = settings();
    const isNew = databaseUrl === null && !hasCluster(dataDir);
    const applied = isNew ? await migrateNewCluster(dataDir) : await withConnection(migrateAt);
    output.show({ applied }, () =>
      applied.length === 0
        ? 'The database is up to date.'
        : `Applied ${applied.length === 1 ? 'migration' : 'migrations'} ${applied.join(', ')}.`,
    );
    return 0;
  },
});

/** Creates the embedded database if there is none. */
async function migrateNewCluster(dataDir: string): Promise<number[]> {
  const embedded = await startEmbedded(dataDir);
  try {
    return await migrateAt(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

async function migrateAt(connection: Connection): Promise<number[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await migrate(client);
  } finally {
    await client.end();
  }
}

export const runningCommands: readonly Command[] = [serve, migrateNow];
