-- What the operator watches over, found without reading what is in order. Most of these are of exceptions, and so small:
-- what is stored as usual never enters them.

create index effects_failed on effects (id) where state = 'failed';
create index effects_retried on effects (id) where state = 'waiting' and attempts > 0;
create index deliveries_failed on deliveries (id) where state = 'failed';
create index orders_open on orders (id) where completed_at is null;

-- The deposits of all organizations: newest first at each place, and by how the contract id begins.
create index deposit_list_by_place on deposit_list (coalesce(step, state), deposit_id);
create index deposit_list_by_contract on deposit_list ((lower(external_contract_id) collate "C"), deposit_id);
