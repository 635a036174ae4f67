-- works with code from: 0028
-- Keys that read the status of all deposits that a partner has opened, in every organization connected to it.

create table if not exists partner_status_keys (
  partner_id uuid not null references partners,
  id text primary key,
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index if not exists partner_status_keys_of_partner on partner_status_keys (partner_id);
