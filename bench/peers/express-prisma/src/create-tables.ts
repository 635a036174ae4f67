import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

const migration = join(import.meta.dirname, '..', 'prisma', 'migrations', '0001_init', 'migration.sql');

/** Does what `prisma migrate deploy` does on an empty database. That command needs a program that npm does not have. */
export async function createTables(): Promise<void> {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('"Deposit"') is not null as exists`);
    if (!rows[0].exists) await client.query(readFileSync(migration, 'utf8'));
  } finally {
    await client.end();
  }
}
