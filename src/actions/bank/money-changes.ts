import type { Resolution, ResolvedAs } from '../../domain/bank/resolution.ts';
import { formatChf } from '../../domain/values/money.ts';
import type { Change } from '../audit.ts';

/** What the audit log says about a resolved statement entry. */
export function resolutionChange(key: string, resolution: Resolution): Change {
  const parts: readonly ResolvedAs[] = 'parts' in resolution ? resolution.parts : [resolution];
  const as =
    'parts' in resolution
      ? resolution.parts.map((part) => `CHF ${formatChf(part.amount)} ${part.as}`).join(', ')
      : resolution.as;
  return {
    verb: 'resolve',
    thing: 'bank entry',
    about: { 'bank entry': key, ...Object.assign({}, ...parts.map(targetOf)) },
    changes: { as: { to: as }, reason: { to: resolution.reason } },
  };
}

function targetOf(as: ResolvedAs): Record<string, string> {
  if ('depositId' in as) return { deposit: as.depositId };
  if ('orderId' in as) return { order: as.orderId };
  return 'paymentId' in as ? { payment: as.paymentId } : {};
}

/** What the audit log says about money that was assigned to a deposit. */
export function assignmentChange(given: { orderId: string; depositId: string | null; reason: string }): Change {
  const { orderId, depositId, reason } = given;
  return {
    verb: 'assign',
    thing: 'order',
    about: { order: orderId, ...(depositId === null ? {} : { deposit: depositId }) },
    changes: { reason: { to: reason } },
  };
}
