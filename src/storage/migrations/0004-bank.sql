-- The bank is reached by files.

-- Which run an order went out with, and what the bank said against it.
alter table orders add column run_id text, add column rejection text;
alter table payments add column payer_name text;
create index orders_to_send on orders (organization_id, id) where completed_at is null and run_id is null;
create index orders_by_run on orders (run_id) where run_id is not null;

-- A payment file of ours, kept until it is written, and then as a record of what was sent. Global: it holds orders of many
-- organizations.
create table payment_runs (
  id text primary key,
  created_at timestamptz not null,
  orders integer not null,
  total_rappen bigint not null,
  content text not null,
  -- Marked once the file lies ready under a name that the bank does not see, before it gets its own.
  written_at timestamptz
);
create index payment_runs_by_time on payment_runs (created_at, id);

-- A file of the bank's that was read or refused. Global, as above.
create table bank_files (
  id uuid primary key,
  name text not null,
  sha256 bytea not null,
  read_at timestamptz not null,
  state text not null check (state in ('done', 'refused')),
  -- Why it was refused.
  reason text,
  entries integer not null,
  booked integer not null
);
create index bank_files_by_time on bank_files (read_at);
create index bank_files_by_name on bank_files (name);

-- Every booking of the bank's that was taken on, once, whatever file repeats it.
create table bank_entries (
  organization_id uuid not null,
  key text not null,
  entry_key text not null,
  file_id uuid not null,
  at timestamptz not null,
  account_iban text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount_text text not null,
  currency text not null,
  booked_on date,
  reference text,
  end_to_end_id text,
  charges_rappen bigint not null,
  bank_reference text,
  -- Why a person must look at it; null: it was booked.
  attention text,
  -- When a person had looked at it.
  settled_at timestamptz,
  primary key (organization_id, key)
);
create index bank_entries_by_key on bank_entries (key);
create index bank_entries_by_entry on bank_entries (entry_key);
create index bank_entries_for_attention on bank_entries (at) where attention is not null and settled_at is null;
