import { RARE_NUMBER, SELDOM_NUMBER } from './names.ts';

/**
 * Deposits as the service would have stored them after years, made by the database itself: everything about the n-th one
 * follows from n, so that each table can be filled apart. The chain of history is not a valid one.
 */

/** How many organizations there are while the first ten thousand come, and afterwards. */
export const FIRST_ORGANIZATIONS = 100;
export const ORGANIZATIONS = 1_000;
export const FEW = 10_000;
/** How many deposits there can be: their times are spread over two years. */
export const MOST = 10_000_000;

const hash = (n: string): string => `(hashint8(${n}) & 2147483647)`;

/** Functions of n, in time up to now. One organization has a tenth of all. */
export function functions(now: Date): string {
  const after = (days: number): string =>
    `date_trunc('milliseconds', timestamptz '${now.toISOString()}' - interval '${days} days'
       + n * (interval '${days - 1} days' / ${MOST}))`;
  return `
  create schema bench;
  create function bench.organization_of(n bigint) returns integer immutable language sql return
    case when ${hash('n')} % 10 = 0 then 1
         else 2 + ${hash('n + 7')} % (case when n <= ${FEW} then ${FIRST_ORGANIZATIONS - 1} else ${ORGANIZATIONS - 1} end)
    end;
  create function bench.id_of(kind integer, number bigint) returns uuid immutable language sql return
    ('01900000-000' || kind || '-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid;
  create function bench.at_of(n bigint) returns timestamptz stable language sql return ${after(730)};
  create function bench.call_at_of(n bigint) returns timestamptz stable language sql return ${after(85)};
  create function bench.timed_id(at timestamptz, seed text) returns uuid stable language sql return
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
      || overlay(overlay(right(md5(seed), 20) placing '7' from 1) placing '8' from 5))::uuid;
  create function bench.deposit_id(n bigint) returns uuid stable language sql return
    bench.timed_id(bench.at_of(n), n::text);`;
}

const STEP = `(array['awaiting_manager_signature', 'awaiting_send', 'awaiting_tenant_signatures', 'awaiting_account',
  'awaiting_cover', 'awaiting_payment'])[1 + ${hash('n + 17')} % 6]`;

/** What the tables share, of the deposits from $1 to $2. Worked out once, and kept while the tables are filled. */
export const MAKE_FACTS = `
  create unlogged table bench.facts as
  select f.*, bench.id_of(1, f.o) as organization_id, bench.timed_id(f.at, f.n::text) as id,
         bench.id_of(2, f.o) as connection_id, bench.id_of(3, f.o * 4 + f.n % 3) as manager_id,
         case when f.state = 'opening' then ${STEP} end as step, f.state in ('open', 'closing', 'closed') as is_paid,
         (f.state = 'opening' and f.n % 10 = 3) as is_refused,
         'GR-' || lpad(f.n::text, 13, '0') as contract, 'mieter' || f.n || '@mail.example' as email,
         100000 + (f.h % 5000) * 100 as rappen, (1 + f.h % 89)::text as house
  from (
    select n, bench.organization_of(n) as o, ${hash('n + 13')} as h, bench.at_of(n) as at,
           case when s < 70 then 'open' when s < 80 then 'opening' when s < 84 then 'closing' when s < 94 then 'closed'
                when s < 98 then 'withdrawn' else 'draft_editing' end as state
    from (select n, ${hash('n + 19')} % 100 as s from generate_series($1::bigint, $2::bigint) n) s offset 0
  ) f`;
const FACTS = '(select * from bench.facts where n between $1::bigint and $2::bigint) f';

const NAMES = `
  join bench.first_names a on a.number = f.h % 10
  join bench.last_names b on b.number = case when f.n <= ${FEW} and f.n % 50 = 7 then ${RARE_NUMBER}
    when f.h % 500 = 77 then ${SELDOM_NUMBER} else f.h / 10 % 100 end
  join bench.streets s on s.number = f.h / 1000 % 7`;

const DIGEST = (seed: string): string => `decode(md5(${seed}) || md5(${seed}), 'hex')`;
const ENTRIES = `case f.state when 'opening' then 2 when 'open' then 6 when 'closing' then 7 when 'closed' then 9 else 3 end`;

