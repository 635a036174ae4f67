import { REMOVED } from '../../domain/retention.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';

/** So many take a moment; more would take longer than a statement may. */
const AT_ONCE = 1_000;
/** Payloads of calls are large. */
const CALLS_AT_ONCE = 200;

const OLDER = (column: string, unit: 'days' | 'years'): string =>
  `${column} < (select service_now()) - make_interval(${unit} => $2)`;

/** The lowest id of the log that was given at the start of the period; ids begin with their time. */
const FIRST_ID = `(lpad(to_hex(greatest(0,
  floor(extract(epoch from service_now() - make_interval(days => $2)) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Each statement removes up to $1 of what is older than $2, and leaves to others what they hold. */
const STATEMENTS = {
  refused_calls: [
    `delete from refused_calls where (organization_id, id) in (
       select organization_id, id from refused_calls where ${OLDER('at', 'days')} limit $1 for update skip locked)`,
  ],
  sign_ins: [
    ...(['sign_in_links', 'passkey_challenges'] as const).map(
      (table) =>
        `delete from ${table} where hash in (
           select hash from ${table} where ${OLDER('expires_at', 'days')} limit $1 for update skip locked)`,
    ),
    `delete from sessions where id in (
       select id from sessions where ${OLDER('expires_at', 'days')} limit $1 for update skip locked)`,
  ],
  failed_mails: [
    `update effects set content = null, last_error = null where (organization_id, id) in (
       select organization_id, id from effects
       where state = 'failed' and last_error is not null and ${OLDER('finished_at', 'days')}
       limit $1 for update skip locked)`,
  ],
  // Mails of a living deposit are kept, however old: they record what was sent to whom.
  mail_records: [
    `delete from effects where (organization_id, id) in (
       select e.organization_id, e.id from effects e where e.state <> 'waiting' and ${OLDER('e.created_at', 'years')}
         and (e.deposit_id is null or (
           select count(*) from deposits d where d.organization_id = e.organization_id and d.id = e.deposit_id
             and d.state not in ('closed', 'withdrawn') and d.personal_removed_at is null) = 0)
       limit $1 for update of e skip locked)`,
  ],
  payment_files: [
    `update payment_runs set content = null where id in (
       select id from payment_runs
       where content is not null and written_at is not null and ${OLDER('created_at', 'years')}
       limit $1 for update skip locked)`,
  ],
  // What is not paid back yet has no account without them.
  unknown_payments: [
    `with due as (
       select p.organization_id, p.id from payments p
       where p.deposit_id is null and (p.payer_iban is not null or p.payer_name is not null)
         and ${OLDER('p.at', 'years')} and p.organization_id = '${NIL_ID}'
         and (select count(*) from orders o where o.organization_id = p.organization_id and o.payment_id = p.id
              and o.cancelled_at is null and (o.completed_at is null or not ${OLDER('o.completed_at', 'years')})) = 0
       limit $1 for update skip locked
     ), accounts as (
       update orders o set iban = '${REMOVED}', holder_name = null, bic = null, address = null, changed_by = null,
         released_by = null, release_reason = null, resolution = null from due
       where o.organization_id = due.organization_id and o.payment_id = due.id
     )
     update payments p set payer_iban = null, payer_name = null, payer_address = null from due
     where p.organization_id = due.organization_id and p.id = due.id`,
    // Entries of the operator's own account, and of accounts that belong to nobody.
    `update bank_entries set counterparty_iban = null, counterparty_name = null, content = null, resolution = null
     where (organization_id, key) in (
       select organization_id, key from bank_entries
       where (account_of is null or account_of = '${NIL_ID}') and organization_id = '${NIL_ID}'
         and (counterparty_iban is not null or counterparty_name is not null or content is not null)
         and not (attention is not null and settled_at is null) and ${OLDER('at', 'years')}
       limit $1 for update skip locked)`,
  ],
  // Calls are counted; payloads are stored several to a row, so there are never more rows of them.
  request_log: [
    `with payloads as (
       delete from call_payloads where (organization_id, id) in (
         select organization_id, id from call_payloads where id < (select ${FIRST_ID}) order by id
         limit $1 for update skip locked)
     )
     delete from calls where (organization_id, id) in (
       select organization_id, id from calls where id < (select ${FIRST_ID}) order by id
       limit $1 for update skip locked)`,
    `delete from call_reads where (organization_id, id) in (
       select organization_id, id from call_reads where id < (select ${FIRST_ID}) order by id
       limit $1 for update skip locked)`,
  ],
  // The trigger allows this deletion only, and only of old rows.
  audit_log: [
    `delete from audit_log where id in (
       select due.id from (select set_config('depono.retention', 'audit_log', true) as said) allowed
       cross join lateral (
         select id from audit_log where ${OLDER('at', 'years')} order by at limit $1 for update skip locked) due
       where allowed.said = 'audit_log')`,
    // What was asked for and decided is kept as long as the log of it.
    `delete from approvals where id in (
       select id from approvals where ${OLDER('asked_at', 'years')} order by asked_at limit $1 for update skip locked)`,
  ],
} as const;

export type RowKind = keyof typeof STATEMENTS;

/** Removes one batch of each kind; returns how many, and whether there may be more. */
export async function removeRows(sql: Sql, kind: RowKind, period: number): Promise<{ count: number; isMore: boolean }> {
  const most = kind === 'request_log' ? CALLS_AT_ONCE : AT_ONCE;
  let count = 0;
  let isMore = false;
  for (const statement of STATEMENTS[kind]) {
    const { rowCount } = await sql.query(statement, [most, period]);
    count += rowCount ?? 0;
    isMore ||= rowCount === most;
  }
  return { count, isMore };
}
