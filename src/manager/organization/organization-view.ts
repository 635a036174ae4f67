import type { Organization } from '../../domain/organization.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listMembers, type ListedMember } from '../../storage/set-up/members.ts';
import { mayAdminister, organizationsOf, type Person } from '../person.ts';

export type OrganizationView = {
  organization: Organization;
  /** Those to choose from. */
  organizations: readonly Organization[];
  members: readonly ShownMember[];
  defaultManager: ListedMember | null;
  mayAdminister: boolean;
};

/** `isSelf`: the person who looks at the page. */
export type ShownMember = ListedMember & { isSelf: boolean };

/** The person's first organization unless one is chosen. Null: the chosen one is not theirs. */
export async function organizationView(
  sql: Sql,
  person: Person,
  chosenId: string | null,
): Promise<OrganizationView | null> {
  const organizations = organizationsOf(person);
  const organization = chosenId === null ? organizations[0] : organizations.find(({ id }) => id === chosenId);
  if (organization === undefined) return null;
  const members = await listMembers(sql, organization.id);
  const ownIds = new Set(person.memberships.map(({ member }) => member.id));
  return {
    organization,
    organizations,
    members: members.map((member) => ({ ...member, isSelf: ownIds.has(member.id) })),
    defaultManager: members.find(({ defaultPropertyManager }) => defaultPropertyManager) ?? null,
    mayAdminister: mayAdminister(person, organization.id),
  };
}
