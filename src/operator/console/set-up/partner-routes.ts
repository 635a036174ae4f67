import { tellKey } from '../../../actions/cells/tell-news.ts';
import { given } from '../../../actions/audit.ts';
import { addPartner, addPartnerKey } from '../../../actions/set-up/keys.ts';
import { findPartner, listPartners, revokePartnerKey, type Partner } from '../../../storage/set-up/partners.ts';
import { listReports } from '../../../storage/conformance/reports.ts';
import { listConnectedOrganizations, listPartnerUses } from '../../../storage/set-up/connections.ts';
import { isId, isKeyId } from '../../../storage/database/ids.ts';
import { listKeys } from '../../../storage/set-up/key-uses.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { findPartnerContacts } from '../../../storage/partners/contacts.ts';
import { partnerInput } from '../../inputs.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { recentChangesPart } from '../audit/recent-part.ts';
import { readRecentChanges } from '../audit/recent-view.ts';
import { readInput } from '../forms.ts';
import { showOnNextPage, takeShown } from '../shown-once.ts';
import { contactMessage } from './contacts/contact-page.ts';
import { partnerContactRoutes } from './contacts/contact-routes.ts';
import { revokePage } from './key-page.ts';
import { newPartnerPage, partnerPage, partnersPage } from './partner-page.ts';

/** Partners, and the keys with which they open deposits. */
export function partnerRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const { database } = services;

  get('/operator/partners', 'viewer', async (visit) => {
    await services.keyUses.writeDown();
    const page = partnersPage(await listPartners(database), await listPartnerUses(database), visit.may);
    return visit.show('partners', page);
  });

  get('/operator/partners/new', 'admin', async (visit) =>
    visit.show('partners', newPartnerPage({ token: visit.token, typed: { name: '', integration: '' }, problems: {} })),
  );
  post('/operator/partners/new', 'admin', async (visit) => {
    const typed = { name: field(visit.form, 'name'), integration: field(visit.form, 'integration') };
    const { value, problems } = readInput(partnerInput, typed);
    if (value === null) return visit.show('partners', newPartnerPage({ token: visit.token, typed, problems }), 422);
    const { id, apiKey, keyId } = await addPartner(services, value);
    const about = { partner: id, 'partner key': keyId };
    visit.note({ verb: 'add', thing: 'partner', about, partnerId: id, changes: given(value) });
    showOnNextPage(app, visit, apiKey);
    return seeOther(visit.reply, `/operator/partners/${id}`);
  });

  get('/operator/partners/:id', 'viewer', async (visit) => {
    const partner = await partnerOf(app, visit);
    if (partner === null) return null;
    await services.keyUses.writeDown();
    const page = partnerPage({
      partner,
      token: visit.token,
      keys: await listKeys(database, { partnerId: partner.id }),
      organizations: await listConnectedOrganizations(database, partner.id),
      reports: await listReports(database, { partnerId: partner.id }),
      isProduction: app.isProduction,
      shown: takeShown(app, visit),
      contacts: await findPartnerContacts(database, partner.id),
      done: contactMessage(visit.query.get('done')),
      isRevoked: visit.query.get('done') === 'revoked',
      changes: recentChangesPart(await readRecentChanges(database, { partnerId: partner.id }), visit.may),
      may: visit.may,
    });
    return visit.show('partners', page);
  });
  keyRoutes(app);
  partnerContactRoutes(app);
}

function keyRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const { database } = services;
  post('/operator/partners/:id/keys', 'admin', async (visit) => {
    const partner = await partnerOf(app, visit);
    if (partner === null) return null;
    const { apiKey, keyId } = await addPartnerKey(services, partner.id);
    const about = { partner: partner.id, 'partner key': keyId };
    visit.note({ verb: 'issue', thing: 'partner key', about, partnerId: partner.id, changes: {} });
    showOnNextPage(app, visit, apiKey);
    return seeOther(visit.reply, `/operator/partners/${partner.id}`);
  });

  const url = '/operator/partners/:id/keys/:keyId/revoke';
  get(url, 'admin', async (visit) => {
    const partner = await partnerOf(app, visit);
    if (partner === null) return null;
    await services.keyUses.writeDown();
    const keys = await listKeys(database, { partnerId: partner.id });
    const key = keys.find(({ id, revokedAt }) => id === visit.params['keyId'] && revokedAt === null);
    if (key === undefined) return null;
    const others = keys.filter(({ id, revokedAt }) => id !== key.id && revokedAt === null);
    const back = `/operator/partners/${partner.id}`;
    const page = revokePage({ token: visit.token, key, prefix: 'dpk', others, owner: partner.name, back });
    return visit.show('partners', page);
  });
  post(url, 'admin', async (visit) => {
    const partner = await partnerOf(app, visit);
    const keyId = visit.params['keyId'] ?? '';
    if (partner === null || !isKeyId(keyId) || !(await revokePartnerKey(database, partner.id, keyId))) return null;
    const about = { partner: partner.id, 'partner key': keyId };
    visit.note({ verb: 'revoke', thing: 'partner key', about, partnerId: partner.id, changes: {} });
    await tellKey(app, 'partner_key', keyId);
    return seeOther(visit.reply, `/operator/partners/${partner.id}?done=revoked`);
  });
}

async function partnerOf(app: ConsoleApp, { params: { id = '' } }: ConsoleVisit): Promise<Partner | null> {
  return isId(id) ? findPartner(app.services.database, id) : null;
}
