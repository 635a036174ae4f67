import { peopleOf, runningChange } from '../../change.ts';
import type { Adjustment, ChangeSubject, Deposit, DepositChange, Owner } from '../../deposit.ts';
import { recipient } from '../../effect.ts';
import { providerFor } from '../../provider.ts';
import type { Product } from '../../product.ts';
import { TENANT_PREFIXES } from '../../payload/problem.ts';
import { signerOf, tenantName, type Tenant } from '../../tenant.ts';
import { isOfAge, swissDay } from '../../values/calendar.ts';
import type { Rappen } from '../../values/money.ts';
import { productOf } from '../in-force.ts';
import { actingMember, byManager, inTurn, move, type Decision, type MoveContext, type Refusal } from '../move.ts';
import { announceOwner } from './owner.ts';
import { askWhoIsAwaited } from './asking.ts';
import { withChange } from './states.ts';

/** What the property manager wants to change, as it was read. */
export type ChangeWish =
  | { kind: 'tenant_joins'; tenant: Tenant; adjustments: readonly Adjustment[] }
  | { kind: 'tenant_leaves' | 'main_tenant'; tenant: number }
  | { kind: 'owner'; owner: Owner; adjustments: readonly Adjustment[] }
  | { kind: 'amount'; rentalDeposit: Rappen; roundedFrom: string | null }
  | { kind: 'product'; product: Product };

/** The manager starts a change of a deposit in force, one at a time. Starting is no signature. */
export function startChange(deposit: Deposit, wish: ChangeWish, context: MoveContext): Decision {
  if (runningChange(deposit) !== null) return { refused: 'change_running' };
  const subject = subjectOf(deposit, wish, context);
  if ('refused' in subject) return subject;
  const change = newChange(deposit, subject, context);
  const started = byManager(deposit, context);
  const detail = { ...started.detail, kind: subject.kind };
  const personal = { ...started.personal, ...peopleOf(subject) };
  return inTurn(
    deposit,
    (current) =>
      move(withChange(current, change), { history: [{ ...started, event: 'change_started', detail, personal }] }),
    (current) =>
      subject.kind === 'owner' ? announceOwner(current, change, context) : askWhoIsAwaited(current, null, context),
  );
}

function newChange(deposit: Deposit, subject: ChangeSubject, context: MoveContext): DepositChange {
  const { tenants } = deposit.terms;
  const signers =
    subject.kind === 'owner' ? [] : subject.kind === 'tenant_joins' ? [...tenants, subject.tenant] : tenants;
  return {
    id: context.random.id(),
    subject,
    state: 'to_sign',
    startedAt: context.now,
    startedBy: recipient(actingMember(deposit, context)),
    doneAt: null,
    signers: signers.map(signerOf),
    signatures: signers.map(() => null),
    managerSignature: null,
    amendment: null,
    paid: [],
    orderId: null,
    released: 0 as Rappen,
  };
}

/** What is changed, or why it cannot be. */
function subjectOf(deposit: Deposit, wish: ChangeWish, context: MoveContext): ChangeSubject | Refusal {
  switch (wish.kind) {
    case 'tenant_joins':
      return joining(deposit, wish);
    case 'tenant_leaves':
    case 'main_tenant':
      return coTenant(deposit, wish, context);
    case 'owner':
      return isSameOwner(deposit.terms.owner, wish.owner)
        ? { refused: 'unchanged', field: 'fields.ownerName' }
        : { ...wish, before: deposit.terms.owner };
    case 'amount':
      return wish.rentalDeposit === deposit.terms.rentalDeposit
        ? { refused: 'unchanged', field: 'rentalDeposit' }
        : { ...wish, before: deposit.terms.rentalDeposit };
    case 'product':
      return otherProduct(deposit, wish.product, context);
  }
}

function joining(deposit: Deposit, wish: Extract<ChangeWish, { kind: 'tenant_joins' }>): ChangeSubject | Refusal {
  const { tenants } = deposit.terms;
  if (tenants[0].type !== 'natural' || wish.tenant.type !== 'natural') {
    return { refused: 'natural_only', field: 'fields.tenantType' };
  }
  return tenants.length === TENANT_PREFIXES.length ? { refused: 'four_tenants', field: 'kind' } : wish;
}

function coTenant(
  { terms: { tenants } }: Deposit,
  { kind, tenant: position }: Extract<ChangeWish, { tenant: number }>,
  { now }: MoveContext,
): ChangeSubject | Refusal {
  const [main] = tenants;
  const tenant = tenants[position - 1];
  if (main.type !== 'natural') return { refused: 'natural_only', field: 'kind' };
  if (position === 1) return { refused: 'is_main_tenant', field: 'tenant' };
  if (tenant === undefined) return { refused: 'no_such_tenant', field: 'tenant' };
  if (kind === 'tenant_leaves') return { kind, position, tenant };
  const born = tenant.type === 'natural' ? tenant.birthDate : null;
  if (born !== null && !isOfAge({ born, today: swissDay(now) })) return { refused: 'not_of_age', field: 'tenant' };
  return { kind, position, before: tenantName(main), after: tenantName(tenant) };
}

function otherProduct(deposit: Deposit, product: Product, { organization }: MoveContext): ChangeSubject | Refusal {
  const before = productOf(deposit);
  if (product === before) return { refused: 'unchanged', field: 'product' };
  const provider = providerFor(organization.providers, product);
  return provider === null
    ? { refused: 'product_not_offered', field: 'product' }
    : { kind: 'product', product, before, provider };
}

function isSameOwner(one: Owner, other: Owner): boolean {
  const names = ['name', 'street', 'streetNumber', 'zip', 'city', 'countryCode', 'careOf'] as const;
  return names.every((name) => one[name] === other[name]);
}
