-- Deposits with a problem, newest first, whatever organization they are of: read in their order, however many there are.
create index deposit_list_problems_by_time on deposit_list (deposit_id) where has_problem;
