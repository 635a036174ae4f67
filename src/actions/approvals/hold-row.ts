import { formatChf } from '../../domain/values/money.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { moveDeposit } from '../move-deposit.ts';
import { unknown } from '../set-up/refused.ts';
import { lockedDeposit } from './locked-deposit.ts';
import { requireMoved } from './refused-move.ts';
import { row } from './row.ts';

/** The deposit is paid out again, and what was noted meanwhile is ordered. */
export const liftHoldRow = row<{ depositId: string; reason: string }>({
  role: 'clerk',
  subject: ({ depositId }) => `deposit:${depositId}`,
  organizationId: async ({ database }, { depositId }) =>
    (isId(depositId) ? await locateDeposit(database, depositId) : null)?.organizationId ?? null,
  isNeeded: async () => true,
  carryOut: async (services, { depositId, reason }) => {
    const { deposit: before, location } = await lockedDeposit(services, depositId);
    const moved = await moveDeposit(services, location, 'lift_hold', () => ({ reason }));
    if (moved === null) throw unknown('deposit');
    const { deposit } = requireMoved(moved);
    const noted = before.closing?.noted ?? null;
    const waiting = deposit.orders.filter(
      ({ completedAt, cancelledAt }) => completedAt === null && cancelledAt === null,
    );
    return {
      what: `Lift the hold of the deposit of contract ${before.terms.externalContractId} (${before.hold?.ground ?? ''})`,
      changes: [
        ['Deposit', `on hold since ${before.hold?.at.toISOString() ?? ''}`, 'paid out again'],
        ...(noted === null ? [] : [['Payout', 'noted', 'ordered'] as const]),
        ...waiting.map(({ payee, amount }) => ['Goes out', '', `CHF ${formatChf(amount)} to the ${payee}`] as const),
        ['Reason', '', reason],
      ],
    };
  },
});
