import type { MoveInput } from '../../../actions/move-deposit.ts';
import { findDeposit } from '../../../storage/deposits/deposits.ts';
import { isReminded } from '../deposit/possible.ts';

/** A second click sends no second mail. Checked under the lock, so this also holds for simultaneous clicks. */
export const unlessReminded: MoveInput<'remind'> = async ({ id }, { now, sql }) => {
  const deposit = await findDeposit(sql, id);
  return deposit !== null && isReminded(deposit, now) ? { refused: 'changed_meanwhile' } : { tenant: null };
};
