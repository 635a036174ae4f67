import { differences, given, recordChange, together } from '../../actions/audit.ts';
import { addMember, changeMember, removeMember, type MemberInput } from '../../actions/set-up/members.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { memberChanges, memberInput } from '../../operator/inputs.ts';
import { defined } from '../../operator/routes.ts';
import { memberView } from '../../operator/views.ts';
import { listMembers } from '../../storage/set-up/members.ts';
import { checkedInput } from '../typed-input.ts';
import { command, wrongCall, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { memberByName, organizationByName } from '../find.ts';
import { table } from '../output.ts';

const PERSON = {
  'first-name': { type: 'text', value: 'NAME', about: 'first name' },
  'last-name': { type: 'text', value: 'NAME', about: 'last name' },
  language: { type: 'text', value: 'LANGUAGE', about: 'de, fr, it or en' },
  default: { type: 'flag', about: 'make this person the default property manager, replacing the current one' },
} as const;

const list = command({
  name: 'member list',
  role: 'viewer',
  summary: 'List the members of an organization',
  usage: 'ORG',
  words: [1, 1],
  examples: ['depono member list "Muster Immobilien AG"'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const organization = await organizationByName(all, typed);
    const members = await listMembers(all.database, organization.id);
    for (const member of members) output.object(memberView(member));
    const rows = members.map((member) => [
      member.id,
      member.email,
      `${member.firstName} ${member.lastName}`,
      member.language,
      member.defaultPropertyManager ? 'default' : member.administrator ? 'administrator' : null,
      member.signedInAt,
    ]);
    output.say(
      rows.length === 0
        ? `${organization.name} has no members yet. To add one: depono member add`
        : table(['ID', 'E-MAIL', 'NAME', 'LANGUAGE', 'ROLE', 'FIRST SIGNED IN'], rows),
    );
    return 0;
  },
});

const add = command({
  name: 'member add',
  role: 'clerk',
  summary: 'Add a member to an organization',
  usage: 'ORG EMAIL --first-name NAME --last-name NAME --language LANGUAGE',
  about: 'No mail is sent. The person can sign in immediately.',
  words: [2, 2],
  examples: [
    'depono member add "Muster Immobilien AG" anna@muster.example --first-name Anna --last-name Muster --language de --default',
  ],
  options: { ...PERSON, administrator: { type: 'flag', about: 'may invite, change and remove members' } },
  run: async ({ output, services, author }, { words: [typed = '', email], options }) => {
    const input = checkedInput(memberInput, {
      email,
      firstName: options['first-name'] ?? undefined,
      lastName: options['last-name'] ?? undefined,
      language: options.language ?? undefined,
      defaultPropertyManager: options.default,
      administrator: options.administrator,
    });
    const all = await services();
    const organization = await organizationByName(all, typed);
    const member = await together(all, async (inside) => {
      const added = await addMember(inside, organization.id, { ...input, email: input.email as EmailAddress });
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'member',
        about: { organization: organization.id, member: added.id },
        organizationId: organization.id,
        changes: given(input),
      });
      return added;
    });
    output.show(memberView(member), () => `Added ${member.email} to ${organization.name}.`);
    return 0;
  },
});

const change = command({
  name: 'member change',
  role: 'clerk',
  summary: 'Change a member of an organization',
  usage: 'ORG MEMBER [--email EMAIL] [--first-name NAME] …',
  about: 'MEMBER is the e-mail address or id of a member.',
  words: [2, 2],
  examples: ['depono member change "Muster Immobilien AG" anna@muster.example --default'],
  options: {
    email: { type: 'text', value: 'EMAIL', about: 'new address; sessions of the old one are signed out' },
    ...PERSON,
    administrator: { type: 'text', value: 'yes|no', about: 'may invite, change and remove members' },
  },
  run: async ({ output, services, author }, { words: [typed = '', which = ''], options }) => {
    const { administrator } = options;
    if (administrator !== null && administrator !== 'yes' && administrator !== 'no') {
      throw wrongCall('--administrator must be yes or no.');
    }
    const changes = checkedInput(
      memberChanges,
      defined({
        email: options.email ?? undefined,
        firstName: options['first-name'] ?? undefined,
        lastName: options['last-name'] ?? undefined,
        language: options.language ?? undefined,
        defaultPropertyManager: options.default ? true : undefined,
        administrator: administrator === null ? undefined : administrator === 'yes',
      }),
    );
    if (Object.keys(changes).length === 0)
      throw wrongCall('Nothing to change was given. See: depono member change --help');
    const all = await services();
    const organization = await organizationByName(all, typed);
    const before = await memberByName(all, organization, which);
    const after = await together(all, async (inside) => {
      const changed = await changeMember(inside, before, changes as Partial<MemberInput>);
      await recordChange(inside, await author(), {
        verb: 'change',
        thing: 'member',
        about: { organization: organization.id, member: before.id },
        organizationId: organization.id,
        changes: differences(memberView(before), memberView(changed)),
      });
      return changed;
    });
    output.show(memberView(after), () => `Changed ${after.email} of ${organization.name}.`);
    return 0;
  },
});

const remove = command({
  name: 'member remove',
  role: 'clerk',
  summary: 'Remove a member and reassign the deposits',
  usage: 'ORG MEMBER [--reassign-to MEMBER] [--yes]',
  about:
    'The default property manager cannot be removed: make another member the default first. It asks before removing.',
  words: [2, 2],
  examples: ['depono member remove "Muster Immobilien AG" anna@muster.example --reassign-to beat@muster.example'],
  options: {
    'reassign-to': {
      type: 'text',
      value: 'MEMBER',
      about: 'who gets the deposits (default: the default property manager)',
    },
    ...YES,
  },
  run: async (context, { words: [typed = '', which = ''], options: { 'reassign-to': heir, yes } }) => {
    const { output, services, author } = context;
    const all = await services();
    const organization = await organizationByName(all, typed);
    const member = await memberByName(all, organization, which);
    const reassignTo = heir === null ? undefined : (await memberByName(all, organization, heir)).id;
    const to = heir ?? 'the default property manager';
    await confirm(context, yes, `Remove ${member.email} from ${organization.name}, and give the deposits to ${to}?`);
    const about = { organization: organization.id, member: member.id };
    await together(all, async (inside) => {
      await removeMember(inside, member, { reassignTo, actor: 'operator' });
      await recordChange(inside, await author(), {
        verb: 'remove',
        thing: 'member',
        about: { ...about, ...(reassignTo === undefined ? {} : { reassignTo }) },
        organizationId: organization.id,
      });
    });
    output.show({ id: member.id, removed: true }, () => `Removed ${member.email} from ${organization.name}.`);
    return 0;
  },
});

export const memberCommands: readonly Command[] = [list, add, change, remove];
