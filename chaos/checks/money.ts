import { verify } from '../../src/actions/verify.ts';
import { filesIn } from '../bank-files.ts';
import type { Check } from './all.ts';

/** Books and histories verify; every statement entry was booked once; every payment file was written. */
export const checkMoney: Check = async (world, client) => {
  const { faults } = await verify(client);
  const wrong = faults.map(({ depositId, fault }) => `deposit ${depositId}: ${fault}`);

  const entries = await client.query<{ reference: string; count: number; payments: number }>(
    `select reference, e.count, coalesce(p.count, 0) as payments
     from (select coalesce(reference, '') as reference, count(*)::integer as count from bank_entries
           where why = 'payment' and (attention is null or is_booked) group by 1) e
     full join (select reference, count(*)::integer as count from payments group by 1) p using (reference)
     where e.count is distinct from p.count`,
  );
  for (const { reference, count, payments } of entries.rows) {
    wrong.push(`${count} bookings of ${reference} made ${payments} payments`);
  }
  const booked = await client.query<{ name: string; count: number; sum: number }>(
    `select bank_reference as name, count(*)::integer as count, sum(round(amount_text::numeric * 100))::float8 as sum
     from bank_entries where bank_reference like 'CHAOS%' and attention is null group by 1`,
  );
  const found = new Map(booked.rows.map(({ name, count, sum }) => [name, { count, sum }]));
  for (const { bankReference, amount } of world.book.credits) {
    const { count = 0, sum = 0 } = found.get(bankReference) ?? {};
    if (count !== 1 || sum !== amount) wrong.push(`the statement entry ${bankReference} was booked ${count} times`);
  }

  const runs = await client.query<{ id: string }>('select id from payment_runs where written_at is null');
  for (const { id } of runs.rows) wrong.push(`payment file ${id} was never written`);
  const files = filesIn(world, 'in').length;
  if (files > 0) wrong.push(`${files} bank files are unread`);
  return wrong;
};
