-- The whole life of a deposit: where it stands and since when, its money, its end, and a history that shows changes.

alter table deposits
  add column step_since timestamptz,
  add column reminders smallint not null default 0,
  add column sent_at timestamptz,
  add column round smallint not null default 0,
  add column qr_iban text,
  -- What counts of the money that came.
  add column paid_in_rappen bigint not null default 0,
  add column refusal json,
  add column closing json,
  add column legal_claim json,
  -- The last link of the chain of its history, and how many there are.
  add column history_count integer,
  add column history_hash bytea,
  add check (paid_in_rappen between 0 and rental_deposit_rappen),
  add check (state not in ('closing', 'closed') or closing is not null);

-- A payment is found by its reference.
create index deposits_by_reference on deposits (payment_reference) where payment_reference is not null;

-- Personal links of tenants. Several may be good at once: each mail brings a new one.
create table tenant_links (
  organization_id uuid not null,
  hash bytea not null,
  deposit_id uuid not null,
  position smallint not null,
  -- The round of signatures that it belongs to; an edited deposit starts another.
  round smallint not null,
  expires_at timestamptz not null,
  primary key (organization_id, hash)
);
create index tenant_links_by_expiry on tenant_links (expires_at);
insert into tenant_links (organization_id, hash, deposit_id, position, round, expires_at)
  select organization_id, link_hash, deposit_id, position, 0, link_expires_at from tenants where link_hash is not null;
drop index tenants_by_link;
alter table tenants drop column link_hash, drop column link_expires_at;

-- What a history entry says of people lies here, where it can be masked; the entry keeps a salted hash of it.
create table history_personal (
  organization_id uuid not null,
  deposit_id uuid not null,
  sequence integer not null,
  -- Both null once masked.
  salt bytea,
  content json,
  primary key (organization_id, deposit_id, sequence),
  check ((salt is null) = (content is null))
);

-- It can be masked, and else only grows.
create function refuse_all_but_masking() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.salt is null and (new.organization_id, new.deposit_id, new.sequence)
       = (old.organization_id, old.deposit_id, old.sequence) then
      return new;
    end if;
  end if;
  raise exception '% can be masked, and else only grows', tg_table_name;
end $$;
create trigger only_masked before update or delete on history_personal
  for each row execute function refuse_all_but_masking();
create trigger not_emptied before truncate on history_personal
  for each statement execute function refuse_change();

-- Each entry's hash covers the one before it (see storage/deposits/history.ts).
alter table history
  add column personal_hash bytea,
  add column hash bytea;
alter table history disable trigger history_only_grows;
do $$
declare
  entry record;
  previous text := '';
  last_deposit uuid;
begin
  for entry in select * from history order by organization_id, deposit_id, sequence loop
    if entry.deposit_id is distinct from last_deposit then
      previous := '';
      last_deposit := entry.deposit_id;
    end if;
    previous := encode(sha256(convert_to(concat_ws(E'\n', previous, entry.deposit_id, entry.sequence,
      (extract(epoch from entry.at) * 1000)::bigint, entry.actor, entry.event, entry.detail, ''), 'UTF8')), 'hex');
    update history set hash = decode(previous, 'hex')
      where organization_id = entry.organization_id and deposit_id = entry.deposit_id and sequence = entry.sequence;
  end loop;
end $$;
alter table history enable trigger history_only_grows;
alter table history alter column hash set not null;

update deposits d set
  step_since = coalesce((select max(h.at) from history h
    where h.organization_id = d.organization_id and h.deposit_id = d.id), d.created_at),
  sent_at = (select min(h.at) from history h
    where h.organization_id = d.organization_id and h.deposit_id = d.id and h.event = 'sent_to_tenants'),
  (history_count, history_hash) = (select h.sequence, h.hash from history h
    where h.organization_id = d.organization_id and h.deposit_id = d.id order by h.sequence desc limit 1);
alter table deposits
  alter column step_since set not null,
  alter column history_count set not null,
  alter column history_hash set not null;

-- Deposits that wait already are reminded of, too.
insert into effects (organization_id, id, deposit_id, kind, due_at, created_at)
  select organization_id, gen_random_uuid(), id, 'remind', step_since + interval '3 days', service_now()
  from deposits where step in ('awaiting_manager_signature', 'awaiting_tenant_signatures');

-- Money that came in. Without a deposit it lies under the nil organization, which is nobody's.
create table payments (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid,
  at timestamptz not null,
  reference text not null,
  amount_rappen bigint not null check (amount_rappen > 0),
  counted_rappen bigint not null check (counted_rappen between 0 and amount_rappen),
  payer_iban text,
  primary key (organization_id, id)
);
create index payments_by_deposit on payments (organization_id, deposit_id);

-- Money that shall go out, and has when it is completed.
create table orders (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid,
  kind text not null check (kind in ('payout', 'payback')),
  cause text not null
    check (cause in ('closing', 'withdrawal', 'insurance_chosen', 'surplus', 'late', 'unknown_reference')),
  payee text not null check (payee in ('tenant', 'landlord', 'payer')),
  amount_rappen bigint not null check (amount_rappen > 0),
  -- Null: it waits until one is known.
  iban text,
  ordered_at timestamptz not null,
  completed_at timestamptz,
  payment_id uuid,
  primary key (organization_id, id),
  check ((kind = 'payout') = (cause = 'closing')),
  check ((kind = 'payback') = (payee = 'payer')),
  check (completed_at is null or iban is not null)
);
create index orders_by_deposit on orders (organization_id, deposit_id);
create index orders_by_kind on orders (kind, id);
create index orders_by_cause on orders (cause, id);
create index orders_by_id on orders (id);
create index orders_by_payment on orders (organization_id, payment_id) where payment_id is not null;

-- Every amount that moved, from one account to another. Of a payment without a deposit, `deposit_id` is its own id.
create table ledger (
  organization_id uuid not null,
  deposit_id uuid not null,
  sequence integer not null,
  at timestamptz not null,
  amount_rappen bigint not null check (amount_rappen > 0),
  from_account text not null,
  to_account text not null,
  payment_id uuid,
  order_id uuid,
  primary key (organization_id, deposit_id, sequence),
  check (from_account <> to_account)
);
create trigger ledger_only_grows before update or delete or truncate on ledger
  for each statement execute function refuse_change();
