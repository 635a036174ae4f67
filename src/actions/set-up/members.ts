import type { Member } from '../../domain/organization.ts';
import { isUniqueViolation, type Sql } from '../../storage/database.ts';
import { isId } from '../../storage/ids.ts';
import {
  deleteMember,
  findMember,
  insertMember,
  lockMembers,
  makeDefaultManager,
  updateMember,
  type ListedMember,
} from '../../storage/members.ts';
import { reassignDeposits } from '../../storage/reassign-deposits.ts';
import type { Services } from '../services.ts';
import { organizationOf } from './organizations.ts';
import { SetUpRefused, unknown } from './refused.ts';

type MemberInput = Omit<Member, 'id' | 'organizationId'> & { defaultPropertyManager?: boolean | undefined };

export async function addMember(
  { database, chance }: Services,
  organizationId: string,
  { defaultPropertyManager = false, ...person }: MemberInput,
): Promise<ListedMember> {
  await organizationOf(database, organizationId);
  const member: Member = { organizationId, id: chance.id(), ...person };
  await database.transaction(async (sql) => {
    await insertMember(sql, member).catch(refuseSecondMember);
    if (defaultPropertyManager) await makeDefaultManager(sql, organizationId, member.id);
  });
  return { ...member, defaultPropertyManager };
}

export async function changeMember(
  { database }: Services,
  { organizationId, id }: { organizationId: string; id: string },
  { defaultPropertyManager, ...changes }: Partial<MemberInput>,
): Promise<ListedMember> {
  return database.transaction(async (sql) => {
    await organizationOf(sql, organizationId);
    await lockMembers(sql, organizationId, [id]);
    const before = await memberOf(sql, organizationId, id);
    if (before.defaultPropertyManager && defaultPropertyManager === false) {
      throw new SetUpRefused(
        'conflict',
        'member',
        'An organization keeps a default property manager: name another one instead.',
      );
    }
    await updateMember(sql, { ...before, ...changes }).catch(refuseSecondMember);
    if (defaultPropertyManager === true) await makeDefaultManager(sql, organizationId, id);
    return memberOf(sql, organizationId, id);
  });
}

/** Deposits go to `reassignTo`, or else to the default property manager, who cannot leave. */
export async function removeMember(
  { database }: Services,
  { organizationId, id }: { organizationId: string; id: string },
  reassignTo: string | undefined,
): Promise<void> {
  await database.transaction(async (sql) => {
    await organizationOf(sql, organizationId);
    await lockMembers(sql, organizationId, reassignTo === undefined ? [id] : [id, reassignTo]);
    const member = await memberOf(sql, organizationId, id);
    if (member.defaultPropertyManager) {
      throw new SetUpRefused('conflict', 'member', 'This is the default property manager: name another one first.');
    }
    const heir = reassignTo === undefined ? null : await heirOf(sql, member, reassignTo);
    await reassignDeposits(sql, member, heir);
    await deleteMember(sql, organizationId, id);
  });
}

async function heirOf(sql: Sql, member: Member, reassignTo: string): Promise<Member> {
  const heir = isId(reassignTo) ? await findMember(sql, member.organizationId, reassignTo) : null;
  if (heir === null || heir.id === member.id) {
    throw new SetUpRefused('invalid', 'reassignTo', 'names no other member of the organization');
  }
  return heir;
}

export async function memberOf(sql: Sql, organizationId: string, id: string): Promise<ListedMember> {
  await organizationOf(sql, organizationId);
  const member = isId(id) ? await findMember(sql, organizationId, id) : null;
  if (member === null) throw unknown('member');
  return member;
}

function refuseSecondMember(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new SetUpRefused('conflict', 'email', 'A member with this e-mail address exists already.');
}
