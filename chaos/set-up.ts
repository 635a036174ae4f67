import { INTEGRATIONS } from '../src/domain/integration.ts';
import type { Organization } from './book.ts';
import type { Ask } from './http.ts';
import type { Receiver } from './receivers.ts';

export const TOKEN = 'a-token-for-the-operator-of-a-chaos-run';
export const SECRET_KEY = 'a-secret-key-for-a-chaos-run-of-at-least-32';
/** `OPERATOR_EMAILS`. */
export const OPERATOR = 'operator@chaos.example';
export const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

const EACH = 2;

/** Partners on all five paths, each with organizations of different settings, through the operator API. */
export async function setUpPartners(ask: Ask, receivers: readonly Receiver[]): Promise<Organization[]> {
  const organizations: Organization[] = [];
  for (const [n, receiver] of receivers.entries()) {
    const integration = INTEGRATIONS[n % INTEGRATIONS.length] ?? 'custom';
    const partner = await create<{ id: string; apiKey: string }>(ask, '/partners', {
      name: `Partner ${n + 1}`,
      integration,
    });
    for (let m = 0; m < EACH; m++) {
      const number = n * EACH + m + 1;
      const domain = `verwaltung${number}.example`;
      const name = `Verwaltung ${number} AG`;
      const { id } = await create<{ id: string }>(ask, '/organizations', {
        name,
        language: (['de', 'fr', 'it', 'en'] as const)[number % 4],
        emailDomain: domain,
        address: { street: 'Bahnhofstrasse', streetNumber: String(number), zip: '8001', city: 'Zürich' },
        contractStatusEnabled: true,
        // Every second one signs automatically, some of these after a delay; the rest is signed by hand.
        preSigned: m === 1,
        sendDelayMinutes: number % 6 === 0 ? 30 : 0,
        tenantChoosesProduct: n % 2 === 0,
        product: n === 1 ? 'insurance' : 'bank_deposit',
      });
      const externalOrgId = `org-${number}`;
      const { callback } = await create<{ callback: { secret: string } }>(ask, `/organizations/${id}/connections`, {
        partnerId: partner.id,
        externalOrgId,
        callback: {
          url: receiver.url(externalOrgId),
          inline: number % 3 === 0,
          ...(number % 2 === 0 && { events: ['document.created', 'deposit.state_changed'] }),
        },
      });
      receiver.expect(externalOrgId, callback.secret);
      await create(ask, `/organizations/${id}/members`, {
        email: `chefin@${domain}`,
        firstName: 'Clara',
        lastName: 'Chefin',
        language: 'de',
        defaultPropertyManager: true,
      });
      const { apiKey: statusKey } = await create<{ apiKey: string }>(
        ask,
        `/organizations/${id}/status-keys`,
        undefined,
      );
      const { apiKey } = partner;
      organizations.push({ id, name, integration, apiKey, externalOrgId, statusKey, domain, receiver });
    }
  }
  return organizations;
}

/** Through the operator API, while nothing fails. */
export async function create<T>(ask: Ask, path: string, body: unknown): Promise<T> {
  const said = await ask({ method: 'POST', path: `/operator/api${path}`, headers: AUTHORIZED, body });
  if (said?.status !== 201) throw new Error(`${path}: ${said?.status} ${said?.text}`);
  return said.json as T;
}
