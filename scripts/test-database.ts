import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../src/storage/database/migrate.ts';

/** What a server made for a test run holds goes with the run: it need not survive the machine, and so waits for no disk. */
const FORGETFUL = ['fsync', 'full_page_writes', 'synchronous_commit'];

export async function makeForgetful(server: string): Promise<void> {
  await asking(server, async (client) => {
    for (const name of FORGETFUL) await client.query(`alter system set ${name} = off`);
    await client.query('select pg_reload_conf()');
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
