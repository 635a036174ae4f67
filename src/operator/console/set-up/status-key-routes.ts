import { addStatusKey } from '../../../actions/set-up/keys.ts';
import { isKeyId } from '../../../storage/database/ids.ts';
import { listKeys } from '../../../storage/set-up/key-uses.ts';
import { revokeStatusKey } from '../../../storage/set-up/status-keys.ts';
import { html } from '../../../web/html.ts';
import { seeOther } from '../../../web/page.ts';
import { buttonForm, notice } from '../../../web/parts.ts';
import type { ConsoleApp } from '../app.ts';
import { shownOnce, showOnNextPage, takeShown } from '../shown-once.ts';
import { keyTable, revokePage } from './key-page.ts';
import { organizationHead } from './organization-head.ts';
import { organizationInAddress } from './organization-routes.ts';

/** The keys by which an organization's own system reads contract status and events. */
export function statusKeyRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const { database } = services;
  const url = '/operator/organizations/:id/status-keys';

  get(url, 'operator', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    await services.keyUses.writeDown();
    const { id, name, contractStatusEnabled } = organization;
    const own = `/operator/organizations/${id}/status-keys`;
    const content = html`${organizationHead(organization, 'status_keys')}
      ${shownOnce('The new key', takeShown(app, visit))}
      ${visit.query.get('done') === 'revoked' && notice('good', html`<p>The key is revoked. Calls with it are refused.</p>`)}
      ${
        !contractStatusEnabled &&
        notice(
          'wait',
          html`<p>
            Contract status is switched off for this organization, so these keys are answered “not enabled”.
            <a href="/operator/organizations/${id}/edit#contractStatusEnabled">Switch it on</a>
          </p>`,
        )
      }
      <p class="lead">
        With such a key and <code>x-org-id</code> a system asks how a contract stands, and reads the events it has missed. It
        opens nothing. To change keys without a gap, issue a new one, hand it over, and revoke the old one once it is no
        longer used.
      </p>
      ${keyTable(await listKeys(database, { organizationId: id }), { prefix: 'dsk', revoke: own })}
      <div class="buttons">${buttonForm({ action: own, label: 'Issue a new key', hidden: visit.token, className: 'second' })}</div>`;
    return visit.show('organizations', { title: `Status keys of ${name}`, content });
  });

  post(url, 'operator', async (visit) => {
    const organization = await organizationInAddress(app, visit);
    if (organization === null) return null;
    const { id } = organization;
    const { apiKey, keyId } = await addStatusKey(services, id);
    const about = { organization: id, 'status key': keyId };
    visit.note({ verb: 'issue', thing: 'status key', about, organizationId: id, changes: {} });
    showOnNextPage(app, visit, apiKey);
    return seeOther(visit.reply, `/operator/organizations/${id}/status-keys`);
  });

  get(`${url}/:keyId/revoke`, 'operator', async (visit) => {
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
  post(`${url}/:keyId/revoke`, 'operator', async (visit) => {
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
