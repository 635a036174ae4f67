import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../src/storage/database/migrate.ts';

/** What a server made for a test run holds goes with the run: it need not survive the machine, and so waits for no disk. */
const FORGETFUL = ['fsync', 'full_page_writes', 'synchronous_commit'];
/** Its databases live for seconds, too short to be cleaned up. */
const QUIET = ['autovacuum'];
/** Since this version, the cost of checking a password can be chosen. A run connects thousands of times. */
const HAS_SCRAM_ITERATIONS = 160_000;

export async function makeForgetful(server: string): Promise<void> {
  await asking(server, async (client) => {
    for (const name of [...FORGETFUL, ...QUIET]) await client.query(`alter system set ${name} = off`);
    await client.query('select pg_reload_conf()');
    const { rows } = await client.query(`select current_setting('server_version_num')::integer as version`);
    if (rows[0].version < HAS_SCRAM_ITERATIONS) return;
    await client.query('set scram_iterations = 1');
    const password = client.escapeLiteral(decodeURIComponent(new URL(server).password));
    await client.query(`alter role current_user password ${password}`);
  });
}

/** A database to which every migration was applied, once for the run: tests copy it instead of applying them again. */
export async function makeTemplate(server: string): Promise<{ template: string; drop: () => Promise<void> }> {
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  await asking(server, (client) => client.query(`create database ${template}`));
  const url = new URL(server);
  url.pathname = `/${template}`;
  await asking(url.href, migrate);
  return { template, drop: () => asking(server, (client) => client.query(`drop database ${template}`)) };
}

async function asking(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
