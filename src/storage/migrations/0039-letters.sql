-- works with code from: 0028
-- Letters to tenants without an e-mail address: the last one of each, and whether it was made.

create table if not exists letters (
  organization_id uuid not null references organizations (id),
  deposit_id uuid not null,
  -- The position.
  tenant smallint not null,
  due_at timestamptz not null,
  -- Null: it is due.
  done_at timestamptz,
  way text check (way in ('printed', 'folder')),
  primary key (organization_id, deposit_id, tenant),
  check ((done_at is null) = (way is null))
);
