import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/**
 * The server that `scripts/test.ts` has started or was given; each test file gets a database of its own on it. It is
 * empty, or a copy of the one that was migrated once for the whole run.
 */
export async function freshDatabase({ isMigrated = false }: { isMigrated?: boolean } = {}): Promise<{
  url: string;
  drop: () => Promise<void>;
}> {
  const { TEST_SERVER: server, TEST_TEMPLATE: template } = process.env;
  if (server === undefined) throw new Error('Run the tests with "npm test": it starts the database that they need.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    server,
    `create database ${name}${isMigrated && template !== undefined ? ` template ${template}` : ''}`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
