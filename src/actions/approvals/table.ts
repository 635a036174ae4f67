import type { Deposit } from '../../domain/deposit.ts';
import type { Organization } from '../../domain/organization.ts';
import type { InputOf } from '../../domain/lifecycle/moves.ts';
import { splitOf } from '../../domain/lifecycle/split.ts';
import { formatChf } from '../../domain/values/money.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { liftHold, readHold } from '../../storage/money/bank-hold.ts';
import { lockOrganizations } from '../../storage/set-up/organizations.ts';
import { differences } from '../audit.ts';
import { moveDeposit } from '../move-deposit.ts';
import type { Services } from '../services.ts';
import { changeOrganization, organizationOf, type OrganizationChanges } from '../set-up/organizations.ts';
import { accountText, changeOrderAccount, correctAccountRow } from './account-rows.ts';
import { liftHoldRow } from './hold-row.ts';
import { lockedDeposit } from './locked-deposit.ts';
import { assign, resolve } from './money-rows.ts';
import { requireMoved } from './refused-move.ts';
import { row, type Row, type Shown } from './row.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';

type ReleaseInput = { depositId: string } & InputOf<'release'>;
type WithdrawInput = { depositId: string; reason: string | null };
type OrganizationInput = { id: string; changes: OrganizationChanges };

/** Every action that can wait for a second person. The input is stored as JSON. */
const APPROVALS = {
  /** A judgment or payment order that frees the deposit without consent. */
  release: row<ReleaseInput>({
    role: 'clerk',
    subject: ({ depositId }) => `deposit:${depositId}`,
    organizationId: (services, { depositId }) => organizationOfDeposit(services, depositId),
    isNeeded: async () => true,
    carryOut: release,
  }),
  /** A withdrawal after the whole sum arrived, which pays it back. */
  withdraw: row<WithdrawInput>({
    role: 'clerk',
    subject: ({ depositId }) => `deposit:${depositId}`,
    organizationId: (services, { depositId }) => organizationOfDeposit(services, depositId),
    isNeeded: async (services, { depositId }) => {
      const { deposit } = await lockedDeposit(services, depositId);
      return deposit.paidIn >= deposit.terms.rentalDeposit;
    },
    carryOut: withdraw,
  }),
  /** Lifting a hold: money may go out again. */
  lift_hold: liftHoldRow,
  /** Settings of an organization, if they change the account that landlords are paid to. */
  change_organization: row<OrganizationInput>({
    role: 'admin',
    subject: ({ id }) => `organization:${id}`,
    organizationId: async (_services, { id }) => (isId(id) ? id : null),
    isNeeded: changesAccount,
    carryOut: changeSettings,
  }),
  /** Another account for an order that has one. */
  change_order_account: changeOrderAccount,
  /** Another account for a deposit, because the first one was wrong. */
  correct_account: correctAccountRow,
  /** Payment files again after a restore or a failover. */
  release_bank: row<Record<string, never>>({
    role: 'clerk',
    subject: () => 'bank',
    organizationId: async () => null,
    isNeeded: async ({ database }) => (await readHold(database)) !== null,
    carryOut: releaseBank,
  }),
  /** A statement entry that a person books. */
  resolve_entry: resolve,
  /** Money with an unknown reference that a person gives to a deposit. */
  assign_money: assign,
} as const;

export type ApprovalName = keyof typeof APPROVALS;
export type ApprovalInput<N extends ApprovalName> = (typeof APPROVALS)[N] extends Row<infer Input> ? Input : never;

/** The row of an action, typed by its input. */
export function approvalRow<N extends ApprovalName>(name: N): Row<ApprovalInput<N>> {
  return APPROVALS[name] as unknown as Row<ApprovalInput<N>>;
}

export function isApprovalName(name: string): name is ApprovalName {
  return Object.hasOwn(APPROVALS, name);
}

async function organizationOfDeposit({ database }: Services, depositId: string): Promise<string | null> {
  const location = isId(depositId) ? await locateDeposit(database, depositId) : null;
  return location?.organizationId ?? null;
}

