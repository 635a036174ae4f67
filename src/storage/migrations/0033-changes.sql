-- works with code from: 0028
-- Changes of deposits in force. Older code reads and writes none of it; a deposit with a running change waits for newer code.

create table if not exists changes (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid not null,
  kind text not null
    check (kind in ('tenant_joins', 'tenant_leaves', 'main_tenant', 'owner', 'amount', 'product')),
  state text not null
    check (state in ('to_sign', 'at_provider', 'to_pay', 'to_pay_out', 'done', 'cancelled', 'refused')),
  -- What is changed, with what it was before.
  subject json not null,
  started_at timestamptz not null,
  -- The member who started it: name, email.
  started_by json not null,
  done_at timestamptz,
  -- Who signs, by position: name, email; and the signatures, as those of the deposit.
  signers json not null,
  signatures json not null,
  manager_signature json,
  -- The number of its amendment; null until all have signed.
  amendment smallint,
  -- What was paid towards it: paymentId, amount.
  paid json not null default '[]',
  -- The payout that it waits for.
  order_id uuid,
  -- What went back to the tenant and no longer counts as paid in.
  released_rappen bigint not null default 0 check (released_rappen >= 0),
  primary key (organization_id, id)
);
create index if not exists changes_of_deposit on changes (organization_id, deposit_id);
-- One at a time.
create unique index if not exists changes_running on changes (organization_id, deposit_id)
  where state in ('to_sign', 'at_provider', 'to_pay', 'to_pay_out');

-- The change that a provider is asked about.
alter table applications add column if not exists change_id uuid;

-- The number of an amendment. Null: no amendment.
alter table documents add column if not exists amendment smallint;

-- Payouts and paybacks of changes.
-- locks: not valid, so that no row is read
alter table orders drop constraint if exists orders_kinds;
alter table orders add constraint orders_kinds check (
  (kind, payee) in (('payout', 'tenant'), ('payout', 'landlord'), ('payback', 'payer'), ('transfer', 'deposit'))
  and (kind = 'payout') = (cause in ('closing', 'supplement', 'change'))
  and (kind = 'transfer') = (cause = 'assigned')
  and cause in ('closing', 'supplement', 'change', 'change_cancelled', 'withdrawal', 'insurance_chosen', 'surplus',
                'late', 'unknown_reference', 'assigned')) not valid;
