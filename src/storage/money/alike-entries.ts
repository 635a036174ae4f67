import type { BookingOutcome, StatementEntry } from '../../domain/booking.ts';
import type { Day } from '../../domain/values/calendar.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import type { KeptEntry } from './bank-entries.ts';
import { IS_BOOKED } from './reconciliation.ts';

/** A booked entry that may be the same money as a kept one. */
export type AlikeEntry = {
  key: string;
  why: BookingOutcome | null;
  bookedOn: Day | null;
  valueOn: Day | null;
  reference: string | null;
  bankReference: string | null;
  counterpartyName: string | null;
  counterpartyIban: string | null;
  file: string | null;
  depositId: string | null;
};

const MOST = 10;

/** Booked on the same account in the same direction, with the same amount, within five days; the nearest first. */
export async function listAlike(sql: Sql, { key, accountOf, entry }: KeptEntry): Promise<AlikeEntry[]> {
  const { accountIban, direction, amount, bookedOn }: StatementEntry = entry;
  if (accountOf === null || amount === null) return [];
  const { rows } = await sql.query<AlikeEntry>(
    `select e.key, e.why, e.booked_on as "bookedOn", e.value_on as "valueOn", e.reference,
            e.bank_reference as "bankReference", e.counterparty_name as "counterpartyName",
            e.counterparty_iban as "counterpartyIban", f.name as file, e.deposit_id as "depositId"
     from bank_entries e left join bank_files f on f.id = e.file_id
     where e.account_of = $1 and (e.account_of <> '${NIL_ID}' or e.account_iban = $6) and e.amount_rappen = $2 and e.direction = $3 and e.key <> $4
       and ${IS_BOOKED}
       and (e.booked_on is null or $5::date is null or abs(e.booked_on - $5::date) <= 5)
     order by abs(e.booked_on - $5::date), e.key limit ${MOST}`,
    [accountOf, amount, direction, key, bookedOn, accountIban],
  );
  return rows;
}
