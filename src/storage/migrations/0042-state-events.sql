-- works with code from: 0028
-- Events that tell of a change of state. Their document_id is the id of the change; older code lists none of them.

alter table events add column if not exists change json;
-- Which events a callback gets; null: documents alone.
alter table connections add column if not exists callback_events text[];
