-- works with code from: 0028
-- The deposits of an organization in the order of their last change, for partners. New deposits and changes are numbered by
-- whoever reads the list: opening a deposit writes nothing here, and no number is seen before a lower one is stored.

create table if not exists deposit_feed (
  organization_id uuid not null,
  deposit_id uuid not null,
  number bigint not null,
  changed_at timestamptz not null,
  primary key (organization_id, deposit_id)
);
create unique index if not exists deposit_feed_by_number on deposit_feed (organization_id, number);

create table if not exists deposit_feed_marks (
  organization_id uuid primary key,
  -- The highest number.
  last bigint not null default 0,
  -- All deposits up to this id have a number: no older one can appear.
  settled uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- Changes that have no number yet.
create table if not exists deposit_feed_changes (
  organization_id uuid not null,
  n bigint generated always as identity,
  deposit_id uuid not null,
  at timestamptz not null default service_now(),
  primary key (organization_id, n)
);

create or replace function note_feed_changes() returns trigger language plpgsql as $$
begin
  insert into deposit_feed_changes (organization_id, deposit_id)
  select n.organization_id, n.id from before o join after n on n.id = o.id
  where (o.organization_id, o.state, o.product, o.iban, o.rental_deposit_rappen, o.paid_out_at,
         o.paid_out_tenant_rappen, o.provider_code)
        is distinct from
        (n.organization_id, n.state, n.product, n.iban, n.rental_deposit_rappen, n.paid_out_at,
         n.paid_out_tenant_rappen, n.provider_code);
  return null;
end $$;
-- locks: adding a trigger waits for no reader, and writers of deposits wait for milliseconds.
create or replace trigger feed_changed after update on deposits
  referencing old table as before new table as after
  for each statement execute function note_feed_changes();
