import type { Adjustment, Deposit, DepositTerms, Product } from '../deposit.ts';
import type { Effect } from '../effect.ts';
import type { Integration } from '../integration.ts';
import { rappen } from '../money.ts';
import type { Member, Organization } from '../organization.ts';
import { creditorReference, qrReference } from '../payment-reference.ts';
import type { Difference } from '../register-check.ts';
import type { Tenant } from '../tenant.ts';
import { comesIntoForce, productOf } from './in-force.ts';
import { recipient, tellInvited, tellManager, tellTenants } from './letters.ts';
import { enter, inTurn, move, type Context, type Decision, type Move } from './move.ts';
import { agreement } from './papers.ts';
import { payBackHeld, paymentSlip, slipOf } from './payment.ts';
import { scheduleReminder } from './reminders.ts';

export type Opening = {
  integration: Integration;
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  manager: Member;
  /** The manager joins with this deposit, and is told so. */
  isInvited: boolean;
};

/** Section 3: (none) → opening. Section 1: pre-signed organizations send at once or after their delay. */
export function openDeposit(opening: Opening, context: Context): Move {
  const { organization, now, chance } = context;
  const { preSigned, sendDelayMinutes } = organization;
  const deposit = newDeposit(opening, context);
  const invitation: Effect[] = opening.isInvited ? [tellInvited(opening.manager, organization, context)] : [];
  const opened = move(deposit, {
    history: [{ at: now, actor: 'partner', event: 'opened', detail: { integration: opening.integration } }],
    effects: [...invitation, ...registerCheck(opening.terms, context)],
  });
  if (!preSigned) {
    return inTurn(
      deposit,
      () => opened,
      (current) => tellManager(current, context, { kind: 'deposit_imported' }),
      (current) => scheduleReminder(current, context),
    );
  }
  const signed = (current: Deposit): Move =>
    move(
      { ...current, managerSignature: { at: now, from: null, by: null } },
      { history: [{ at: now, actor: 'service', event: 'signed_for_manager', detail: {} }] },
    );
  if (sendDelayMinutes === 0) {
    return inTurn(
      deposit,
      () => opened,
      signed,
      (current) => sendToTenants(current, undefined, context),
    );
  }
  return inTurn(
    deposit,
    () => opened,
    signed,
    (current) =>
      move(enter(current, { state: 'opening', step: 'awaiting_send' }, now), {
        history: [{ at: now, actor: 'service', event: 'send_scheduled', detail: { minutes: sendDelayMinutes } }],
        effects: [
          { kind: 'send_deposit', id: chance.id(), dueAt: new Date(now.getTime() + sendDelayMinutes * 60_000) },
        ],
      }),
  );
}

/** 2.6: company data must match the commercial register. It is asked afterwards, and holds nothing up. */
function registerCheck({ tenants: [main] }: DepositTerms, { now, chance }: Context): Effect[] {
  if (main.type !== 'legal' || main.company.zefixUid === null) return [];
  return [{ kind: 'check_register', id: chance.id(), dueAt: now }];
}

/** What the register said; shown before the bank would refuse. */
export function registerChecked(
  deposit: Deposit,
  { differences }: { differences: readonly Difference[] },
  { now }: Context,
): Move {
  const detail = { differences: differences.map(({ field }) => field).join(', ') };
  return move(
    { ...deposit, registerCheck: { at: now, differences } },
    { history: [{ at: now, actor: 'service', event: 'register_checked', detail }] },
  );
}

