import type { Sql } from '../database/database.ts';

/** The memory of the simulated bank: bookings and statements of each account, in their order. */

/** A booking whose reference is known stays as it was booked. Returns all of them as the bank has them. */
export async function addSimulated<Content extends object>(
  sql: Sql,
  accountIban: string,
  bookings: readonly { bankReference: string; amount: number; content: Content }[],
): Promise<Content[]> {
  await lockAccount(sql, accountIban);
  await sql.query(
    `with given as (
       select g.*, row_number() over () as n
       from json_to_recordset($2) as g ("bankReference" text, amount bigint, content json)
       where not exists (select from simulated_bank s where s.account_iban = $1 and s.bank_reference = g."bankReference")
     )
     insert into simulated_bank (account_iban, sequence, at, bank_reference, amount_rappen, content)
     select $1, (select coalesce(max(sequence), 0) from simulated_bank where account_iban = $1) + n, service_now(),
            "bankReference", amount, content
     from given`,
    [accountIban, JSON.stringify(bookings)],
  );
  const { rows } = await sql.query<{ content: Content }>(
    'select content from simulated_bank where account_iban = $1 and bank_reference = any($2) order by sequence',
    [accountIban, bookings.map(({ bankReference }) => bankReference)],
  );
  return rows.map(({ content }) => content);
}

/** What the bank has not sent a statement of yet, the balance before it, and the number of the next statement. */
type Unstated<Content> = { opening: number; number: number; contents: Content[] };

/** Locks the account until the end of the transaction: each booking is in one statement. */
export async function readUnstated<Content>(sql: Sql, accountIban: string): Promise<Unstated<Content>> {
  await lockAccount(sql, accountIban);
  const { rows } = await sql.query<Unstated<Content>>(
    `with last as (
       select coalesce(max(sequence), 0) as sequence from simulated_bank
       where account_iban = $1 and bank_reference is null
     )
     select (select coalesce(sum(amount_rappen), 0)::bigint from simulated_bank
             where account_iban = $1 and bank_reference is not null and sequence < last.sequence) as opening,
            (select count(*) from simulated_bank where account_iban = $1 and bank_reference is null
             and extract(year from at at time zone 'Europe/Zurich')
               = extract(year from service_now() at time zone 'Europe/Zurich')) + 1 as number,
            (select coalesce(json_agg(content order by sequence), '[]') from simulated_bank
             where account_iban = $1 and bank_reference is not null and sequence > last.sequence) as contents
     from last`,
    [accountIban],
  );
  return rows[0] ?? { opening: 0, number: 1, contents: [] };
}

/** A file of the bank with a statement. */
type StatementFile = { messageId: string; xml: string };

export async function addStatement(
  sql: Sql,
  accountIban: string,
  { closing, file }: { closing: number; file: StatementFile },
): Promise<void> {
  await sql.query(
    `insert into simulated_bank (account_iban, sequence, at, amount_rappen, content)
     select $1, coalesce(max(sequence), 0) + 1, service_now(), $2, $3 from simulated_bank where account_iban = $1`,
    [accountIban, closing, JSON.stringify(file)],
  );
}

/** Statements that were not read: the process may have died after the bank made them. Oldest first. */
export async function unreadStatements(sql: Sql, accountIban: string): Promise<StatementFile[]> {
  const { rows } = await sql.query<{ content: StatementFile }>(
    `select content from simulated_bank b
     where account_iban = $1 and bank_reference is null and content is not null
       and not exists (select from bank_statements s where s.statement_id = b.content ->> 'messageId')
     order by sequence`,
    [accountIban],
  );
  return rows.map(({ content }) => content);
}

async function lockAccount(sql: Sql, accountIban: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, accountIban]);
}

const LOCK = 714_055;
