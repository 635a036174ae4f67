-- People who sign in, and what proves who they are. A person is an e-mail address: it may belong to members of several
-- organizations, so these tables are global.

alter table members
  add column administrator boolean not null default false,
  -- The first sign-in, which accepts an invitation.
  add column signed_in_at timestamptz;
create index members_by_email on members (email_key);

-- Links that were mailed. Only hashes: of the token in the mail, and of the one that the browser keeps.
create table sign_in_links (
  hash bytea primary key,
  browser_hash bytea not null,
  email_key text not null,
  -- Where the person wanted to go.
  next text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_email on sign_in_links (email_key, created_at);
create index sign_in_links_by_expiry on sign_in_links (expires_at);

create table sessions (
  id uuid primary key,
  hash bytea not null unique,
  email_key text not null,
  way text not null check (way in ('mail', 'passkey')),
  browser text,
  address text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_by_email on sessions (email_key, created_at);
create index sessions_by_expiry on sessions (expires_at);

create table passkeys (
  id text primary key,
  email_key text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_by_email on passkeys (email_key);

-- What an authenticator has to sign: good once. Without an address: for whoever signs in with it.
create table passkey_challenges (
  hash bytea primary key,
  email_key text,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- What a tenant gave with the signature: the name as typed, the browser, the hash of the terms on show.
alter table tenants add column signed_proof json;

-- The list of refused calls, newest first.
create index refused_calls_by_organization on refused_calls (organization_id, at desc, id desc);
