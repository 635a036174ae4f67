-- works with code from: 0028
-- Signatures that people give at a qualified signature service: what was handed over, and what came back.

create table if not exists qualified_signatures (
  organization_id uuid not null,
  id uuid not null,
  deposit_id uuid not null,
  state text not null default 'asked' check (state in ('asked', 'signed', 'declined', 'refused', 'outdated')),
  -- What is signed with it, and the evidence of whoever asked.
  wish json not null,
  -- Our bytes, and where the person signs them.
  pdf bytea,
  sign_url text,
  -- As it came back, with the certificates in its signature.
  signed_pdf bytea,
  -- Why what came back does not count.
  reason text,
  created_at timestamptz not null default service_now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);

create index if not exists qualified_signatures_of_deposit on qualified_signatures (organization_id, deposit_id);
