-- works with code from: 0028
-- Notes and files that the property management keeps with a deposit. Tenants see those that are shared with them.

create table if not exists deposit_notes (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  deposit_id uuid not null,
  created_at timestamptz not null,
  -- name, email
  author json not null,
  text text not null,
  shared boolean not null,
  primary key (organization_id, id)
);
create index if not exists deposit_notes_of_deposit on deposit_notes (organization_id, deposit_id);

create table if not exists deposit_files (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  deposit_id uuid not null,
  created_at timestamptz not null,
  author json not null,
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  size integer not null,
  sha256 bytea not null,
  shared boolean not null,
  -- A paper that counts as the signature of this tenant, since an operator has accepted it.
  signed_by smallint,
  accepted_at timestamptz,
  -- Null: removed at the end of its time.
  content bytea,
  primary key (organization_id, id),
  check ((signed_by is null) = (accepted_at is null))
);
create index if not exists deposit_files_of_deposit on deposit_files (organization_id, deposit_id);
