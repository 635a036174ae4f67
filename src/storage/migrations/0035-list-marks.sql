-- works with code from: 0028
-- The list of deposits also finds what is to be signed, answered and overdue, by owner, phone, account and amount. Rows made
-- by older code are made again by a job (see storage/deposit-list/catch-up.ts).

-- Changes with each update by newer code. 0: made by older code, to be made again.
alter table deposit_list add column if not exists made smallint not null default 0;
-- When the payout of a closing is ordered without consent (OR 257e).
alter table deposit_list add column if not exists frees_on date not null default 'infinity';
-- locks: saving in the list waits about a second while a million rows are read; opening a deposit does not write to it
create index if not exists deposit_list_to_make on deposit_list (deposit_id) where made = 0;

create or replace function make_again() returns trigger language plpgsql as $$
begin
  new.made := 0;
  return new;
end $$;
create or replace trigger made_by_older_code before update on deposit_list
  for each row when (new.made = old.made) execute function make_again();

-- What a member has chosen for the list: columns, and views with a name.
create table if not exists list_views (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  -- Null: the columns of the list without a view; one for each member.
  name text,
  -- Filters and order, as in the address of the list.
  query text not null,
  columns text[] not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
);
create unique index if not exists list_views_named on list_views (organization_id, member_id, name) nulls not distinct;
