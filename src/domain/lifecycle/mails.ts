import { CONFIRM_DAYS, isDecided, OBJECT_DAYS } from '../changes/email-facts.ts';
import { tenantAt } from '../change.ts';
import { daysAfter } from '../values/calendar.ts';
import { maskedEmail } from '../values/contact.ts';
import { propertyLine, type Deposit, type DepositTerms, type EmailChange } from '../deposit.ts';
import { recipient, type DepositFacts, type Effect, type Mail, type MailFacts, type Recipient } from '../effect.ts';
import type { LetterNote } from '../digest/queued-notes.ts';
import type { Member, Organization } from '../organization.ts';
import { LETTER_LINK_DAYS } from '../letters/letters.ts';
import { personName, tenantName, type Tenant } from '../tenant.ts';
import { move, type HistoryEntry, type Random, type MoveContext, type Move, type TenantLink } from './move.ts';

const TENANT_LINK_DAYS = 60;

/** The facts of a mail that are not common to all mails about a deposit. */
type About<K extends MailFacts['kind']> = Omit<
  Extract<MailFacts, { kind: K; depositId: string }>,
  keyof DepositFacts | 'linkToken'
>;
type ManagerKind =
  | 'deposit_imported'
  | 'deposit_sent'
  | 'manager_sign_reminder'
  | 'deposit_refused'
  | 'mail_bounced'
  | 'deposit_signed'
  | 'deposit_open'
  | 'deposit_withdrawn'
  | 'closing_consent'
  | 'deposit_closed'
  | 'payout_returned'
  | 'payment_reversed'
  | 'provider_refused'
  | 'deposit_held'
  | 'hold_lifted'
  | 'closing_end_disputed'
  | 'closing_end_settled'
  | 'closing_year_warning'
  | 'closing_claim'
  | 'closing_agreed'
  | 'payout_ordered'
  | 'change_sign'
  | 'change_done'
  | 'change_cancelled';
type TenantKind = Exclude<MailFacts['kind'], ElsewhereKind | Exclude<ManagerKind, SharedKind>>;
/** Mails with recipients of their own. */
type ElsewhereKind =
  | 'import_error'
  | 'invitation'
  | 'sign_in'
  | 'approval_requested'
  | 'partner_callback_changed'
  | 'payback_returned'
  | 'daily_digest'
  | 'contact_confirm'
  | 'contact_changed'
  | 'contact_objected';
type SharedKind =
  | 'deposit_signed'
  | 'deposit_open'
  | 'deposit_withdrawn'
  | 'closing_consent'
  | 'deposit_closed'
  | 'payout_returned'
  | 'closing_end_disputed'
  | 'closing_end_settled'
  | 'closing_claim'
  | 'closing_agreed'
  | 'payout_ordered'
  | 'change_sign'
  | 'change_done'
  | 'change_cancelled';
type ForLeaver = { [K in 'change_done' | 'change_cancelled']: About<K> }['change_done' | 'change_cancelled'];
type OperatorKind =
  | 'payout_returned'
  | 'payment_reversed'
  | 'provider_refused'
  | 'contact_objected'
  | 'closing_end_disputed'
  | 'closing_claim';

type ForManager = { [K in ManagerKind]: About<K> }[ManagerKind];
type ForTenants = { [K in TenantKind]: About<K> }[TenantKind];
export type ForAll = { [K in SharedKind]: About<K> }[SharedKind];

/** A mail to the property manager, with the assistant in copy. */
export function mailManager(deposit: Deposit, context: MoveContext, about: ForManager): Move {
  const { manager, terms } = deposit;
  const to = recipient(manager);
  const facts = { ...factsOf(deposit, context.organization), linkToken: null, ...about } as MailFacts;
  const copy = copyFor(to, terms.assistant);
  if (manager.notifications === 'daily' && (about.kind === 'deposit_imported' || about.kind === 'deposit_sent')) {
    const isSent = about.kind === 'deposit_sent';
    const note = { member: { organizationId: manager.organizationId, id: manager.id }, isSent };
    const digest: Effect = { kind: 'add_to_digest', id: context.random.id(), dueAt: context.now, note };
    // The assistant has not chosen a digest.
    const own: Effect[] =
      copy === null ? [] : [mail({ to: copy, cc: null, language: manager.language, facts }, context)];
    return move(deposit, { effects: [digest, ...own] });
  }
  const letter: Mail = { to, cc: copy, language: manager.language, facts };
  return move(deposit, { effects: [mail(letter, context)] });
}

/**
 * A mail to tenants, each with a personal link: to all of them unless `positions` is given. Who has no e-mail address gets
 * none; the history says so, and a letter is due.
 */
export function mailTenants(
  deposit: Deposit,
  context: MoveContext,
  about: ForTenants,
  positions: readonly number[] = deposit.terms.tenants.map((_, index) => index + 1),
): Move {
  const { terms, round } = deposit;
  const expiresAt = daysAfter(context.now, TENANT_LINK_DAYS);
  const links: TenantLink[] = [];
  const history: HistoryEntry[] = [];
  // Nobody else may get a code, not even as the reply to its mail.
  const contact = about.kind === 'payout_account_code' ? {} : { contact: recipient(deposit.manager) };
  const effects = positions.flatMap((position) => {
    const tenant = tenantAt(deposit, position) as Tenant;
    const { email } = tenant;
    if (email === null) {
      history.push({ ...notSent(context), detail: { tenant: position, mail: about.kind } });
      // A code would be too old when the letter arrives.
      if (about.kind === 'payout_account_code') return [];
      const token = context.random.tenantToken(deposit.organizationId);
      links.push({ position, token, round, expiresAt: daysAfter(context.now, LETTER_LINK_DAYS) });
      return [letter({ tenant: position, token }, context)];
    }
    const token = context.random.tenantToken(deposit.organizationId);
    links.push({ position, token, round, expiresAt });
    const facts = { ...factsOf(deposit, context.organization), ...contact, linkToken: token, ...about } as MailFacts;
    const to = { email, name: personName(tenant) };
    return [mail({ to, cc: null, language: terms.tenantLanguage, facts }, context)];
  });
  return move(deposit, { history, links, effects });
}

