import type { Deposit } from '../domain/deposit.ts';
import type { Language } from '../domain/values/language.ts';
import type { Member, Organization } from '../domain/organization.ts';
import type { ListScope } from '../storage/deposit-list/list-query.ts';
import type { Membership } from '../storage/people/memberships.ts';
import type { Session } from '../storage/people/sessions.ts';

/** A property manager who is signed in. */
export type Person = {
  email: string;
  name: string;
  language: Language;
  /** At least one: a person who belongs to no organization is signed out. */
  memberships: readonly [Membership, ...Membership[]];
  session: Session;
  /** How many deposits wait for this person. */
  waiting: number;
};

export function personFrom(session: Session, memberships: readonly Membership[]): Person | null {
  const [first, ...others] = memberships;
  if (first === undefined) return null;
  const { email, firstName, lastName, language } = first.member;
  return { email, name: `${firstName} ${lastName}`, language, memberships: [first, ...others], session, waiting: 0 };
}

/** The person's organizations and their sub-organizations, each once. */
export function organizationsOf({ memberships }: Person): Organization[] {
  const all = memberships.flatMap(({ organization, subOrganizations }) => [organization, ...subOrganizations]);
  return [...new Map(all.map((organization) => [organization.id, organization])).values()];
}

/** The membership that the person uses in an organization: its own, else that of the parent organization. */
export function membershipIn({ memberships }: Person, organizationId: string): Membership | null {
  return (
    memberships.find(({ organization }) => organization.id === organizationId) ??
    memberships.find(({ subOrganizations }) => subOrganizations.some(({ id }) => id === organizationId)) ??
    null
  );
}

/**
 * The member as whom the person acts on a deposit; null: the person has no access to it. The responsible manager may be
 * a member of a sub-organization of the deposit's organization.
 */
export function actingOn(person: Person, deposit: Deposit): Member | null {
  const own = person.memberships.find(({ member }) => member.id === deposit.manager.id);
  return own?.member ?? membershipIn(person, deposit.organizationId)?.member ?? null;
}

/** An administrator of the organization itself, or of its parent organization. */
export function mayAdminister({ memberships }: Person, organizationId: string): boolean {
  return memberships.some(
    ({ isAdministrator, organization, subOrganizations }) =>
      isAdministrator &&
      (organization.id === organizationId || subOrganizations.some(({ id }) => id === organizationId)),
  );
}

/** Everything that a person may see in lists. */
export function scopeOf(person: Person): ListScope {
  return {
    organizationIds: organizationsOf(person).map(({ id }) => id),
    members: person.memberships.map(({ member }) => ({ organizationId: member.organizationId, id: member.id })),
  };
}
