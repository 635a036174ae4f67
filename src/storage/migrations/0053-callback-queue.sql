-- works with code from: 0028
-- What waits for one receiver, in the order in which it is sent: a long queue of one that is away is not read again and again.

-- locks: a delivery is a few hundred bytes, and a second is enough for a million; what queues new ones waits and is repeated.
create index if not exists deliveries_to_send on deliveries (connection_id, due_at, id) where state = 'waiting';
-- locks: as above.
create index if not exists provider_deliveries_to_send on provider_deliveries (provider_id, due_at, id) where state = 'waiting';
drop index if exists deliveries_by_connection;
