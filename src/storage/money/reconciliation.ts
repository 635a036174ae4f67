import type { AccountSums, StatementBalances } from '../../domain/bank/reconciliation.ts';
import type { Day } from '../../domain/values/calendar.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { mainOwnAccountSql, ownAccountsSql } from '../providers/banks.ts';
import { TOTAL } from './bank-entries.ts';

/** An account with all the ways that files write it: IBAN and QR-IBAN. */
export type StatedAccount = {
  iban: string;
  written: string[];
  /** Those that statements were sent of, in order. */
  stated: string[];
  /** The deposit whose account it is; the nil id for the operator's own. */
  owner: string;
};

/** How files write accounts that statements were sent of: IBANs and QR-IBANs, in order, after one of them. */
export async function statedForms(sql: Sql, { after, most }: { after: string; most: number }): Promise<string[]> {
  const next = (beyond: string): string =>
    `select s.account_iban from bank_statements s
     where s.closing_rappen is not null and s.account_iban > ${beyond} order by s.account_iban limit 1`;
  const { rows } = await sql.query<{ written: string }>(
    // From one account to the next by the index, however many statements each has.
    `with recursive form as (
       select (${next('$1::text')}) as written
       union all
       select (${next('f.written')}) from form f where f.written is not null
     )
     select written from form where written is not null limit $2`,
    [after, most],
  );
  return rows.map(({ written }) => written);
}

/**
 * The accounts that are written like this, those of deposits and the operator's own ones, if the bank has sent
 * statements of them. Statements of other accounts are left out; their entries are kept.
 */
export async function statedAccounts(
  sql: Sql,
  { operatorIban, written }: { operatorIban: string | null; written: readonly string[] },
): Promise<StatedAccount[]> {
  const { rows } = await sql.query<StatedAccount>(
    `with asked as (
       select unnest($2::text[]) as iban
       union select d.iban from deposits d where d.qr_iban = any($2)
       union select f.iban from former_accounts f where f.qr_iban = any($2)
     ), form as (
       -- All that may be written for these accounts: no other statement is read.
       select iban as written from asked
       union select d.qr_iban from asked a join deposits d on d.iban = a.iban
       union select f.qr_iban from asked a join former_accounts f on f.iban = a.iban
     ), stated as (
       select written from form where exists (
         select from bank_statements s where s.account_iban = written and s.closing_rappen is not null)
     ), owned as (
       select s.written, d.iban, d.qr_iban, d.state, d.id
       from stated s join deposits d on d.iban = s.written
       union all
       select s.written, d.iban, d.qr_iban, d.state, d.id
       from stated s join deposits d on d.qr_iban = s.written and d.iban is not null
       union all
       select s.written, f.iban, f.qr_iban, d.state, d.id
       from stated s join former_accounts f on f.iban = s.written
       join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id
       union all
       select s.written, f.iban, f.qr_iban, d.state, d.id
       from stated s join former_accounts f on f.qr_iban = s.written
       join deposits d on d.organization_id = f.organization_id and d.id = f.deposit_id
       union all
       select s.written, s.written, null, null, '${NIL_ID}' from stated s
       where s.written in (select iban from ${ownAccountsSql('$1')} own)
     ), ranked as (
       select *, row_number() over (partition by written order by (state in ('closed', 'withdrawn')), id desc) as rank
       from owned
     ), account as (
       select iban, array_agg(written) filter (where rank = 1) as stated, array_agg(qr_iban) as qr_ibans,
              (array_agg(id order by written = iban desc) filter (where rank = 1))[1] as owner
       from ranked group by iban having bool_or(rank = 1)
     )
     select a.iban, a.owner, array(select f from unnest(a.stated) f order by f) as stated,
            array(select distinct f from unnest(a.stated || a.qr_ibans || a.iban) f where f is not null order by f) as written
     from account a
     where a.iban = any($2) or a.stated && $2
     order by a.iban`,
    [operatorIban, written],
  );
  return rows;
}

