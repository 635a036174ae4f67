import { daysAfter } from '../values/calendar.ts';
import { emailKey, type EmailAddress } from '../values/contact.ts';
import type { Deposit, DepositTerms, EmailChange } from '../deposit.ts';
import type { Party } from '../closing/closing.ts';

/** How long a new address waits for confirmation, and how long after it the former one can still object. */
export const CONFIRM_DAYS = 30;
export const OBJECT_DAYS = 30;
/** After a change that the manager has asked for, nothing from the new address counts for so long. */
const LOCK_DAYS = 10;

type Changes = Pick<Deposit, 'emailChanges'>;

/** The new address of a tenant that waits for confirmation. */
export function waitingEmail({ emailChanges }: Changes, tenant: number, now: Date): EmailChange | null {
  const last = emailChanges.findLast((one) => one.tenant === tenant);
  return last !== undefined && isWaitingEmail(last) && now < daysAfter(last.at, CONFIRM_DAYS) ? last : null;
}

export function isWaitingEmail({ confirmedAt, ended }: EmailChange): boolean {
  return confirmedAt === null && ended === null;
}

/**
 * Until when nothing from a tenant counts as a proposal, a consent or an account, because the manager has asked for the
 * tenant's e-mail address. A later change by somebody else does not end it. Null: it counts.
 */
export function contactLock({ emailChanges }: Changes, position: number, now: Date): Date | null {
  const ends = emailChanges
    .filter(({ tenant, by, ended }) => tenant === position && by === 'manager' && ended === null)
    .flatMap(({ confirmedAt }) => (confirmedAt === null ? [] : [daysAfter(confirmedAt, LOCK_DAYS)]))
    .filter((until) => now < until);
  return ends.toSorted((one, other) => one.getTime() - other.getTime()).at(-1) ?? null;
}

/** Whether a party's word does not count now. Of natural tenants the main tenant acts, of a company its signatories. */
export function isLocked(
  deposit: Deposit,
  { by, tenant = null }: { by: Party; tenant?: number | null },
  now: Date,
): boolean {
  if (by !== 'tenant') return false;
  const { signatureRule, tenants } = deposit.terms;
  const everyone = signatureRule === null ? [1] : tenants.map((_, index) => index + 1);
  return (tenant === null ? everyone : [tenant]).some((position) => contactLock(deposit, position, now) !== null);
}

/** The former address can still object; where there was none, nobody can. */
export function canObject({ formerEmail, at, confirmedAt, ended }: EmailChange, now: Date): boolean {
  const until = confirmedAt === null ? daysAfter(at, CONFIRM_DAYS) : daysAfter(confirmedAt, OBJECT_DAYS);
  return formerEmail !== null && ended === null && now < until;
}

/** An operator has asked for it after somebody had objected: it is settled. */
export function isDecided({ emailChanges }: Changes, change: EmailChange): boolean {
  const earlier = emailChanges.slice(0, emailChanges.indexOf(change));
  return (
    change.by === 'operator' && earlier.some((one) => one.tenant === change.tenant && one.ended?.why === 'objected')
  );
}

export function isSameEmail(one: EmailAddress | null, other: EmailAddress | null): boolean {
  return one === null || other === null ? one === other : emailKey(one) === emailKey(other);
}

/** The manager has corrected the deposit before it is sent: what waited for an address that has changed ends. */
export function endedByCorrection(deposit: Deposit, { tenants }: DepositTerms, now: Date): readonly EmailChange[] {
  const isSame = ({ tenant }: EmailChange): boolean => {
    const [before, after] = [deposit.terms.tenants[tenant - 1], tenants[tenant - 1]];
    return before !== undefined && after !== undefined && isSameEmail(before.email, after.email);
  };
  return deposit.emailChanges.map((one) =>
    one.ended !== null || isSame(one) ? one : { ...one, ended: { at: now, why: 'replaced' as const } },
  );
}
