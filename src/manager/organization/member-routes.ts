import type { FastifyReply } from 'fastify';
import { inviteAgain, invitePerson } from '../../actions/set-up/invite.ts';
import { changeMember, removeMember } from '../../actions/set-up/members.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import type { Organization } from '../../domain/organization.ts';
import { isId } from '../../storage/database/ids.ts';
import { countDepositsOf, findMember, listMembers, type ListedMember } from '../../storage/set-up/members.ts';
import { field } from '../../web/forms.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, Visit } from '../app.ts';
import { administered } from './administered.ts';
import { readMember, typedMember, type MemberProblem, type TypedMember } from './member-input.ts';
import { invitePage, memberPage, removalPage, type Filling } from './member-pages.ts';
import { organizationUrl } from './organization-page.ts';

const INVITE = '/manager/organization/:organizationId/invite';
const MEMBER = '/manager/organization/:organizationId/members/:memberId';

/** What administrators do with the people of an organization. */
export function memberRoutes(app: ManagerApp): void {
  const { services, get, post } = app;
  const { database } = services;

  const showInvite = (visit: Visit, organization: Organization, filling: Filling, status?: number): FastifyReply => {
    const { language, token } = visit;
    return visit.show('organization', invitePage({ language, token, organization, ...filling }), status);
  };
  get(INVITE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    return showInvite(visit, organization, { typed: { ...NOBODY, language: organization.language }, problems: {} });
  });
  post(INVITE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    const typed = typedMember(visit.form);
    const read = readMember(typed);
    if ('problems' in read) return showInvite(visit, organization, { typed, problems: read.problems }, 422);
    const invitedBy = visit.person.name;
    const refused = await refusalOf(invitePerson(services, organization.id, { person: read.member, invitedBy }));
    if (refused !== null) return showInvite(visit, organization, { typed, problems: { email: 'email_taken' } }, 422);
    await app.settle();
    return seeOther(visit.reply, organizationUrl(organization.id, 'invited'));
  });

  /** The member that a page is about; null where there is none for this person. */
  const memberFor = async (visit: Visit): Promise<{ organization: Organization; member: ListedMember } | null> => {
    const organization = administered(visit);
    const { memberId = '' } = visit.params;
    if (organization === null || !isId(memberId)) return null;
    const member = await findMember(database, organization.id, memberId);
    return member === null ? null : { organization, member };
  };
  type About = NonNullable<Awaited<ReturnType<typeof memberFor>>>;
  const showMember = (visit: Visit, about: About, filling: Filling, status?: number): FastifyReply => {
    const { language, token } = visit;
    return visit.show('organization', memberPage({ language, token, ...about, ...filling }), status);
  };
  get(MEMBER, 'administrator', async (visit) => {
    const about = await memberFor(visit);
    return about === null ? null : showMember(visit, about, { typed: about.member, problems: {} });
  });
  post(MEMBER, 'administrator', async (visit) => {
    const about = await memberFor(visit);
    if (about === null) return null;
    const { email, defaultPropertyManager, ...key } = about.member;
    const sent = typedMember(visit.form);
    const typed = { ...sent, email, administrator: sent.administrator || defaultPropertyManager };
    const read = readMember(typed);
    if ('problems' in read) return showMember(visit, about, { typed, problems: read.problems }, 422);
    const { firstName, lastName, language, administrator } = read.member;
    const refused = await refusalOf(changeMember(services, key, { firstName, lastName, language, administrator }));
    if (refused?.kind === 'unknown') return null;
    if (refused !== null) {
      return showMember(visit, about, { typed, problems: { administrator: 'last_administrator' } }, 422);
    }
    return seeOther(visit.reply, organizationUrl(about.organization.id, 'changed'));
  });

  post(`${MEMBER}/invite-again`, 'administrator', async (visit) => {
    const about = await memberFor(visit);
    if (about === null) return null;
    // Who has signed in meanwhile needs no invitation: that is as good.
    await refusalOf(inviteAgain(services, about.member, visit.person.name));
    await app.settle();
    return seeOther(visit.reply, organizationUrl(about.organization.id, 'invited_again'));
  });

  post(`${MEMBER}/make-default`, 'administrator', async (visit) => {
    const about = await memberFor(visit);
    if (about === null) return null;
    const refused = await refusalOf(changeMember(services, about.member, { defaultPropertyManager: true }));
    return refused === null ? seeOther(visit.reply, organizationUrl(about.organization.id, 'default')) : null;
  });

  const showRemoval = async (
    visit: Visit,
    about: About,
    { heir, problem }: { heir: string; problem: MemberProblem | null },
  ): Promise<FastifyReply> => {
    const { language, token } = visit;
    const members = await listMembers(database, about.organization.id);
    const others = members.filter(({ id }) => id !== about.member.id);
    const deposits = await countDepositsOf(database, about.member);
    const page = removalPage({ language, token, ...about, others, deposits, heir, problem });
    return visit.show('organization', page, problem === null ? 200 : 422);
  };
  get(`${MEMBER}/remove`, 'administrator', async (visit) => {
    const about = await memberFor(visit);
    if (about === null || about.member.defaultPropertyManager) return null;
    return showRemoval(visit, about, { heir: '', problem: null });
  });
  post(`${MEMBER}/remove`, 'administrator', async (visit) => {
    const about = await memberFor(visit);
    if (about === null || about.member.defaultPropertyManager) return null;
    const heir = field(visit.form, 'heir');
    const reassignTo = heir === '' ? undefined : heir;
    const refused = await refusalOf(removeMember(services, about.member, { reassignTo, actor: 'manager' }));
    if (refused?.kind === 'unknown') return null;
    if (refused !== null) {
      const problem = refused.kind === 'invalid' ? 'unknown_heir' : 'last_administrator';
      return showRemoval(visit, about, { heir, problem });
    }
    return seeOther(visit.reply, organizationUrl(about.organization.id, 'removed'));
  });
}

const NOBODY: TypedMember = { firstName: '', lastName: '', email: '', language: '', administrator: false };

/** Why something was not done; null: it was. */
async function refusalOf(work: Promise<unknown>): Promise<SetUpRefused | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SetUpRefused) return error;
    throw error;
  }
}
