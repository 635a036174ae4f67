import type { Sql } from '../database/database.ts';

export type HandedBooking = {
  key: string;
  what: 'entry' | 'statement';
  fileId: string;
  fileName: string;
  content: unknown;
};

/** The cells of accounts whose organizations are at home elsewhere, by the account as it is written. */
export async function cellsOfAccounts(sql: Sql, ibans: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ iban: string; home: string }>({
    name: 'cells-of-accounts',
    text: `
      select a.iban, o.home from (
        select d.iban, d.organization_id from deposits d where d.iban = any($1)
        union all select d.qr_iban, d.organization_id from deposits d where d.qr_iban = any($1)
        union all select f.iban, f.organization_id from former_accounts f where f.iban = any($1)
        union all select f.qr_iban, f.organization_id from former_accounts f where f.qr_iban = any($1)) a
      join organizations o on o.id = a.organization_id and o.home is not null`,
    values: [ibans],
  });
  return new Map(rows.map(({ iban, home }) => [iban, home]));
}

/** Once, however often a file is read before its cell has taken it. */
export async function keepHanded(sql: Sql, cell: string, bookings: readonly HandedBooking[]): Promise<void> {
  await sql.query(
    `insert into handed_bookings (key, what, cell, file_id, file_name, content)
     select b.key, b.what, $1, b."fileId", b."fileName", b.content
     from json_to_recordset($2) as b (key text, what text, "fileId" uuid, "fileName" text, content json)
     on conflict (key) do nothing`,
    [cell, JSON.stringify(bookings)],
  );
}

export async function listHanded(sql: Sql, cell: string, most: number): Promise<HandedBooking[]> {
  const { rows } = await sql.query<HandedBooking>(
    `select key, what, file_id as "fileId", file_name as "fileName", content from handed_bookings
     where cell = $1 order by at, key limit $2`,
    [cell, most],
  );
  return rows;
}

export async function forgetHanded(sql: Sql, cell: string, keys: readonly string[]): Promise<void> {
  await sql.query('delete from handed_bookings where cell = $1 and key = any($2)', [cell, keys]);
}
