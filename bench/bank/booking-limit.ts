import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPgbench, insertsOf, runPgbench } from '../limit.ts';
import { withClient, type Site } from '../service.ts';

/**
 * The limit: pgbench stores what a booked payment has stored, one transaction per booking. It decides nothing, reads no
 * file, and seals no mail. It spoils the books: run it last.
 */
export async function bookingLimit(
  site: Site,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<number | null> {
  const pgbench = findPgbench();
  if (pgbench === null) return null;
  const path = join(folder, 'booking.sql');
  writeFileSync(path, await scriptOf(site));
  const reached: number[] = [];
  for (const clients of CLIENTS) {
    reached.push(await runPgbench(pgbench, ['-f', path], { databaseUrl: site.databaseUrl, clients, seconds }));
  }
  return Math.max(...reached.filter((perSecond) => !Number.isNaN(perSecond)));
}

const CLIENTS = [8, 32];

/** Tables with the rows of one booking, and the column that finds them. */
const ROWS = [
  ['payments', 'entry_key'],
  ['bank_entries', 'key'],
] as const;

/** The rows of one deposit whose payment was booked; each booking is for another deposit. */
function scriptOf(site: Site): Promise<string> {
  return withClient(site, async (client) => {
    await client.query('create sequence if not exists bench.bookings start 1000');
    await client.query('create index on bench.copies (n)');
    const { rows: counted } = await client.query<{ most: number }>('select max(n) as most from bench.copies');
    const { rows: found } = await client.query<{ key: string; deposit: string }>(
      `select e.key, e.deposit_id as deposit from bank_entries e where e.why = 'payment' and e.file_id is not null
         and not starts_with(e.key, 'copy-') and (select count(*) from bank_entries o where o.deposit_id = e.deposit_id) = 1
       order by e.key limit 1`,
    );
    const { key = '', deposit = '' } = found[0] ?? {};
    const own = {
      organization_id: '(select organization_id from d)',
      deposit_id: '(select id from d)',
      account_of: '(select id from d)',
      id: 'uuidv7()',
      key: `'limit-' || nextval('bench.bookings')`,
      entry_key: `'limit-' || currval('bench.bookings')`,
      payment_id: 'uuidv7()',
      hash: `decode(md5(random()::text), 'hex')`,
      sequence: `nextval('bench.bookings')`,
    };
    const parts: string[] = [];
    for (const [table, column] of ROWS) parts.push(...(await insertsOf(client, { table, key: column, id: key, own })));
    for (const table of ['ledger', 'effects']) {
      parts.push(...(await insertsOf(client, { table, key: 'deposit_id', id: deposit, own })));
    }
    const { rows: before } = await client.query<{ count: number }>(
      `select count(*)::integer as count from bench.copies c join history h on h.deposit_id = c.original where c.id = $1`,
      [deposit],
    );
    const history = await insertsOf(client, { table: 'history', key: 'deposit_id', id: deposit, own });
    parts.push(...history.slice(before[0]?.count ?? 0));
    const inserts = parts.map((part, n) => `, p${n} as (${part})`).join('');
    return `\\set n random(0, ${counted[0]?.most ?? 0})
with d as (update deposits set state = state, paid_in_rappen = paid_in_rappen, step_since = now()
  where (organization_id, id) = (select organization_id, id from bench.copies where n = :n) returning organization_id, id),
l as (update deposit_list set state = state, words = words where (organization_id, deposit_id) = (select organization_id, id from bench.copies where n = :n))
${inserts} select 1;
`.replaceAll('\n,', ',');
  });
}
