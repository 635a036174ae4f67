import type { Deposit } from '../../domain/deposit.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit, lockDeposit, type Location } from '../../storage/deposits/deposits.ts';
import type { Services } from '../services.ts';
import { unknown } from '../set-up/refused.ts';

/** No money arrives between the question whether a second person is needed and the answer. */
export async function lockedDeposit(
  { database }: Services,
  depositId: string,
): Promise<{ deposit: Deposit; location: Location }> {
  const location = isId(depositId) ? await locateDeposit(database, depositId) : null;
  const locked = location === null ? null : await lockDeposit(database, location);
  if (location === null || locked === null) throw unknown('deposit');
  return { deposit: locked.deposit, location };
}
