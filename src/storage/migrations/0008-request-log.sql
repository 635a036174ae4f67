-- Every call of a partner for 90 days, and what is counted of them for good. Written beside the calls, many at once (see
-- partner/request-log.ts). Calls of nobody we know lie under the nil organization.

create table calls (
  organization_id uuid not null,
  -- Begins with the time of the call by the service's clock: newest first is an order of ids.
  id uuid not null,
  at timestamptz not null,
  path text not null,
  -- The nil id: nobody we know, or a reader of contract status.
  partner_id uuid not null,
  external_org_id text,
  external_contract_id text,
  outcome text not null check (outcome in ('success', 'skipped', 'errored')),
  -- The row of the order of refusals.
  refusal_row text,
  reason text,
  -- Fields and codes, no values.
  problems json,
  -- Null: closed without an answer.
  status smallint,
  duration_ms real not null,
  request_id text not null,
  deposit_id uuid,
  payload_id uuid,
  payload_start integer,
  payload_length integer,
  primary key (organization_id, id)
);
create index calls_by_time on calls (id);
create index calls_by_contract on calls (external_contract_id, id) where external_contract_id is not null;
create index calls_refused on calls (id) where outcome <> 'success';

-- The payloads of many calls of one organization, compressed together and encrypted.
create table call_payloads (
  organization_id uuid not null,
  id uuid not null,
  content bytea not null,
  primary key (organization_id, id)
);
alter table call_payloads alter column content set storage external;
create index call_payloads_by_time on call_payloads (id);

-- How many calls ended how, by the hour, and by the day so that a year is quick. Days are Swiss.
create table call_counts (
  organization_id uuid not null,
  span text not null check (span in ('hour', 'day')),
  starts_at timestamptz not null,
  partner_id uuid not null,
  path text not null,
  outcome text not null,
  calls bigint not null,
  -- How many took how long, by the buckets of domain/values/durations.ts.
  durations integer[] not null,
  primary key (organization_id, span, starts_at, partner_id, path, outcome)
);
create index call_counts_by_time on call_counts (span, starts_at);

-- What was wrong with the calls that opened nothing: a field and its fault, or a row of the order of refusals, as JSON.
create table call_problems (
  organization_id uuid not null,
  day date not null,
  partner_id uuid not null,
  problem text not null,
  calls bigint not null,
  primary key (organization_id, day, partner_id, problem)
);
create index call_problems_by_day on call_problems (day);

-- How many deposits an organization had in each state at the end of a day; of today, an hour ago at most.
create table deposit_counts (
  organization_id uuid not null,
  day date not null,
  state text not null,
  deposits bigint not null,
  primary key (organization_id, day, state)
);
create index deposit_counts_by_day on deposit_counts (day);

create index payments_by_time on payments (at) include (organization_id, deposit_id, amount_rappen);
create index orders_by_completion on orders (completed_at) include (organization_id, deposit_id, amount_rappen)
  where completed_at is not null;