function newDeposit(opening: Opening, { organization, now, chance }: Context): Deposit {
  const { integration, terms, adjustments, manager } = opening;
  return {
    organizationId: organization.id,
    id: chance.id(),
    integration,
    state: 'opening',
    step: 'awaiting_manager_signature',
    stepSince: now,
    reminders: 0,
    createdAt: now,
    sentAt: null,
    round: 0,
    terms,
    managerSignature: null,
    signatures: terms.tenants.map(() => null),
    adjustments,
    manager,
    product: productFromTheStart(organization),
    iban: null,
    qrIban: null,
    paymentReference: null,
    paidIn: rappen(0),
    payments: [],
    orders: [],
    refusal: null,
    registerCheck: null,
    closing: null,
    legalClaim: null,
    paidOutAt: null,
    paidOutTenant: null,
    paidOutLandlord: null,
  };
}

/** Null: the main tenant chooses. */
export function productFromTheStart(organization: Organization): Product | null {
  return organization.tenantChoosesProduct ? null : organization.product;
}

/** The send delay is over, or there is none: the manager is told what was sent in their name. */
export function sendToTenants(deposit: Deposit, _input: undefined, context: Context): Move {
  return inTurn(
    deposit,
    (current) => tellManager(current, context, { kind: 'deposit_sent' }),
    (current) => askForSignatures(current, context),
  );
}

/** Where a signature came from, as far as that is known. */
export type Origin = { from: string | null };

export function managerSigns(deposit: Deposit, { from }: Origin, context: Context): Move {
  const { manager } = deposit;
  const { now: at } = context;
  const by = recipient(manager);
  const personal = from === null ? by : { ...by, from };
  const signed = move(
    { ...deposit, managerSignature: { at, from, by } },
    { history: [{ at, actor: 'manager', event: 'manager_signed', detail: { member: manager.id }, personal }] },
  );
  return inTurn(
    deposit,
    () => signed,
    (current) => askForSignatures(current, context),
  );
}

/** The deposit goes out: every tenant is asked to sign. */
export function askForSignatures(deposit: Deposit, context: Context): Move {
  const { now } = context;
  const sent = enter(
    { ...deposit, sentAt: deposit.sentAt ?? now },
    { state: 'opening', step: 'awaiting_tenant_signatures' },
    now,
  );
  const detail = { tenants: deposit.terms.tenants.length };
  return inTurn(
    sent,
    (current) => move(current, { history: [{ at: now, actor: 'service', event: 'sent_to_tenants', detail }] }),
    (current) => tellTenants(current, context, { kind: 'tenant_sign', isChanged: current.round > 0 }),
    (current) => scheduleReminder(current, context),
  );
}

export type TenantSignature = Origin & {
  /** Null: all who have not signed yet. */
  tenant: number | null;
  /** The main tenant's choice, where there is one. */
  product: Product | null;
};

/** Reading of section 1: every tenant signs; the main tenant chooses, where the organization lets them. */
export function tenantSigns(deposit: Deposit, signature: TenantSignature, context: Context): Decision {
  const { tenant } = signature;
  // What is chosen already is no choice.
  const product = signature.product === deposit.product ? null : signature.product;
  const { terms, signatures } = deposit;
  const everyone = terms.tenants.map((_, place) => place + 1);
  if (tenant !== null && !everyone.includes(tenant)) return { refused: 'no_such_tenant', field: 'tenant' };
  const signing = tenant === null ? everyone.filter((position) => signatures[position - 1] === null) : [tenant];
  if (signing.some((position) => signatures[position - 1] !== null)) return { refused: 'already_signed' };
  const isMain = signing.includes(1);
  if (!isMain && product !== null) return { refused: 'only_main_tenant', field: 'product' };
  if (isMain && deposit.product === null && product === null) return { refused: 'product_missing', field: 'product' };
  if (deposit.product !== null && product !== null) return { refused: 'product_not_free' };
  const chosen = isMain && deposit.product === null ? product : null;
  return inTurn(
    deposit,
    (current) => sign(current, signing, signature, context),
    (current) => (chosen === null ? move(current) : choose(current, chosen, context)),
    (current) => (current.signatures.includes(null) ? move(current) : afterSignatures(current, context)),
  );
}

