import type { EntryLine, LedgerLine, StatementLine } from '../../domain/bank/account-days.ts';
import type { Day } from '../../domain/values/calendar.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { listOwnAccounts } from '../providers/banks.ts';
import { BOOKING_DAY, IS_BOOKED, IS_KEPT, SIGNED } from './reconciliation.ts';

/**
 * Whose account it is: a deposit, or with the nil id the operator. `isMain`: it has the operator's money of earlier
 * versions, which did not store the account.
 */
type AccountOfOwner = { owner: string; written: readonly string[]; isMain: boolean };

type Accounts = {
  ibans: string[];
  written: string[];
  isMain: boolean;
  /** Other accounts of the operator. */ others: string[];
};

/** All accounts of a deposit, also those that were corrected, as files write them; IBANs first. */
export async function accountsOfDeposit(sql: Sql, owner: string): Promise<Accounts> {
  const { rows } = await sql.query<{ iban: string; qr_iban: string | null }>(
    `select iban, qr_iban from deposits where id = $1 and iban is not null
     union all select iban, qr_iban from former_accounts where deposit_id = $1`,
    [owner],
  );
  const ibans = [...new Set(rows.map(({ iban }) => iban))];
  const written = [...new Set([...ibans, ...rows.flatMap(({ qr_iban: qr }) => qr ?? [])])];
  return { ibans, written, isMain: false, others: [] };
}

/** One of the operator's own accounts; without an IBAN the first. No IBANs: there is none. */
export async function ownAccount(sql: Sql, iban: string | null, operatorIban: string | null): Promise<Accounts> {
  const own = await listOwnAccounts(sql, operatorIban);
  const [found] = iban === null ? own : own.filter((one) => one === iban);
  const ibans = found === undefined ? [] : [found];
  return { ibans, written: ibans, isMain: found === own[0], others: own.filter((one) => one !== found) };
}

type Period = { from: Day; to: Day; most: number };

const ENTRY = `
  ${BOOKING_DAY} as day, e.key, ${SIGNED} as amount, e.currency, e.amount_text as "amountText", e.why as outcome,
  case when ${IS_BOOKED} then 'booked' when ${IS_KEPT} then 'kept' else 'closed' end as state,
  e.counterparty_name as "counterpartyName", e.counterparty_iban as "counterpartyIban",
  coalesce(e.reference, e.end_to_end_id, e.bank_reference) as reference,
  e.deposit_id as "depositId", e.payment_id as "paymentId", e.order_id as "orderId"`;

/** The bank's entries; totals whose transactions are known are left out. */
export async function entriesOfAccount(
  sql: Sql,
  { written }: AccountOfOwner,
  { from, to, most }: Period,
): Promise<EntryLine[]> {
  const { rows } = await sql.query<EntryLine>(
    `select ${ENTRY} from bank_entries e
     where e.account_iban = any($1) and ${BOOKING_DAY} between $2 and $3
       and not (starts_with(e.key, 'total:') and e.settled_at is null and not ${IS_KEPT})
     order by day, e.at, e.key limit $4`,
    [written, from, to, most],
  );
  return rows;
}

const INSIDE = `('held', 'to_pay_back', 'to_tenant', 'to_landlord', 'to_deposit')`;

/** Postings that moved money at the bank, with the bank's day. */
const POSTINGS = `
  select coalesce(l.booked_on, (l.at at time zone 'Europe/Zurich')::date) as day, l.sequence,
         case when l.to_account in ${INSIDE} then 1 else -1 end * l.amount_rappen as amount,
         case when l.from_account = 'payer' then 'payment' when l.to_account = 'payer' then 'reversal'
              when l.from_account = 'interest' then 'interest' when l.to_account = 'charges' then 'charge'
              when l.to_account = 'withholding_tax' then 'withholding_tax'
              when l.to_account in ('tenant', 'landlord') then 'payout' when l.to_account = 'paid_back' then 'payback'
              when l.to_account = 'deposit' then 'transfer' else 'return' end as what,
         case when l.organization_id = '${NIL_ID}' then null else l.deposit_id end as "depositId",
         l.payment_id as "paymentId", l.order_id as "orderId"
  from ledger l
  left join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
  where (l.from_account in ${INSIDE}) <> (l.to_account in ${INSIDE})`;

/** In the test environment money of deposits may be on the operator's own account. */
const LEDGER = `
  with own as (
    ${POSTINGS} and $1::uuid <> '${NIL_ID}' and l.deposit_id = $1
      and l.organization_id in (select organization_id from deposits where id = $1)
      and (p.account_iban is null or p.account_iban = any($2) or l.from_account <> 'payer')
    union all
    ${POSTINGS} and $1::uuid = '${NIL_ID}' and l.organization_id = '${NIL_ID}' and l.deposit_id in (
      select u.id from payments u where u.organization_id = '${NIL_ID}'
      and (u.account_iban = any($2) or (u.account_iban is null and $3::boolean)))
    union all
    ${POSTINGS} and $1::uuid = '${NIL_ID}' and l.from_account = 'payer' and (l.organization_id, l.deposit_id) in (
      select e.organization_id, e.deposit_id from bank_entries e
      where e.account_iban = any($2) and e.why = 'payment' and e.deposit_id is not null)
      and p.account_iban = any($2)
  )`;

export async function ledgerOfAccount(
  sql: Sql,
  { owner, written, isMain }: AccountOfOwner,
  { from, to, most }: Period,
): Promise<LedgerLine[]> {
  const { rows } = await sql.query<LedgerLine>(
    `${LEDGER} select day, amount, what, "depositId", "paymentId", "orderId" from own
     where day between $4 and $5 order by day, sequence limit $6`,
    [owner, written, isMain, from, to, most],
  );
  return rows;
}

/** By our ledger before a day, and what was kept then. */
export async function balanceBefore(
  sql: Sql,
  { owner, written, isMain }: AccountOfOwner,
  day: Day,
): Promise<{ books: number; kept: number }> {
  const { rows } = await sql.query<{ books: number; kept: number }>(
    `${LEDGER}
     select (select coalesce(sum(amount), 0)::bigint from own where day < $4) as books,
            (select coalesce(sum(${SIGNED}), 0)::bigint from bank_entries e
             where e.account_iban = any($2) and ${BOOKING_DAY} < $4 and ${IS_KEPT}) as kept`,
    [owner, written, isMain, day],
  );
  return rows[0] ?? { books: 0, kept: 0 };
}

export async function statementsOfAccount(
  sql: Sql,
  { written }: AccountOfOwner,
  { from, to, most }: Period,
): Promise<StatementLine[]> {
  const { rows } = await sql.query<StatementLine>(
    `select to_on as day, account_iban as iban, number, opening_rappen as opening, closing_rappen as closing
     from bank_statements where account_iban = any($1) and to_on between $2 and $3 and closing_rappen is not null
     order by to_on, number limit $4`,
    [written, from, to, most],
  );
  return rows;
}

/** The days on which the bank first and last booked something or sent a statement. Null: never. */
export async function spanOfAccount(
  sql: Sql,
  { written }: AccountOfOwner,
): Promise<{ first: Day | null; last: Day | null }> {
  const { rows } = await sql.query<{ first: Day | null; last: Day | null }>(
    `select least(e.first, s.first) as first, greatest(e.last, s.last) as last
     from (select min(${BOOKING_DAY}) as first, max(${BOOKING_DAY}) as last from bank_entries e
           where e.account_iban = any($1)) e,
          (select min(to_on) as first, max(to_on) as last from bank_statements where account_iban = any($1)) s`,
    [written],
  );
  return rows[0] ?? { first: null, last: null };
}
