import { emailDomain, emailKey, parseEmail, type EmailAddress } from '../values/contact.ts';
import type { Assistant } from '../deposit.ts';
import type { Member, Organization } from '../organization.ts';
import { checkedField, complete, optional, sent, text, textOf, type Reading } from './fields.ts';
import type { Problem } from './problem.ts';

/** The members of the organization that matter for `propertyManagerEmail`. */
export type Staff = {
  defaultManager: Member;
  /** The member of the organization with that e-mail. */
  named: Member | null;
  hasSubOrganizations: boolean;
  /** The member of one of its sub-organizations with that e-mail. */
  namedInSubOrganization: Member | null;
};

type Invitation = { email: EmailAddress; firstName: string; lastName: string };

/** 2.4, by its own numbers. */
export type Assignment =
  | { why: 'named_member'; manager: Member }
  | { why: 'named_member_of_sub_organization'; manager: Member }
  | { why: 'invited'; invitation: Invitation }
  | { why: 'other_domain'; manager: Member }
  | { why: 'not_named'; manager: Member };

/** Who is informed about refusals in rows 8 to 11: the member with that e-mail, else the default property manager. */
export function responsiblePerson(staff: Staff, organization: Organization, email: string | null): Member {
  if (staff.named !== null) return staff.named;
  if (staff.namedInSubOrganization !== null && isOwnDomain(organization, email)) return staff.namedInSubOrganization;
  return staff.defaultManager;
}

/** 2.4. A value that is not a text is reported as an invalid field; until then the default manager is used. */
export function assignManager(
  body: Readonly<Record<string, unknown>>,
  organization: Organization,
  staff: Staff,
): Assignment | Problem {
  const named = textOf(body, 'propertyManagerEmail');
  if (named === null) return { why: 'not_named', manager: staff.defaultManager };
  const email = parseEmail(named);
  if (email === null) return { field: 'propertyManagerEmail', code: 'invalid_email' };
  if (staff.named !== null) return { why: 'named_member', manager: staff.named };
  if (!isOwnDomain(organization, email)) return { why: 'other_domain', manager: staff.defaultManager };
  if (staff.hasSubOrganizations) {
    return staff.namedInSubOrganization === null
      ? { field: 'propertyManagerEmail', code: 'manager_not_in_sub_organization' }
      : { why: 'named_member_of_sub_organization', manager: staff.namedInSubOrganization };
  }
  const firstName = sent(body, 'propertyManagerFirstName');
  const lastName = sent(body, 'propertyManagerLastName');
  if (firstName.is === 'nothing' || lastName.is === 'nothing') {
    const field = firstName.is === 'nothing' ? 'propertyManagerFirstName' : 'propertyManagerLastName';
    return { field, code: 'manager_names_missing' };
  }
  // A name that is not a text is refused when the fields are read, so the empty one is never stored.
  const nameOf = (name: typeof firstName): string => (name.is === 'text' ? name.text : '');
  return { why: 'invited', invitation: { email, firstName: nameOf(firstName), lastName: nameOf(lastName) } };
}

function isOwnDomain(organization: Organization, email: string | null): boolean {
  const parsed = email === null ? null : parseEmail(email);
  return parsed !== null && emailDomain(parsed) === emailKey(organization.emailDomain);
}

const address = checkedField(parseEmail, { code: 'invalid_email' });

/** 2.4: reads the assistant, and checks that the manager fields are texts. Null: no assistant. */
export function readAssistant(reading: Reading): Assistant | null | undefined {
  for (const field of ['propertyManagerEmail', 'propertyManagerFirstName', 'propertyManagerLastName'] as const) {
    optional(reading, field, text);
  }
  const email = optional(reading, 'assistentEmail', address);
  const firstName = optional(reading, 'assistentFirstName', text);
  const lastName = optional(reading, 'assistentLastName', text);
  if (email === null) return firstName === undefined || lastName === undefined ? undefined : null;
  return complete<Assistant>({ email, firstName, lastName });
}
