import { singlesOfTotal } from '../../domain/bank/booking-totals.ts';
import type { StatementEntry } from '../../domain/booking.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { TOTAL } from './bank-entries.ts';

/** A total whose single bookings may be known. */
type Total = Pick<StatementEntry, 'key' | 'accountIban' | 'direction' | 'bookedOn'> & {
  accountOf: string;
  amount: number;
  count: number;
  fileId: string;
};

/**
 * Known single bookings of the same account (of a deposit, of all its accounts), day and direction that add up to the
 * total become its transactions. False: they do not add up. `beside`: keys of bookings that its file has besides it,
 * as far as they are known under another file.
 */
export async function claimSingles(sql: Sql, total: Total, beside: ReadonlySet<string>): Promise<boolean> {
  const { rows } = await sql.query<SingleRow>(
    `select key, amount_rappen, file_id, coalesce(${IS_DOUBTFUL}, false) as is_doubtful from bank_entries
     where account_of = $1 and (account_of <> '${NIL_ID}' or account_iban = $4) and direction = $2 and booked_on is not distinct from $3 and key = entry_key
       and not starts_with(key, '${TOTAL}') and amount_rappen is not null and kind in ('payment', 'debit')
     order by at, key`,
    [total.accountOf, total.direction, total.bookedOn, total.accountIban],
  );
  const singles = rows.map((row) => ({
    key: row.key,
    amount: rappen(row.amount_rappen),
    isDoubtful: row.is_doubtful,
    isBeside: row.file_id === total.fileId || beside.has(row.key),
  }));
  const chosen = singlesOfTotal(total, singles);
  if (chosen === null) return false;
  await sql.query('update bank_entries set entry_key = $1 where key = any($2)', [
    total.key,
    chosen.map(({ key }) => key),
  ]);
  return true;
}

/** It is not booked, and may repeat a booking or does. */
const IS_DOUBTFUL = `attention is not null and not is_booked
  and (why = 'possible_duplicate' or (settled_at is not null and resolution->>'as' = 'duplicate'))`;

type SingleRow = { key: string; amount_rappen: number; file_id: string; is_doubtful: boolean };

/** Totals of these accounts that still wait for their details. */
export async function waitingTotals(sql: Sql, accounts: readonly string[]): Promise<Total[]> {
  if (accounts.length === 0) return [];
  const { rows } = await sql.query<Total>({
    name: 'waiting-totals',
    text: `select entry_key as key, direction, booked_on as "bookedOn", account_of as "accountOf",
            account_iban as "accountIban", amount_rappen as amount,
            coalesce(total_of, 1) as count, file_id as "fileId"
     from bank_entries
     where attention is not null and settled_at is null and why = 'awaiting_details' and account_of = any($1)
       and amount_rappen is not null`,
    values: [accounts],
  });
  return rows;
}

/** Their transactions are known: they are no longer missing. */
export async function closeTotals(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql.query(
    `update bank_entries set settled_at = service_now(), resolution = '{"as":"details"}'
     where key = any($1) and settled_at is null`,
    [keys.map((key) => `${TOTAL}${key}`)],
  );
}
