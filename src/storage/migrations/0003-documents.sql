-- Documents as they were made, events that tell of them, and their way to the partners.

alter table deposits add column manager_signature json, add column register_check json;
alter table tenants add column signed_from text;
-- Who had signed before this was kept: the service, or the manager whom the history names.
update deposits d set manager_signature = json_build_object('at', h.at, 'from', null, 'by',
    case when h.event = 'signed_for_manager' then null
         else json_build_object('name', p.content ->> 'name', 'email', p.content ->> 'email') end)
  from history h left join history_personal p using (organization_id, deposit_id, sequence)
  where h.organization_id = d.organization_id and h.deposit_id = d.id
    and h.event in ('signed_for_manager', 'manager_signed', 'signed_and_sent_again')
    and h.sequence = (select max(l.sequence) from history l
      where l.organization_id = d.organization_id and l.deposit_id = d.id
        and l.event in ('signed_for_manager', 'manager_signed', 'signed_and_sent_again'));

create table documents (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid not null,
  kind text not null check (kind in ('payment_slip', 'pay_in', 'pay_out', 'withdrawal', 'agreement')),
  language text not null,
  created_at timestamptz not null,
  sha256 bytea not null,
  -- The PDF. Null once it is due to be removed; the hash stays.
  content bytea,
  primary key (organization_id, id)
);
create index documents_by_deposit on documents (organization_id, deposit_id);
create index documents_by_id on documents (id);

create function refuse_all_but_removal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.content is null and (new.organization_id, new.id, new.deposit_id, new.kind, new.created_at, new.sha256)
       = (old.organization_id, old.id, old.deposit_id, old.kind, old.created_at, old.sha256) then
      return new;
    end if;
  end if;
  raise exception '% are never changed', tg_table_name;
end $$;
create trigger never_changed before update or delete on documents
  for each row execute function refuse_all_but_removal();

-- Links to a document, one for each time it is offered. Only a hash of the token is kept.
create table document_links (
  organization_id uuid not null,
  hash bytea not null,
  document_id uuid not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, hash)
);
create index document_links_by_document on document_links (organization_id, document_id);
create index document_links_by_expiry on document_links (expires_at);

-- What has happened, for partners: numbered per organization without a gap, and per deposit.
create table event_numbers (
  organization_id uuid primary key,
  last bigint not null
);
create table events (
  organization_id uuid not null,
  number bigint not null,
  deposit_id uuid not null,
  connection_id uuid not null,
  -- Counts per deposit.
  sequence integer not null,
  at timestamptz not null,
  type text not null,
  document_id uuid not null,
  -- The eight fields of contract status at that moment.
  status json not null,
  primary key (organization_id, number),
  unique (organization_id, deposit_id, sequence),
  unique (organization_id, document_id)
);

create table deliveries (
  organization_id uuid not null,
  -- Stays over all attempts.
  id uuid not null,
  event_number bigint not null,
  deposit_id uuid not null,
  connection_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  due_at timestamptz not null,
  -- Attempts since it was queued or replayed: the schedule counts by it.
  tries integer not null default 0,
  -- Who is at it holds it until then, by the real clock.
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
create index deliveries_due on deliveries (due_at) where state = 'waiting';
create index deliveries_by_deposit on deliveries (deposit_id);
create index deliveries_by_id on deliveries (id);
create index deliveries_by_time on deliveries (created_at);
create index deliveries_claimed on deliveries (claimed_until) where claimed_until is not null;
create index deliveries_by_connection on deliveries (connection_id) where state = 'waiting';

create table delivery_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  -- Null: no answer came.
  status integer,
  duration_ms integer not null,
  -- The first bytes of the answer, or why there was none.
  answer text not null,
  primary key (organization_id, delivery_id, number)
);

-- While a secret is being replaced, both are valid.
alter table connections add column callback_previous_secret bytea;
