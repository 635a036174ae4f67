import { explain } from '../../domain/lifecycle/moves.ts';
import { REFUSALS } from '../../domain/lifecycle/refusal.ts';
import type { Settled } from '../settle-order.ts';
import { SetUpRefused } from '../set-up/refused.ts';

/** A refused move as a refused action. */
export function requireMoved<T extends NonNullable<Settled>>(moved: T): T {
  if (moved.refusal === null) return moved;
  const { refused, field } = moved.refusal;
  if (field !== undefined) throw new SetUpRefused('invalid', field, REFUSALS[refused], refused);
  const message = moved.deposit === null ? REFUSALS[refused] : explain(refused, moved.deposit);
  throw new SetUpRefused('conflict', 'deposit', message);
}
