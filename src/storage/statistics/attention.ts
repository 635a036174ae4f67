import type { Sql } from '../database/database.ts';

/** How much waits for an operator, by section of the console. */
export type Attention = { approvals: number; deposits: number; money: number; failures: number; bank: number };

/** A badge says `99+` beyond it, so nothing is counted further. */
const MOST_IN_A_BADGE = 100;

/** Each part has an index of just these rows. */
export async function readAttention(sql: Sql): Promise<Attention> {
  const counted = (from: string): string => `(select count(*) from (${from} limit ${MOST_IN_A_BADGE}) x)::integer`;
  const { rows } = await sql.query<Attention>({
    name: 'attention',
    text: `select
      ${counted(`select from approvals where state = 'waiting' and expires_at > (select service_now())`)} as approvals,
      ${counted('select from deposit_list where has_problem')} as deposits,
      ${counted(`select from orders where completed_at is null and cancelled_at is null
                 and (rejection is not null or return_reason is not null or (needs_release and released_at is null))`)} as money,
      ${counted(`(select from effects where state = 'failed' and last_error is not null limit ${MOST_IN_A_BADGE})
                 union all (select from deliveries where state = 'failed' limit ${MOST_IN_A_BADGE})
                 union all (select from provider_deliveries where state = 'failed' limit ${MOST_IN_A_BADGE})`)} as failures,
      ${counted('select from bank_entries where attention is not null and settled_at is null')} as bank`,
  });
  const [attention] = rows;
  if (attention === undefined) throw new Error('a statement of counts answers');
  return attention;
}
