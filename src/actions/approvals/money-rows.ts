import { KEPT } from '../../domain/bank/kept-bookings.ts';
import { needsSecondPerson, type Resolution, type ResolvedAs } from '../../domain/bank/resolution.ts';
import { formatChf } from '../../domain/values/money.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { findKept, type KeptEntry } from '../../storage/money/bank-entries.ts';
import { readOrderResolution } from '../../storage/money/money.ts';
import { assignMoney } from '../bank/assign-money.ts';
import { resolveEntry } from '../bank/resolve-entry.ts';
import { row } from './row.ts';

type ResolveInput = { key: string; resolution: Resolution };

export const resolve = row<ResolveInput>({
  role: 'clerk',
  subject: ({ key }) => `entry:${key}`,
  organizationId: async () => null,
  isNeeded: async ({ database }, { key, resolution }) => {
    // What was resolved already is repeated or refused at once.
    const kept = await findKept(database, key);
    return kept?.settledAt === null && needsSecondPerson(resolution);
  },
  carryOut: async (services, { key, resolution }) => {
    const { entry } = await resolveEntry(services, key, resolution);
    return {
      what: `Resolve ${entryText(entry)} as ${resolutionText(resolution)}`,
      changes: [
        ['Why it was kept', '', entry.why in KEPT ? entry.attention : entry.why],
        ['Resolved as', '', resolutionText(resolution)],
        ['Reason', '', resolution.reason],
      ],
    };
  },
});

function entryText({ entry: { direction, currency, amountText, amount, bookedOn, accountIban } }: KeptEntry): string {
  const money = amount === null ? `${currency} ${amountText}` : `CHF ${formatChf(amount)}`;
  return `the ${direction} of ${money} on ${accountIban}${bookedOn === null ? '' : `, booked on ${bookedOn}`},`;
}

function resolutionText(resolution: Resolution): string {
  if (!('parts' in resolution)) return asText(resolution);
  return resolution.parts.map((part) => `CHF ${formatChf(part.amount)} ${asText(part)}`).join(', ');
}

function asText(as: ResolvedAs): string {
  if ('depositId' in as) return `${as.as} of deposit ${as.depositId}`;
  if ('orderId' in as) return `${as.as === 'order' ? 'execution' : 'return'} of order ${as.orderId}`;
  return 'paymentId' in as ? `reversal of payment ${as.paymentId}` : as.as;
}

type AssignInput = { orderId: string; depositId: string | null; reason: string };

export const assign = row<AssignInput>({
  role: 'clerk',
  subject: ({ orderId }) => `order:${orderId}`,
  organizationId: async ({ database }, { depositId }) =>
    (depositId !== null && isId(depositId) ? await locateDeposit(database, depositId) : null)?.organizationId ?? null,
  // What was assigned already is repeated or refused at once.
  isNeeded: async ({ database }, { orderId }) =>
    isId(orderId) && (await readOrderResolution(database, orderId)) === null,
  carryOut: async (services, input) => {
    const { amount, externalContractId } = await assignMoney(services, input);
    if (externalContractId === null) {
      return {
        what: `Take back the assignment of CHF ${formatChf(amount)}`,
        changes: [
          ['Money', 'on its way to a deposit', 'without a deposit, to be assigned or paid back'],
          ['Reason', '', input.reason],
        ],
      };
    }
    return {
      what: `Assign CHF ${formatChf(amount)} to the deposit of contract ${externalContractId}`,
      changes: [
        ['Money', 'to be paid back', `a payment of contract ${externalContractId}`],
        ['Reason', '', input.reason],
      ],
    };
  },
});
