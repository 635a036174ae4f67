-- works with code from: 0021
-- Every finished backup, so that its age can be watched. Not tied to an organization: a backup is of everything.
create table backups (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  -- Without its folder; - for standard output.
  file text not null,
  bytes bigint not null check (bytes > 0),
  rows bigint not null check (rows >= 0),
  encrypted boolean not null
);

create index backups_by_time on backups (at);
