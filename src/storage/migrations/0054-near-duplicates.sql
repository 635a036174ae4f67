-- works with code from: 0028
-- Before a deposit is signed, its page looks for others of the same tenant in the same property from the same day on. Most
-- tenancies start on the first of a month: without the property, thousands of a large organization were read for each.

-- locks: saving in the list waits for seconds per million; opening a deposit does not write to it
create index if not exists deposit_list_same_start on deposit_list (organization_id, rental_start, left(lower(property), 40))
  where state in ('draft_editing', 'opening', 'open', 'closing');
