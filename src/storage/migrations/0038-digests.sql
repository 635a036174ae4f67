-- works with code from: 0028
-- Whether a member gets one mail per import or a digest a day, and what the next digest says.

-- each, daily. Without a check, which would read the whole table under a lock.
alter table members add column if not exists notifications text not null default 'each';

create table if not exists digest_items (
  -- The member's.
  organization_id uuid not null references organizations (id),
  member_id uuid not null,
  deposit_id uuid not null,
  due_at timestamptz not null,
  is_sent boolean not null,
  primary key (organization_id, member_id, deposit_id)
);