async function release(services: Services, { depositId, ...input }: ReleaseInput): Promise<Shown> {
  const location = isId(depositId) ? await locateDeposit(services.database, depositId) : null;
  const moved = location === null ? null : await moveDeposit(services, location, 'release', () => input);
  if (moved === null) throw unknown('deposit');
  const { deposit } = requireMoved(moved);
  const { amountLandlord, amountTenant } = splitOf(deposit);
  const ground = input.ground === 'judgment' ? 'a final judgment' : 'a final payment order';
  return {
    what: `Release the deposit of contract ${deposit.terms.externalContractId} because of ${ground}: CHF ${formatChf(amountLandlord)} to the landlord, CHF ${formatChf(amountTenant)} to the tenants`,
    changes: [
      ['Deposit', 'held', 'payout ordered without the consent of the parties'],
      ['To the landlord', '', `CHF ${formatChf(amountLandlord)} ${payeeText(deposit, 'landlord')}`],
      ['To the tenants', '', `CHF ${formatChf(amountTenant)} ${payeeText(deposit, 'tenant')}`],
      ['Evidence', '', input.evidence],
      ...(input.finalOn === null ? [] : [['Final on', '', input.finalOn] as const]),
    ],
  };
}

async function withdraw(services: Services, { depositId, reason }: WithdrawInput): Promise<Shown> {
  const { deposit, location } = await lockedDeposit(services, depositId);
  const moved = await moveDeposit(services, location, 'withdraw_as_operator', () => ({
    by: 'operator' as const,
    reason,
  }));
  if (moved === null) throw unknown('deposit');
  requireMoved(moved);
  const paidIn = `CHF ${formatChf(deposit.paidIn)}`;
  return {
    what: `Withdraw the deposit of contract ${deposit.terms.externalContractId} for good, and pay ${paidIn} back`,
    changes: [
      ['Deposit', 'being opened', 'withdrawn'],
      ['Paid in', paidIn, 'paid back'],
      ...(reason === null ? [] : [['Reason', '', reason] as const]),
    ],
  };
}

/** Where the money of a payout goes: what is approved must not change without notice. */
function payeeText({ orders }: Deposit, payee: 'landlord' | 'tenant'): string {
  const order = orders.find((one) => one.kind === 'payout' && one.payee === payee && one.completedAt === null);
  if (order === undefined) return '';
  return order.iban === null ? '(no account yet)' : `to ${accountText(order.iban)}`;
}

/** Accounts where there were none need no second person. */
async function changesAccount({ database }: Services, { id, changes }: OrganizationInput): Promise<boolean> {
  const { payoutIban: iban, payoutHolderName: holder, payoutBic: bic, payoutAccounts: accounts } = changes;
  if (iban === undefined && holder === undefined && bic === undefined && accounts === undefined) return false;
  // Until the transaction ends, no one else sets the account.
  await lockOrganizations(database);
  const before = await organizationOf(database, id);
  const isOther = <T>(given: T | undefined, now: T): boolean => given !== undefined && given !== now;
  const isOtherAccount =
    isOther(iban, before.payoutIban) || isOther(holder, before.payoutHolderName) || isOther(bic, before.payoutBic);
  const areOthers = accounts !== undefined && JSON.stringify(accounts) !== JSON.stringify(before.payoutAccounts);
  const hasAny = before.payoutIban !== null || before.payoutAccounts.length > 0;
  return (before.payoutIban !== null && isOtherAccount) || (hasAny && areOthers);
}

async function changeSettings(services: Services, { id, changes }: OrganizationInput): Promise<Shown> {
  const before = await organizationOf(services.database, id);
  const after = await changeOrganization(services, id, changes);
  const fields = Object.entries(differences(withoutShown(before), withoutShown(after)));
  return {
    what: `Change ${fields.length === 1 ? 'the account' : 'the account and other settings'} of ${before.name}: ${accountChangeText(before, after)}`,
    changes: fields.map(([name, { from, to }]) => [name, valueText(from), valueText(to)] as const),
  };
}

/** Without what is inherited. */
function withoutShown(organization: Organization): Omit<Organization, 'shownBrand'> {
  const { shownBrand: _, ...settings } = organization;
  return settings;
}

function accountChangeText(before: Organization, after: Organization): string {
  if (before.payoutIban !== after.payoutIban) {
    return `landlords are paid to ${accountText(after.payoutIban)} instead of ${accountText(before.payoutIban)}`;
  }
  const [from, to] = [before.payoutAccounts, after.payoutAccounts];
  if (JSON.stringify(from) === JSON.stringify(to)) return `landlords are paid to ${accountText(after.payoutIban)}`;
  return `${to.length} accounts of properties and owners instead of ${from.length}`;
}

async function releaseBank({ database }: Services): Promise<Shown> {
  const hold = await liftHold(database);
  if (hold === null) throw new SetUpRefused('conflict', 'bank', 'Payment files are not on hold.');
  return {
    what: 'Write payment files to the bank again',
    changes: [
      ['Payment files', `on hold since ${hold.since.toISOString()}`, 'written'],
      ['Reason of the hold', hold.why, ''],
    ],
  };
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
