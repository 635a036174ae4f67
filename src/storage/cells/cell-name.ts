import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';

type Cell = { name: string; keyCheck: string };

/** The same where SECRET_KEY is the same. The key cannot be computed from it. */
export const keyCheckOf = (vault: Vault): string => vault.fingerprint('cells have the same SECRET_KEY');

/** Whoever moves an organization here asks the database which cell it is, and with which key it is sealed. */
export async function noteCell(sql: Sql, { name, keyCheck }: Cell): Promise<void> {
  const known = await readCell(sql);
  // Each change of the settings is counted, and empties caches.
  if (known?.name === name && known.keyCheck === keyCheck) return;
  await sql.query('update service_settings set cell = $1, key_check = $2', [name, keyCheck]);
}

/** Null: no process of this version has started yet. */
export async function readCell(sql: Sql): Promise<Cell | null> {
  const { rows } = await sql.query<{ cell: string | null; key_check: string | null }>(
    'select cell, key_check from service_settings',
  );
  const { cell = null, key_check: keyCheck = null } = rows[0] ?? {};
  return cell === null || keyCheck === null ? null : { name: cell, keyCheck };
}
