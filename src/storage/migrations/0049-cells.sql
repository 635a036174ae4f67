-- works with code from: 0028
-- Cells: independent databases between which organizations move. Older code knows nothing of it, and must be gone before the
-- first organization moves.

-- The cell that it has moved to, or, while it is being copied to here, the one that it comes from. Null: it is at home here.
alter table organizations add column if not exists home text;
alter table organizations add column if not exists moved_at timestamptz;
-- It is being moved away: background work leaves it alone, calls are still served.
alter table organizations add column if not exists leaving_since timestamptz;
-- locks: few rows
create index if not exists organizations_away on organizations (id) where home is not null or leaving_since is not null;

-- The name of this cell, and a value that is the same in cells with the same SECRET_KEY. Null: no process has started since.
alter table service_settings
  add column if not exists cell text,
  add column if not exists key_check text;

-- Copied like every other row of an organization: whoever sees it in the target sees all that was stored before it.
create table if not exists organization_marks (
  organization_id uuid primary key,
  mark uuid not null
);

-- Bookings and statements of accounts that belong to organizations of other cells, until these have taken them.
create table if not exists handed_bookings (
  -- The booking's, or of a statement what it is known by.
  key text primary key,
  what text not null check (what in ('entry', 'statement')),
  cell text not null,
  file_id uuid not null,
  file_name text not null,
  content json not null,
  at timestamptz not null default service_now()
);
create index if not exists handed_bookings_by_cell on handed_bookings (cell, at);

-- What an organization's move is at, in the source and in the target.
create table if not exists organization_moves (
  organization_id uuid not null references organizations,
  -- The organization and its sub-organizations.
  family uuid[] not null,
  side text not null check (side in ('source', 'target')),
  -- The other cell.
  cell text not null,
  -- `held`: the source no longer serves it. `moved`: the target does.
  step text not null check (step in ('copying', 'held', 'moved')),
  began_at timestamptz not null default service_now(),
  primary key (organization_id)
);

-- Whoever moves says so for the length of a transaction.
create or replace function is_moving() returns boolean language sql stable as $$
  select coalesce(current_setting('depono.move', true) = 'on', false)
$$;

create or replace function refuse_away(organization uuid) returns void language plpgsql as $$
begin
  if exists (select from organizations o where o.home is not null and o.id = organization) then
    raise exception 'the organization % is not at home in this cell', organization using errcode = 'DPM02';
  end if;
end $$;

-- An organization that is not at home is not changed. Looked at after the change: one that has begun before the move holds a
-- lock on its table, and the move waits for it.
create or replace function refuse_changes_away() returns trigger language plpgsql as $$
declare
  away uuid;
begin
  select o.id into away from organizations o
  where o.home is not null and o.id in (select c.organization_id from changed c) limit 1;
  if found and not is_moving() then
    raise exception 'the organization % is not at home in this cell', away using errcode = 'DPM02';
  end if;
  return null;
end $$;
do $$
declare
  one text;
