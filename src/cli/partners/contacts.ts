import { given, recordChange, together } from '../../actions/audit.ts';
import { addPartnerContact, removePartnerContact } from '../../actions/partners/contacts.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { partnerContactInput, partnerContactView } from '../../operator/partners/contact-views.ts';
import { findPartnerContacts, PARTNER_LANGUAGES, PARTNER_ROLES } from '../../storage/partners/contacts.ts';
import { command, refuseCommand, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { partnerByName, partnerContactByName } from '../find.ts';
import { table } from '../output.ts';
import { checkedInput } from '../typed-input.ts';

const list = command({
  name: 'partner contacts',
  role: 'viewer',
  summary: 'List the people of a partner',
  usage: 'PARTNER',
  words: [1, 1],
  examples: ['depono partner contacts "Garaio REM"'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const partner = await partnerByName(all, typed);
    const contacts = await findPartnerContacts(all.database, partner.id);
    for (const contact of contacts) output.object(partnerContactView(contact), 'contacts');
    const rows = contacts.map((one) => [one.id, one.email, one.name, one.role, one.language, one.signedInAt]);
    output.say(
      rows.length === 0
        ? `${partner.name} has no contacts yet. To add one: depono partner add-contact`
        : table(['ID', 'E-MAIL', 'NAME', 'ROLE', 'LANGUAGE', 'FIRST SIGNED IN'], rows),
    );
    return 0;
  },
});

const add = command({
  name: 'partner add-contact',
  role: 'admin',
  summary: 'Add a person of a partner, who can sign in at /partner',
  usage: 'PARTNER EMAIL --name NAME --role ROLE [--language LANGUAGE]',
  about:
    'No mail is sent. The person can sign in immediately. An admin also changes keys and callbacks, a viewer reads.',
  words: [2, 2],
  examples: ['depono partner add-contact "Garaio REM" ida@vendor.example --name "Ida Integra" --role admin'],
  options: {
    name: { type: 'text', value: 'NAME', about: 'first and last name' },
    role: { type: 'text', value: 'ROLE', about: PARTNER_ROLES.join(' or ') },
    language: {
      type: 'text',
      value: 'LANGUAGE',
      about: `of the mails: ${PARTNER_LANGUAGES.join(' or ')}; without it en`,
    },
  },
  run: async ({ output, services, author }, { words: [typed = '', email], options: { name, role, language } }) => {
    const input = checkedInput(partnerContactInput, {
      email,
      name: name ?? undefined,
      role: role ?? undefined,
      language: language ?? undefined,
    });
    const all = await services();
    const partner = await partnerByName(all, typed);
    const contact = await together(all, async (inside) => {
      const added = await addPartnerContact(inside, partner.id, { ...input, email: input.email as EmailAddress });
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'contact',
        about: { partner: partner.id, contact: added.id },
        partnerId: partner.id,
        changes: given(input),
      });
      return added;
    });
    output.show(partnerContactView(contact), () => `Added ${contact.email} to ${partner.name}.`);
    return 0;
  },
});

const remove = command({
  name: 'partner remove-contact',
  role: 'admin',
  summary: 'Remove a person of a partner',
  usage: 'PARTNER CONTACT [--yes]',
  about: 'CONTACT is the e-mail address or id. The person is signed out everywhere. It asks before removing.',
  words: [2, 2],
  examples: ['depono partner remove-contact "Garaio REM" ida@vendor.example'],
  options: YES,
  run: async (context, { words: [typed = '', which = ''], options: { yes } }) => {
    const { output, services, author } = context;
    const all = await services();
    const partner = await partnerByName(all, typed);
    const contact = await partnerContactByName(all, partner, which);
    await confirm(context, yes, `Remove ${contact.email} from ${partner.name}?`);
    await together(all, async (inside) => {
      if (!(await removePartnerContact(inside, partner.id, contact.id))) {
        throw refuseCommand(`${contact.email} was removed in the meantime.`);
      }
      await recordChange(inside, await author(), {
        verb: 'remove',
        thing: 'contact',
        about: { partner: partner.id, contact: contact.id },
        partnerId: partner.id,
      });
    });
    output.show({ id: contact.id, removed: true }, () => `Removed ${contact.email} from ${partner.name}.`);
    return 0;
  },
});

export const partnerContactCommands: readonly Command[] = [list, add, remove];
