import { given, recordChange, together } from '../../actions/audit.ts';
import { addContact, removeContact } from '../../actions/set-up/providers.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { contactInput } from '../../operator/providers/provider-inputs.ts';
import { contactView } from '../../operator/providers/provider-views.ts';
import { CONTACT_ROLES, listContacts } from '../../storage/providers/contacts.ts';
import { command, refuseCommand, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { contactByName, providerByCode } from '../find.ts';
import { table } from '../output.ts';
import { checkedInput } from '../typed-input.ts';

const list = command({
  name: 'provider contacts',
  role: 'viewer',
  summary: 'List the people of a bank or an insurer',
  usage: 'CODE',
  words: [1, 1],
  examples: ['depono provider contacts example_bank'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const provider = await providerByCode(all, typed);
    const contacts = await listContacts(all.database, provider.id);
    for (const contact of contacts) output.object(contactView(contact), 'contacts');
    const rows = contacts.map(({ id, email, name, role, signedInAt }) => [id, email, name, role, signedInAt]);
    output.say(
      rows.length === 0
        ? `${provider.code} has no contacts yet. To add one: depono provider add-contact`
        : table(['ID', 'E-MAIL', 'NAME', 'ROLE', 'FIRST SIGNED IN'], rows),
    );
    return 0;
  },
});

const add = command({
  name: 'provider add-contact',
  role: 'admin',
  summary: 'Add a person of a bank or an insurer, who can sign in at /provider',
  usage: 'CODE EMAIL --name NAME --role ROLE',
  about: 'No mail is sent. The person can sign in immediately. A clerk answers applications, a viewer reads them.',
  words: [2, 2],
  examples: ['depono provider add-contact example_bank rita@bank.example --name "Rita Rechner" --role clerk'],
  options: {
    name: { type: 'text', value: 'NAME', about: 'first and last name' },
    role: { type: 'text', value: 'ROLE', about: CONTACT_ROLES.join(' or ') },
  },
  run: async ({ output, services, author }, { words: [typed = '', email], options: { name, role } }) => {
    const input = checkedInput(contactInput, { email, name: name ?? undefined, role: role ?? undefined });
    const all = await services();
    const provider = await providerByCode(all, typed);
    const contact = await together(all, async (inside) => {
      const added = await addContact(inside, provider.id, { ...input, email: input.email as EmailAddress });
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'contact',
        about: { provider: provider.id, contact: added.id },
        changes: given(input),
      });
      return added;
    });
    output.show(contactView(contact), () => `Added ${contact.email} to ${provider.code}.`);
    return 0;
  },
});

const remove = command({
  name: 'provider remove-contact',
  role: 'admin',
  summary: 'Remove a person of a bank or an insurer',
  usage: 'CODE CONTACT [--yes]',
  about: 'CONTACT is the e-mail address or id. The person is signed out everywhere. It asks before removing.',
  words: [2, 2],
  examples: ['depono provider remove-contact example_bank rita@bank.example'],
  options: YES,
  run: async (context, { words: [typed = '', which = ''], options: { yes } }) => {
    const { output, services, author } = context;
    const all = await services();
    const provider = await providerByCode(all, typed);
    const contact = await contactByName(all, provider, which);
    await confirm(context, yes, `Remove ${contact.email} from ${provider.code}?`);
    await together(all, async (inside) => {
      if (!(await removeContact(inside, provider.id, contact.id))) {
        throw refuseCommand(`${contact.email} was removed in the meantime.`);
      }
      await recordChange(inside, await author(), {
        verb: 'remove',
        thing: 'contact',
        about: { provider: provider.id, contact: contact.id },
      });
    });
    output.show({ id: contact.id, removed: true }, () => `Removed ${contact.email} from ${provider.code}.`);
    return 0;
  },
});

export const contactCommands: readonly Command[] = [list, add, remove];
