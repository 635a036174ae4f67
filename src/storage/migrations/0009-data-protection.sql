-- What is known of people is removed once nobody needs it any more.

-- When it was. The indexes hold what is still to be done; a deposit that has just been opened is in neither.
alter table deposits
  add column details_removed_at timestamptz,
  add column personal_removed_at timestamptz;
create index deposits_details_due on deposits (step_since)
  where details_removed_at is null and state in ('open', 'closing', 'closed', 'withdrawn');
create index deposits_personal_due on deposits (step_since)
  where personal_removed_at is null and state in ('closed', 'withdrawn');

-- How long each kind is kept, where the operator has changed it (see domain/retention.ts).
create table retention_periods (
  kind text primary key,
  length integer not null check (length >= 0),
  changed_at timestamptz not null
);

-- What was removed, and when. What belongs to no organization stands under the nil organization.
create table erasures (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  deposit_id uuid,
  -- How many things: rows, or people of a deposit.
  count integer not null check (count > 0),
  primary key (organization_id, id)
);
create index erasures_by_time on erasures (at, id);
create trigger erasures_only_grow before update or delete or truncate on erasures
  for each statement execute function refuse_change();

-- Effects are found by their age: one small entry for many of them, so that writing one costs nothing more.
create index effects_by_age on effects using brin (created_at);
create index effects_with_failure on effects (finished_at) where state = 'failed' and last_error is not null;

-- Bookings of a deposit's account.
create index bank_entries_by_account on bank_entries (organization_id, account_iban);
-- Payers of money that belongs to no deposit.
create index payments_of_strangers on payments (at)
  where deposit_id is null and (payer_iban is not null or payer_name is not null);
-- Null once it is due to be removed; the number of orders and their total stay.
alter table payment_runs alter column content drop not null;
