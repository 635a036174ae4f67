-- What the property manager's list of deposits shows, finds, sorts and counts. Everything in it is made of the deposits
-- (see storage/deposit-list/) and could be made again; it stands apart so that opening a deposit writes no index for it.

create table deposit_list (
  organization_id uuid not null,
  deposit_id uuid not null,
  created_at timestamptz not null,
  external_contract_id text not null,
  -- Marks and case do not count in it, and 9 comes before 10.
  contract_key text collate "C" not null,
  state text not null,
  step text,
  awaits_manager boolean not null,
  has_problem boolean not null,
  manager_organization_id uuid not null,
  manager_id uuid not null,
  property text not null,
  tenants text not null,
  tenant_key text collate "C" not null,
  rental_start date not null,
  rental_deposit_rappen bigint not null,
  -- What it is found by; each word begins with a mark of the organization, so that a search reads no other's.
  words tsvector not null,
  primary key (organization_id, deposit_id)
);

-- One for each way to sort, each state apart: a page is merged from the beginnings of a few of them. The first also
-- counts, and sorts by what awaits the manager.
create index deposit_list_created on deposit_list (organization_id, state, awaits_manager, created_at, deposit_id);
create index deposit_list_contract on deposit_list (organization_id, state, contract_key, deposit_id);
create index deposit_list_tenant on deposit_list (organization_id, state, tenant_key, deposit_id);
create index deposit_list_rental_start on deposit_list (organization_id, state, rental_start, deposit_id);
create index deposit_list_amount on deposit_list (organization_id, state, rental_deposit_rappen, deposit_id);

-- The same for those whom a deposit of another organization was given to: there are few.
create index deposit_list_given_created on deposit_list
  (manager_organization_id, organization_id, state, awaits_manager, created_at, deposit_id)
  where manager_organization_id <> organization_id;
create index deposit_list_given_contract on deposit_list
  (manager_organization_id, organization_id, state, contract_key, deposit_id)
  where manager_organization_id <> organization_id;
create index deposit_list_given_tenant on deposit_list
  (manager_organization_id, organization_id, state, tenant_key, deposit_id)
  where manager_organization_id <> organization_id;
create index deposit_list_given_rental_start on deposit_list
  (manager_organization_id, organization_id, state, rental_start, deposit_id)
  where manager_organization_id <> organization_id;
create index deposit_list_given_amount on deposit_list
  (manager_organization_id, organization_id, state, rental_deposit_rappen, deposit_id)
  where manager_organization_id <> organization_id;

create index deposit_list_problems on deposit_list (organization_id, manager_organization_id) where has_problem;
-- What is not yet merged into it is read whole by every search: so that stays little.
create index deposit_list_words on deposit_list using gin (words) with (gin_pending_list_limit = 512);

-- How far the list is made. Both start before the first id, so that the deposits of before are taken on.
create table deposit_list_progress (
  only_row boolean primary key default true check (only_row),
  -- All that was stored up to this id, when it was looked at.
  seen uuid not null default '00000000-0000-0000-0000-000000000000',
  -- All up to this id: no older one can appear.
  settled uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into deposit_list_progress default values;
