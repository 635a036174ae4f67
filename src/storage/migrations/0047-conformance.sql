-- works with code from: 0028
-- Runs that show whether the adapter of a partner conforms, in the test environment, and the reports that stand behind the
-- connections of production. Older code writes reads without the two columns and knows nothing of the tables.

-- The partner whose key was good for all its organizations. Null: a key of the organization, or older code.
alter table call_reads add column if not exists partner_id uuid;
-- Of the first call.
alter table call_reads add column if not exists request_id text;

create table if not exists conformance_runs (
  organization_id uuid not null,
  id uuid not null,
  partner_id uuid not null,
  connection_id uuid not null,
  external_org_id text not null,
  started_at timestamptz not null,
  -- Ends by itself then.
  ends_at timestamptz not null,
  finished_at timestamptz,
  -- Each requirement with result and evidence, as it was known when the run had ended.
  verdicts json,
  -- Real time: calls are logged some seconds late, so it is judged once more after this.
  judged_until timestamptz,
  settled_at timestamptz,
  -- Since when the connection has a callback, as far as the run has noticed.
  callback_since timestamptz,
  -- Real time: which process sends the probes.
  probes_claimed_until timestamptz,
  -- The first delivery of the run, until the events list was read or the run has ended.
  held_delivery_id uuid,
  held_at timestamptz,
  released_at timestamptz,
  primary key (organization_id, id)
);
create unique index if not exists conformance_runs_open on conformance_runs (organization_id) where finished_at is null;
create index if not exists conformance_runs_by_id on conformance_runs (id);
create index if not exists conformance_runs_of_partner on conformance_runs (partner_id, id);
create index if not exists conformance_runs_unsettled on conformance_runs (id) where settled_at is null;

create table if not exists conformance_probes (
  organization_id uuid not null,
  run_id uuid not null,
  -- In the plan of domain/conformance/probes.ts.
  number smallint not null,
  requirement text not null,
  -- The webhook-id.
  message_id uuid not null,
  sent_at timestamptz,
  -- Null: no answer.
  status integer,
  duration_ms integer,
  answer text,
  primary key (organization_id, run_id, number)
);

-- The report that stands behind a connection: where it can be read.
create table if not exists conformance_reports (
  organization_id uuid not null,
  connection_id uuid not null,
  url text not null,
  noted_at timestamptz not null,
  -- Of a run of this installation, which noted it by itself.
  run_id uuid,
  primary key (organization_id, connection_id)
);
