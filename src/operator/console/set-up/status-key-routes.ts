import { addStatusKey } from '../../../actions/set-up/keys.ts';
import { isKeyId } from '../../../storage/database/ids.ts';
import { listKeys } from '../../../storage/set-up/key-uses.ts';
import { revokeStatusKey } from '../../../storage/set-up/status-keys.ts';
import { seeOther } from '../../../web/page.ts';
import type { ConsoleApp } from '../app.ts';
import { showOnNextPage, takeShown } from '../shown-once.ts';
import { revokePage } from './key-page.ts';
import { organizationInAddress } from './organization-routes.ts';
import { statusKeysPage } from './status-key-page.ts';

/** The keys with which an organization's own system reads contract status and events. */
export function statusKeyRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const { database } = services;
  const url = '/operator/organizations/:id/status-keys';

  get(url, 'viewer', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    await services.keyUses.writeDown();
    const page = statusKeysPage({
      organization,
      token: visit.token,
      keys: await listKeys(database, { organizationId: organization.id }),
      shown: takeShown(app, visit),
      isRevoked: visit.query.get('done') === 'revoked',
      may: visit.may,
    });
    return visit.show('organizations', page);
  });

  post(url, 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const { id } = organization;
    const { apiKey, keyId } = await addStatusKey(services, id);
    const about = { organization: id, 'status key': keyId };
    visit.note({ verb: 'issue', thing: 'status key', about, organizationId: id, changes: {} });
    showOnNextPage(app, visit, apiKey);
    return seeOther(visit.reply, `/operator/organizations/${id}/status-keys`);
  });

  get(`${url}/:keyId/revoke`, 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    await services.keyUses.writeDown();
    const valid = (await listKeys(database, { organizationId: organization.id })).filter(
      (key) => key.revokedAt === null,
    );
    const key = valid.find(({ id }) => id === visit.params['keyId']);
    if (key === undefined) return null;
    const others = valid.filter(({ id }) => id !== key.id);
    const back = `/operator/organizations/${organization.id}/status-keys`;
    const page = revokePage({ token: visit.token, key, prefix: 'dsk', others, owner: organization.name, back });
    return visit.show('organizations', page);
  });
  post(`${url}/:keyId/revoke`, 'admin', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    const keyId = visit.params['keyId'] ?? '';
    if (organization === null || !isKeyId(keyId)) return null;
    const { id } = organization;
    if (!(await revokeStatusKey(database, id, keyId))) return null;
    const about = { organization: id, 'status key': keyId };
    visit.note({ verb: 'revoke', thing: 'status key', about, organizationId: id, changes: {} });
    return seeOther(visit.reply, `/operator/organizations/${id}/status-keys?done=revoked`);
  });
}
