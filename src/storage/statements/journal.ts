import type { Account } from '../../domain/ledger.ts';
import type { Day } from '../../domain/values/calendar.ts';
import type { Rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { bookingDayOf } from './ledger-sql.ts';

/** One posting of the ledger. Without a deposit: money that belongs to none. */
export type JournalEntry = {
  on: Day;
  depositId: string | null;
  externalContractId: string | null;
  from: Account;
  to: Account;
  amount: Rappen;
  /** The reference of the payment that it belongs to; empty: the payment has none. */
  reference: string;
};

const AT_ONCE = 1_000;

type Position = [on: Day, organizationId: string, accountId: string, sequence: number];

/** All postings with a booking day from `from` until before `until`, by day. */
export async function* streamJournal(
  sql: Sql,
  { from, until }: { from: Day; until: Day },
): AsyncGenerator<JournalEntry[]> {
  let after: Position | null = [from, NIL_ID, NIL_ID, 0];
  while (after !== null) {
    const { rows }: { rows: Row[] } = await sql.query<Row>(JOURNAL, [...after, until]);
    if (rows.length > 0) yield rows.map(entryFrom);
    const last: Row | undefined = rows.length < AT_ONCE ? undefined : rows.at(-1);
    after = last === undefined ? null : [last.on, last.organization_id, last.account_id, last.sequence];
  }
}

const JOURNAL = `
  select l.*, d.id as deposit_id, d.external_contract_id, p.reference
  from (select ${bookingDayOf('x')} as "on", x.organization_id, x.deposit_id as account_id, x.sequence, x.from_account,
               x.to_account, x.amount_rappen, x.payment_id
        from ledger x
        where (${bookingDayOf('x')}, x.organization_id, x.deposit_id, x.sequence) > ($1, $2, $3, $4)
          and ${bookingDayOf('x')} < $5
        order by ${bookingDayOf('x')}, x.organization_id, x.deposit_id, x.sequence limit ${AT_ONCE}) l
  left join deposits d on d.organization_id = l.organization_id and d.id = l.account_id
  left join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
  order by l."on", l.organization_id, l.account_id, l.sequence`;

type Row = {
  on: Day;
  organization_id: string;
  account_id: string;
  sequence: number;
  deposit_id: string | null;
  external_contract_id: string | null;
  from_account: Account;
  to_account: Account;
  amount_rappen: Rappen;
  reference: string | null;
};

function entryFrom(row: Row): JournalEntry {
  return {
    on: row.on,
    depositId: row.deposit_id,
    externalContractId: row.external_contract_id,
    from: row.from_account,
    to: row.to_account,
    amount: row.amount_rappen,
    reference: row.reference ?? '',
  };
}

/** Null: there are no postings yet. */
export async function firstBookingDay(sql: Sql): Promise<Day | null> {
  const { rows } = await sql.query<{ day: Day }>(
    `select ${bookingDayOf('l')} as day from ledger l order by ${bookingDayOf('l')} limit 1`,
  );
  return rows[0]?.day ?? null;
}
