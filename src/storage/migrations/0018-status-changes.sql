-- What processes remember of a deposit for the answers about its status, they ask for again once it stands here. Counted by
-- transactions: no clock can put a change before what was read earlier. Only deposits that are not withdrawn are remembered, and
-- beside one of those there is no newer: so one that is opened need not stand here.
create table status_changes (
  organization_id uuid not null,
  external_contract_id text not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (organization_id, external_contract_id, transaction)
);
create index status_changes_by_transaction on status_changes (transaction);

create function note_status_change() returns trigger language plpgsql as $$
begin
  insert into status_changes (organization_id, external_contract_id)
  values (old.organization_id, old.external_contract_id) on conflict do nothing;
  return null;
end $$;
create trigger status_removed after delete on deposits for each row execute function note_status_change();
create trigger status_changed after update on deposits for each row
  when ((old.organization_id, old.external_contract_id, old.state, old.product, old.iban, old.rental_deposit_rappen,
         old.paid_out_at, old.paid_out_tenant_rappen)
        is distinct from
        (new.organization_id, new.external_contract_id, new.state, new.product, new.iban, new.rental_deposit_rappen,
         new.paid_out_at, new.paid_out_tenant_rappen))
  execute function note_status_change();
