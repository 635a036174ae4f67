import { SERVICE_NAME, type ShownBrand } from '../domain/brand/brand.ts';
import type { Mail, MailFacts, Recipient } from '../domain/effect.ts';
import { withoutInvisible } from '../domain/values/visible.ts';

type Address = { address: string; name: string };

/** Of these nobody else may learn anything, not even by a reply. */
const WITHOUT_REPLY: readonly MailFacts['kind'][] = ['sign_in', 'payout_account_code', 'contact_confirm'];

/**
 * The address stays MAIL_FROM. A mail to a tenant is from the property management, whose contact person gets the reply,
 * unless the organization has set another sender.
 */
export function senderOf(
  { facts }: Mail,
  from: string,
  brand: ShownBrand,
): { from: string | Address; replyTo?: Address } {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const contact = 'contact' in facts ? facts.contact : undefined;
  const name = nameOf(brand, contact === undefined || !('organization' in facts) ? null : facts.organization);
  const reply = WITHOUT_REPLY.includes(facts.kind) ? null : replyTo(brand, contact);
  return {
    from: name === null ? from : { address, name: withoutInvisible(name) },
    ...(reply !== null && { replyTo: reply }),
  };
}

/** Null: as MAIL_FROM says. */
function nameOf({ senderName, name, isHouse, service }: ShownBrand, organization: string | null): string | null {
  if (senderName.house !== null) return senderName.house;
  if (isHouse) return name;
  const ours = senderName.operator ?? (service === SERVICE_NAME ? null : service);
  return organization === null ? ours : viaUs(organization, ours ?? SERVICE_NAME);
}

function replyTo({ replyTo: { house, operator } }: ShownBrand, contact: Recipient | undefined): Address | null {
  if (house !== null) return { address: house, name: '' };
  if (contact !== undefined) return mailAddress(contact);
  return operator === null ? null : { address: operator, name: '' };
}

/** The same in all languages. */
export function viaUs(sender: string, service: string): string {
  return `${sender} via ${service}`;
}

/** Recipients are objects: a line break in a string could inject more of them. */
export function mailAddress({ email, name }: Recipient): Address {
  return { address: email, name: withoutInvisible(name) };
}
