-- The global tables: who may call, and which organization a call is for. They are small and could be copied to every
-- shard. Everything else belongs to one organization, and its keys start with it.

create table partners (
  id uuid primary key,
  name text not null,
  integration text not null,
  created_at timestamptz not null
);

create table partner_keys (
  id text primary key,
  partner_id uuid not null references partners,
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index partner_keys_by_partner on partner_keys (partner_id);

create table organizations (
  id uuid primary key,
  parent_id uuid references organizations,
  name text not null,
  language text not null,
  email_domain text not null,
  address json not null,
  pre_signed boolean not null,
  send_delay_minutes integer not null,
  owner_always_care_of boolean not null,
  tenant_chooses_product boolean not null,
  product text not null,
  offers_investment boolean not null,
  small_deposit_limit_rappen bigint not null,
  contract_status_enabled boolean not null,
  payout_iban text,
  default_manager_id uuid,
  created_at timestamptz not null
);
create index organizations_by_parent on organizations (parent_id) where parent_id is not null;

create table connections (
  id uuid primary key,
  organization_id uuid not null references organizations,
  partner_id uuid not null references partners,
  external_org_id text not null,
  callback_url text,
  callback_documents text[],
  callback_inline boolean not null default false,
  callback_secret bytea,
  callback_switched_off_at timestamptz,
  created_at timestamptz not null,
  unique (partner_id, external_org_id)
);
create index connections_by_organization on connections (organization_id);

-- The service's clock runs ahead of the real one by this much: zero outside the test environment.
create table service_clock (
  only_row boolean primary key default true check (only_row),
  ahead interval not null default interval '0'
);
insert into service_clock default values;

create function service_now() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp() + (select ahead from service_clock));

-- The tables of an organization.

create table members (
  organization_id uuid not null references organizations,
  id uuid not null,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  language text not null,
  invited_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, email_key)
);
alter table organizations
  add foreign key (id, default_manager_id) references members (organization_id, id);

create table status_keys (
  organization_id uuid not null references organizations,
  id text not null,
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id)
);

create table ignored_contracts (
  organization_id uuid not null references organizations,
  external_contract_id text not null,
  -- Null: for always.
  until timestamptz,
  primary key (organization_id, external_contract_id)
);

-- Parts of a deposit that are only ever read whole are json: kept as they came, without the cost of taking them apart.
create table deposits (
  organization_id uuid not null,
  id uuid not null,
  external_contract_id text not null,
  connection_id uuid not null,
  integration text not null,
  state text not null check (state in ('draft_editing', 'opening', 'open', 'closing', 'closed', 'withdrawn')),
  step text check (step in ('awaiting_manager_signature', 'awaiting_send', 'awaiting_tenant_signatures',
                            'awaiting_account', 'awaiting_cover', 'awaiting_payment')),
  created_at timestamptz not null,
  property json not null,
  rental_start date not null,
  rental_deposit_rappen bigint not null check (rental_deposit_rappen > 0),
  tenant_language text not null,
  investment_allowed boolean not null,
  owner json not null,
  manager_organization_id uuid not null,
  manager_id uuid not null,
  assistant json,
  signature_rule text check (signature_rule in ('single', 'joint')),
  product text check (product in ('bank_deposit', 'insurance')),
  iban text,
  payment_reference text,
  paid_out_at timestamptz,
  paid_out_tenant_rappen bigint,
  paid_out_landlord_rappen bigint,
  adjustments json not null,
  primary key (organization_id, id),
  check ((state = 'opening') = (step is not null))
);
-- One living deposit per organization and contract id. The living one is always the newest, so that the status of a
-- contract is found in this index or else in the next.
create unique index deposits_living on deposits (organization_id, external_contract_id) where state <> 'withdrawn';
create index deposits_withdrawn on deposits (organization_id, external_contract_id, created_at desc, id desc)
  where state = 'withdrawn';
create index deposits_by_id on deposits (id);
create index deposits_by_manager on deposits (manager_id);

create table tenants (
  organization_id uuid not null,
  deposit_id uuid not null,
  position smallint not null check (position between 1 and 4),
  type text not null check (type in ('natural', 'legal')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  address json not null,
  details json not null,
  signed_at timestamptz,
  link_hash bytea,
  link_expires_at timestamptz,
  primary key (organization_id, deposit_id, position)
);
create index tenants_by_link on tenants (organization_id, link_hash) where link_hash is not null;

-- Who did what when. It only grows.
create table history (
  organization_id uuid not null,
  deposit_id uuid not null,
  sequence integer not null,
  at timestamptz not null,
  actor text not null,
  event text not null,
  detail json not null,
  primary key (organization_id, deposit_id, sequence)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name;
end $$;
create trigger history_only_grows before update or delete or truncate on history
  for each statement execute function refuse_change();

-- What must happen because of a change, written in the transaction of that change and carried out by a worker.
create table effects (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid,
  kind text not null,
  -- Of a mail: its kind, and a keyed hash of the recipient's address by which it is found.
  mail_kind text,
  recipient_hash bytea,
  -- Encrypted; null once it is no longer needed.
  content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
create index effects_due on effects (due_at) where state = 'waiting';
create index effects_by_recipient on effects (recipient_hash, created_at) where recipient_hash is not null;

-- Calls refused for data reasons, with their payload encrypted, for 90 days.
create table refused_calls (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  connection_id uuid not null,
  integration text not null,
  external_contract_id text not null,
  refusal_row smallint not null,
  problems jsonb not null,
  payload bytea not null,
  primary key (organization_id, id)
);
create index refused_calls_by_age on refused_calls (at);

-- When the last import-error mail about a contract was queued.
create table import_error_mails (
  organization_id uuid not null,
  external_contract_id text not null,
  queued_at timestamptz not null,
  primary key (organization_id, external_contract_id)
);
create index import_error_mails_by_age on import_error_mails (queued_at);

-- Counts every change of what decides about a call: keys, connections, organizations, members, ignore lists, the clock.
-- What a process remembers of these holds as long as the count is the same, and every insert of deposits checks it.
-- Counted before the change, so that whoever changes the set-up locks this row first: changes cannot wait for each other
-- in a circle.
create table set_up (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into set_up default values;

create function count_set_up() returns trigger language plpgsql as $$
begin
  update set_up set version = version + 1;
  return null;
end $$;
create trigger counted before insert or update or delete on partner_keys for each statement execute function count_set_up();
create trigger counted before insert or update or delete on connections for each statement execute function count_set_up();
create trigger counted before insert or update or delete on organizations for each statement execute function count_set_up();
create trigger counted before insert or update or delete on members for each statement execute function count_set_up();
create trigger counted before insert or update or delete on ignored_contracts for each statement execute function count_set_up();
create trigger counted before insert or update or delete on service_clock for each statement execute function count_set_up();
