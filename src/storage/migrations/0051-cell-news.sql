-- works with code from: 0028
-- What cells tell each other. Where there is one cell, nothing is written here.

-- The other cells, as CELLS lists them.
create table if not exists other_cells (
  name text primary key,
  since timestamptz not null default service_now()
);

-- Partners and providers with their keys and contacts are the same in all cells. Of two changes of one of them the later counts
-- everywhere. A provider is known by its code, a contact by a hash of the address, everything else by its id.
create table if not exists shared_changes (
  what text not null,
  id text not null,
  at timestamptz not null,
  -- Where it was changed.
  cell text not null,
  is_gone boolean not null default false,
  primary key (what, id)
);

-- The changes that a cell has not taken yet.
create sequence if not exists cell_news_number;
create table if not exists cell_news (
  cell text not null references other_cells (name) on delete cascade,
  what text not null,
  id text not null,
  -- Another one after each change: what has changed since it was sent is sent again.
  number bigint not null default nextval('cell_news_number'),
  since timestamptz not null default service_now(),
  primary key (cell, what, id)
);

-- Someone asked here to sign in, and another cell may know them. Sealed; for minutes.
create table if not exists asked_sign_ins (
  cell text not null references other_cells (name) on delete cascade,
  id uuid not null,
  content bytea not null,
  expires_at timestamptz not null,
  primary key (cell, id)
);

-- Tokens of other cells that were used: each counts once.
create table if not exists used_cell_tokens (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- Set for a link that leads to another cell.
alter table sign_in_links add column if not exists cell text;

-- Whoever stores what another cell has told says so for the length of a transaction.
create or replace function is_told() returns boolean language sql stable as $$
  select coalesce(current_setting('depono.told', true) = 'on', false)
$$;

create or replace function contact_hash(email_key text) returns text language sql immutable as $$
  select encode(sha256(convert_to(email_key, 'UTF8')), 'hex')
$$;

-- Every change is told to every other cell, whatever made it: in its own transaction, so it is told or was not made.
-- What is listed here is each cell's own.
create or replace function tell_cells() returns trigger language plpgsql as $$
declare
  own constant text[] := array['signed_in_at', 'is_default', 'is_earlier', 'exchange_folder', 'initiating_party',
                               'own_iban', 'former_own_ibans', 'callback_switched_off_at'];
  it jsonb;
  known text;
begin
  if is_told() or is_moving() or not exists (select from other_cells) then
    return null;
  end if;
  it := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  if it ->> 'is_earlier' = 'true' or (tg_op = 'UPDATE' and it - own = to_jsonb(old) - own) then
    return null;
  end if;
  known := case tg_argv[1] when 'email_key' then contact_hash(it ->> 'email_key') else it ->> tg_argv[1] end;
  insert into shared_changes as s (what, id, at, cell, is_gone)
  values (tg_argv[0], known, service_now(), coalesce((select cell from service_settings), 'main'), tg_op = 'DELETE')
  on conflict (what, id) do update
    set at = greatest(excluded.at, s.at + interval '1 microsecond'), cell = excluded.cell, is_gone = excluded.is_gone;
  insert into cell_news (cell, what, id) select o.name, tg_argv[0], known from other_cells o
  on conflict (cell, what, id) do update set number = nextval('cell_news_number');
  return null;
end $$;
do $$
declare
  one text[];
begin
  foreach one slice 1 in array array[
    ['partners', 'partner', 'id'], ['partner_keys', 'partner_key', 'id'],
    ['partner_status_keys', 'partner_status_key', 'id'], ['partner_contacts', 'partner_contact', 'email_key'],
    ['providers', 'provider', 'code'], ['provider_keys', 'provider_key', 'id'],
    ['provider_contacts', 'provider_contact', 'email_key']] loop
    -- locks: adding a trigger waits for no reader, and these tables have few writers.
    execute format('create or replace trigger told after insert or update or delete on %I
                    for each row execute function tell_cells(%L, %L)', one[1], one[2], one[3]);
  end loop;
end $$;
