-- Answered calls of readers: one line for those that asked for the same and were told the same within a few seconds (see
-- partner/read-lines.ts). They stand apart from the calls that open deposits, which pay nothing for them.
create table call_reads (
  organization_id uuid not null,
  -- Begins with the time of the first call by the service's clock, as in calls.
  id uuid not null,
  at timestamptz not null,
  last_at timestamptz not null,
  path text not null,
  -- Null: about no contract, or about several.
  external_contract_id text,
  times integer not null check (times > 0),
  -- Of a line for several contracts: how many.
  contracts integer,
  -- What was said; null where different things were.
  answered text,
  -- Of the one that took longest.
  duration_ms real not null,
  primary key (organization_id, id)
);
create index call_reads_by_time on call_reads (id);
create index call_reads_by_contract on call_reads (external_contract_id, id) where external_contract_id is not null;

-- What an operator has begun and has not yet in the audit log, where the change is not one transaction with its entry. The
-- entry takes its place; what a process that died has left here becomes an entry, too.
create table audit_intentions (
  id uuid primary key,
  at timestamptz not null,
  actor text not null,
  way text not null check (way in ('console', 'api', 'command_line')),
  origin text,
  verb text not null,
  thing text not null,
  about json not null,
  organization_id uuid,
  partner_id uuid,
  changes json not null
);
create index audit_intentions_by_time on audit_intentions (at);

-- Addresses that partners are called at may carry a token in what follows the first part of their path: it stands in the
-- audit log no longer. User and password before the host go, too.
drop trigger audit_log_only_grows on audit_log;
update audit_log set changes =
  regexp_replace(regexp_replace(regexp_replace(changes::text,
    'https?://[^/@"?#\\ ]*@', 'https://', 'g'),
    '(https?://[^/"?#\\ ]+/[^/"?#\\ ]+)[/?#][^"\\ ]*', '\1/…', 'g'),
    '(https?://[^/"?#\\ ]+)/?[?#][^"\\ ]*', '\1/…', 'g')::json
  where changes::text ~ 'https?://';

-- The log still only grows, except for retention: it removes what is older than its period, and says so for the length of
-- its transaction. Nothing is ever changed in it, and nothing of the last ten years is removed.
create function refuse_all_but_retention() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('depono.retention', true) = 'audit_log'
     and old.at < service_now() - interval '10 years' then
    return old;
  end if;
  raise exception '% only grows', tg_table_name;
end $$;
create trigger audit_log_only_grows before update or delete on audit_log
  for each row execute function refuse_all_but_retention();
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_change();
