-- Operators sign in as property managers do, to pages of their own: a session of one kind opens nothing of the other.
alter table sign_in_links add column realm text not null default 'manager' check (realm in ('manager', 'operator'));
alter table sessions add column realm text not null default 'manager' check (realm in ('manager', 'operator'));

-- Who changed what, on the console, through the operator API or on the command line. It only grows.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  -- An e-mail address, 'API token' or 'command line'.
  actor text not null,
  way text not null check (way in ('console', 'api', 'command_line')),
  -- From where: an address of the network, or user and machine.
  origin text,
  verb text not null,
  thing text not null,
  -- Ids by their names.
  about json not null,
  organization_id uuid,
  partner_id uuid,
  -- Names of fields, each with what it was and what it is.
  changes json not null
);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_actor on audit_log (actor, at, id);
create index audit_log_by_thing on audit_log (thing, at, id);
create index audit_log_by_organization on audit_log (organization_id, at, id) where organization_id is not null;
create index audit_log_by_partner on audit_log (partner_id, at, id) where partner_id is not null;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- When a key was last used, to the minute. It stands apart from the keys, whose changes every process takes notice of.
create table key_uses (
  key_id text primary key,
  used_at timestamptz not null
);
