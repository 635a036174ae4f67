import type { Deposit } from '../deposit.ts';
import { mailManager } from '../lifecycle/mails.ts';
import { inTurn, move, type Decision, type MoveContext } from '../lifecycle/move.ts';
import { personName, type Tenant } from '../tenant.ts';
import { emailKey, type EmailAddress } from '../values/contact.ts';
import { isWaitingEmail } from './email-facts.ts';

/** An address that mails came back from. */
export type Bounce = { email: string; at: Date; reason: string | null };

/** The tenants of an address, or to whom it is to belong once it is confirmed. */
export function bouncedTenants({ terms, emailChanges }: Deposit, email: EmailAddress): number[] {
  const key = emailKey(email);
  const wished = emailChanges.filter((one) => isWaitingEmail(one) && emailKey(one.email) === key);
  return terms.tenants.flatMap((tenant, index) => {
    const isOwn = tenant.email !== null && emailKey(tenant.email) === key;
    return isOwn || wished.some((one) => one.tenant === index + 1) ? [index + 1] : [];
  });
}

type Noted = {
  email: EmailAddress;
  reason: string | null;
  tenants: readonly number[];
  /** The manager knows from another deposit. */
  isTold: boolean;
};

/** A mail to a tenant came back: the manager is asked for another address, once for each address. */
export function noteBounce(
  deposit: Deposit,
  { email, reason, tenants, isTold }: Noted,
  context: MoveContext,
): Decision {
  const position = tenants[0];
  if (position === undefined) return { refused: 'nothing_changes' };
  const person = deposit.terms.tenants[position - 1] as Tenant;
  // As it is written here, whatever the mail server has made of it.
  const own = person.email !== null && emailKey(person.email) === emailKey(email) ? person.email : email;
  const entry = {
    at: context.now,
    actor: 'service',
    event: 'mail_bounced',
    detail: { tenant: position },
    personal: { email: own, ...(reason !== null && { reason }) },
  } as const;
  const about = { kind: 'mail_bounced', tenant: position, person: personName(person), email: own, reason } as const;
  return inTurn(
    deposit,
    (current) => move(current, { history: [entry] }),
    (current) => (isTold ? move(current) : mailManager(current, context, about)),
  );
}
