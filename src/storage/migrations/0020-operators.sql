-- The people who run the service, their tokens, and what waits for a second person.

create table operators (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  -- Null: only OPERATOR_EMAILS names the person, who is an admin as long as it does.
  role text check (role in ('viewer', 'clerk', 'admin')),
  created_at timestamptz not null,
  -- The first sign-in. With OPERATOR_PASSKEY=required, mail links work until then.
  signed_in_at timestamptz
);

-- Only hashes. Removing an operator removes the tokens.
create table operator_tokens (
  id text primary key,
  operator_id uuid not null references operators on delete cascade,
  name text not null,
  hash bytea not null,
  -- The id of an operator, 'token' or 'command_line', and the name in the audit log.
  issued_by text not null,
  issued_by_actor text not null,
  created_at timestamptz not null,
  -- Real time: a moved clock of the sandbox does not end a token.
  expires_at timestamptz,
  revoked_at timestamptz
);
create index operator_tokens_by_operator on operator_tokens (operator_id, created_at);

-- An action that waits for a second person, or was decided.
create table approvals (
  id uuid primary key,
  action text not null,
  -- What it is about, as in 'deposit:ID'.
  subject text not null,
  -- Sealed: the input of the action, and what was shown when it was asked for.
  content bytea not null,
  -- One request may wait at a time: a hash of action, subject and input.
  fingerprint bytea not null,
  -- The nil id: none.
  organization_id uuid not null,
  -- As in the audit log, and the id of an operator, 'token' or 'command_line'.
  asked_by text not null,
  asked_by_id text not null,
  -- Who issued the token by which it was asked for, if one was.
  asked_via json,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by text,
  decided_at timestamptz,
  reason text,
  result text,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index approvals_waiting_once on approvals (fingerprint) where state = 'waiting';
create index approvals_by_state on approvals (state, asked_at, id);

-- Operators have passkeys too. A passkey of one realm opens nothing of the other.
alter table passkeys add column realm text not null default 'manager' check (realm in ('manager', 'operator'));
alter table passkey_challenges add column realm text not null default 'manager' check (realm in ('manager', 'operator'));
drop index passkeys_by_email;
create index passkeys_by_email on passkeys (email_key, realm);

-- Sign-in mails are limited for each pair of address and network: a stranger cannot use up anyone's.
alter table sign_in_links add column network text not null default '';
drop index sign_in_links_by_email;
create index sign_in_links_by_email on sign_in_links (email_key, network, created_at);

-- The audit log names the token and the command line as the API does.
drop trigger audit_log_only_grows on audit_log;
update audit_log set actor = case actor when 'API token' then 'token' else 'command_line' end
  where actor in ('API token', 'command line');
update audit_intentions set actor = case actor when 'API token' then 'token' else 'command_line' end
  where actor in ('API token', 'command line');
create trigger audit_log_only_grows before update or delete on audit_log
  for each row execute function refuse_all_but_retention();
create index audit_log_by_verb on audit_log (thing, verb, at, id);
