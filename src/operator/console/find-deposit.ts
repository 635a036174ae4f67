import { STATES, STEPS } from '../../domain/deposit.ts';
import { isReference, plainReference } from '../../domain/values/payment-reference.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { listByContract, listTheseDeposits, type DepositAnywhere } from '../../storage/deposit-list/everywhere.ts';
import { depositsByReference } from '../../storage/money/booking-facts.ts';

const MOST_FOUND = 20;

/**
 * Deposits that an operator means by a text: an id, a payment reference, or a contract id. Without an exact match, those
 * whose contract id begins with it.
 */
export async function findDeposits(sql: Sql, text: string): Promise<DepositAnywhere[]> {
  const typed = text.trim();
  if (typed === '') return [];
  if (isId(typed)) return listTheseDeposits(sql, [typed]);
  const reference = plainReference(typed);
  if (isReference(reference)) {
    const named = (await depositsByReference(sql, [reference])).get(reference);
    if (named !== undefined) return listTheseDeposits(sql, [named.depositId]);
  }
  const search = { start: typed, phases: [...STATES, ...STEPS], onlyProblems: false, after: null, most: MOST_FOUND };
  const { deposits } = await listByContract(sql, search);
  const exact = deposits.filter(({ externalContractId: id }) => id.toLowerCase() === typed.toLowerCase());
  return exact.length > 0 ? exact : deposits;
}

export const NO_DEPOSIT = 'No deposit has this contract id, payment reference or id.';

/** `found`: all that fit. */
type Meant =
  | { deposit: DepositAnywhere; problem: null; found: readonly DepositAnywhere[] }
  | { deposit: null; problem: string; found: readonly DepositAnywhere[] };

/** The only one that is meant, or why there is none. */
export async function findTheDeposit(sql: Sql, text: string): Promise<Meant> {
  const found = await findDeposits(sql, text);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return { deposit: only, problem: null, found };
  const problem =
    only === undefined
      ? NO_DEPOSIT
      : `${found.length === MOST_FOUND ? 'Many' : found.length} deposits fit. Choose one, or give its id.`;
  return { deposit: null, problem, found };
}
