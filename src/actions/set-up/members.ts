import { emailKey } from '../../domain/values/contact.ts';
import type { Actor } from '../../domain/lifecycle/move.ts';
import type { Notifications } from '../../domain/digest/digest.ts';
import type { Member } from '../../domain/organization.ts';
import { isUniqueViolation, type Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  deleteMember,
  findMember,
  insertMember,
  listMembers,
  lockMembers,
  makeDefaultManager,
  updateMember,
  type ListedMember,
} from '../../storage/set-up/members.ts';
import { listMemberships } from '../../storage/people/memberships.ts';
import { removePasskeys } from '../../storage/people/passkeys.ts';
import { reassignDeposits } from '../../storage/set-up/reassign-deposits.ts';
import { endSessions } from '../../storage/people/sessions.ts';
import type { Services } from '../services.ts';
import { organizationOf } from './organizations.ts';
import { SetUpRefused, unknown } from './refused.ts';

export type MemberInput = Omit<Member, 'id' | 'organizationId' | 'notifications'> & {
  /** Default: a mail for each import. */
  notifications?: Notifications | undefined;
  defaultPropertyManager?: boolean | undefined;
  administrator?: boolean | undefined;
};

export async function addMember(
  { database, random }: Services,
  organizationId: string,
  { defaultPropertyManager = false, administrator = false, notifications = 'each', ...person }: MemberInput,
): Promise<ListedMember> {
  await organizationOf(database, organizationId);
  const id = random.id();
  return database.transaction(async (sql) => {
    const member = { organizationId, id, ...person, notifications, administrator, isInvited: false };
    await insertMember(sql, member).catch(refuseSecondMember);
    if (defaultPropertyManager) await makeDefaultManager(sql, organizationId, id);
    return memberOf(sql, organizationId, id);
  });
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
    const { administrator = before.administrator, notifications = before.notifications } = changes;
    if (before.administrator && !administrator) await refuseLastAdministrator(sql, before);
    await updateMember(sql, { ...before, ...changes, administrator, notifications }).catch(refuseSecondMember);
    if (defaultPropertyManager === true) await makeDefaultManager(sql, organizationId, id);
    await forgetAddress(sql, before.email);
    return memberOf(sql, organizationId, id);
  });
}

/** Deposits go to `reassignTo`, or else to the default property manager, who cannot be removed. */
export async function removeMember(
  { database }: Services,
  { organizationId, id }: { organizationId: string; id: string },
  { reassignTo, actor }: { reassignTo: string | undefined; actor: Actor },
): Promise<void> {
  await database.transaction(async (sql) => {
    await organizationOf(sql, organizationId);
    await lockMembers(sql, organizationId, reassignTo === undefined ? [id] : [id, reassignTo]);
    const member = await memberOf(sql, organizationId, id);
    if (member.defaultPropertyManager) {
      throw new SetUpRefused('conflict', 'member', 'This is the default property manager: name another one first.');
    }
    if (member.administrator) await refuseLastAdministrator(sql, member);
    const heir = reassignTo === undefined ? null : await heirOf(sql, member, reassignTo);
    await reassignDeposits(sql, { from: member, to: heir, actor });
    await deleteMember(sql, organizationId, id);
    await forgetAddress(sql, member.email);
  });
}

async function heirOf(sql: Sql, member: Member, reassignTo: string): Promise<Member> {
  const heir = isId(reassignTo) ? await findMember(sql, member.organizationId, reassignTo) : null;
  if (heir === null || heir.id === member.id) {
    throw new SetUpRefused('invalid', 'reassignTo', 'names no other member of the organization');
  }
  return heir;
}

/** The set-up is locked: if two administrators remove each other at once, one stays. */
async function refuseLastAdministrator(sql: Sql, member: ListedMember): Promise<void> {
  if (member.defaultPropertyManager) {
    throw new SetUpRefused('conflict', 'administrator', 'The default property manager is always an administrator.');
  }
  const members = await listMembers(sql, member.organizationId);
  if (members.some(({ id, administrator }) => administrator && id !== member.id)) return;
  throw new SetUpRefused('conflict', 'administrator', 'This is the last administrator: name another one first.');
}

/** An address without a member may later belong to someone else, who must not get the access of the former owner. */
async function forgetAddress(sql: Sql, email: string): Promise<void> {
  const key = emailKey(email);
  if ((await listMemberships(sql, key)).length > 0) return;
  await endSessions(sql, { realm: 'manager', emailKey: key }, {});
  await removePasskeys(sql, { realm: 'manager', emailKey: key }, null);
}

export async function memberOf(sql: Sql, organizationId: string, id: string): Promise<ListedMember> {
  await organizationOf(sql, organizationId);
  const member = isId(id) ? await findMember(sql, organizationId, id) : null;
  if (member === null) throw unknown('member');
  return member;
}

export function refuseSecondMember(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new SetUpRefused('conflict', 'email', 'A member with this e-mail address exists already.');
}