/**
 * The statements of each account in the year of its last one and in the year before, by the account's IBAN. Where each
 * follows the one before, the last is enough: `reconcile` finds nothing in the others. Those without a closing balance
 * in CHF say nothing.
 */
export async function readStatements(
  sql: Sql,
  accounts: readonly StatedAccount[],
): Promise<Map<string, StatementBalances[]>> {
  const { rows } = await sql.query<StatementBalances & { iban: string }>(
    `with form as (select * from unnest($1::text[], $2::text[]) as f (iban, written)),
     chain as materialized (
       select f.iban, s.*, row_number() over (account order by s.to_on, s.number rows between unbounded preceding
                                              and unbounded following) as place,
              count(*) over account as length, max(s.to_on) over account as last_on,
              s.opening_rappen + s.entries_rappen = s.closing_rappen
                and s.opening_rappen = lag(s.closing_rappen, 1, s.opening_rappen) over (account order by s.to_on, s.number)
                and s.number = case when extract(year from s.to_on)
                                      = extract(year from lag(s.to_on) over (account order by s.to_on, s.number))
                                    then lag(s.number) over (account order by s.to_on, s.number) else 0 end + 1
              as follows
       from form f join bank_statements s on s.account_iban = f.written
       where s.closing_rappen is not null
       window account as (partition by f.iban)
     ), wanted as (
       select iban, bool_and(coalesce(follows, false)) as is_plain from chain group by iban
     )
     select c.iban, c.statement_id as id, c.to_on as on, c.number, c.opening_rappen as opening,
            c.closing_rappen as closing, c.entries_rappen as entries,
            floor(extract(epoch from c.read_at) * 1000)::bigint as "readAt"
     from chain c join wanted w on w.iban = c.iban
     where c.place = c.length
        or (not w.is_plain and c.to_on >= make_date(extract(year from c.last_on)::integer - 1, 1, 1))
     order by c.iban, c.to_on`,
    forms(accounts),
  );
  return Map.groupBy(rows, ({ iban }) => iban);
}

function forms(accounts: readonly StatedAccount[]): [ibans: string[], written: string[]] {
  const all = accounts.flatMap(({ iban, written }) => written.map((one) => [iban, one] as const));
  return [all.map(([iban]) => iban), all.map(([, written]) => written)];
}

/** The signed amount of an entry. Earlier versions stored only its text. */
export const SIGNED = `(case e.direction when 'credit' then 1 else -1 end
  * coalesce(e.amount_rappen, case e.currency when 'CHF' then round(e.amount_text::numeric * 100) end))::bigint`;

/** The bank's booking day; without one, the day on which it was read. */
export const BOOKING_DAY = `coalesce(e.booked_on, (e.at at time zone 'Europe/Zurich')::date)`;

/** A total counts only where a person has booked it. */
export const IS_BOOKED = `(e.is_booked or (e.attention is null and not starts_with(e.key, '${TOTAL}')))`;

/** A total whose transactions are known no longer waits. */
export const IS_KEPT = `(e.attention is not null and e.settled_at is null and not (starts_with(e.key, '${TOTAL}')
  and exists (select from bank_entries b where b.entry_key = e.entry_key and not starts_with(b.key, '${TOTAL}'))))`;

/** It may repeat a booking that is known. */
const IS_DOUBTFUL = `coalesce(e.why = 'possible_duplicate', false)`;

const IS_TOTAL = `coalesce(e.why = 'awaiting_details', false)`;

/** The order that an entry belongs to. In entries of earlier versions only the end-to-end id names it. */
export const ORDER_OF_ENTRY = `coalesce(e.order_id, case when e.direction = 'debit' and e.why is null
  and e.end_to_end_id ~ '^[0-9a-fA-F]{32}$' then e.end_to_end_id::uuid end)`;

/**
 * How often an order was paid according to the entries in \`counts\`, subtracted from how often it was paid according to
 * the books: 1 for an order that a person has reported as carried out, without an entry of the bank.
 */
const BY_HAND = `(case when o.completed_at is null then 0 else 1 end) - coalesce(c.paid, 0)`;

