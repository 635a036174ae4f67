-- works with code from: 0028
-- Which accounts differed from the bank's statements when all were last compared: of very many, the page and the list of the
-- reconciliation show these first without comparing all.

-- Not tied to an organization: an account may be the operator's own.
create table if not exists differing_accounts (
  iban text primary key
);

-- How many accounts were compared, and when it was finished.
alter table books_proof add column if not exists accounts_compared integer;
alter table books_proof add column if not exists compared_at timestamptz;
