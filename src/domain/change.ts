import type { ChangeState } from './change-kinds.ts';
import type { ChangeSubject, Deposit, DepositChange } from './deposit.ts';
import { tenantName, type Tenant } from './tenant.ts';
import { toChf } from './values/money.ts';

const RUNNING: readonly ChangeState[] = ['to_sign', 'at_provider', 'to_pay', 'to_pay_out'];

export function isRunning({ state }: Pick<DepositChange, 'state'>): boolean {
  return RUNNING.includes(state);
}

export function runningChange({ changes }: Pick<Deposit, 'changes'>): DepositChange | null {
  return changes.find(isRunning) ?? null;
}

/** The running change if it is in this state. */
export function changeIn(deposit: Pick<Deposit, 'changes'>, state: ChangeState): DepositChange | null {
  const change = runningChange(deposit);
  return change?.state === state ? change : null;
}

/** Since when the account is in the name of the present main tenant. Null: from the beginning. */
export function mainTenantSince({ changes }: Pick<Deposit, 'changes'>): Date | null {
  return changes.findLast(({ subject, state }) => subject.kind === 'main_tenant' && state === 'done')?.doneAt ?? null;
}

/** What all changes have released. */
export function releasedBy({ changes }: Pick<Deposit, 'changes'>): number {
  return changes.reduce((sum, { released }) => sum + released, 0);
}

/** What was paid towards a change so far. */
function paidTowards({ paid }: Pick<DepositChange, 'paid'>): number {
  return paid.reduce((sum, { amount }) => sum + amount, 0);
}

/** What is still to be paid for the running change. */
export function dueForChange(deposit: Pick<Deposit, 'changes' | 'terms'>): number {
  const change = changeIn(deposit, 'to_pay');
  return change === null ? 0 : costOf(change, deposit) - paidTowards(change);
}

/** What has to be paid in for a change: the difference, or the whole deposit where none is held. */
function costOf({ subject }: DepositChange, { terms }: Pick<Deposit, 'terms'>): number {
  return subject.kind === 'amount' ? subject.rentalDeposit - terms.rentalDeposit : terms.rentalDeposit;
}

/** Who joins, while the change that brings them waits for signatures. */
function joiningTenant(deposit: Pick<Deposit, 'changes'>): Tenant | null {
  const change = changeIn(deposit, 'to_sign');
  return change?.subject.kind === 'tenant_joins' ? change.subject.tenant : null;
}

/** The tenant at a position; who is about to join has the next one. */
export function tenantAt(deposit: Pick<Deposit, 'changes' | 'terms'>, position: number): Tenant | undefined {
  const { tenants } = deposit.terms;
  if (position === tenants.length + 1) return joiningTenant(deposit) ?? undefined;
  return tenants[position - 1];
}

/** Who is meant by a change of people, before and after it. Of amounts and products: nobody. */
export function peopleOf(subject: ChangeSubject): { before?: string; after?: string } {
  const { from, to } = fromTo(subject);
  if (subject.kind === 'amount' || subject.kind === 'product') return {};
  return { ...(typeof from === 'string' && { before: from }), ...(typeof to === 'string' && { after: to }) };
}

/** What is changed, in one value each. */
export function fromTo(subject: ChangeSubject): { from: string | number | null; to: string | number | null } {
  switch (subject.kind) {
    case 'tenant_joins':
      return { from: null, to: tenantName(subject.tenant) };
    case 'tenant_leaves':
      return { from: tenantName(subject.tenant), to: null };
    case 'main_tenant':
      return { from: subject.before, to: subject.after };
    case 'owner':
      return { from: subject.before.name, to: subject.owner.name };
    case 'amount':
      return { from: toChf(subject.before), to: toChf(subject.rentalDeposit) };
    case 'product':
      return { from: subject.before, to: subject.product };
  }
}
