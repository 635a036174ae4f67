import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { sqlState } from '../../src/storage/database/database.ts';
import { catchUpOrganizations, listAgain } from '../../src/storage/deposit-list/catch-up.ts';
import type { Check } from './all.ts';

/** List rows rebuilt per round; after the last round, all of them. */
const NEWEST = 500;

/** The deposit list has every deposit, and rebuilding it changes nothing. */
export const checkList: Check = async ({ organizations }, client, { isLast }) => {
  const organizationIds = organizations.map(({ id }) => id);
  // As a reader of the list does.
  await catchUpOrganizations(client, { organizationIds, subOrganizationIds: [] });
  const missing = await client.query<{ id: string }>(
    `select d.id from deposits d where not exists (
       select from deposit_list l where l.organization_id = d.organization_id and l.deposit_id = d.id)`,
  );
  const wrong = missing.rows.map(({ id }) => `deposit ${id} is not in the list`);
  const { rows } = await client.query<{ id: string }>('select id from deposits order by id desc limit $1', [
    isLast ? null : NEWEST,
  ]);
  const ids = rows.map(({ id }) => id);
  return [...wrong, ...(await madeAgain(client, ids))];
};

const CHANGED_MEANWHILE = '40001';

/** In a transaction that is rolled back. Rows that change in the meantime are checked again. */
async function madeAgain(client: Client, ids: readonly string[]): Promise<string[]> {
  for (;;) {
    await client.query('begin transaction isolation level repeatable read');
    try {
      const kept = await listed(client, ids);
      await client.query('delete from deposit_list where deposit_id = any($1::uuid[])', [ids]);
      await listAgain(client, ids);
      const made = new Map((await listed(client, ids)).map((row) => [row.deposit_id, row]));
      const others = kept.filter((row) => !isDeepStrictEqual(row, made.get(row.deposit_id)));
      return others.map(({ deposit_id: id }) => `deposit ${id} is listed otherwise`);
    } catch (error) {
      if (sqlState(error) !== CHANGED_MEANWHILE) throw error;
    } finally {
      await client.query('rollback');
    }
  }
}

async function listed(client: Client, ids: readonly string[]): Promise<{ deposit_id: string }[]> {
  // How often a row was made is no part of what it says.
  const { rows } = await client.query<{ deposit_id: string; made: number }>(
    'select * from deposit_list where deposit_id = any($1::uuid[])',
    [ids],
  );
  return rows.map((row) => {
    const { made: _, ...said } = row;
    return said;
  });
}
