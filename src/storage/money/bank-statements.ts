import type { BankStatement } from '../../domain/bank/bank-statement.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

const COLUMNS = {
  account_iban: 'text',
  statement_id: 'text',
  currency: 'text',
  number: 'integer',
  from_on: 'date',
  to_on: 'date',
  opening_rappen: 'bigint',
  closing_rappen: 'bigint',
  entries_rappen: 'bigint',
};

/** Stores the statements of a file, under the account that each is of. One that is repeated is stored once. */
export async function saveStatements(sql: Sql, fileId: string, statements: readonly BankStatement[]): Promise<void> {
  if (statements.length === 0) return;
  await sql.query({
    name: 'save-statements',
    text: `insert into bank_statements (file_id, read_at, ${columnNames(COLUMNS)})
     select $1, service_now(), ${columnNames(COLUMNS)} from ${arrayRows(COLUMNS, 'r', 2)}
     on conflict do nothing`,
    values: [fileId, ...columnArrays(COLUMNS, statements.map(statementRow))],
  });
}

function statementRow(statement: BankStatement): Record<keyof typeof COLUMNS, unknown> {
  return {
    account_iban: statement.accountIban,
    statement_id: statement.id,
    currency: statement.currency,
    number: statement.number,
    from_on: statement.fromOn,
    to_on: statement.toOn,
    opening_rappen: statement.opening,
    closing_rappen: statement.closing,
    entries_rappen: statement.entries,
  };
}
