import type { FastifyReply } from 'fastify';
import { inviteAgain, invitePerson } from '../../actions/set-up/invite.ts';
import { changeMember, removeMember } from '../../actions/set-up/members.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import type { Organization } from '../../domain/organization.ts';
import { isId } from '../../storage/database/ids.ts';
import { findMember, type ListedMember } from '../../storage/set-up/members.ts';
import { field } from '../../web/forms.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { administered } from './administered.ts';
import { invitePage } from './invite-page.ts';
import type { Filling } from './member-fields.ts';
import { enteredMember, readMember, type EnteredMember } from './member-input.ts';
import { memberPage } from './member-page.ts';
import { organizationUrl } from './organization-page.ts';
import { removalPage } from './removal-page.ts';
import { removalView, type RemovalView } from './removal-view.ts';

const INVITE = '/manager/organization/:organizationId/invite';
const MEMBER = '/manager/organization/:organizationId/members/:memberId';

/** What administrators do with the members of an organization. */
export function memberRoutes(app: ManagerApp): void {
  const { get, post } = app;
  const aboutMember =
    (handle: (app: ManagerApp, visit: ManagerVisit, about: About) => Promise<FastifyReply | null>) =>
    async (visit: ManagerVisit): Promise<FastifyReply | null> => {
      const about = await memberOf(app, visit);
      return about === null ? null : handle(app, visit, about);
    };

  get(INVITE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    return showInvite(visit, organization, { entered: { ...EMPTY, language: organization.language }, problems: {} });
  });
  post(INVITE, 'administrator', async (visit) => {
    const organization = administered(visit);
    return organization === null ? null : invite(app, visit, organization);
  });
  get(
    MEMBER,
    'administrator',
    aboutMember(async (_, visit, about) => showMember(visit, about, { entered: about.member, problems: {} })),
  );
  post(MEMBER, 'administrator', aboutMember(change));
  post(`${MEMBER}/invite-again`, 'administrator', aboutMember(sendInvitationAgain));
  post(`${MEMBER}/make-default`, 'administrator', aboutMember(makeDefault));
  get(`${MEMBER}/remove`, 'administrator', aboutMember(askToRemove));
  post(`${MEMBER}/remove`, 'administrator', aboutMember(remove));
}

/** The member that a page is about. */
type About = { organization: Organization; member: ListedMember };

async function memberOf({ services }: ManagerApp, visit: ManagerVisit): Promise<About | null> {
  const organization = administered(visit);
  const { memberId = '' } = visit.params;
  if (organization === null || !isId(memberId)) return null;
  const member = await findMember(services.database, organization.id, memberId);
  return member === null ? null : { organization, member };
}

const EMPTY: EnteredMember = { firstName: '', lastName: '', email: '', language: '', administrator: false };

async function invite(app: ManagerApp, visit: ManagerVisit, organization: Organization): Promise<FastifyReply> {
  const entered = enteredMember(visit.form);
  const read = readMember(entered);
  if ('problems' in read) return showInvite(visit, organization, { entered, problems: read.problems }, 422);
  const invitedBy = visit.person.name;
  const refused = await refusalOf(invitePerson(app.services, organization.id, { person: read.member, invitedBy }));
  if (refused !== null) return showInvite(visit, organization, { entered, problems: { email: 'email_taken' } }, 422);
  await app.settle();
  return seeOther(visit.reply, organizationUrl(organization.id, 'invited'));
}

function showInvite(visit: ManagerVisit, organization: Organization, filling: Filling, status?: number): FastifyReply {
  const { language, token } = visit;
  return visit.show('organization', invitePage({ language, token, organization, ...filling }), status);
}

async function change({ services }: ManagerApp, visit: ManagerVisit, about: About): Promise<FastifyReply | null> {
  const { email, defaultPropertyManager, ...key } = about.member;
  const submitted = enteredMember(visit.form);
  // The address stays, and the default property manager is always an administrator.
  const entered = { ...submitted, email, administrator: submitted.administrator || defaultPropertyManager };
  const read = readMember(entered);
  if ('problems' in read) return showMember(visit, about, { entered, problems: read.problems }, 422);
  const { firstName, lastName, language, administrator } = read.member;
  const refused = await refusalOf(changeMember(services, key, { firstName, lastName, language, administrator }));
  if (refused?.kind === 'unknown') return null;
  if (refused !== null) {
    return showMember(visit, about, { entered, problems: { administrator: 'last_administrator' } }, 422);
  }
  return seeOther(visit.reply, organizationUrl(about.organization.id, 'changed'));
}

function showMember(visit: ManagerVisit, about: About, filling: Filling, status?: number): FastifyReply {
  const { language, token } = visit;
  return visit.show('organization', memberPage({ language, token, ...about, ...filling }), status);
}

async function sendInvitationAgain(app: ManagerApp, visit: ManagerVisit, about: About): Promise<FastifyReply> {
  // Somebody who has signed in meanwhile needs no invitation: the refusal is ignored.
  await refusalOf(inviteAgain(app.services, about.member, visit.person.name));
  await app.settle();
  return seeOther(visit.reply, organizationUrl(about.organization.id, 'invited_again'));
}

async function makeDefault({ services }: ManagerApp, visit: ManagerVisit, about: About): Promise<FastifyReply | null> {
  const refused = await refusalOf(changeMember(services, about.member, { defaultPropertyManager: true }));
  return refused === null ? seeOther(visit.reply, organizationUrl(about.organization.id, 'default')) : null;
}

async function askToRemove(app: ManagerApp, visit: ManagerVisit, about: About): Promise<FastifyReply | null> {
  if (about.member.defaultPropertyManager) return null;
  return showRemoval(app, visit, about, { heir: '', problem: null });
}

async function remove(app: ManagerApp, visit: ManagerVisit, about: About): Promise<FastifyReply | null> {
  if (about.member.defaultPropertyManager) return null;
  const heir = field(visit.form, 'heir');
  const reassignTo = heir === '' ? undefined : heir;
  const refused = await refusalOf(removeMember(app.services, about.member, { reassignTo, actor: 'manager' }));
  if (refused?.kind === 'unknown') return null;
  if (refused !== null) {
    const problem = refused.kind === 'invalid' ? 'unknown_heir' : 'last_administrator';
    return showRemoval(app, visit, about, { heir, problem });
  }
  return seeOther(visit.reply, organizationUrl(about.organization.id, 'removed'));
}

async function showRemoval(
  { services }: ManagerApp,
  visit: ManagerVisit,
  about: About,
  chosen: Pick<RemovalView, 'heir' | 'problem'>,
): Promise<FastifyReply> {
  const view = await removalView(services.database, about, chosen);
  return visit.show('organization', removalPage(view, visit), chosen.problem === null ? 200 : 422);
}

/** Why something was not done; null: it was done. */
async function refusalOf(work: Promise<unknown>): Promise<SetUpRefused | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SetUpRefused) return error;
    throw error;
  }
}
