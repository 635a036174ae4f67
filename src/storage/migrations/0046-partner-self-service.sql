-- works with code from: 0028
-- What partners set up and read themselves.

-- Until when the older secret of a callback signs, too; null: until it is retired.
alter table connections add column if not exists callback_previous_until timestamptz;

-- How many entries the lists of a partner have had: the highest number in each.
create table if not exists partner_lists (
  partner_id uuid not null references partners,
  list text not null check (list in ('calls', 'deliveries')),
  last bigint not null,
  primary key (partner_id, list)
);

-- The code that a call was answered with, and its place in the list of its partner. Calls of older versions have neither.
alter table calls add column if not exists code text;
alter table calls add column if not exists number bigint;
alter table calls alter column code set statistics 20, alter column number set statistics 20;
-- locks: calls are written behind their answers, and wait in memory meanwhile. No row has a number yet.
create index if not exists calls_of_partner on calls (partner_id, number) where number is not null;

-- Deliveries are numbered by whoever reads the list: no number is seen before a lower one is stored.
alter table deliveries add column if not exists partner_id uuid;
alter table deliveries add column if not exists number bigint;
-- locks: no row has a number yet.
create index if not exists deliveries_of_partner on deliveries (partner_id, number) where number is not null;
-- locks: a delivery is a few hundred bytes, and a second is enough for a million; what queues new ones waits and is repeated.
create index if not exists deliveries_without_number on deliveries (connection_id, id) where number is null;
