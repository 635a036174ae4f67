import type { FastifyReply } from 'fastify';
import {
  addPartnerContact,
  changePartnerContact,
  removePartnerContact,
} from '../../../../actions/partners/contacts.ts';
import { differences, given } from '../../../../actions/audit.ts';
import type { EmailAddress } from '../../../../domain/values/contact.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { findPartnerContact, type PartnerContact } from '../../../../storage/partners/contacts.ts';
import { findPartner, type Partner } from '../../../../storage/set-up/partners.ts';
import { field, type Form } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import { partnerContactInput, partnerContactView } from '../../../partners/contact-views.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { readInput, trySetUp, type Problems } from '../../forms.ts';
import {
  PARTNER_CONTACT_FIELDS,
  partnerContactFormPage,
  partnerContactRemovalPage,
  partnerUrl,
  type TypedPartnerContact,
} from './contact-page.ts';

type About = { partner: Partner; contact: PartnerContact };

const PATH = '/operator/partners/:id/contacts';

/** The people of a partner, who sign in at /partner. The partner's page lists them. */
export function partnerContactRoutes(app: ConsoleApp): void {
  newContactRoutes(app);
  changeRoutes(app);
  removalRoutes(app);
}

function newContactRoutes(app: ConsoleApp): void {
  app.get(`${PATH}/new`, 'admin', async (visit) => {
    const partner = await partnerInAddress(app, visit);
    const typed = { email: '', name: '', role: 'admin', language: 'de' };
    return partner && showForm(visit, { partner, contact: null }, typed, {});
  });
  app.post(`${PATH}/new`, 'admin', async (visit) => {
    const partner = await partnerInAddress(app, visit);
    if (partner === null) return null;
    const typed = typedContact(visit.form);
    const { value, problems } = readInput(partnerContactInput, typed);
    if (value === null) return showForm(visit, { partner, contact: null }, typed, problems);
    const input = { ...value, email: value.email as EmailAddress };
    const added = await trySetUp(addPartnerContact(app.services, partner.id, input), PARTNER_CONTACT_FIELDS);
    if (added === null) return null;
    if (added.value === null) return showForm(visit, { partner, contact: null }, typed, added.problems);
    note(visit, 'add', added.value, given(value));
    return done(visit, partner, 'added');
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
    const { partner, contact } = about;
    const typed = typedContact(visit.form);
    const { email: _, ...changes } = typed;
    const { value, problems } = readInput(partnerContactInput.omit({ email: true }), changes);
    if (value === null) return showForm(visit, about, typed, problems);
    const changed = await changePartnerContact(app.services, contact, value);
    if (changed === null) return null;
    note(visit, 'change', contact, differences(partnerContactView(contact), partnerContactView(changed)));
    return done(visit, partner, 'changed');
  });
}

function removalRoutes(app: ConsoleApp): void {
  app.get(`${PATH}/:contactId/remove`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    return about && visit.show('partners', partnerContactRemovalPage({ token: visit.token, ...about }));
  });
  app.post(`${PATH}/:contactId/remove`, 'admin', async (visit) => {
    const about = await aboutOf(app, visit);
    if (about === null || !(await removePartnerContact(app.services, about.partner.id, about.contact.id))) return null;
    note(visit, 'remove', about.contact, {});
    return done(visit, about.partner, 'removed');
  });
}

function showForm(
  visit: ConsoleVisit,
  about: { partner: Partner; contact: PartnerContact | null },
  typed: TypedPartnerContact,
  problems: Problems,
): FastifyReply {
  const page = partnerContactFormPage({ token: visit.token, ...about, typed, problems });
  return visit.show('partners', page, Object.keys(problems).length === 0 ? 200 : 422);
}

async function partnerInAddress(app: ConsoleApp, { params: { id = '' } }: ConsoleVisit): Promise<Partner | null> {
  return isId(id) ? findPartner(app.services.database, id) : null;
}

async function aboutOf(app: ConsoleApp, visit: ConsoleVisit): Promise<About | null> {
  const partner = await partnerInAddress(app, visit);
  const id = visit.params['contactId'] ?? '';
  const contact = partner && isId(id) ? await findPartnerContact(app.services.database, partner.id, id) : null;
  return partner === null || contact === null ? null : { partner, contact };
}

function done(visit: ConsoleVisit, partner: Partner, what: string): FastifyReply {
  return seeOther(visit.reply, `${partnerUrl(partner)}?done=contact-${what}`);
}

function note(visit: ConsoleVisit, verb: string, { partnerId, id }: PartnerContact, changes: object): void {
  const about = { partner: partnerId, contact: id };
  visit.note({ verb, thing: 'contact', about, partnerId, changes: { ...changes } });
}

function typedContact(form: Form): TypedPartnerContact {
  return {
    email: field(form, 'email'),
    name: field(form, 'name'),
    role: field(form, 'role'),
    language: field(form, 'language'),
  };
}