function sign(deposit: Deposit, signing: readonly number[], { from }: Origin, { now }: Context): Move {
  const signatures = deposit.signatures.map((one, place) => (signing.includes(place + 1) ? { at: now, from } : one));
  const history = signing.map((position) => {
    const who = recipient(deposit.terms.tenants[position - 1] as Tenant);
    const personal = from === null ? who : { ...who, from };
    return { at: now, actor: 'tenant' as const, event: 'tenant_signed', detail: { tenant: position }, personal };
  });
  return move({ ...deposit, signatures }, { history });
}

function choose(deposit: Deposit, product: Product, context: Context): Move {
  const chosen = move(
    { ...deposit, product },
    { history: [{ at: context.now, actor: 'tenant', event: 'product_chosen', detail: { product } }] },
  );
  return inTurn(
    deposit,
    () => chosen,
    // Money that came before an edit, for an account that is not wanted any more.
    (current) => (product === 'insurance' ? payBackHeld(current, 'insurance_chosen', context) : move(current)),
  );
}

/** All have signed: the agreement is kept, and the deposit goes on. */
function afterSignatures(deposit: Deposit, context: Context): Move {
  return inTurn(
    deposit,
    (current) => goOn(current, context),
    (current) => agreement(current, context, productOf(current)),
  );
}

/** An account that is open already stays, and with it the money on it. */
function goOn(deposit: Deposit, context: Context): Move {
  if (deposit.product === 'insurance') {
    return move(enter(deposit, { state: 'opening', step: 'awaiting_cover' }, context.now));
  }
  if (deposit.iban === null) return move(enter(deposit, { state: 'opening', step: 'awaiting_account' }, context.now));
  return deposit.paidIn === deposit.terms.rentalDeposit
    ? comesIntoForce(deposit, context)
    : askForPayment(deposit, context);
}

export type Account = { iban: string; qrIban: string | null };

/** The bank has opened the account: now the tenant can pay. */
export function openAccount(deposit: Deposit, { iban, qrIban }: Account, context: Context): Move {
  const { now, chance } = context;
  const paymentReference = qrIban === null ? creditorReference(chance.digits(20)) : qrReference(chance.digits(26));
  const opened = move(
    { ...deposit, iban, qrIban, paymentReference, refusal: null },
    {
      history: [{ at: now, actor: 'bank', event: 'account_opened', detail: {}, personal: { iban, paymentReference } }],
    },
  );
  return inTurn(
    deposit,
    () => opened,
    (current) => askForPayment(current, context),
  );
}

function askForPayment(deposit: Deposit, context: Context): Move {
  const waiting = enter(deposit, { state: 'opening', step: 'awaiting_payment' }, context.now);
  return inTurn(
    waiting,
    (current) => tellTenants(current, context, { kind: 'tenant_payment', ...slipOf(current) }, [1]),
    (current) => paymentSlip(current, context),
    (current) => scheduleReminder(current, context),
  );
}

export function confirmCover(deposit: Deposit, _input: undefined, context: Context): Move {
  const confirmed = move(
    { ...deposit, refusal: null },
    { history: [{ at: context.now, actor: 'insurer', event: 'cover_confirmed', detail: {} }] },
  );
  return inTurn(
    deposit,
    () => confirmed,
    (current) => comesIntoForce(current, context),
  );
}

/** The bank or the insurer says no: the deposit stays where it is, and the manager can edit or withdraw it. */
export function refuse(deposit: Deposit, { reason }: { reason: string }, context: Context): Move {
  const by = deposit.step === 'awaiting_cover' ? 'insurer' : 'bank';
  const refused = move(
    { ...deposit, refusal: { at: context.now, by, reason } },
    { history: [{ at: context.now, actor: by, event: 'refused', detail: {}, personal: { reason } }] },
  );
  return inTurn(
    deposit,
    () => refused,
    (current) => tellManager(current, context, { kind: 'deposit_refused', by, reason }),
  );
}
