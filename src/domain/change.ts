import type { Adjustment, Deposit, ManagerSignature, Owner, Signature } from './deposit.ts';
import type { Recipient } from './effect.ts';
import type { Product } from './product.ts';
import type { Provider } from './provider.ts';
import type { Tenant } from './tenant.ts';
import type { Rappen } from './values/money.ts';

/** What can change while a deposit is in force. */
export const CHANGE_KINDS = ['tenant_joins', 'tenant_leaves', 'main_tenant', 'owner', 'amount', 'product'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGE_STATES = [
  'to_sign',
  'at_provider',
  'to_pay',
  'to_pay_out',
  'done',
  'cancelled',
  'refused',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** What is changed, with what it was before. */
export type ChangeSubject =
  | { kind: 'tenant_joins'; tenant: Tenant; adjustments: readonly Adjustment[] }
  | { kind: 'tenant_leaves'; position: number; tenant: Tenant }
  | { kind: 'main_tenant'; position: number; before: string; after: string }
  | { kind: 'owner'; owner: Owner; before: Owner; adjustments: readonly Adjustment[] }
  /** `roundedFrom`: the amount as given, if rounding changed it. */
  | { kind: 'amount'; rentalDeposit: Rappen; before: Rappen; roundedFrom: string | null }
  /** `provider`: who provides it from now on, with the offer that was signed. */
  | { kind: 'product'; product: Product; before: Product; provider: Provider };

/** A change of a deposit in force. At most one is running. */
export type Change = {
  id: string;
  subject: ChangeSubject;
  state: ChangeState;
  startedAt: Date;
  startedBy: Recipient;
  doneAt: Date | null;
  /** The tenants who sign, by their position when it was started; who joins comes last. */
  signers: readonly Recipient[];
  /** By the position of the signer. */
  signatures: readonly (Signature | null)[];
  managerSignature: ManagerSignature | null;
  /** The number of its amendment; null until all have signed. */
  amendment: number | null;
  /** What was paid towards it. Until it is done, it is part of the surplus of these payments. */
  paid: readonly { paymentId: string; amount: Rappen }[];
  /** The payout that it waits for. */
  orderId: string | null;
  /** What no longer counts as paid in, because it went back to the tenant. */
  released: Rappen;
};

const RUNNING: readonly ChangeState[] = ['to_sign', 'at_provider', 'to_pay', 'to_pay_out'];

export function isRunning({ state }: Pick<Change, 'state'>): boolean {
  return RUNNING.includes(state);
}

export function runningChange({ changes }: Pick<Deposit, 'changes'>): Change | null {
  return changes.find(isRunning) ?? null;
}

/** The running change if it is in this state. */
export function changeIn(deposit: Pick<Deposit, 'changes'>, state: ChangeState): Change | null {
  const change = runningChange(deposit);
  return change?.state === state ? change : null;
}

/** What all changes have released. */
export function releasedBy({ changes }: Pick<Deposit, 'changes'>): number {
  return changes.reduce((sum, { released }) => sum + released, 0);
}

/** What was paid towards a change so far. */
export function paidTowards({ paid }: Pick<Change, 'paid'>): number {
  return paid.reduce((sum, { amount }) => sum + amount, 0);
}

/** What is still to be paid for the running change. */
export function dueForChange(deposit: Pick<Deposit, 'changes' | 'terms'>): number {
  const change = changeIn(deposit, 'to_pay');
  return change === null ? 0 : costOf(change, deposit) - paidTowards(change);
}

/** What has to be paid in for a change: the difference, or the whole deposit where none is held. */
function costOf({ subject }: Change, { terms }: Pick<Deposit, 'terms'>): number {
  return subject.kind === 'amount' ? subject.rentalDeposit - terms.rentalDeposit : terms.rentalDeposit;
}

/** Who joins, while the change that brings them waits for signatures. */
export function joiningTenant(deposit: Pick<Deposit, 'changes'>): Tenant | null {
  const change = changeIn(deposit, 'to_sign');
  return change?.subject.kind === 'tenant_joins' ? change.subject.tenant : null;
}

/** The tenant at a position; who is about to join has the next one. */
export function tenantAt(deposit: Pick<Deposit, 'changes' | 'terms'>, position: number): Tenant | undefined {
  const { tenants } = deposit.terms;
  if (position === tenants.length + 1) return joiningTenant(deposit) ?? undefined;
  return tenants[position - 1];
}
