-- While this row is there no payment file is written: after a restore, what went out since the backup is not known here.

create table bank_hold (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null default now(),
  why text not null
);
