import type { Deposit } from '../domain/deposit.ts';
import type { Language } from '../domain/language.ts';
import type { Member, Organization } from '../domain/organization.ts';
import type { Membership } from '../storage/people/memberships.ts';
import type { Session } from '../storage/people/sessions.ts';

/** A property manager who is signed in. */
export type Person = {
  email: string;
  name: string;
  language: Language;
  /** At least one: who belongs to no organization any more is signed out. */
  memberships: readonly [Membership, ...Membership[]];
  session: Session;
};

export function personFrom(session: Session, memberships: readonly Membership[]): Person | null {
  const [first, ...others] = memberships;
  if (first === undefined) return null;
  const { email, firstName, lastName, language } = first.member;
  return { email, name: `${firstName} ${lastName}`, language, memberships: [first, ...others], session };
}

/** Their organizations and the sub-organizations of these, each once. */
export function organizationsOf({ memberships }: Person): Organization[] {
  const all = memberships.flatMap(({ organization, subOrganizations }) => [organization, ...subOrganizations]);
  return [...new Map(all.map((organization) => [organization.id, organization])).values()];
}

/** As whom the person acts in an organization: as its own member first, else as one of the organization above. */
export function membershipIn({ memberships }: Person, organizationId: string): Membership | null {
  return (
    memberships.find(({ organization }) => organization.id === organizationId) ??
    memberships.find(({ subOrganizations }) => subOrganizations.some(({ id }) => id === organizationId)) ??
    null
  );
}

/**
 * As whom the person acts on a deposit; null: it is none of theirs. Who is responsible for it may be a member of a
 * sub-organization of the one that it belongs to.
 */
export function actingOn(person: Person, deposit: Deposit): Member | null {
  const own = person.memberships.find(({ member }) => member.id === deposit.manager.id);
  return own?.member ?? membershipIn(person, deposit.organizationId)?.member ?? null;
}

/** An administrator of the organization itself, or of the one above it. */
export function mayAdminister({ memberships }: Person, organizationId: string): boolean {
  return memberships.some(
    ({ isAdministrator, organization, subOrganizations }) =>
      isAdministrator &&
      (organization.id === organizationId || subOrganizations.some(({ id }) => id === organizationId)),
  );
}
