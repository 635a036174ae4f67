-- works with code from: 0025
-- An IBAN names few deposits and has its own bookings: the indexes by IBAN alone (deposits_by_iban,
-- bank_entries_on_account) also serve what asks for the organization. Every booking wrote both.

drop index if exists bank_entries_by_account;
drop index if exists deposits_by_account;