/** One statement a table, each for the deposits from $1 to $2. */
export const FILL: Readonly<Record<string, string>> = {
  deposits: `
    insert into deposits (organization_id, id, external_contract_id, connection_id, integration, state, step, created_at,
      property, rental_start, rental_deposit_rappen, tenant_language, investment_allowed, owner, manager_organization_id,
      manager_id, product, iban, payment_reference, adjustments, step_since, sent_at, paid_in_rappen, refusal, closing,
      history_count, history_hash, manager_signature, details_removed_at)
    select f.organization_id, f.id, f.contract, f.connection_id, 'custom', f.state, f.step, f.at,
      json_build_object('propertyId', 'P-' || f.h % 500, 'street', s.name, 'streetNumber', f.house, 'zip', '8002', 'city', 'Zürich'),
      (f.at + interval '30 days')::date, f.rappen, 'de', true,
      '{"name":"Helvetia Wohnen AG","careOf":false,"street":"Talstrasse","streetNumber":"5","zip":"8001","city":"Zürich","country":"CH"}',
      f.organization_id, f.manager_id, case when f.is_paid then 'bank_deposit' end,
      case when f.is_paid then 'CH' || lpad(f.n::text, 19, '0') end, case when f.is_paid then lpad(f.n::text, 27, '0') end,
      '[]', f.at + interval '1 day', f.at, case when f.is_paid then f.rappen else 0 end,
      case when f.is_refused then json_build_object('at', f.at, 'by', 'bank', 'reason', 'identity not proved') end,
      case when f.state in ('closing', 'closed') then json_build_object('startedBy', 'manager', 'startedAt', f.at,
        'tenancyEnd', f.at::date, 'proposals', json_build_array(json_build_object('at', f.at, 'by', 'manager',
        'amountLandlord', 0, 'reason', null)), 'tenantIban', null, 'release', null) end,
      ${ENTRIES}, ${DIGEST('f.n::text')}, json_build_object('at', f.at, 'from', null, 'by', null),
      case when f.state <> 'opening' then f.at end
    from ${FACTS} ${NAMES}`,
  tenants: `
    insert into tenants (organization_id, deposit_id, position, type, first_name, last_name, email, phone_number, address,
      details, signed_at)
    select f.organization_id, f.id, 1, 'natural', a.name, b.name, f.email, '+41791234567',
      '{"country":"CH","street":"Limmatquai","streetNumber":"4","zip":"8001","city":"Zürich"}',
      '{"title":"ms","birthDate":"1994-05-17","nationality":"CH","civilStatus":"single"}', case when f.is_paid then f.at end
    from ${FACTS} ${NAMES}`,
  history: `
    insert into history (organization_id, deposit_id, sequence, at, actor, event, detail, hash)
    select f.organization_id, f.id, e.k, f.at + e.k * interval '1 hour', (array['partner', 'system', 'tenant'])[1 + e.k % 3],
      (array['opened', 'signed_for_manager', 'sent_to_tenants', 'tenant_signed', 'account_opened', 'payment_received',
             'closing_started', 'payout_ordered', 'closed'])[e.k], '{}', ${DIGEST("f.n || '/' || e.k")}
    from ${FACTS} cross join lateral generate_series(1, ${ENTRIES}) as e (k)`,
  effects: `
    insert into effects (organization_id, id, deposit_id, kind, mail_kind, recipient_hash, state, due_at, attempts,
      created_at, finished_at)
    select f.organization_id, bench.timed_id(f.at, f.n || '/' || e.k), f.id, e.kind,
      case when e.kind = 'mail' then 'deposit_imported' end,
      case when e.kind = 'mail' then decode(md5(f.h::text) || md5(f.email), 'hex') end,
      case when e.kind = 'remind' then 'waiting' else 'done' end,
      case when e.kind = 'remind' then now() + interval '1 hour' + (f.h % 2592000) * interval '1 second' else f.at end,
      case when e.kind = 'remind' then 0 else 1 end, f.at, case when e.kind = 'remind' then null else f.at end
    from ${FACTS} cross join lateral (
      select 1 as k, 'mail' as kind
      union all select 2, 'remind' where f.state = 'opening'
      union all select 3, 'mail' where f.is_paid
      union all select 4, 'mail' where f.is_paid
      union all select 5, 'document' where f.is_paid
      union all select 6, 'document' where f.is_paid) e`,
  deposit_list: `
    insert into deposit_list (organization_id, deposit_id, created_at, external_contract_id, contract_key, state, step,
      awaits_manager, has_problem, manager_organization_id, manager_id, property, tenants, tenant_key, rental_start,
      rental_deposit_rappen, words)
    select f.organization_id, f.id, f.at, f.contract, lower(f.contract), f.state, f.step, w.awaits, f.is_refused,
      f.organization_id, f.manager_id, s.name || ' ' || f.house || ', 8002 Zürich', a.name || ' ' || b.name,
      b.key || ' ' || a.key, (f.at + interval '30 days')::date, f.rappen,
      array_to_tsvector(array(select m.mark || word from unnest(
        array['gr', lpad(f.n::text, 13, '0'), 'p', (f.h % 500)::text, f.house, '8002', 'zurich', 'zuerich', 'mieter' || f.n,
              'mail', 'example', ':place:' || coalesce(f.step, f.state), ':manager:' || f.manager_id]
        || s.words || a.words || b.words
        || case when w.awaits then array[':awaits'] else array[]::text[] end
        || case when f.is_refused then array[':problem'] else array[]::text[] end) as word)
        || array['@' || f.email])
    from ${FACTS} ${NAMES}
    cross join lateral (select right(f.organization_id::text, 12) as mark offset 0) m
    cross join lateral (select f.state = 'draft_editing'
      or f.state = 'opening' and (f.step = 'awaiting_manager_signature' or f.is_refused) as awaits offset 0) w`,
  payments: `
    insert into payments (organization_id, id, deposit_id, at, reference, amount_rappen, counted_rappen, payer_iban)
    select f.organization_id, bench.timed_id(f.at, f.n || 'paid'), f.id, f.at, lpad(f.n::text, 27, '0'), f.rappen, f.rappen,
      'CH' || lpad(f.h::text, 19, '0')
    from ${FACTS} where f.is_paid`,
  ledger: `
    insert into ledger (organization_id, deposit_id, sequence, at, amount_rappen, from_account, to_account, payment_id)
    select f.organization_id, f.id, 1, f.at, f.rappen, 'payer', 'held', bench.timed_id(f.at, f.n || 'paid')
    from ${FACTS} where f.is_paid`,
  documents: `
    insert into documents (organization_id, id, deposit_id, kind, language, created_at, sha256)
    select f.organization_id, bench.timed_id(f.at, f.n || 'document' || k), f.id,
      (array['agreement', 'payment_slip', 'pay_in'])[k], 'de', f.at, ${DIGEST("f.n || 'document' || k")}
    from ${FACTS} cross join generate_series(1, 3) k where f.is_paid`,
  events: `
    with added as (
      insert into events (organization_id, number, deposit_id, connection_id, sequence, at, type, document_id, status)
      select f.organization_id, coalesce(l.last, 0) + row_number() over (partition by f.organization_id order by f.n, k),
        f.id, f.connection_id, k - 1, f.at, 'document.created', bench.timed_id(f.at, f.n || 'document' || k),
        json_build_object('externalContractId', f.contract, 'status', 'open', 'product', 'bank_deposit', 'provider',
          'demo_bank', 'iban', 'CH' || lpad(f.n::text, 19, '0'), 'rentalDeposit', f.rappen / 100.0, 'paidOutTime', null,
          'paidOutAmountTenant', null)
      from ${FACTS} cross join generate_series(2, 3) k
      left join event_numbers l on l.organization_id = f.organization_id where f.is_paid
      returning organization_id, number
    ) insert into event_numbers (organization_id, last) select organization_id, max(number) from added group by 1
      on conflict (organization_id) do update set last = excluded.last`,
  calls: `
    insert into calls (organization_id, id, at, path, partner_id, external_org_id, external_contract_id, outcome, status,
      duration_ms, request_id, deposit_id)
    select f.organization_id, bench.timed_id(c.at, f.n || 'call'), c.at, '/webhook/custom', p.id, 'growth-' || f.o,
      f.contract, 'success', 200, 3.5, md5(f.n::text), f.id
    from ${FACTS} cross join (select partner_id as id from connections where id = bench.id_of(2, 1)) p
    cross join lateral (select bench.call_at_of(f.n) as at offset 0) c`,
};
