import type { BankStatement } from '../../domain/bank/bank-statement.ts';
import type { Sql } from '../database/database.ts';

/** Stores the statements of a file, under the account that each is of. One that is repeated is stored once. */
export async function saveStatements(sql: Sql, fileId: string, statements: readonly BankStatement[]): Promise<void> {
  if (statements.length === 0) return;
  await sql.query(
    `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, number, from_on, to_on,
                                  opening_rappen, closing_rappen, entries_rappen)
     select "accountIban", id, $1, service_now(), currency, number, "fromOn", "toOn", opening, closing, entries
     from json_to_recordset($2) as s ("accountIban" text, id text, currency text, number integer, "fromOn" date,
                                      "toOn" date, opening bigint, closing bigint, entries bigint)
     on conflict do nothing`,
    [fileId, JSON.stringify(statements)],
  );
}
