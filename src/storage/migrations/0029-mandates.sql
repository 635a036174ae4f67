-- works with code from: 0028
-- Mandates: an organization hands its deposits over to another one. Every row of a deposit goes with it. Older code reads
-- and moves such deposits as any others; only it does not know the links and contract ids of before.

create table if not exists mandates (
  id uuid primary key,
  from_organization_id uuid not null references organizations,
  to_organization_id uuid not null references organizations,
  state text not null check (state in ('asked', 'moving', 'done', 'rejected')),
  -- All deposits neither closed nor withdrawn, as they are when the second organization agrees. False: chosen ones.
  is_all boolean not null,
  -- How many there were when it was asked for.
  asked_for integer not null,
  asked_at timestamptz not null,
  -- Who asked, agreed and rejected: an e-mail address, or as in the audit log.
  asked_by text not null,
  from_agreed_at timestamptz,
  from_agreed_by text,
  to_agreed_at timestamptz,
  to_agreed_by text,
  rejected_at timestamptz,
  rejected_by text,
  rejected_by_organization_id uuid,
  moving_since timestamptz,
  done_at timestamptz,
  check (from_organization_id <> to_organization_id),
  check (state not in ('moving', 'done') or (from_agreed_at is not null and to_agreed_at is not null)),
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'rejected') = (rejected_at is not null))
);
create index if not exists mandates_from on mandates (from_organization_id, id);
create index if not exists mandates_to on mandates (to_organization_id, id);
create index if not exists mandates_moving on mandates (id) where state = 'moving';

-- The deposits of a mandate, and what became of each: the report.
create table if not exists mandate_deposits (
  mandate_id uuid not null references mandates,
  deposit_id uuid not null,
  external_contract_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'moved', 'conflict')),
  -- Why it stayed behind.
  code text check (code in ('contract_exists', 'not_here')),
  -- Who was responsible before.
  manager_organization_id uuid,
  manager_id uuid,
  settled_at timestamptz,
  primary key (mandate_id, deposit_id),
  check ((state = 'conflict') = (code is not null))
);
create index if not exists mandate_deposits_waiting on mandate_deposits (mandate_id, deposit_id) where state = 'waiting';

-- Contract ids whose deposit went to another organization: they stay used, and their status is the deposit's for a time.
create table if not exists moved_contracts (
  organization_id uuid not null,
  external_contract_id text not null,
  deposit_id uuid not null,
  mandate_id uuid not null,
  moved_at timestamptz not null,
  primary key (organization_id, external_contract_id, deposit_id)
);
create index if not exists moved_contracts_of_deposit on moved_contracts (deposit_id);

-- A deposit is listed once: one that moves while it is being listed is not listed where it was.
-- locks: saving in the list waits for seconds while a million rows are read; opening a deposit does not write to it
create unique index if not exists deposit_list_once on deposit_list (deposit_id);

-- What only grows stays as it is and gets another organization, if the transaction is a mandate's: it says so for its length.
create or replace function refuse_all_but_mandate() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if current_setting('depono.mandate', true) = old.organization_id || ' ' || new.organization_id then
    moved := new;
    moved.organization_id := old.organization_id;
    if moved *= old then
      return new;
    end if;
  end if;
  raise exception '% only grows', tg_table_name;
end $$;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('history', 'ledger', 'erasures')
     and current_setting('depono.mandate', true) <> '' then
    -- Each row is looked at by the triggers below.
    return null;
  end if;
  raise exception '% only grows', tg_table_name;
end $$;
create or replace trigger history_only_moves before update on history
  for each row execute function refuse_all_but_mandate();
create or replace trigger ledger_only_moves before update on ledger
  for each row execute function refuse_all_but_mandate();
create or replace trigger erasures_only_move before update on erasures
  for each row execute function refuse_all_but_mandate();

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
  end if;
  raise exception '% are never changed', tg_table_name;
end $$;

-- A contract id whose deposit is leaving at this moment: the insert has waited for the move and then finds the id free. It
-- began before the move was done, so only a new look sees that the id stays used.
create or replace function refuse_moved_contracts() returns trigger language plpgsql as $$
begin
  if exists (select from opened o
             join moved_contracts m on m.organization_id = o.organization_id
               and m.external_contract_id = o.external_contract_id and m.deposit_id <> o.id
             join deposits d on d.id = m.deposit_id
             where o.state <> 'withdrawn' and d.state <> 'withdrawn') then
    raise exception 'the contract id belongs to a deposit that went to another organization' using errcode = 'DPM01';
  end if;
  return null;
end $$;
create or replace trigger contract_not_moved after insert on deposits referencing new table as opened
  for each statement execute function refuse_moved_contracts();
