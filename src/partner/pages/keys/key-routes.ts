import type { FastifyReply } from 'fastify';
import { tellKey } from '../../../actions/cells/tell-news.ts';
import { issueOwnKey, renameOwnKey, revokeOwnKey } from '../../../actions/partners/keys.ts';
import { isKeyId } from '../../../storage/database/ids.ts';
import { findOwnKey, listOwnKeys, PARTNER_KEY_KINDS, type PartnerKey } from '../../../storage/partners/keys.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { keepForNextPage } from '../../../web/shown-once.ts';
import type { PartnerApp, PartnerVisit } from '../app.ts';
import { keepingOf } from '../keeping.ts';
import { firstCallsFor } from './first-call-part.ts';
import { keyPage, keysPage, type KeyForm, type KeyProblem } from './keys-page.ts';

const LONGEST_NAME = 100;

/** The keys of a partner: those that open deposits, and those that read their status. */
export function partnerKeyRoutes(app: PartnerApp): void {
  const { services } = app;
  const show = async (visit: PartnerVisit, form: KeyForm, status?: number): Promise<FastifyReply> => {
    const { partner, language, token, mayChange } = visit;
    await services.keyUses.writeDown();
    const keys = await listOwnKeys(services.database, partner.id);
    const calls = await firstCallsFor(app, visit);
    const isRevoked = visit.query.get('done') === 'revoked';
    const issued = calls.key === null ? null : calls;
    const page = keysPage({ language, token, mayChange, keys, calls: issued, isRevoked, form });
    return visit.show('keys', page, status);
  };
  app.get('/partner/keys', 'partner_viewer', (visit) => show(visit, { kind: 'open', name: '', problem: null }));
  app.post('/partner/keys', 'partner_admin', async (visit) => {
    const { author, partner, form, reply } = visit;
    const kind = PARTNER_KEY_KINDS.find((one) => one === form.get('kind')) ?? 'open';
    const name = field(form, 'name');
    if (name.length > LONGEST_NAME) return show(visit, { kind, name, problem: 'too_long' }, 422);
    const own = { partnerId: partner.id, kind, name: name === '' ? null : name };
    const { apiKey } = await issueOwnKey(services, author, own);
    keepForNextPage(reply, keepingOf(app, visit, 'key'), apiKey);
    return seeOther(reply, form.get('next') === 'start' ? '/partner' : '/partner/keys');
  });
  oneKeyRoutes(app);
}

function oneKeyRoutes(app: PartnerApp): void {
  const { services } = app;
  const show = async (visit: PartnerVisit, key: PartnerKey, problem: KeyProblem, name = key.name ?? '') => {
    const { partner, language, token, mayChange } = visit;
    const keys = await listOwnKeys(services.database, partner.id);
    const isOnlyOne = !keys.some(({ id, kind, revokedAt }) => id !== key.id && kind === key.kind && revokedAt === null);
    const isNamed = visit.query.get('done') === 'named';
    const page = keyPage({ language, token, mayChange, key, isOnlyOne, name, problem, isNamed });
    return visit.show('keys', page, problem === null ? 200 : 422);
  };
  app.get('/partner/keys/:keyId', 'partner_viewer', async (visit) => {
    const key = await keyInAddress(app, visit);
    return key && show(visit, key, null);
  });
  app.post('/partner/keys/:keyId/name', 'partner_admin', async (visit) => {
    const key = await keyInAddress(app, visit);
    if (key === null) return null;
    const name = field(visit.form, 'name');
    if (name.length > LONGEST_NAME) return show(visit, key, 'too_long', name);
    await renameOwnKey(services, visit.author, visit.partner.id, key, name === '' ? null : name);
    return seeOther(visit.reply, `/partner/keys/${key.id}?done=named`);
  });
  app.post('/partner/keys/:keyId/revoke', 'partner_admin', async (visit) => {
    const key = await keyInAddress(app, visit);
    if (key === null) return null;
    const own = { partnerId: visit.partner.id, id: key.id, isConfirmed: visit.form.has('confirm') };
    switch (await revokeOwnKey(services, visit.author, own)) {
      case 'unknown':
        return null;
      case 'in_use':
        return show(visit, key, 'unconfirmed');
      case 'revoked':
        await tellKey(app, key.kind === 'open' ? 'partner_key' : 'partner_status_key', key.id);
        return seeOther(visit.reply, '/partner/keys?done=revoked');
    }
  });
}

/** With its last use up to now. */
async function keyInAddress({ services }: PartnerApp, { partner, params }: PartnerVisit): Promise<PartnerKey | null> {
  const id = params['keyId'] ?? '';
  if (!isKeyId(id)) return null;
  await services.keyUses.writeDown();
  return findOwnKey(services.database, partner.id, id);
}
