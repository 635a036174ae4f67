import type { EmailAddress } from '../values/contact.ts';
import type { Deposit, DepositTerms, EmailChange } from '../deposit.ts';
import type { Recipient } from '../effect.ts';
import { mailFormerAddress, mailNewAddress, mailOperators, mailTenants } from '../lifecycle/mails.ts';
import { inTurn, move, type Decision, type HistoryEntry, type Move, type MoveContext } from '../lifecycle/move.ts';
import { isKnownToTenants } from '../lifecycle/phase.ts';
import { canObject, isDecided, isSameEmail, isWaitingEmail, waitingEmail } from './email-facts.ts';

type Asked = { tenant: number; email: EmailAddress; by: EmailChange['by'] };

/** A new address is asked for. It gets a link to confirm it, and the address of before, if any, one to object. */
export function askForEmail(deposit: Deposit, { tenant, email, by }: Asked, context: MoveContext): Move {
  const { now, random } = context;
  const person = personAt(deposit, tenant);
  const replaced = deposit.emailChanges.map((one) =>
    one.tenant === tenant && isWaitingEmail(one) ? { ...one, ended: { at: now, why: 'replaced' as const } } : one,
  );
  // Asked for the present address, it only takes the wish before back.
  if (isSameEmail(person.email, email)) return move({ ...deposit, emailChanges: replaced });
  const change: EmailChange = {
    id: random.id(),
    tenant,
    email,
    formerEmail: person.email,
    by,
    at: now,
    confirmedAt: null,
    ended: null,
  };
  return inTurn(
    { ...deposit, emailChanges: [...replaced, change] },
    (current) => mailNewAddress(current, context, change),
    (current) => mailFormerAddress(current, context, change),
  );
}

function personAt({ terms }: Deposit, tenant: number): DepositTerms['tenants'][0] {
  const person = terms.tenants[tenant - 1];
  if (person === undefined) throw new Error('there is no such tenant');
  return person;
}

/** The button behind the link was pressed: mails go to the new address, and links sent to the one before end. */
export function confirmEmail(
  deposit: Deposit,
  { tenant, changeId }: { tenant: number; changeId: string | null },
  context: MoveContext,
): Decision {
  if (tenant > deposit.terms.tenants.length) return { refused: 'no_such_tenant', field: 'tenant' };
  const { now } = context;
  const change = waitingEmail(deposit, tenant, now);
  if (change === null || (changeId !== null && change.id !== changeId)) return { refused: 'no_email_change' };
  const confirmed = { ...change, confirmedAt: now };
  return inTurn(
    withEmail(replacedChange(deposit, confirmed), tenant, change.email),
    (current) =>
      move(current, { endedLinks: [tenant], history: [entry('email_confirmed', 'tenant', change, context)] }),
    (current) => sendLink(current, { tenant, isRestored: false }, context),
  );
}

type Objection = { changeId: string; operators: readonly Recipient[] };

/**
 * The address of before objects: the change is stopped, also a confirmed one, with all that came after it. The operators
 * are told. What an operator has asked for again after an objection stands: else a mailbox that was taken over could
 * lock its owner out.
 */
export function objectToEmail(deposit: Deposit, { changeId, operators }: Objection, context: MoveContext): Decision {
  const { now } = context;
  const change = deposit.emailChanges.find(({ id }) => id === changeId);
  if (change === undefined || !canObject(change, now)) return { refused: 'nothing_to_stop' };
  const { tenant, formerEmail } = change;
  const isKept = isDecided(deposit, change);
  const about = { kind: 'contact_objected', by: change.by, isKept } as const;
  const noted: HistoryEntry = {
    ...entry('email_objected', 'tenant', change, context),
    detail: { tenant, by: change.by, isKept },
  };
  const from = deposit.emailChanges.indexOf(change);
  const wasConfirmed = deposit.emailChanges.some(
    (one, index) => index >= from && one.tenant === tenant && one.confirmedAt !== null && one.ended === null,
  );
  const isRestored = wasConfirmed && !isKept;
  return inTurn(
    isKept ? deposit : withEmail(endedFrom(deposit, from, tenant, now), tenant, formerEmail),
    (current) => move(current, { endedLinks: isRestored ? [tenant] : [], history: [noted] }),
    (current) => (isRestored ? sendLink(current, { tenant, isRestored }, context) : move(current)),
    (current) => mailOperators(current, context, about, operators),
  );
}

function endedFrom(deposit: Deposit, from: number, tenant: number, at: Date): Deposit {
  const emailChanges = deposit.emailChanges.map((one, index) =>
    index >= from && one.tenant === tenant && one.ended === null
      ? { ...one, ended: { at, why: 'objected' as const } }
      : one,
  );
  return { ...deposit, emailChanges };
}

/** A new link to the deposit, if the tenants know of it already. */
function sendLink(
  deposit: Deposit,
  { tenant, isRestored }: { tenant: number; isRestored: boolean },
  context: MoveContext,
): Move {
  const hasLinks = isKnownToTenants(deposit) && deposit.state !== 'draft_editing';
  return hasLinks ? mailTenants(deposit, context, { kind: 'contact_confirmed', isRestored }, [tenant]) : move(deposit);
}

function withEmail(deposit: Deposit, tenant: number, email: EmailAddress | null): Deposit {
  const tenants = deposit.terms.tenants.map((one, index) =>
    index + 1 === tenant && one.email !== email ? { ...one, email } : one,
  ) as [DepositTerms['tenants'][0], ...DepositTerms['tenants']];
  const isSame = tenants.every((one, index) => one === deposit.terms.tenants[index]);
  return isSame ? deposit : { ...deposit, terms: { ...deposit.terms, tenants } };
}

function replacedChange(deposit: Deposit, change: EmailChange): Deposit {
  return { ...deposit, emailChanges: deposit.emailChanges.map((one) => (one.id === change.id ? change : one)) };
}

function entry(
  event: HistoryEntry['event'],
  actor: HistoryEntry['actor'],
  change: EmailChange,
  { now }: MoveContext,
): HistoryEntry {
  const { tenant, by, email, formerEmail } = change;
  return {
    at: now,
    actor,
    event,
    detail: { tenant, by },
    personal: { email, ...(formerEmail !== null && { formerEmail }) },
  };
}
