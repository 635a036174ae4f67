import { DIGEST, FACTS } from './rows.ts';

/** A quarter of the accounts: enough to grow with the deposits, at a fraction of the time to fill them. */
const STATED = 'f.is_paid and f.n % 4 = 0';
const IBAN = `'CH' || lpad(f.n::text, 19, '0')`;

/** What waits for a person, what the bank has sent, and what tenants and partners read, for the deposits from $1 to $2. */
export const QUEUES: Readonly<Record<string, string>> = {
  deposit_feed: `
    with added as (
      insert into deposit_feed (organization_id, deposit_id, number, changed_at)
      select f.organization_id, f.id,
        coalesce(m.last, 0) + row_number() over (partition by f.organization_id order by f.n), f.at
      from ${FACTS} left join deposit_feed_marks m on m.organization_id = f.organization_id
      returning organization_id, number
    ) insert into deposit_feed_marks (organization_id, last, settled)
      select organization_id, max(number), bench.deposit_id($2::bigint) from added group by 1
      on conflict (organization_id) do update set last = excluded.last, settled = excluded.settled`,
  tenant_links: `
    insert into tenant_links (organization_id, hash, deposit_id, position, round, expires_at)
    select f.organization_id, sha256(convert_to('growth-' || f.n, 'UTF8')), f.id, 1, 0, now() + interval '60 days'
    from ${FACTS}`,
  deposit_notes: `
    insert into deposit_notes (organization_id, id, deposit_id, created_at, author, text, shared)
    select f.organization_id, bench.timed_id(f.at, f.n || 'note'), f.id, f.at,
      '{"name":"Anna Keller","email":"anna@growth.example"}', 'The tenant moves in a week later.', false
    from ${FACTS} where f.n % 10 = 0`,
  refused_calls: `
    insert into refused_calls (organization_id, id, at, connection_id, integration, external_contract_id, refusal_row,
      problems, payload)
    select f.organization_id, bench.timed_id(f.at, f.n || 'refused'), f.at, f.connection_id, 'custom', f.contract || '-X', 8,
      '[]', 'x' from ${FACTS} where f.n % 50 = 1`,
  orders: `
    insert into orders (organization_id, id, deposit_id, kind, cause, payee, amount_rappen, iban, ordered_at, completed_at,
      needs_release)
    select f.organization_id, bench.timed_id(f.at, f.n || 'order'), f.id, 'payout', 'closing', 'tenant', f.rappen,
      'CH' || lpad(f.h::text, 19, '0'), f.at, case when f.state = 'closed' then f.at end, f.state = 'closing'
    from ${FACTS} where f.state = 'closed' and f.n % 4 = 0 or f.state = 'closing' and f.n % 10 = 0`,
  approvals: `
    insert into approvals (id, action, subject, content, fingerprint, organization_id, asked_by, asked_by_id, asked_at,
      expires_at, state, decided_by, decided_at)
    select bench.timed_id(f.at, f.n || 'approval'), 'release_order', 'order:' || f.id, 'x', ${DIGEST("f.n || 'approval'")},
      f.organization_id, 'a@operator.example', 'token', f.at, now() + interval '10 days', w.state,
      case when w.state = 'approved' then 'b@operator.example' end, case when w.state = 'approved' then f.at end
    from ${FACTS} cross join lateral (
      select case when f.n % 2000 = 0 then 'waiting' else 'approved' end as state offset 0) w
    where f.n % 200 = 0`,
  bank_files: `
    insert into bank_files (id, name, sha256, read_at, state, entries, booked)
    select bench.id_of(5, f.n / 1000), 'camt053-' || f.n / 1000 || '.xml', ${DIGEST("f.n || 'file'")}, f.at, 'done', 1000, 1000
    from ${FACTS} where f.n % 1000 = 0`,
  bank_statements: `
    insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, number, from_on, to_on,
      opening_rappen, closing_rappen, entries_rappen)
    select ${IBAN}, 'S-' || f.n, bench.id_of(5, f.n / 1000), f.at, 'CHF', 1, f.at::date, f.at::date, 0,
      f.rappen + case when f.n % 10000 = 0 then 100 else 0 end, f.rappen
    from ${FACTS} where ${STATED}`,
  bank_entries: `
    insert into bank_entries (organization_id, key, entry_key, file_id, at, account_iban, direction, amount_text, amount_rappen,
      currency, booked_on, value_on, reference, charges_rappen, level, kind, account_of, why, deposit_id, payment_id, attention)
    select f.organization_id, 'E-' || f.n, 'E-' || f.n, bench.id_of(5, f.n / 1000), f.at, ${IBAN}, 'credit',
      to_char(f.rappen / 100.0, 'FM9999990.00'), f.rappen, 'CHF', f.at::date, f.at::date, lpad(f.n::text, 27, '0'), 0, 'entry',
      'payment', f.id, case when f.n % 100 = 0 then 'possible_duplicate' else 'payment' end,
      case when f.n % 100 <> 0 then f.id end, case when f.n % 100 <> 0 then bench.timed_id(f.at, f.n || 'paid') end,
      case when f.n % 100 = 0 then 'It may repeat a booking.' end
    from ${FACTS} where ${STATED}`,
};

/** Statements that number rows: their parts run one after the other. */
export const NUMBERED: readonly string[] = ['events', 'deposit_feed'];
/** Filled by the statement of another table. */
export const BESIDE: readonly string[] = ['deliveries'];
