-- works with code from: 0028
-- Addresses of tenants that mails came back from.

create table if not exists bounces (
  organization_id uuid not null references organizations (id),
  deposit_id uuid not null,
  -- In lower case.
  email text not null,
  at timestamptz not null,
  reason text,
  primary key (organization_id, deposit_id, email)
);
create index if not exists bounces_by_email on bounces (email);
