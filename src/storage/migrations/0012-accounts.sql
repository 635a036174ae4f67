-- Whether an account belongs to another deposit, too: its bookings are then kept for that one.
create index deposits_by_account on deposits (organization_id, iban) where iban is not null;
