-- Jobs are claimed in the order of their time and id. Where many are due at one moment, such as reminders of a morning, an index
-- of the time alone has all of them read for every claim.
drop index effects_due;
create index effects_due on effects (due_at, id) where state = 'waiting';
