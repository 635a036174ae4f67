import type { Adjustment, Deposit, DepositTerms } from '../deposit.ts';
import { offersOf, providerFor } from '../provider.ts';
import type { Product } from '../product.ts';
import type { Effect } from '../effect.ts';
import type { Integration } from '../integration.ts';
import { rappen } from '../values/money.ts';
import type { Member, Organization } from '../organization.ts';
import type { Difference } from '../register-check.ts';
import { invitationMail, mailManager, mailTenants } from './mails.ts';
import { recipient } from '../effect.ts';
import { proofInHistory, type SignatureProof } from '../signature.ts';
import { actingMember, byManager, enter, inTurn, move, type MoveContext, type Move } from './move.ts';
import { withProvider } from './applications.ts';
import { scheduleReminder } from './reminders.ts';

type Opening = {
  integration: Integration;
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  manager: Member;
  /** The manager is added as a member with this deposit and gets an invitation. */
  isInvited: boolean;
  /** The member who filled in the form. Null: sent by a partner. */
  openedBy: Member | null;
};

/** Section 3: (none) → opening. Section 1: pre-signed organizations send at once or after their delay. */
export function decideOpening(opening: Opening, context: MoveContext): Move {
  const { organization, now } = context;
  const { preSigned, sendDelayMinutes } = organization;
  const deposit = newDeposit(opening, context);
  const invitation: Effect[] = opening.isInvited ? [invitationMail(opening.manager, organization, context)] : [];
  const { integration, openedBy } = opening;
  const opened = move(deposit, {
    history: [
      openedBy === null
        ? { at: now, actor: 'partner', event: 'opened', detail: { integration } }
        : { at: now, actor: 'manager', event: 'opened', detail: { integration, member: openedBy.id } },
    ],
    effects: [...invitation, ...checkRegister(opening.terms, context)],
  });
  if (!preSigned) {
    return inTurn(
      deposit,
      () => opened,
      // No mail to the person who has just opened it.
      (current) =>
        openedBy?.id === opening.manager.id
          ? move(current)
          : mailManager(current, context, { kind: 'deposit_imported' }),
      (current) => scheduleReminder(current, context),
    );
  }
  const signed = (current: Deposit): Move =>
    move(
      { ...current, managerSignature: { at: now, from: null, by: null, proof: null } },
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
    (current) => scheduleSending(current, sendDelayMinutes, context),
  );
}

function scheduleSending(deposit: Deposit, minutes: number, { now, random }: MoveContext): Move {
  const sendAt = new Date(now.getTime() + minutes * 60_000);
  return move(enter({ ...deposit, sendAt }, { state: 'opening', step: 'awaiting_send' }, now), {
    history: [{ at: now, actor: 'service', event: 'send_scheduled', detail: { minutes } }],
    effects: [{ kind: 'send_deposit', id: random.id(), dueAt: sendAt }],
  });
}

/** 2.6: company data must match the commercial register. The check runs afterwards and delays nothing. */
export function checkRegister({ tenants: [main] }: DepositTerms, { now, random }: MoveContext): Effect[] {
  if (main.type !== 'legal' || main.company.zefixUid === null) return [];
  return [{ kind: 'check_register', id: random.id(), dueAt: now }];
}

/** Stores the differences from the register, so that they are shown before the bank refuses. */
export function registerChecked(
  deposit: Deposit,
  { differences }: { differences: readonly Difference[] },
  { now }: MoveContext,
): Move {
  const detail = { differences: differences.map(({ field }) => field).join(', ') };
  return move(
    { ...deposit, registerCheck: { at: now, differences } },
    { history: [{ at: now, actor: 'service', event: 'register_checked', detail }] },
  );
}

/** A deposit before anything has happened to it. */
export function newDeposit(
  opening: Pick<Opening, 'integration' | 'terms' | 'adjustments' | 'manager'>,
  { organization, now, random }: MoveContext,
): Deposit {
  const { integration, terms, adjustments, manager } = opening;
  const product = productFromTheStart(organization);
  return {
    organizationId: organization.id,
    id: random.id(),
    integration,
    state: 'opening',
    step: 'awaiting_manager_signature',
    stepSince: now,
    reminders: 0,
    createdAt: now,
    sentAt: null,
    sendAt: null,
    round: 0,
    terms,
    managerSignature: null,
    signatures: terms.tenants.map(() => null),
    adjustments,
    takenOver: null,
    manager,
    product,
    provider: product === null ? null : providerFor(organization.providers, product),
    applications: [],
    changes: [],
    policy: null,
    iban: null,
    qrIban: null,
    paymentReference: null,
    formerAccounts: [],
    paidIn: rappen(0),
    interest: rappen(0),
    charges: rappen(0),
    withholdingTax: rappen(0),
    payments: [],
    orders: [],
    refusal: null,
    registerCheck: null,
    closing: null,
    closingWord: null,
    payoutAccount: null,
    payoutAccountRequest: null,
    legalClaim: null,
    hold: null,
    emailChanges: [],
    paidOutAt: null,
    paidOutTenant: null,
    paidOutLandlord: null,
  };
}

/** Null: the main tenant chooses. */
export function productFromTheStart(organization: Organization): Product | null {
  return organization.tenantChoosesProduct ? null : organization.product;
}

/** The send delay is over, or there is none. The manager gets a mail about what was sent in their name. */
export function sendToTenants(deposit: Deposit, _input: undefined, context: MoveContext): Move {
  return inTurn(
    deposit,
    (current) => mailManager(current, context, { kind: 'deposit_sent' }),
    (current) => askForSignatures(current, context),
  );
}

/** The manager ends the send delay. */
export function sendNow(deposit: Deposit, _input: undefined, context: MoveContext): Move {
  return inTurn(
    deposit,
    (current) => move(current, { history: [{ ...byManager(deposit, context), event: 'sent_early' }] }),
    (current) => sendToTenants(current, undefined, context),
  );
}

/** The origin of a signature, as far as it is known. */
export type DepositOrigin = { from: string | null };
export type ManagerSigning = DepositOrigin & { proof: SignatureProof | null };

export function managerSigns(deposit: Deposit, { from, proof }: ManagerSigning, context: MoveContext): Move {
  const manager = actingMember(deposit, context);
  const { now: at } = context;
  const by = recipient(manager);
  const personal = { ...by, ...(from === null ? {} : { from }), ...proofInHistory(proof) };
  const signed = move(
    { ...deposit, managerSignature: { at, from, by, proof } },
    { history: [{ at, actor: 'manager', event: 'manager_signed', detail: { member: manager.id }, personal }] },
  );
  return inTurn(
    deposit,
    () => signed,
    (current) => askForSignatures(current, context),
  );
}

/** Sends the deposit: every tenant is asked to sign. */
export function askForSignatures(deposit: Deposit, context: MoveContext): Move {
  const { now } = context;
  const sent = enter(
    { ...withProvider(deposit, context), sentAt: deposit.sentAt ?? now },
    { state: 'opening', step: 'awaiting_tenant_signatures' },
    now,
  );
  const detail = { tenants: deposit.terms.tenants.length };
  return inTurn(
    sent,
    (current) => move(current, { history: [{ at: now, actor: 'service', event: 'sent_to_tenants', detail }] }),
    (current) => {
      const offers = offersOf(current, context.organization.providers);
      return mailTenants(current, context, { kind: 'tenant_sign', isChanged: current.round > 0, offers });
    },
    (current) => scheduleReminder(current, context),
  );
}
