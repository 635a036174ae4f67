import type { Client } from 'pg';
import { verifyBank } from '../../src/actions/bank/verify-bank.ts';
import { namedOrder } from '../../src/domain/values/end-to-end-id.ts';
import { DEMO_IBAN } from '../../src/sandbox/simulated-bank/bank.ts';
import { ordersSent } from '../bank-files.ts';
import { bookedOtherwise, wrongAccounts, type Compared } from '../bank-truth.ts';
import type { Check } from './all.ts';

/**
 * The books agree with the bank, as `npm run verify -- --bank` says, except for the accounts whose balance the bank
 * reported wrongly. Every booking of the bank counts once. Every attempt of an order went to the bank once.
 */
export const checkBank: Check = async (world, client) => [
  ...(await reconciled(client)),
  ...(await countedOnce(client)),
  ...(await sentOnce(client, ordersSent(world))),
];

async function reconciled(client: Client): Promise<string[]> {
  const { differing, faults } = await verifyBank(client, { operatorIban: DEMO_IBAN });
  const told = new Set(await wrongAccounts(client));
  const found = new Set(differing.map(({ iban }) => iban));
  return [
    ...faults.map(({ depositId, fault }) => `deposit ${depositId}: ${fault}`),
    ...differing.filter(({ iban }) => !told.has(iban)).map((one) => `the account differs: ${JSON.stringify(one)}`),
    ...[...told].filter((iban) => !found.has(iban)).map((iban) => `the wrong balance of ${iban} was not noticed`),
  ];
}

/** Where a person has booked a total, its sum counts: its transactions are not here. */
async function countedOnce(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ iban: string }>(
    `select d.iban from bank_entries e join deposits d on d.id = e.account_of
     where e.is_booked and starts_with(e.key, 'total:')`,
  );
  const bySum = new Set(rows.map(({ iban }) => iban));
  const byAccount = Map.groupBy(await bookedOtherwise(client), ({ iban }) => iban);
  return [...byAccount].flatMap(([iban, compared]) => {
    if (bySum.has(iban) && isSameSum(compared)) return [];
    return compared.map(
      ({ amount, atBank, here }) => `${amount} of ${iban} is booked ${here} times, at the bank ${atBank} times`,
    );
  });
}

function isSameSum(compared: readonly Compared[]): boolean {
  return compared.reduce((sum, { amount, atBank, here }) => sum + amount * (atBank - here), 0) === 0;
}

/** Money that came back goes out again under a new end-to-end id. */
async function sentOnce(client: Client, sent: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; run: string | null; attempt: number; is_done: boolean }>(
    'select id, run_id as run, attempt, completed_at is not null as is_done from orders',
  );
  const wrong: string[] = [];
  const times = Map.groupBy(sent, (id) => id);
  const orders = new Map(rows.map((one) => [one.id, one]));
  for (const endToEndId of times.keys()) {
    const named = namedOrder(endToEndId);
    const order = orders.get(named?.orderId ?? '');
    if (named === null || order === undefined || named.attempt > order.attempt) {
      wrong.push(`order ${endToEndId} went to the bank, and is unknown here`);
    }
  }
  for (const { id, run, attempt, is_done: isDone } of rows) {
    const name = id.replaceAll('-', '');
    for (let n = 1; n <= attempt; n++) {
      const count = times.get(n === 1 ? name : `${name}-${n}`)?.length ?? 0;
      const isSent = n < attempt || run !== null;
      if (count !== (isSent ? 1 : 0)) wrong.push(`attempt ${n} of order ${id} went to the bank ${count} times`);
    }
    if (isDone && run === null) wrong.push(`order ${id} is carried out, and never went to the bank`);
  }
  return wrong;
}
