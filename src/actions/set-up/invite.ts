import { invitationMail } from '../../domain/lifecycle/mails.ts';
import type { Member } from '../../domain/organization.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { addEffects } from '../../storage/effects/effects.ts';
import { insertMember, lockMembers, noteInvitation } from '../../storage/set-up/members.ts';
import type { Services } from '../services.ts';
import { memberOf, refuseSecondMember } from './members.ts';
import { organizationOf } from './organizations.ts';
import { SetUpRefused } from './refused.ts';

type Invitation = Omit<Member, 'id' | 'organizationId' | 'notifications'> & { administrator: boolean };

/** An administrator invites a person, with any e-mail domain. Member and mail are stored in one transaction. */
export async function invitePerson(
  services: Services,
  organizationId: string,
  { person, invitedBy }: { person: Invitation; invitedBy: string },
): Promise<void> {
  const member = { organizationId, id: services.random.id(), notifications: 'each' as const, ...person };
  await services.database.transaction(async (sql) => {
    await insertMember(sql, { ...member, isInvited: true }).catch(refuseSecondMember);
    await mailInvitation(services, sql, { member, invitedBy });
  });
  services.wakeWorker();
}

/** Sends the invitation again, as long as the person has never signed in. */
export async function inviteAgain(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
  invitedBy: string,
): Promise<void> {
  await services.database.transaction(async (sql) => {
    await lockMembers(sql, organizationId, [id]);
    const member = await memberOf(sql, organizationId, id);
    if (member.signedInAt !== null) throw new SetUpRefused('conflict', 'member', 'This person has signed in already.');
    await noteInvitation(sql, member);
    await mailInvitation(services, sql, { member, invitedBy });
  });
  services.wakeWorker();
}

async function mailInvitation(
  { vault, random }: Services,
  sql: Sql,
  { member, invitedBy }: { member: Member; invitedBy: string },
): Promise<void> {
  const { organizationId } = member;
  const now = await serviceNow(sql);
  const mail = invitationMail(member, await organizationOf(sql, organizationId), { now, random, invitedBy });
  await addEffects(sql, vault, { organizationId, depositId: null, now }, [mail]);
}
