import type { PayeeAccount } from '../../domain/payee/payee-account.ts';
import { holderOf } from '../../domain/payee/missing.ts';
import { isSameHolder } from '../../domain/payee/same-holder.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatChf } from '../../domain/values/money.ts';
import { postalLine } from '../../domain/values/postal-address.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { lockOrganizations } from '../../storage/set-up/organizations.ts';
import { correctDepositAccount } from '../deposit-account.ts';
import type { Services } from '../services.ts';
import { giveOrderAccount, orderOf } from '../settle-order.ts';
import { unknown } from '../set-up/refused.ts';
import { ACCOUNT, NO_ACCOUNT } from './account-change.ts';
import { lockedDeposit } from './locked-deposit.ts';
import { requireMoved } from './refused-move.ts';
import { row, type Shown } from './row.ts';

type OrderAccountInput = { orderId: string; account: PayeeAccount };

/** Another account for an order that has one, or another holder. */
export const changeOrderAccount = row<OrderAccountInput>({
  role: 'clerk',
  subject: ({ orderId }) => `order:${orderId}`,
  organizationId: async (services, { orderId }) => (await orderOf(services, orderId))?.deposit?.organizationId ?? null,
  isNeeded: async (services, { orderId, account: { iban, holderName } }) => {
    // Until the transaction ends, no one else sets the account, neither here nor for the organization.
    await lockOrganizations(services.database);
    const order = await orderOf(services, orderId);
    if (order === null || order.iban === null) return false;
    return order.iban !== iban || !isSameHolder(holderName, [holderOf(order, order.facts) ?? '']);
  },
  carryOut: giveAccount,
});

async function giveAccount(services: Services, { orderId, account }: OrderAccountInput): Promise<Shown> {
  const before = await orderOf(services, orderId);
  const settled = before === null ? null : await giveOrderAccount(services, orderId, account);
  const after = await orderOf(services, orderId);
  if (before === null || settled === null || after === null) throw unknown('entry');
  requireMoved(settled);
  const contract = before.deposit === null ? '' : ` of contract ${before.deposit.externalContractId}`;
  const amount = `CHF ${formatChf(before.amount)}`;
  const [from, to] = [holderOf(before, before.facts) ?? 'nobody', holderOf(after, after.facts) ?? 'nobody'];
  const where =
    before.iban === after.iban
      ? `${accountText(after.iban)} in the name of ${to} instead of ${from}`
      : `${accountText(after.iban)} instead of ${accountText(before.iban)}`;
  return {
    what: `Pay ${amount}${contract} to ${where}`,
    changes: [
      ['Amount', amount, amount],
      [ACCOUNT, accountText(before.iban), accountText(after.iban)],
      ...changed('Holder', before.holderName, after.holderName),
      ...changed('BIC', before.bic, after.bic),
      ...changed('Address', before.address && postalLine(before.address), after.address && postalLine(after.address)),
    ],
  };
}

type CorrectionInput = { depositId: string; iban: string; qrIban: string | null; reason: string };

/** Another account for a deposit, because the first one was wrong. After money has arrived, a second person must agree. */
export const correctAccountRow = row<CorrectionInput>({
  role: 'clerk',
  subject: ({ depositId }) => `deposit:${depositId}`,
  organizationId: async ({ database }, { depositId }) =>
    (isId(depositId) ? await locateDeposit(database, depositId) : null)?.organizationId ?? null,
  isNeeded: async (services, { depositId }) => {
    const { deposit } = await lockedDeposit(services, depositId);
    return deposit.payments.length > 0;
  },
  carryOut: async (services, { depositId, ...correction }) => {
    const { deposit: before, location } = await lockedDeposit(services, depositId);
    const moved = await correctDepositAccount(services, location, correction);
    if (moved === null) throw unknown('deposit');
    const { iban, qrIban } = requireMoved(moved).deposit;
    return {
      what: `Correct the account of the deposit of contract ${before.terms.externalContractId}: ${accountText(iban)} instead of ${accountText(before.iban)}`,
      changes: [
        [ACCOUNT, accountText(before.iban), accountText(iban)],
        ...changed('QR-IBAN', before.qrIban && groupedIban(before.qrIban), qrIban && groupedIban(qrIban)),
        ['Reason', '', correction.reason],
      ],
    };
  },
});

function changed(name: string, before: string | null, after: string | null): Shown['changes'] {
  return before === after ? [] : [[name, before ?? '', after ?? '']];
}

export function accountText(iban: string | null): string {
  return iban === null ? NO_ACCOUNT : groupedIban(iban);
}
