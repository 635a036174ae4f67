import type { FastifyReply } from 'fastify';
import { differences, given } from '../../../actions/audit.ts';
import { addMember, changeMember, removeMember, type MemberInput } from '../../../actions/set-up/members.ts';
import type { Organization } from '../../../domain/organization.ts';
import { isId } from '../../../storage/database/ids.ts';
import { countDepositsOf, findMember, listMembers, type ListedMember } from '../../../storage/set-up/members.ts';
import { field, type Form } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { memberInput } from '../../inputs.ts';
import { memberView } from '../../views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput, trySetUp, type Problems } from '../forms.ts';
import { MEMBER_FIELDS, memberFormPage, membersPage, consoleRemovalPage, type TypedMember } from './member-page.ts';
import { organizationInAddress } from './organization-routes.ts';

type About = { organization: Organization; member: ListedMember };

const PATH = '/operator/organizations/:id/members';

/** The members of an organization. */
export function consoleMemberRoutes(app: ConsoleApp): void {
  const { services, get } = app;
  get(PATH, 'viewer', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const members = await listMembers(services.database, organization.id);
    return visit.show(
      'organizations',
      membersPage({ organization, members, done: visit.query.get('done'), may: visit.may }),
    );
  });
  newMemberRoutes(app);
  changeRoutes(app);
  removalRoutes(app);
}

function newMemberRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  get(`${PATH}/new`, 'clerk', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const isFirst = (await listMembers(services.database, organization.id)).length === 0;
    const typed = { ...EMPTY_MEMBER, language: organization.language, defaultPropertyManager: isFirst };
    return showForm(visit, { organization, member: null }, { typed, problems: {} });
  });
  post(`${PATH}/new`, 'clerk', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const typed = typedMember(visit.form);
    const { value, problems } = readInput(memberInput, typed);
    if (value === null) return showForm(visit, { organization, member: null }, { typed, problems });
    const added = await trySetUp(addMember(services, organization.id, value as MemberInput), MEMBER_FIELDS);
    if (added === null) return null;
    if (added.value === null) {
      return showForm(visit, { organization, member: null }, { typed, problems: added.problems });
    }
    note(visit, 'add', added.value, given(value));
    return done(visit, organization, 'added');
  });
}

function changeRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  get(`${PATH}/:memberId`, 'clerk', async (visit) => {
    const about = await aboutOf(app, visit);
    return about && showForm(visit, about, { typed: about.member, problems: {} });
  });
  post(`${PATH}/:memberId`, 'clerk', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null) return null;
    const { member } = about;
    const typed = typedMember(visit.form);
    const { value, problems } = readInput(memberInput, typed);
    if (value === null) return showForm(visit, about, { typed, problems });
    // The default property manager stays one until another is named, so the form does not ask.
    const { defaultPropertyManager, ...rest } = value as MemberInput;
    const changes = member.defaultPropertyManager
      ? { ...rest, administrator: true }
      : { ...rest, ...(defaultPropertyManager === true && { defaultPropertyManager }) };
    const changed = await trySetUp(changeMember(services, member, changes), MEMBER_FIELDS);
    if (changed === null) return null;
    if (changed.value === null) return showForm(visit, about, { typed, problems: changed.problems });
    note(visit, 'change', member, differences(memberView(member), memberView(changed.value)));
    return done(visit, about.organization, 'changed');
  });
}

function removalRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const showRemoval = async (visit: ConsoleVisit, about: About, successor: string, problems: Problems) => {
    const others = (await listMembers(services.database, about.organization.id)).filter(
      ({ id }) => id !== about.member.id,
    );
    const deposits = await countDepositsOf(services.database, about.member);
    const page = consoleRemovalPage({ token: visit.token, ...about, others, deposits, successor, problems });
    return visit.show('organizations', page, Object.keys(problems).length === 0 ? 200 : 422);
  };
  get(`${PATH}/:memberId/remove`, 'clerk', async (visit) => {
    const about = await aboutOf(app, visit);
    return about && showRemoval(visit, about, '', {});
  });
  post(`${PATH}/:memberId/remove`, 'clerk', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null) return null;
    const successor = field(visit.form, 'reassignTo');
    const reassignTo = successor === '' ? undefined : successor;
    const work = removeMember(services, about.member, { reassignTo, actor: 'operator' });
    const removed = await trySetUp(work, ['reassignTo']);
    if (removed === null) return null;
    if (removed.problems !== null) return showRemoval(visit, about, successor, removed.problems);
    note(visit, 'remove', about.member, reassignTo === undefined ? {} : { reassignTo: { to: reassignTo } });
    return done(visit, about.organization, 'removed');
  });
}

function showForm(
  visit: ConsoleVisit,
  { organization, member }: { organization: Organization; member: ListedMember | null },
  { typed, problems }: { typed: TypedMember; problems: Problems },
): FastifyReply {
  const page = memberFormPage({ token: visit.token, organization, member, typed, problems });
  return visit.show('organizations', page, Object.keys(problems).length === 0 ? 200 : 422);
}

async function aboutOf(app: ConsoleApp, visit: ConsoleVisit): Promise<About | null> {
  const organization = await organizationInAddress(app, visit);
  const id = visit.params['memberId'] ?? '';
  const member = organization && isId(id) ? await findMember(app.services.database, organization.id, id) : null;
  return organization === null || member === null ? null : { organization, member };
}

function done(visit: ConsoleVisit, { id }: Organization, what: string): FastifyReply {
  return seeOther(visit.reply, `/operator/organizations/${id}/members?done=${what}`);
}

function note(visit: ConsoleVisit, verb: string, { organizationId, id }: ListedMember, changes: object): void {
  const about = { organization: organizationId, member: id };
  visit.note({ verb, thing: 'member', about, organizationId, changes: { ...changes } });
}

const EMPTY_MEMBER: TypedMember = {
  email: '',
  firstName: '',
  lastName: '',
  language: '',
  defaultPropertyManager: false,
  administrator: false,
};

function typedMember(form: Form): TypedMember {
  return {
    email: field(form, 'email'),
    firstName: field(form, 'firstName'),
    lastName: field(form, 'lastName'),
    language: field(form, 'language'),
    defaultPropertyManager: form.has('defaultPropertyManager'),
    administrator: form.has('administrator'),
  };
}
