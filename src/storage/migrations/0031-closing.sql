-- works with code from: 0028
-- Closing with two sides: what one of two signatories has said, the tenants' confirmed account, and the proof of a claim.
-- Older code leaves these columns as they are; the end of the tenancy and the planned year are in `closing`, which it keeps.

alter table deposits
  add column if not exists closing_word json,
  add column if not exists payout_account json,
  -- Waits for its code; the code itself is stored nowhere, only its keyed hash.
  add column if not exists payout_account_request json;
alter table deposits
  alter column closing_word set statistics 20,
  alter column payout_account set statistics 20,
  alter column payout_account_request set statistics 20;

-- What the property management has uploaded as proof of a claim.
create table if not exists claim_proofs (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  deposit_id uuid not null,
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  -- Null: removed at the end of its time.
  content bytea,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index if not exists claim_proofs_of_deposit on claim_proofs (organization_id, deposit_id);
