-- works with code from: 0028
-- needs gone: versions before 0.4.0
-- Banks and insurers as visitors of their own: who they are, what they offer, and what is asked of them. Older code would
-- open deposits without a provider, and would ask nobody for an account or cover.

create table if not exists providers (
  id uuid primary key,
  kind text not null check (kind in ('bank', 'insurer')),
  -- What contract status shows. It never changes.
  code text not null unique,
  -- Organizations without a provider of their own use the default of the kind.
  is_default boolean not null default false,
  is_active boolean not null default true,
  -- It has the deposits from before there were providers.
  is_earlier boolean not null default false,
  -- The current one of its versions.
  version_id uuid not null,
  -- Of a bank: its folder below BANK_EXCHANGE_DIR, who sends the payment files, and the operator's own account there.
  -- Null: as the settings say.
  exchange_folder text,
  initiating_party text,
  own_iban text,
  -- Earlier ones: money may still be there, and orders are paid from there.
  former_own_ibans text[] not null default '{}',
  callback_url text,
  callback_secret bytea,
  callback_previous_secret bytea,
  -- The receiver answered 410.
  callback_switched_off_at timestamptz,
  created_at timestamptz not null
);
create unique index if not exists providers_default on providers (kind) where is_default;
-- A folder belongs to one bank; some file systems ignore case. Without a name it is the exchange folder itself.
create unique index if not exists providers_exchange_folder on providers (lower(coalesce(exchange_folder, '')))
  where kind = 'bank';
-- So does an account.
create unique index if not exists providers_own_iban on providers (own_iban);

-- Name, address and offer as they were at a time: a deposit keeps those that its tenant saw.
create table if not exists provider_versions (
  id uuid primary key,
  provider_id uuid not null references providers (id),
  name text not null,
  address json,
  offer json not null,
  since timestamptz not null
);

create table if not exists provider_keys (
  id text primary key,
  provider_id uuid not null references providers (id),
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index if not exists provider_keys_of_provider on provider_keys (provider_id);

-- The people of a provider who use its pages.
create table if not exists provider_contacts (
  id uuid primary key,
  provider_id uuid not null references providers (id),
  email text not null,
  email_key text not null unique,
  name text not null,
  role text not null check (role in ('clerk', 'viewer')),
  created_at timestamptz not null,
  signed_in_at timestamptz
);
create index if not exists provider_contacts_of_provider on provider_contacts (provider_id);

-- Null: the default of the kind.
alter table organizations
  add column if not exists bank_provider_id uuid references providers (id),
  add column if not exists insurer_provider_id uuid references providers (id);

alter table deposits
  -- Null: opened before there were providers; then the settings say it.
  add column if not exists provider_code text,
  add column if not exists provider_version_id uuid,
  -- The insurer's policy: policyNumber, from, premium.
  add column if not exists policy json;
alter table deposits
  alter column provider_code set statistics 20,
  alter column provider_version_id set statistics 20,
  alter column policy set statistics 20;

-- What a provider is asked: to open an account, to confirm cover, to end them, to pay a claim, to change data.
create table if not exists applications (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid not null,
  provider_id uuid not null,
  kind text not null check (kind in ('account_opening', 'cover', 'account_closing', 'cover_end', 'claim', 'change')),
  state text not null check (state in ('open', 'acknowledged', 'answered', 'cancelled')),
  created_at timestamptz not null,
  -- The provider's own number.
  reference text,
  claim_rappen bigint,
  -- The last answer: account, cover, ended, paid, done or refused, with what was given.
  answer json,
  answered_at timestamptz,
  answered_by text,
  cancelled_at timestamptz,
  -- Each acknowledgement and answer: at, event, by.
  events json not null default '[]',
  primary key (organization_id, id)
);
-- Ids grow with time: pages of a queue, oldest first, are a range of the index.
create index if not exists applications_queue on applications (provider_id, state, id);
create index if not exists applications_of_provider on applications (provider_id, id);
create index if not exists applications_of_deposit on applications (organization_id, deposit_id);
create index if not exists applications_by_id on applications (id);

-- Callbacks to providers: that something is asked of them, or no longer.
create table if not exists provider_deliveries (
  organization_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  application_id uuid not null,
  deposit_id uuid not null,
  application_kind text not null,
  event text not null check (event in ('application.created', 'application.cancelled')),
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  claimed_until timestamptz,
  finished_at timestamptz,
  -- Attempts are in delivery_attempts.
  primary key (organization_id, id)
);
create index if not exists provider_deliveries_due on provider_deliveries (due_at) where state = 'waiting';
create index if not exists provider_deliveries_of_provider on provider_deliveries (provider_id, id);
create index if not exists provider_deliveries_of_deposit on provider_deliveries (deposit_id);
create index if not exists provider_deliveries_by_id on provider_deliveries (id);
create index if not exists provider_deliveries_failed on provider_deliveries (id) where state = 'failed';
create index if not exists provider_deliveries_claimed on provider_deliveries (claimed_until) where claimed_until is not null;

-- The provider's pages have sessions and links of their own, and entries in the audit log.
-- locks: not valid, so that no row is read
alter table sign_in_links drop constraint if exists sign_in_links_realm_check;
alter table sign_in_links add constraint sign_in_links_realm_check
  check (realm in ('manager', 'operator', 'provider')) not valid;
alter table sessions drop constraint if exists sessions_realm_check;
alter table sessions add constraint sessions_realm_check check (realm in ('manager', 'operator', 'provider')) not valid;
alter table audit_log drop constraint if exists audit_log_way_check;
alter table audit_log add constraint audit_log_way_check
  check (way in ('console', 'api', 'command_line', 'pages')) not valid;

-- Into which bank's folder the file goes. Null: the exchange folder itself.
alter table payment_runs add column if not exists exchange_folder text;

-- What decides an open call: which provider an organization has.
drop trigger if exists counted on providers;
create trigger counted before insert or update or delete on providers for each statement execute function count_set_up();

-- The certificate of an insurance.
-- locks: reads no row
alter table documents drop constraint if exists documents_kind_check;
alter table documents add constraint documents_kind_check check (
  kind in ('payment_slip', 'pay_in', 'pay_out', 'withdrawal', 'certificate', 'agreement', 'year_statement')) not valid;

-- Contract status shows the provider, so a change of it is noted, too.
create or replace function note_status_changes() returns trigger language plpgsql as $$
begin
  insert into status_changes (organization_id, external_contract_id)
  select o.organization_id, o.external_contract_id
  from before o left join after n on n.organization_id = o.organization_id and n.id = o.id
  where (o.organization_id, o.external_contract_id, o.state, o.product, o.provider_code, o.iban, o.rental_deposit_rappen,
         o.paid_out_at, o.paid_out_tenant_rappen)
        is distinct from
        (n.organization_id, n.external_contract_id, n.state, n.product, n.provider_code, n.iban, n.rental_deposit_rappen,
         n.paid_out_at, n.paid_out_tenant_rappen)
  on conflict do nothing;
  return null;
end $$;
