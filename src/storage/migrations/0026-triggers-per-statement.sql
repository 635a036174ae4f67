-- works with code from: 0025
-- What follows from many rows of one statement is written once per statement, not once per row: a bank file books
-- hundreds of payments in one. The triggers note and count the same as before.

create or replace function note_status_changes() returns trigger language plpgsql as $$
begin
  insert into status_changes (organization_id, external_contract_id)
  select o.organization_id, o.external_contract_id
  from before o left join after n on n.organization_id = o.organization_id and n.id = o.id
  where (o.organization_id, o.external_contract_id, o.state, o.product, o.iban, o.rental_deposit_rappen,
         o.paid_out_at, o.paid_out_tenant_rappen)
        is distinct from
        (n.organization_id, n.external_contract_id, n.state, n.product, n.iban, n.rental_deposit_rappen,
         n.paid_out_at, n.paid_out_tenant_rappen)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger status_changed after update on deposits
  referencing old table as before new table as after
  for each statement execute function note_status_changes();

create or replace function count_open() returns trigger language plpgsql as $$
begin
  insert into counter_changes (organization_id, at, partner_id, what, number)
  select n.organization_id, service_now(), coalesce(c.partner_id, '00000000-0000-0000-0000-000000000000'), 'open',
         sum(case n.state when 'open' then 1 else -1 end)
  from before o join after n on n.organization_id = o.organization_id and n.deposit_id = o.deposit_id
  left join deposits d on d.organization_id = n.organization_id and d.id = n.deposit_id
  left join connections c on c.id = d.connection_id
  where (o.state = 'open') <> (n.state = 'open')
  group by 1, 3;
  return null;
end $$;
create or replace trigger counted_open after update on deposit_list
  referencing old table as before new table as after
  for each statement execute function count_open();

create or replace function count_payment() returns trigger language plpgsql as $$
begin
  insert into counter_changes (organization_id, at, partner_id, what, number)
  select n.organization_id, n.at, coalesce(c.partner_id, '00000000-0000-0000-0000-000000000000'), 'rappen_in',
         sum(n.amount_rappen)
  from after n left join deposits d on d.organization_id = n.organization_id and d.id = n.deposit_id
  left join connections c on c.id = d.connection_id
  group by 1, 2, 3;
  return null;
end $$;
create or replace trigger counted after insert on payments referencing new table as after
  for each statement execute function count_payment();

create or replace function count_order() returns trigger language plpgsql as $$
begin
  insert into counter_changes (organization_id, at, partner_id, what, number)
  select n.organization_id, n.completed_at, coalesce(c.partner_id, '00000000-0000-0000-0000-000000000000'),
         'rappen_out', sum(n.amount_rappen)
  from after n left join deposits d on d.organization_id = n.organization_id and d.id = n.deposit_id
  left join connections c on c.id = d.connection_id
  where n.completed_at is not null
  group by 1, 2, 3;
  return null;
end $$;
create or replace trigger counted after insert on orders referencing new table as after
  for each statement execute function count_order();

create or replace function count_completed_order() returns trigger language plpgsql as $$
begin
  insert into counter_changes (organization_id, at, partner_id, what, number)
  select n.organization_id, n.completed_at, coalesce(c.partner_id, '00000000-0000-0000-0000-000000000000'),
         'rappen_out', sum(n.amount_rappen)
  from before o join after n on n.organization_id = o.organization_id and n.id = o.id
  left join deposits d on d.organization_id = n.organization_id and d.id = n.deposit_id
  left join connections c on c.id = d.connection_id
  where o.completed_at is null and n.completed_at is not null
  group by 1, 2, 3;
  return null;
end $$;
create or replace trigger counted_later after update on orders
  referencing old table as before new table as after
  for each statement execute function count_completed_order();
