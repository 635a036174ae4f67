-- works with code from: 0028
-- What awaits each member is counted on every page and comes first in the list: an index of its own has these deposits alone.

-- locks: saving in the list waits for about a second per million; opening a deposit does not write to it
create index if not exists deposit_list_awaiting on deposit_list (manager_organization_id, manager_id, created_at, deposit_id)
  where awaits_manager;
