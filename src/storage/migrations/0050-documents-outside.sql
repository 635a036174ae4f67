-- works with code from: 0028
-- Contents of documents in an object store, with the database as their index. Older code takes such a document for removed,
-- and must be gone before DOCUMENTS_URL is set.

-- What its content is named by in the store: name space, slash, name. Null: the content is here, or removed.
alter table documents add column if not exists object text;
-- locks: reads the rows without their contents, which are stored apart
create index if not exists documents_inside on documents (id) where content is not null;
-- locks: as above, and no row has an object yet
create index if not exists documents_by_object on documents (object) where object is not null;

-- The parts of the store that this database has written to. Objects are removed only where `owner` is this server and
-- database: a copy of the database removes nothing of the original.
create table if not exists document_spaces (
  name text primary key,
  owner text not null,
  since timestamptz not null default clock_timestamp()
);

-- Objects to look at later: they are removed, unless a document refers to them.
create table if not exists document_removals (
  object text primary key,
  since timestamptz not null default clock_timestamp()
);
create index if not exists document_removals_by_time on document_removals (since);

-- True: documents stay in the database, although there is a store.
alter table service_settings add column if not exists documents_stay boolean not null default false;

-- Besides what was allowed: a content goes to the store, and comes back as it was.
create or replace function refuse_all_but_removal() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if tg_op = 'UPDATE' then
    if (new.organization_id, new.id, new.deposit_id, new.kind, new.created_at, new.sha256)
       = (old.organization_id, old.id, old.deposit_id, old.kind, old.created_at, old.sha256) then
      if new.content is null and (new.object is null or (old.content is not null and old.object is null)) then
        return new;
      end if;
      if old.content is null and old.object is not null and new.object is null
         and sha256(new.content) = old.sha256 then
        return new;
      end if;
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

-- In the transaction in which a document stops referring to an object. Not looked at before some time: a standby that takes over
-- may lack the transaction.
create or replace function note_document_removal() returns trigger language plpgsql as $$
begin
  insert into document_removals (object) values (old.object) on conflict (object) do update set since = excluded.since;
  return null;
end $$;
-- locks: adding a trigger waits for no reader, and writers wait for milliseconds.
create or replace trigger object_left after update on documents
  for each row when (old.object is not null and new.object is distinct from old.object)
  execute function note_document_removal();
create or replace trigger object_left_at_once after delete on documents
  for each row when (old.object is not null) execute function note_document_removal();
