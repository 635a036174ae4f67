import { tellKey } from '../../../actions/cells/tell-news.ts';
import { addProviderKey } from '../../../actions/set-up/providers.ts';
import { isKeyId } from '../../../storage/database/ids.ts';
import { revokeProviderKey, type StoredProvider } from '../../../storage/providers/providers.ts';
import { listKeys } from '../../../storage/set-up/key-uses.ts';
import { seeOther } from '../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { revokePage } from '../set-up/key-page.ts';
import { showOnNextPage, takeShown } from '../shown-once.ts';
import { providerInAddress } from './in-address.ts';
import { providerKeysPage } from './keys-page.ts';
import { providerUrl } from './provider-head.ts';

const PATH = '/operator/providers/:id/keys';

/** The keys with which a provider reads what is asked of it, and answers. */
export function providerKeyRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const { database } = services;
  get(PATH, 'viewer', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    await services.keyUses.writeDown();
    const page = providerKeysPage({
      provider,
      token: visit.token,
      keys: await listKeys(database, { providerId: provider.id }),
      shown: takeShown(app, visit),
      isRevoked: visit.query.get('done') === 'revoked',
      may: visit.may,
    });
    return visit.show('providers', page);
  });
  post(PATH, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    const { apiKey, keyId } = await addProviderKey(services, provider.id);
    note(visit, 'issue', provider, keyId);
    showOnNextPage(app, visit, apiKey);
    return seeOther(visit.reply, `${providerUrl(provider)}/keys`);
  });
  get(`${PATH}/:keyId/revoke`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    await services.keyUses.writeDown();
    const keys = (await listKeys(database, { providerId: provider.id })).filter(({ revokedAt }) => revokedAt === null);
    const key = keys.find(({ id }) => id === visit.params['keyId']);
    if (key === undefined) return null;
    const others = keys.filter(({ id }) => id !== key.id);
    const back = `${providerUrl(provider)}/keys`;
    const page = revokePage({ token: visit.token, key, prefix: 'dvk', others, owner: provider.name, back });
    return visit.show('providers', page);
  });
  post(`${PATH}/:keyId/revoke`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    const keyId = visit.params['keyId'] ?? '';
    if (provider === null || !isKeyId(keyId) || !(await revokeProviderKey(database, provider.id, keyId))) return null;
    note(visit, 'revoke', provider, keyId);
    await tellKey(app, 'provider_key', keyId);
    return seeOther(visit.reply, `${providerUrl(provider)}/keys?done=revoked`);
  });
}

function note(visit: ConsoleVisit, verb: 'issue' | 'revoke', { id }: StoredProvider, keyId: string): void {
  visit.note({ verb, thing: 'provider key', about: { provider: id, 'provider key': keyId }, changes: {} });
}
