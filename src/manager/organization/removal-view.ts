import type { Organization } from '../../domain/organization.ts';
import type { Sql } from '../../storage/database/database.ts';
import { countDepositsOf, listMembers, type ListedMember } from '../../storage/set-up/members.ts';
import type { MemberProblem } from './member-input.ts';

export type RemovalView = {
  organization: Organization;
  member: ListedMember;
  /** Who may take over the deposits. */
  others: readonly ListedMember[];
  deposits: number;
  /** The chosen successor; empty: the default property manager. */
  heir: string;
  problem: MemberProblem | null;
};

export async function removalView(
  sql: Sql,
  { organization, member }: { organization: Organization; member: ListedMember },
  { heir, problem }: { heir: string; problem: MemberProblem | null },
): Promise<RemovalView> {
  const members = await listMembers(sql, organization.id);
  return {
    organization,
    member,
    others: members.filter(({ id }) => id !== member.id),
    deposits: await countDepositsOf(sql, member),
    heir,
    problem,
  };
}
