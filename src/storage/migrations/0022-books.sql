-- works with code from: 0020
-- The last proof of the books: a worker verifies every ledger and history once a day.

create table books_proof (
  only_row boolean primary key default true check (only_row),
  -- Of a process that is proving them. It may die: then another one begins after some hours.
  begun_at timestamptz,
  finished_at timestamptz,
  deposits integer,
  faults integer
);
insert into books_proof default values;