begin
  foreach one in array array['members', 'status_keys', 'ignored_contracts', 'list_views', 'refused_calls', 'deposit_notes',
                             'deposit_files', 'claim_proofs', 'qualified_signatures', 'bounces', 'running_imports'] loop
    -- locks: adding a trigger waits for no reader, and writers of these tables wait for milliseconds.
    execute format('create or replace trigger at_home after insert on %I referencing new table as changed
                    for each statement execute function refuse_changes_away()', one);
    execute format('create or replace trigger at_home_still after update on %I referencing new table as changed
                    for each statement execute function refuse_changes_away()', one);
  end loop;
  -- Data whose time is over is removed everywhere.
  foreach one in array array['members', 'status_keys', 'ignored_contracts', 'list_views'] loop
    execute format('create or replace trigger at_home_until_now after delete on %I referencing old table as changed
                    for each statement execute function refuse_changes_away()', one);
  end loop;
end $$;
-- locks: as above
create or replace trigger at_home after update on deposits referencing new table as changed
  for each statement execute function refuse_changes_away();

create or replace function refuse_set_up_away() returns trigger language plpgsql as $$
begin
  if is_moving() then
    return coalesce(new, old);
  end if;
  if tg_table_name = 'organizations' then
    if tg_op = 'UPDATE' and old.home is not null then
      raise exception 'the organization % is not at home in this cell', old.id using errcode = 'DPM02';
    end if;
    perform refuse_away(new.parent_id);
    -- Who moves together is settled when the move begins.
    if (tg_op = 'INSERT' or old.parent_id is distinct from new.parent_id)
       and exists (select from organization_moves m where m.family && array[new.id, new.parent_id]) then
      raise exception 'the organization is being moved to another cell' using errcode = 'DPM02';
    end if;
  elsif tg_table_name = 'mandates' then
    perform refuse_away(new.from_organization_id);
    perform refuse_away(new.to_organization_id);
    if exists (select from organization_moves m
               where m.family && array[new.from_organization_id, new.to_organization_id]) then
      raise exception 'an organization of the mandate is being moved to another cell' using errcode = 'DPM02';
    end if;
  elsif tg_op <> 'UPDATE' or (to_jsonb(new) - 'callback_secret' - 'callback_previous_secret')
                             <> (to_jsonb(old) - 'callback_secret' - 'callback_previous_secret') then
    -- The secrets alone: sealed with another key.
    perform refuse_away((coalesce(new, old)).organization_id);
  end if;
  return coalesce(new, old);
end $$;
-- locks: few rows, and triggers do not read them
create or replace trigger at_home before insert or update on organizations
  for each row execute function refuse_set_up_away();
create or replace trigger at_home before insert or update or delete on connections
  for each row execute function refuse_set_up_away();
create or replace trigger at_home before insert or update on mandates
  for each row execute function refuse_set_up_away();

-- Rows that only grow are removed where their organization is no longer at home: its cell has them.
create or replace function has_left(organization uuid) returns boolean language sql stable as $$
  select is_moving() and exists (select from organizations o where o.id = organization and o.home is not null)
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('history', 'ledger', 'erasures')
     and current_setting('depono.mandate', true) <> '' then
    -- Each row is looked at by other triggers.
    return null;
  end if;
  if tg_op = 'DELETE' and tg_table_name in ('history', 'ledger')
     and (is_moving() or exists (select from running_imports where undo_transaction = pg_current_xact_id())) then
    return null;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'erasures' and is_moving() then
    return null;
  end if;
  raise exception '% only grows', tg_table_name;
end $$;

create or replace function refuse_removal() returns trigger language plpgsql as $$
begin
  if exists (select from gone g
             where not has_left(g.organization_id) and not is_being_undone(g.organization_id, g.deposit_id)) then
    raise exception '% only grows', tg_table_name;
  end if;
  return null;
end $$;
create or replace function refuse_erasure() returns trigger language plpgsql as $$
begin
  if exists (select from gone g where not has_left(g.organization_id)) then
    raise exception '% only grows', tg_table_name;
  end if;
  return null;
end $$;
create or replace trigger erasures_are_not_removed after delete on erasures
  referencing old table as gone for each statement execute function refuse_erasure();

create or replace function refuse_all_but_masking() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if tg_op = 'UPDATE' then
    if new.salt is null and (new.organization_id, new.deposit_id, new.sequence)
       = (old.organization_id, old.deposit_id, old.sequence) then
      return new;
    end if;
    if current_setting('depono.mandate', true) = old.organization_id || ' ' || new.organization_id then
      moved := new;
      moved.organization_id := old.organization_id;
      if moved *= old then
        return new;
      end if;
    end if;
  elsif is_being_undone(old.organization_id, old.deposit_id) or has_left(old.organization_id) then
    return old;
  end if;
  raise exception '% can be masked, and else only grows', tg_table_name;
end $$;

create or replace function refuse_all_but_removal() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if tg_op = 'UPDATE' then
    if new.content is null and (new.organization_id, new.id, new.deposit_id, new.kind, new.created_at, new.sha256)
       = (old.organization_id, old.id, old.deposit_id, old.kind, old.created_at, old.sha256) then
      return new;
    end if;
    if current_setting('depono.mandate', true) = old.organization_id || ' ' || new.organization_id then
      moved := new;
      moved.organization_id := old.organization_id;
      if moved *= old then
        return new;
      end if;
    end if;
  elsif has_left(old.organization_id) then
    return old;
  end if;
  raise exception '% are never changed', tg_table_name;
end $$;
