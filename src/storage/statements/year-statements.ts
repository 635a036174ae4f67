import type { Account, Posting } from '../../domain/ledger.ts';
import { lastDayOf } from '../../domain/statements/year.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';
import type { Location } from '../deposits/deposits.ts';
import { bookingDayOf, heldChangeOf } from './ledger-sql.ts';
import { isAtWork } from '../cells/at-home.ts';

/** Deposits looked at in one statement, so that none takes long. */
const AT_ONCE = 1_000;

export type StatementFilter = {
  year: number;
  /** Only accounts whose bank statement covers the last day of the year. */
  needsBankStatement: boolean;
  /** Also those that have an overview already. */
  again: boolean;
};

/**
 * The next deposits that held money on a bank account in a year, of a page of all deposits. `next` is null after the last
 * page.
 */
export async function listStatementsDue(
  sql: Sql,
  { year, needsBankStatement, again }: StatementFilter,
  after: Location,
): Promise<{ due: Location[]; next: Location | null }> {
  const { rows } = await sql.query<{ organization_id: string; id: string; is_due: boolean }>(DUE, [
    after.organizationId,
    after.depositId,
    year,
    `${year}-01-01`,
    lastDayOf(year),
    needsBankStatement,
    again,
  ]);
  const locations = rows.map((row) => ({ organizationId: row.organization_id, depositId: row.id, isDue: row.is_due }));
  const last = rows.length < AT_ONCE ? undefined : locations.at(-1);
  return {
    due: locations.filter(({ isDue }) => isDue).map(locationOf),
    next: last === undefined ? null : locationOf(last),
  };
}

function locationOf({ organizationId, depositId }: Location): Location {
  return { organizationId, depositId };
}

const DUE = `
  select d.organization_id, d.id,
         case when not ${isAtWork('d.organization_id')} then false
              when d.product is distinct from 'bank_deposit' or d.iban is null then false
              -- Of the time before a deposit was taken over the bank has told.
              when d.taken_over is not null and (d.created_at at time zone 'Europe/Zurich')::date > $5 then false
              when not $7 and exists (
                select from year_statements y
                where y.organization_id = d.organization_id and y.deposit_id = d.id and y.year = $3) then false
              when $6 and not exists (
                select from bank_statements s where s.account_iban in (d.iban, d.qr_iban) and s.to_on >= $5) then false
              else coalesce((
                select coalesce(sum(${heldChangeOf('l')}) filter (where ${bookingDayOf('l')} < $4), 0) <> 0
                       or bool_or(${bookingDayOf('l')} between $4 and $5 and ${heldChangeOf('l')} <> 0)
                from ledger l where l.organization_id = d.organization_id and l.deposit_id = d.id), false)
         end as is_due
  from deposits d where (d.organization_id, d.id) > ($1, $2)
  order by d.organization_id, d.id limit ${AT_ONCE}`;

type PostingRow = {
  deposit_id: string;
  at: Date;
  booked_on: Day | null;
  amount_rappen: number;
  from_account: Account;
  to_account: Account;
  payment_id: string | null;
  order_id: string | null;
};

/** The postings of some deposits, by deposit. */
export async function listPostings(sql: Sql, locations: readonly Location[]): Promise<Map<string, Posting[]>> {
  const { rows } = await sql.query<PostingRow>(
    `select l.deposit_id, l.at, l.booked_on, l.amount_rappen, l.from_account, l.to_account, l.payment_id, l.order_id
     from ledger l where (l.organization_id, l.deposit_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by l.organization_id, l.deposit_id, l.sequence`,
    keysOf(locations),
  );
  const postings = Map.groupBy(rows, (row) => row.deposit_id);
  return new Map([...postings].map(([depositId, all]) => [depositId, all.map(postingFrom)]));
}

function postingFrom(row: PostingRow): Posting {
  return {
    at: row.at,
    bookedOn: row.booked_on,
    amount: rappen(row.amount_rappen),
    from: row.from_account,
    to: row.to_account,
    paymentId: row.payment_id,
    orderId: row.order_id,
  };
}

/** The hash of the figures that each of the deposits was told, by deposit. */
export async function findYearStatements(
  sql: Sql,
  year: number,
  locations: readonly Location[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql.query<{ deposit_id: string; figures_hash: Buffer }>(
    `select deposit_id, figures_hash from year_statements
     where (organization_id, deposit_id) in (select * from unnest($2::uuid[], $3::uuid[])) and year = $1`,
    [year, ...keysOf(locations)],
  );
  return new Map(rows.map((row) => [row.deposit_id, row.figures_hash]));
}

type NewStatement = Location & { documentId: string; figuresHash: Buffer };

/** Inserts or replaces. The caller holds the lock of the deposits. */
export async function saveYearStatements(
  sql: Sql,
  { year, now }: { year: number; now: Date },
  made: readonly NewStatement[],
): Promise<void> {
  await sql.query(
    `insert into year_statements (organization_id, deposit_id, year, document_id, figures_hash, made_at)
     select s.organization_id, s.deposit_id, $1, s.document_id, s.hash, $2
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::bytea[]) as s (organization_id, deposit_id, document_id, hash)
     on conflict (organization_id, deposit_id, year) do update
       set document_id = excluded.document_id, figures_hash = excluded.figures_hash, made_at = excluded.made_at`,
    [year, now, ...keysOf(made), made.map((one) => one.documentId), made.map((one) => one.figuresHash)],
  );
}

function keysOf(locations: readonly Location[]): [string[], string[]] {
  return [locations.map(({ organizationId }) => organizationId), locations.map(({ depositId }) => depositId)];
}

/** All overviews of the year are made. */
export async function isYearFinished(sql: Sql, year: number): Promise<boolean> {
  const { rowCount } = await sql.query('select from year_statement_years where year = $1', [year]);
  return rowCount === 1;
}

export async function finishYear(sql: Sql, year: number): Promise<void> {
  await sql.query(
    'insert into year_statement_years (year, finished_at) values ($1, service_now()) on conflict do nothing',
    [year],
  );
}
