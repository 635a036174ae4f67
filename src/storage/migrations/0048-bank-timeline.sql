-- works with code from: 0028
-- The PostgreSQL server whose orders payment files were last written from, and its timeline, which counts up with each new
-- primary. A new timeline may have lost what the old primary had: orders sent to the bank may be open again. Older code
-- does not read it.

create table if not exists bank_timeline (
  only_row boolean primary key default true check (only_row),
  -- A 64-bit number, as text.
  system_identifier text not null,
  timeline integer not null,
  seen_at timestamptz not null default clock_timestamp()
);
