import type { FastifyReply } from 'fastify';
import { differences, given } from '../../../actions/audit.ts';
import { addContact, changeContact, removeContact } from '../../../actions/set-up/providers.ts';
import type { EmailAddress } from '../../../domain/values/contact.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findContact, listContacts, type ProviderContact } from '../../../storage/providers/contacts.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { field, type Form } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { contactInput } from '../../providers/provider-inputs.ts';
import { contactView } from '../../providers/provider-views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput, trySetUp, type Problems } from '../forms.ts';
import {
  CONTACT_FIELDS,
  contactFormPage,
  contactRemovalPage,
  contactsPage,
  type TypedContact,
} from './contact-page.ts';
import { providerInAddress } from './in-address.ts';
import { providerUrl } from './provider-head.ts';

type About = { provider: StoredProvider; contact: ProviderContact };

const PATH = '/operator/providers/:id/contacts';

/** The people of a provider, who sign in at /provider. */
export function contactPageRoutes(app: ConsoleApp): void {
  app.get(PATH, 'viewer', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    const contacts = await listContacts(app.services.database, provider.id);
    const page = contactsPage({ provider, contacts, done: visit.query.get('done'), may: visit.may });
    return visit.show('providers', page);
  });
  newContactRoutes(app);
  changeRoutes(app);
  removalRoutes(app);
}

function newContactRoutes(app: ConsoleApp): void {
  app.get(`${PATH}/new`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    const typed = { email: '', name: '', role: 'clerk' };
    return provider && showForm(visit, { provider, contact: null }, typed, {});
  });
  app.post(`${PATH}/new`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    const typed = typedContact(visit.form);
    const { value, problems } = readInput(contactInput, typed);
    if (value === null) return showForm(visit, { provider, contact: null }, typed, problems);
    const input = { ...value, email: value.email as EmailAddress };
    const added = await trySetUp(addContact(app.services, provider.id, input), CONTACT_FIELDS);
    if (added === null) return null;
    if (added.value === null) return showForm(visit, { provider, contact: null }, typed, added.problems);
    note(visit, 'add', added.value, given(value));
    return done(visit, provider, 'added');
  });
}

function changeRoutes(app: ConsoleApp): void {
  app.get(`${PATH}/:contactId`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    return about && showForm(visit, about, about.contact, {});
  });
  app.post(`${PATH}/:contactId`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null) return null;
    const { provider, contact } = about;
    const typed = typedContact(visit.form);
    const { value, problems } = readInput(contactInput.omit({ email: true }), { name: typed.name, role: typed.role });
    if (value === null) return showForm(visit, about, typed, problems);
    const changed = await changeContact(app.services, contact, value);
    if (changed === null) return null;
    note(visit, 'change', contact, differences(contactView(contact), contactView(changed)));
    return done(visit, provider, 'changed');
  });
}

function removalRoutes(app: ConsoleApp): void {
  app.get(`${PATH}/:contactId/remove`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    return about && visit.show('providers', contactRemovalPage({ token: visit.token, ...about }));
  });
  app.post(`${PATH}/:contactId/remove`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null || !(await removeContact(app.services, about.provider.id, about.contact.id))) return null;
    note(visit, 'remove', about.contact, {});
    return done(visit, about.provider, 'removed');
  });
}

function showForm(
  visit: ConsoleVisit,
  about: { provider: StoredProvider; contact: ProviderContact | null },
  typed: TypedContact,
  problems: Problems,
): FastifyReply {
  const page = contactFormPage({ token: visit.token, ...about, typed, problems });
  return visit.show('providers', page, Object.keys(problems).length === 0 ? 200 : 422);
}

async function aboutOf(app: ConsoleApp, visit: ConsoleVisit): Promise<About | null> {
  const provider = await providerInAddress(app, visit);
  const id = visit.params['contactId'] ?? '';
  const contact = provider && isId(id) ? await findContact(app.services.database, provider.id, id) : null;
  return provider === null || contact === null ? null : { provider, contact };
}

function done(visit: ConsoleVisit, provider: StoredProvider, what: string): FastifyReply {
  return seeOther(visit.reply, `${providerUrl(provider)}/contacts?done=${what}`);
}

function note(visit: ConsoleVisit, verb: string, { providerId, id }: ProviderContact, changes: object): void {
  const about = { provider: providerId, contact: id };
  visit.note({ verb, thing: 'contact', about, changes: { ...changes } });
}

function typedContact(form: Form): TypedContact {
  return { email: field(form, 'email'), name: field(form, 'name'), role: field(form, 'role') };
}
