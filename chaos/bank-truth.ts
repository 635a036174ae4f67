import type { Client } from 'pg';
import type { BankBooking } from '../src/sandbox/simulated-bank/dialects.ts';
import { IS_BOOKED } from '../src/storage/money/reconciliation.ts';
import type { KeptListed, Resolving } from './resolving.ts';

/** The accounts whose last statement does not have everything, or was not read. */
export async function unstatedAccounts(client: Client): Promise<{ iban: string; depositId: string }[]> {
  const { rows } = await client.query<{ iban: string; depositId: string }>(
    `select d.iban, d.id as "depositId" from deposits d
     where exists (
       select from simulated_bank b where b.account_iban = d.iban and (
         (b.bank_reference is not null and b.sequence > coalesce(
            (select max(s.sequence) from simulated_bank s where s.account_iban = d.iban and s.bank_reference is null), 0))
         or (b.bank_reference is null and not exists (
            select from bank_statements s where s.statement_id = b.content ->> 'messageId'))))
     order by d.id`,
  );
  return rows;
}

/** The accounts of which the bank has sent a statement with a wrong balance. */
export async function wrongAccounts(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ iban: string }>(
    `select distinct s.account_iban as iban from simulated_bank s
     where s.bank_reference is null and s.amount_rappen <> (
       select coalesce(sum(b.amount_rappen), 0) from simulated_bank b
       where b.account_iban = s.account_iban and b.bank_reference is not null and b.sequence < s.sequence)`,
  );
  return rows.map(({ iban }) => iban);
}

/** How often the bank has booked an amount on an account, and how often it is booked here. Signed Rappen. */
export type Compared = { iban: string; amount: number; atBank: number; here: number };

const COMPARED = `
  with bank as (
    select account_iban as iban, amount_rappen as amount, count(*)::integer as count
    from simulated_bank where bank_reference is not null group by 1, 2
  ), here as (
    select coalesce(d.iban, e.account_iban) as iban,
           case e.direction when 'credit' then 1 else -1 end * e.amount_rappen as amount, count(*)::integer as count
    from bank_entries e left join deposits d on d.id = e.account_of where ${IS_BOOKED} group by 1, 2
  )
  select iban, amount::float8 as amount, coalesce(b.count, 0) as "atBank", coalesce(h.count, 0) as here
  from bank b full join here h using (iban, amount)`;

/** Only where the two differ. */
export async function bookedOtherwise(client: Client): Promise<Compared[]> {
  const { rows } = await client.query<Compared>(`${COMPARED} where b.count is distinct from h.count order by 1, 2`);
  return rows;
}

/** What a person finds out about a kept entry at the bank and in the record. */
export async function investigate(client: Client, { key, account, amount, direction }: KeptListed): Promise<Resolving> {
  const { rows: owners } = await client.query<{ id: string; iban: string }>(
    `select d.id, d.iban from bank_entries e join deposits d on d.id = e.account_of where e.key = $1`,
    [key],
  );
  const { id: depositId = null, iban = account } = owners[0] ?? {};
  const signed = (direction === 'credit' ? 1 : -1) * Math.round(amount * 100);
  const { rows: compared } = await client.query<Compared>(`${COMPARED} where iban = $1`, [iban]);
  const { rows: contents } = await client.query<{ content: BankBooking }>(
    `select content from simulated_bank where account_iban = $1 and amount_rappen = $2 and bank_reference is not null
     order by sequence desc`,
    [iban, signed],
  );
  const { rows: payments } = await client.query<{ id: string }>(
    `select id from payments where deposit_id = $1 and amount_rappen = $2 and reversed_at is null order by at desc`,
    [depositId, Math.abs(signed)],
  );
  const { rows: orders } = await client.query<{ id: string; isCompleted: boolean }>(
    `select id, completed_at is not null as "isCompleted" from orders where deposit_id = $1 and amount_rappen = $2`,
    [depositId, Math.abs(signed)],
  );
  return {
    depositId,
    compared: compared.filter((one) => Math.sign(one.amount) === Math.sign(signed)),
    signed,
    bookings: contents.map(({ content }) => content),
    paymentIds: payments.map(({ id }) => id),
    orders,
  };
}
