import type { Deposit } from '../../domain/deposit.ts';
import type { OperatorRole } from '../../domain/operator.ts';
import type { Organization } from '../../domain/organization.ts';
import { explain, type InputOf } from '../../domain/lifecycle/moves.ts';
import { REFUSALS } from '../../domain/lifecycle/refusal.ts';
import { splitOf } from '../../domain/lifecycle/split.ts';
import { formatChf } from '../../domain/values/money.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit, lockDeposit, type Location } from '../../storage/deposits/deposits.ts';
import { liftHold, readHold } from '../../storage/money/bank-hold.ts';
import { findOrder } from '../../storage/money/money.ts';
import { lockOrganizations } from '../../storage/set-up/organizations.ts';
import { differences } from '../audit.ts';
import { ACCOUNT, NO_ACCOUNT } from './account-change.ts';
import { moveDeposit } from '../move-deposit.ts';
import type { Services } from '../services.ts';
import { giveOrderAccount, type Settled } from '../settle-order.ts';
import { changeOrganization, organizationOf } from '../set-up/organizations.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';

/** What an action does, in words, and what it changes: field, before, after. */
export type Shown = { what: string; changes: readonly (readonly [name: string, before: string, after: string])[] };

type Row<Input> = {
  /** Who may ask. */
  role: OperatorRole;
  /** What it is about, as in `deposit:ID`. */
  subject: (input: Input) => string;
  /** The organization it belongs to; null: none. */
  organizationId: (services: Services, input: Input) => Promise<string | null>;
  /** Whether a second person must agree, as things stand. */
  isNeeded: (services: Services, input: Input) => Promise<boolean>;
  /**
   * Carries it out in the caller's transaction, or throws `SetUpRefused`. It is also tried and rolled back when someone
   * asks for it; what it shows then must be the same when it is approved.
   */
  carryOut: (services: Services, input: Input) => Promise<Shown>;
};

const row = <Input>(given: Row<Input>): Row<Input> => given;

type ReleaseInput = { depositId: string } & InputOf<'release'>;
type WithdrawInput = { depositId: string; reason: string | null };
type OrganizationInput = { id: string; changes: Partial<Omit<Organization, 'id'>> };
type OrderAccountInput = { orderId: string; iban: string };

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
  /** Settings of an organization, if they change the account that landlords are paid to. */
  change_organization: row<OrganizationInput>({
    role: 'admin',
    subject: ({ id }) => `organization:${id}`,
    organizationId: async (_services, { id }) => (isId(id) ? id : null),
    isNeeded: async ({ database }, { id, changes }) => {
      if (changes.payoutIban === undefined) return false;
      // Until the transaction ends, no one else sets the account.
      await lockOrganizations(database);
      const { payoutIban } = await organizationOf(database, id);
      return payoutIban !== null && payoutIban !== changes.payoutIban;
    },
    carryOut: changeSettings,
  }),
  /** Another account for an order that has one. */
  change_order_account: row<OrderAccountInput>({
    role: 'clerk',
    subject: ({ orderId }) => `order:${orderId}`,
    organizationId: async ({ database }, { orderId }) =>
      (isId(orderId) ? await findOrder(database, orderId) : null)?.deposit?.organizationId ?? null,
    isNeeded: async ({ database }, { orderId, iban }) => {
      // Until the transaction ends, no one else sets the account, neither here nor for the organization.
      await lockOrganizations(database);
      const order = isId(orderId) ? await findOrder(database, orderId) : null;
      return order !== null && order.iban !== null && order.iban !== iban;
    },
    carryOut: changeOrderAccount,
  }),
  /** Payment files again after a restore. */
  release_bank: row<Record<string, never>>({
    role: 'clerk',
    subject: () => 'bank',
    organizationId: async () => null,
    isNeeded: async ({ database }) => (await readHold(database)) !== null,
    carryOut: releaseBank,
  }),
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

/** No money arrives between the question whether a second person is needed and the answer. */
async function lockedDeposit(
  { database }: Services,
  depositId: string,
): Promise<{ deposit: Deposit; location: Location }> {
  const location = isId(depositId) ? await locateDeposit(database, depositId) : null;
  const locked = location === null ? null : await lockDeposit(database, location);
  if (location === null || locked === null) throw unknown('deposit');
  return { deposit: locked.deposit, location };
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
  const moved = await moveDeposit(services, location, 'withdraw', () => ({ by: 'operator' as const, reason }));
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

async function changeSettings(services: Services, { id, changes }: OrganizationInput): Promise<Shown> {
  const before = await organizationOf(services.database, id);
  const after = await changeOrganization(services, id, changes);
  const fields = Object.entries(differences(before, after));
  return {
    what: `Change ${fields.length === 1 ? 'the account' : 'the account and other settings'} of ${before.name}: landlords are paid to ${accountText(after.payoutIban)} instead of ${accountText(before.payoutIban)}`,
    changes: fields.map(([name, { from, to }]) => [name, valueText(from), valueText(to)] as const),
  };
}

async function changeOrderAccount(services: Services, { orderId, iban }: OrderAccountInput): Promise<Shown> {
  const before = isId(orderId) ? await findOrder(services.database, orderId) : null;
  const settled = before === null ? null : await giveOrderAccount(services, orderId, iban);
  if (before === null || settled === null) throw unknown('entry');
  requireMoved(settled);
  const contract = before.deposit === null ? '' : ` of contract ${before.deposit.externalContractId}`;
  return {
    what: `Pay CHF ${formatChf(before.amount)}${contract} to ${accountText(iban)} instead of ${accountText(before.iban)}`,
    changes: [
      ['Amount', `CHF ${formatChf(before.amount)}`, `CHF ${formatChf(before.amount)}`],
      [ACCOUNT, accountText(before.iban), accountText(iban)],
    ],
  };
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

/** A refused move as a refused action. */
function requireMoved<T extends NonNullable<Settled>>(moved: T): T {
  if (moved.refusal === null) return moved;
  const { refused, field } = moved.refusal;
  if (field !== undefined) throw new SetUpRefused('invalid', field, REFUSALS[refused], refused);
  const message = moved.deposit === null ? REFUSALS[refused] : explain(refused, moved.deposit);
  throw new SetUpRefused('conflict', 'deposit', message);
}

function accountText(iban: string | null): string {
  return iban === null ? NO_ACCOUNT : groupedIban(iban);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
