-- works with code from: 0028
-- Deposits that were in force elsewhere and are taken over: with which import, and what their accounts held then.

-- importId, openSince, balance, balanceOn. Null: opened here.
alter table deposits add column if not exists taken_over json;
alter table deposits alter column taken_over set statistics 20;

-- Who did it is in the audit log.
create table if not exists running_imports (
  organization_id uuid not null,
  id uuid not null,
  started_at timestamptz not null,
  -- Of a file that comes in parts: its SHA-256, so that a repetition continues an import that was interrupted.
  fingerprint bytea,
  finished_at timestamptz,
  -- Set in the transaction that removes its deposits.
  undone_at timestamptz,
  undo_transaction xid8,
  primary key (organization_id, id)
);

create table if not exists running_deposits (
  organization_id uuid not null,
  deposit_id uuid not null,
  import_id uuid not null,
  -- The length of the deposit's history when it was taken over. A longer one: it has changed since.
  history_count integer not null,
  primary key (organization_id, deposit_id)
);
create index if not exists running_imports_undoing on running_imports (undo_transaction)
  where undo_transaction is not null;
create index if not exists running_deposits_of_import on running_deposits (organization_id, import_id);

-- Whether the deposit is of an import that this transaction undoes, within 24 hours: only then it may vanish.
create or replace function is_being_undone(organization uuid, deposit uuid) returns boolean language sql stable as $$
  select exists (
    select from running_deposits r
    join running_imports i on i.organization_id = r.organization_id and i.id = r.import_id
    where r.organization_id = organization and r.deposit_id = deposit
      and i.undo_transaction = pg_current_xact_id()
      and i.started_at > service_now() - interval '24 hours')
$$;

create or replace function refuse_removal() returns trigger language plpgsql as $$
begin
  if exists (select from gone g where not is_being_undone(g.organization_id, g.deposit_id)) then
    raise exception '% only grows', tg_table_name;
  end if;
  return null;
end $$;

-- As in 0029, except that an undo may go on, too: the triggers below look at each row that it removes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('history', 'ledger', 'erasures')
     and current_setting('depono.mandate', true) <> '' then
    return null;
  end if;
  if tg_op = 'DELETE' and tg_table_name in ('history', 'ledger')
     and exists (select from running_imports where undo_transaction = pg_current_xact_id()) then
    return null;
  end if;
  raise exception '% only grows', tg_table_name;
end $$;
create or replace trigger history_is_not_removed after delete on history
  referencing old table as gone for each statement execute function refuse_removal();
create or replace trigger ledger_is_not_removed after delete on ledger
  referencing old table as gone for each statement execute function refuse_removal();

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
  elsif is_being_undone(old.organization_id, old.deposit_id) then
    return old;
  end if;
  raise exception '% can be masked, and else only grows', tg_table_name;
end $$;
