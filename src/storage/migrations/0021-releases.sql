-- works with code from: 0020
-- Lets older code run on a newer schema, so that an upgrade can be rolled back: each migration says which code can still
-- work with it.

-- The newest migration that code must know to work with this one. Null: code must know this migration itself.
alter table migrations add column works_from integer;
