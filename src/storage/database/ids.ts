const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The ids of API keys. */
export function isKeyId(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text);
}

/** Malformed ids match no row; PostgreSQL would refuse the statement. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The nil UUID. Stored where a row belongs to no organization or partner; no id is smaller. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The max UUID: no id is larger. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
