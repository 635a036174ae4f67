-- works with code from: 0025
-- needs gone: versions before 0.3.0
-- Money that comes back, interest, charges and tax, and what a person resolves. Older code would send orders that wait
-- for release, and would book entries that are kept now.

-- An account of a deposit that was corrected: money that arrives there is still this deposit's.
create table if not exists former_accounts (
  organization_id uuid not null,
  deposit_id uuid not null,
  iban text not null,
  qr_iban text,
  until timestamptz not null,
  primary key (organization_id, deposit_id, iban)
);
create index if not exists former_accounts_by_iban on former_accounts (iban);
create index if not exists former_accounts_by_qr_iban on former_accounts (qr_iban) where qr_iban is not null;

-- The sums of what the bank has credited and charged.
alter table deposits
  add column if not exists interest_rappen bigint not null default 0,
  add column if not exists charges_rappen bigint not null default 0,
  add column if not exists withholding_tax_rappen bigint not null default 0;
alter table deposits
  alter column interest_rappen set statistics 20,
  alter column charges_rappen set statistics 20,
  alter column withholding_tax_rappen set statistics 20;
-- locks: writes wait for seconds while a million deposits are read; two of three are null
create index if not exists deposits_by_iban on deposits (iban) where iban is not null;
-- locks: as above
create index if not exists deposits_by_qr_iban on deposits (qr_iban) where qr_iban is not null;

alter table payments
  -- Below the limit, what is more than the deposit is kept until the payout.
  add column if not exists surplus_rappen bigint not null default 0,
  -- Null: before it was recorded; then it was matched by its reference.
  add column if not exists matched_by text,
  add column if not exists booked_on date,
  add column if not exists value_on date,
  add column if not exists bank_reference text,
  -- The entry of the bank's statement.
  add column if not exists entry_key text,
  add column if not exists account_iban text,
  add column if not exists payer_address json,
  add column if not exists reversed_at timestamptz;

alter table orders
  -- How often it was sent; each time under another end-to-end id.
  add column if not exists attempt smallint not null default 1,
  -- Why the bank returned it; null once it can go out again.
  add column if not exists return_reason text,
  -- Nothing is left to pay: a reversal took the money, or it belongs to a deposit.
  add column if not exists cancelled_at timestamptz,
  -- The payee as the account's holder is called; null: the main tenant, the organization or the payer.
  add column if not exists holder_name text,
  add column if not exists bic text,
  add column if not exists address json,
  add column if not exists needs_release boolean not null default false,
  add column if not exists released_at timestamptz,
  -- Who released it, and the words given with it: repeated with the same words nothing happens.
  add column if not exists released_by text,
  add column if not exists release_reason text,
  -- The operators who created it or gave its account, who cannot release it.
  add column if not exists changed_by json,
  -- How a person assigned money without a deposit.
  add column if not exists resolution json,
  -- The account that a payback or transfer is paid from, if it is not the deposit's.
  add column if not exists from_iban text;
alter table orders drop constraint if exists orders_kind_check;
alter table orders drop constraint if exists orders_cause_check;
alter table orders drop constraint if exists orders_payee_check;
alter table orders drop constraint if exists orders_check;
alter table orders drop constraint if exists orders_check1;
alter table orders drop constraint if exists orders_kinds;
alter table orders add constraint orders_kinds check (
  (kind, payee) in (('payout', 'tenant'), ('payout', 'landlord'), ('payback', 'payer'), ('transfer', 'deposit'))
  and (kind = 'payout') = (cause in ('closing', 'supplement'))
  and (kind = 'transfer') = (cause = 'assigned')
  and cause in ('closing', 'supplement', 'withdrawal', 'insurance_chosen', 'surplus', 'late', 'unknown_reference',
                'assigned')) not valid;

alter table organizations
  -- The holder and the bank of the landlord's account; null: the organization, a bank in Switzerland.
  add column if not exists payout_holder_name text,
  add column if not exists payout_bic text;

alter table ledger
  -- The bank's booking day. Null: the day of `at`.
  add column if not exists booked_on date;

alter table bank_entries
  -- The outcome: see domain/booking.ts.
  add column if not exists why text,
  add column if not exists amount_rappen bigint,
  add column if not exists value_on date,
  -- payment, interest, charge, withholding_tax, debit, return, reversal
  add column if not exists kind text,
  -- Whose account it is: a deposit; the nil id for the operator's own; null for a stranger's.
  add column if not exists account_of uuid,
  -- IBAN and name of the other side, as far as the bank gives them.
  add column if not exists counterparty_iban text,
  add column if not exists counterparty_name text,
  add column if not exists entry_reference text,
  add column if not exists detail_reference text,
  -- entry or detail: one of several transactions
  add column if not exists level text,
  -- How many transactions it is the total of; null: it has details.
  add column if not exists total_of integer,
  -- The deposit, payment or order it was booked to.
  add column if not exists deposit_id uuid,
  add column if not exists payment_id uuid,
  add column if not exists order_id uuid,
  -- A person has booked it. Without attention it was booked at once.
  add column if not exists is_booked boolean not null default false,
  -- All of a kept entry, to decide it once more.
  add column if not exists content json,
  -- How a person resolved it: as, reason, by and what else was given.
  add column if not exists resolution json;