/** The sums of each account up to the day given with it, by IBAN. */
export async function readSums(
  sql: Sql,
  accounts: readonly (StatedAccount & { at: Day })[],
  operatorIban: string | null,
): Promise<Map<string, AccountSums>> {
  const [ibans, written] = forms(accounts);
  const days = accounts.flatMap(({ at, written: all }) => all.map(() => at));
  const { rows } = await sql.query<AccountSums & { iban: string }>(
    `with form as (select * from unnest($1::text[], $2::text[], $3::date[]) as f (iban, written, at)),
     entry as materialized (
       select f.iban, f.at, ${SIGNED} as signed, ${BOOKING_DAY} as day, ${IS_BOOKED} as is_booked,
              ${IS_KEPT} as is_kept, ${IS_DOUBTFUL} as is_doubtful, ${IS_TOTAL} as is_total,
              ${ORDER_OF_ENTRY} as order_id, e.direction, e.kind, e.file_id
       from form f join bank_entries e on e.account_iban = f.written
     ), counts as (
       select order_id,
              count(*) filter (where direction = 'debit')
                - count(*) filter (where direction = 'credit' and kind = 'return') as paid
       from entry where is_booked and order_id is not null group by order_id
     ), candidate as (
       select d.organization_id, d.id, d.iban from deposits d where d.iban = any($1)
       union
       select d.organization_id, d.id, d.iban from former_accounts m
       join deposits d on d.organization_id = m.organization_id and d.id = m.deposit_id where m.iban = any($1)
     ), ordered as (
       select o.id, o.amount_rappen, o.completed_at, o.ordered_at, coalesce(o.from_iban, d.iban) as iban
       from candidate d join orders o on o.organization_id = d.organization_id and o.deposit_id = d.id
       union all
       select o.id, o.amount_rappen, o.completed_at, o.ordered_at, coalesce(o.from_iban, ${mainOwnAccountSql('$4')})
       from orders o where o.organization_id = '${NIL_ID}'
         and exists (select from ${ownAccountsSql('$4')} own where own.iban = any($1))
     ), by_hand as (
       select o.iban, -sum((${BY_HAND}) * o.amount_rappen) as signed
       from ordered o left join counts c on c.order_id = o.id
       join (select distinct iban, at from form) f on f.iban = o.iban
       where ${BY_HAND} <> 0
         and (coalesce(o.completed_at, o.ordered_at) at time zone 'Europe/Zurich')::date <= f.at
       group by o.iban
     ), sums as (
       select iban, coalesce(sum(signed) filter (where is_booked), 0) as books,
              coalesce(sum(signed) filter (where is_kept and not is_doubtful and not is_total), 0) as kept,
              coalesce(json_agg(signed) filter (where is_kept and is_doubtful and signed is not null), '[]') as doubtful
       from entry where day <= at group by iban
     ), totals as (
       select t.iban, json_agg(json_build_object('amount', t.signed, 'known', k.known)) as totals
       from entry t cross join lateral (
         select coalesce(json_agg(${SIGNED}), '[]') as known
         from form f join bank_entries e on e.account_iban = f.written and e.booked_on = t.day
         where f.iban = t.iban and e.direction = t.direction and e.file_id <> t.file_id
           and e.kind in ('payment', 'debit') and e.amount_rappen is not null and ${IS_BOOKED}
       ) k
       where t.is_kept and t.is_total and t.signed is not null and t.day <= t.at group by t.iban
     )
     select f.iban, (coalesce(s.books, 0) + coalesce(h.signed, 0))::bigint as books,
            coalesce(s.kept, 0)::bigint as kept, coalesce(s.doubtful, '[]') as doubtful, coalesce(t.totals, '[]') as totals
     from (select distinct iban from form) f left join sums s on s.iban = f.iban left join by_hand h on h.iban = f.iban
     left join totals t on t.iban = f.iban`,
    [ibans, written, days, operatorIban],
  );
  return new Map(rows.map(({ iban, ...sums }) => [iban, sums]));
}
