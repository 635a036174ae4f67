-- works with code from: 0028
-- The people of a partner who use its pages. These have sessions and sign-in links of their own. There they name the keys.

create table if not exists partner_contacts (
  id uuid primary key,
  partner_id uuid not null references partners (id),
  email text not null,
  email_key text not null unique,
  name text not null,
  role text not null check (role in ('admin', 'viewer')),
  -- Of the mails to them. Their pages are in the language of the browser.
  language text not null check (language in ('de', 'en')),
  created_at timestamptz not null,
  signed_in_at timestamptz
);
create index if not exists partner_contacts_of_partner on partner_contacts (partner_id);

-- locks: not valid, so that no row is read
alter table sign_in_links drop constraint if exists sign_in_links_realm_check;
alter table sign_in_links add constraint sign_in_links_realm_check
  check (realm in ('manager', 'operator', 'provider', 'partner')) not valid;
alter table sessions drop constraint if exists sessions_realm_check;
alter table sessions add constraint sessions_realm_check
  check (realm in ('manager', 'operator', 'provider', 'partner')) not valid;

-- What its partner calls a key.
alter table partner_keys add column if not exists name text;
alter table partner_status_keys add column if not exists name text;
