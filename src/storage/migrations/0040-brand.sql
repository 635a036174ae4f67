-- works with code from: 0028
-- How the service looks and who it says it is: of the operator, and of each organization.

-- name, colour, senderName, replyTo, footer, logo. What is missing is inherited.
alter table organizations add column if not exists brand json not null default '{}';

-- One row. The imprint: name, address, phone, email, register.
create table if not exists service_settings (
  only_one boolean primary key default true check (only_one),
  brand json not null default '{}',
  imprint json not null default '{}'
);
insert into service_settings default values on conflict do nothing;

-- What is cached of an organization has the operator's brand in it.
create or replace trigger counted before insert or update or delete on service_settings
  for each statement execute function count_set_up();

-- A logo never changes under its checksum, which mails and documents name. The operator's have the nil organization.
create table if not exists logos (
  organization_id uuid not null,
  sha256 text not null,
  type text not null check (type in ('image/png', 'image/jpeg')),
  width integer not null,
  height integer not null,
  content bytea not null,
  added_at timestamptz not null default service_now(),
  primary key (organization_id, sha256)
);
create index if not exists logos_by_sha256 on logos (sha256);