-- locks: the index covers what is read from now on
create index if not exists bank_entries_alike on bank_entries (account_of, amount_rappen) where account_of is not null;
-- locks: as above
create index if not exists bank_entries_of_deposit on bank_entries (deposit_id) where deposit_id is not null;
-- locks: as above; the page is read oldest first
create index if not exists bank_entries_kept on bank_entries (at, key) where attention is not null and settled_at is null;
-- locks: only entries that a person was asked to check
update bank_entries set why = case attention
  when 'Its details are missing. They are in another file, which has not arrived yet.' then 'awaiting_details'
  when 'Its amount is 0.' then 'zero_amount'
  when 'A payment of ours was returned.' then 'unknown_return'
  when 'The bank has reversed a payment.' then 'unknown_reversal'
  when 'It is a debit without a payment order.' then 'unexpected_debit'
  when 'Its amount differs from that of the payment order.' then 'debit_mismatch'
  when 'The payment order of this debit is completed already.' then 'possible_duplicate'
  else 'currency' end
  where attention is not null and why is null;

-- Every statement of the bank (camt.053) with its balances. Not tied to an organization: an account may be the
-- operator's own.
create table if not exists bank_statements (
  account_iban text not null,
  statement_id text not null,
  file_id uuid not null,
  read_at timestamptz not null,
  currency text not null,
  -- Restarts each year; null: the bank gives none.
  number integer,
  from_on date,
  to_on date not null,
  opening_rappen bigint,
  closing_rappen bigint,
  -- What its booked entries add up to.
  entries_rappen bigint not null,
  primary key (account_iban, statement_id, to_on)
);
create index if not exists bank_statements_by_day on bank_statements (account_iban, to_on);
-- locks: writes wait for seconds while a million entries are read; imports can wait
create index if not exists bank_entries_of_order on bank_entries (order_id) where order_id is not null;
-- locks: as above
create index if not exists bank_entries_resolved on bank_entries (key) where resolution is not null;
-- locks: as above
create index if not exists bank_entries_on_account on bank_entries (account_iban, booked_on);

-- The memory of the simulated bank of the test environment: what it has booked on an account, and when it has sent a
-- statement of it. Empty in production.
create table if not exists simulated_bank (
  account_iban text not null,
  sequence integer not null,
  at timestamptz not null,
  -- The bank's reference of a booking; null for a statement.
  bank_reference text,
  -- Signed; of a statement the closing balance that it says.
  amount_rappen bigint not null,
  content json,
  primary key (account_iban, sequence)
);
create unique index if not exists simulated_bank_references on simulated_bank (account_iban, bank_reference)
  where bank_reference is not null;

alter table books_proof
  -- When the accounts were last compared with the bank's statements, and how many differ.
  add column if not exists reconciled_at timestamptz,
  add column if not exists accounts_differing integer;

-- locks: as many rows as requests of the last ten years
create index if not exists approvals_by_subject on approvals (subject);

alter table bank_files
  -- The archive that it was in.
  add column if not exists archive text,
  -- It was read when it was tried again.
  add column if not exists was_refused boolean not null default false;

-- locks: reads no row
alter table documents drop constraint if exists documents_kind_check;
alter table documents add constraint documents_kind_check check (
  kind in ('payment_slip', 'pay_in', 'pay_out', 'withdrawal', 'agreement', 'year_statement')) not valid;

-- The year of an account overview.
alter table documents
  add column if not exists year smallint;

-- Which account overviews were made, each once for a deposit and year. The hash tells whether the figures have changed.
create table if not exists year_statements (
  organization_id uuid not null,
  deposit_id uuid not null,
  year smallint not null,
  document_id uuid not null,
  figures_hash bytea not null,
  made_at timestamptz not null,
  primary key (organization_id, deposit_id, year)
);
-- The years whose overviews are all made.
create table if not exists year_statement_years (
  year smallint primary key,
  finished_at timestamptz not null
);

-- locks: writes wait for seconds while a few million postings are read; the journal is read by booking day
create index if not exists ledger_by_day on ledger (
  (coalesce(booked_on, (at at time zone 'Europe/Zurich')::date)), organization_id, deposit_id, sequence);