function letter(note: LetterNote, { now, random }: MoveContext): Effect {
  return { kind: 'letter', id: random.id(), dueAt: now, note };
}

/** Instead of a mail to a tenant without an e-mail address. */
function notSent({ now }: MoveContext): Omit<HistoryEntry, 'detail'> {
  return { at: now, actor: 'service', event: 'mail_not_sent' };
}

/** A link to one page that confirms or stops a new address. */
function emailLink(
  deposit: Deposit,
  { id, tenant }: EmailChange,
  what: 'confirm' | 'object',
  { now, random }: MoveContext,
): TenantLink {
  const token = random.tenantToken(deposit.organizationId);
  const expiresAt = daysAfter(now, TENANT_LINK_DAYS);
  return { position: tenant, token, round: deposit.round, expiresAt, emailChange: { id, what } };
}

/** Asks a new address for confirmation. Somebody else may read it, so it says nothing about the deposit. */
export function mailNewAddress(deposit: Deposit, context: MoveContext, change: EmailChange): Move {
  const { terms } = deposit;
  const link = emailLink(deposit, change, 'confirm', context);
  const facts: MailFacts = {
    kind: 'contact_confirm',
    organization: context.organization.name,
    linkToken: link.token,
    by: change.by,
    days: CONFIRM_DAYS,
  };
  const to = { name: personName(terms.tenants[change.tenant - 1] as Tenant), email: change.email };
  return move(deposit, {
    links: [link],
    effects: [mail({ to, cc: null, language: terms.tenantLanguage, facts }, context)],
  });
}

/** Tells the address that still counts, if there is one. It can object. */
export function mailFormerAddress(deposit: Deposit, context: MoveContext, change: EmailChange): Move {
  const { terms } = deposit;
  const { email } = terms.tenants[change.tenant - 1] as Tenant;
  if (email === null) return move(deposit);
  const link = emailLink(deposit, change, 'object', context);
  const facts: MailFacts = {
    ...factsOf(deposit, context.organization),
    kind: 'contact_changed',
    newEmail: maskedEmail(change.email),
    by: change.by,
    isDecided: isDecided(deposit, change),
    days: OBJECT_DAYS,
    linkToken: link.token,
  };
  const to = { email, name: personName(terms.tenants[change.tenant - 1] as Tenant) };
  return move(deposit, {
    links: [link],
    effects: [mail({ to, cc: null, language: terms.tenantLanguage, facts }, context)],
  });
}

/** A mail to someone who is no tenant any more, or does not become one: without a link. */
export function mailLeaver(deposit: Deposit, context: MoveContext, about: ForLeaver, person: Tenant): Move {
  const { email } = person;
  const name = personName(person);
  if (email === null) {
    return move(deposit, { history: [{ ...notSent(context), detail: { mail: about.kind }, personal: { name } }] });
  }
  const shared = { ...factsOf(deposit, context.organization), contact: recipient(deposit.manager) };
  const facts = { ...shared, linkToken: null, isGone: true, ...about } as MailFacts;
  const letter: Mail = { to: { email, name }, cc: null, language: deposit.terms.tenantLanguage, facts };
  return move(deposit, { effects: [mail(letter, context)] });
}

/** A mail to the people who run the service, in English like the console. */
export function mailOperators(
  deposit: Deposit,
  context: MoveContext,
  about: { [K in OperatorKind]: About<K> }[OperatorKind],
  operators: readonly Recipient[],
): Move {
  const facts = {
    ...factsOf(deposit, context.organization),
    linkToken: null,
    ...about,
    forOperator: true,
  } as MailFacts;
  const letters = operators.map((to): Mail => ({ to, cc: null, language: 'en', facts }));
  return move(deposit, { effects: letters.map((letter) => mail(letter, context)) });
}

/** A mail to the property manager and every tenant. */
export function mailAll(deposit: Deposit, context: MoveContext, about: ForAll): Move {
  const toManager = mailManager(deposit, context, about);
  const toTenants = mailTenants(deposit, context, about);
  return { ...toTenants, effects: [...toManager.effects, ...toTenants.effects] };
}

export function invitationMail(
  member: Member,
  organization: Organization,
  { now, random, invitedBy = null }: { now: Date; random: Random; invitedBy?: string | null },
): Effect {
  const facts: MailFacts = { kind: 'invitation', organization: organization.name, invitedBy };
  return mail({ to: recipient(member), cc: null, language: member.language, facts }, { now, random });
}

/** The assistant gets a copy of every notification to the manager. */
export function copyFor(manager: Recipient, assistant: DepositTerms['assistant']): Recipient | null {
  if (assistant === null || assistant.email.toLowerCase() === manager.email.toLowerCase()) return null;
  return { email: assistant.email, name: [assistant.firstName, assistant.lastName].filter(Boolean).join(' ') };
}

function factsOf({ id, terms }: Deposit, organization: Organization): DepositFacts {
  return {
    depositId: id,
    organization: organization.name,
    externalContractId: terms.externalContractId,
    property: propertyLine(terms),
    tenants: terms.tenants.map(tenantName),
    rentalDeposit: terms.rentalDeposit,
  };
}

function mail(letter: Mail, { now, random }: { now: Date; random: Random }): Effect {
  return { kind: 'mail', id: random.id(), dueAt: now, mail: letter };
}
