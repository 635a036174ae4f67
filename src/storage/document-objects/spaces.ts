import { nextRandom } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';

/**
 * This server, its timeline and this database. A restored copy is another one, and so is a standby that has taken over: the
 * old primary may still run.
 */
const OWNER = `(
  select (select system_identifier::text from pg_control_system())
         || '/' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
         || '/' || (select oid from pg_database where datname = current_database())
         || '/' || 'migrations'::regclass::oid)`;

/** A part of the store. `isOwn`: this database may remove objects from it. */
export type DocumentSpace = { name: string; isOwn: boolean };

export async function listSpaces(sql: Sql): Promise<DocumentSpace[]> {
  const { rows } = await sql.query<DocumentSpace>(
    // On a replica, which stores and removes nothing, it is not asked.
    `select name, case when pg_is_in_recovery() then true else owner = ${OWNER} end as "isOwn"
     from document_spaces order by since, name`,
  );
  return rows;
}

/** The one to write to; a new one where none is this database's. Not in a transaction that may be rolled back. */
export async function spaceToWrite(sql: Sql): Promise<string> {
  const own = (await listSpaces(sql)).findLast(({ isOwn }) => isOwn);
  if (own !== undefined) return own.name;
  const name = nextRandom(8).toString('hex');
  await sql.query(`insert into document_spaces (name, owner) values ($1, ${OWNER})`, [name]);
  return name;
}

/** Makes all of them this database's. The names of those that were not. */
export async function takeSpaces(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `update document_spaces set owner = ${OWNER} where owner <> ${OWNER} returning name`,
  );
  return rows.map(({ name }) => name);
}
