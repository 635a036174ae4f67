import { contradiction, isSettled } from '../book.ts';
import type { Check } from './all.ts';

/** Every acknowledged deposit exists exactly once; there are no duplicates and no unknown deposits. */
export const checkDeposits: Check = async ({ book, organizations }, client) => {
  const { rows } = await client.query<{ organization: string; contract: string; count: number }>(
    `select organization_id as organization, external_contract_id as contract, count(*)::integer as count
     from deposits group by 1, 2`,
  );
  const ours = new Set(organizations.map(({ id }) => id));
  const stored = new Map(rows.map(({ organization, contract, count }) => [`${organization} ${contract}`, count]));
  const wrong: string[] = [];
  for (const contract of book.contracts) {
    const { id, organization, isGood, attempts } = contract;
    const key = `${organization.id} ${id}`;
    const count = stored.get(key) ?? 0;
    stored.delete(key);
    const said = attempts.join(', ');
    if (!isSettled(contract)) wrong.push(`${id} has no final answer: ${said}`);
    else if (count !== (isGood ? 1 : 0)) wrong.push(`${id} is there ${count} times, after: ${said}`);
    const against = contradiction(contract);
    if (against !== null) wrong.push(`${id} ${against}: ${said}`);
  }
  for (const key of stored.keys()) wrong.push(`${key} was never sent`);
  for (const { organization } of rows)
    if (!ours.has(organization)) wrong.push(`organization ${organization} is unknown`);
  return wrong;
};
