-- works with code from: 0028
-- Contact data that change while a deposit lives, holds, and the send delay. Older code would send payments of a deposit
-- that is on hold, and would count a consent from a mailbox that was changed yesterday.

alter table deposits add column if not exists send_at timestamptz;
-- locks: few deposits wait to be sent
update deposits d set send_at = e.due_at from effects e
where e.state = 'waiting' and e.kind = 'send_deposit' and e.organization_id = d.organization_id
  and e.deposit_id = d.id and d.step = 'awaiting_send';

-- { ground, at }. The evidence is in the history.
alter table deposits add column if not exists hold json;
alter table deposits alter column send_at set statistics 20, alter column hold set statistics 20;
-- What has changed, where a provider is told of another name or birth date.
alter table applications add column if not exists person json;
-- [ { iban, propertyId, ownerName, holderName, bic } ]
alter table organizations add column if not exists payout_accounts json not null default '[]';

create table if not exists email_changes (
  organization_id uuid not null references organizations,
  id uuid not null,
  deposit_id uuid not null,
  -- The tenant's position.
  tenant smallint not null,
  email text not null,
  former_email text not null,
  asked_by text not null check (asked_by in ('tenant', 'manager', 'operator')),
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_why text check (ended_why in ('replaced', 'objected')),
  primary key (organization_id, id),
  check ((ended_at is null) = (ended_why is null))
);
create index if not exists email_changes_of_deposit on email_changes (organization_id, deposit_id);
create index if not exists email_changes_by_email on email_changes (lower(email));
create index if not exists email_changes_by_former_email on email_changes (lower(former_email));

-- Links that confirm or stop a new address, by the hash of their token. They open nothing else.
create table if not exists email_links (
  organization_id uuid not null references organizations,
  hash bytea not null,
  deposit_id uuid not null,
  change_id uuid not null,
  what text not null check (what in ('confirm', 'object')),
  expires_at timestamptz not null,
  primary key (organization_id, hash)
);
create index if not exists email_links_of_deposit on email_links (organization_id, deposit_id);
create index if not exists email_links_expired on email_links (expires_at);
