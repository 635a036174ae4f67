import type { Integration } from '../src/domain/integration.ts';
import { INTEGRATIONS } from '../src/domain/integration.ts';
import { LANGUAGES } from '../src/domain/values/language.ts';
import { created, setUpPartner } from '../test/support/partner.ts';
import type { Service } from '../test/support/service.ts';

/** An organization as its partner sees it. */
export type Organization = {
  integration: Integration;
  apiKey: string;
  externalOrgId: string;
  organizationId: string;
  statusKey: string;
  emailDomain: string;
  memberEmail: string;
  hasSubOrganizations: boolean;
  hasDefaultManager: boolean;
  hasStatus: boolean;
  /** Contract ids on its ignore list. */
  ignored: { temporarily: string; permanently: string };
  /** Contract ids of opened deposits. */
  taken: string[];
};

/** Everything that calls are made from and checked against. */
export type World = { organizations: Organization[]; revokedKey: string };

/** For each path: a normal organization, one with sub-organizations, and one without a default property manager. */
export async function setUpWorld(service: Service): Promise<World> {
  const organizations: Organization[] = [];
  for (const [place, integration] of INTEGRATIONS.entries()) {
    const language = LANGUAGES[place % LANGUAGES.length] ?? 'de';
    const first = await setUpPartner(service, { integration, language, contractStatusEnabled: true });
    const { partnerId, apiKey } = first;
    const more = { service, integration, partnerId, apiKey };
    organizations.push(
      await described(service, { ...first, integration, hasDefaultManager: true }),
      await another({ ...more, name: `with-subs-${place}`, hasSubOrganizations: true }),
      await another({ ...more, name: `empty-${place}`, hasDefaultManager: false }),
      await another({ ...more, name: `without-status-${place}`, hasStatus: false }),
    );
  }
  const { partnerId, keyId, apiKey } = await setUpPartner(service, {});
  await service.operator('DELETE', `/partners/${partnerId}/keys/${keyId}`);
  return { organizations, revokedKey: apiKey };
}

type Another = {
  service: Service;
  integration: Integration;
  partnerId: string;
  apiKey: string;
  name: string;
  hasSubOrganizations?: boolean;
  hasDefaultManager?: boolean;
  hasStatus?: boolean;
};

async function another({ service, partnerId, apiKey, name, integration, ...has }: Another): Promise<Organization> {
  const { hasSubOrganizations = false, hasDefaultManager = true, hasStatus = true } = has;
  const domain = `${name}.example`;
  const managerEmail = `chefin@${domain}`;
  const settings = { language: 'en', emailDomain: domain, contractStatusEnabled: hasStatus };
  const address = { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' };
  const { id } = await created(service.operator('POST', '/organizations', { name, address, ...settings }));
  await created(service.operator('POST', `/organizations/${id}/connections`, { partnerId, externalOrgId: name }));
  await created(
    service.operator('POST', `/organizations/${id}/members`, {
      email: managerEmail,
      firstName: 'Clara',
      lastName: 'Chefin',
      language: 'fr',
      defaultPropertyManager: hasDefaultManager,
    }),
  );
  if (hasSubOrganizations) {
    const part = { name: `${name}, branch`, address, ...settings, parentId: id };
    await created(service.operator('POST', '/organizations', part));
  }
  const known = { apiKey, integration, externalOrgId: name, organizationId: id, managerEmail, domain };
  return described(service, { ...known, hasSubOrganizations, hasDefaultManager, hasStatus });
}

type Known = {
  integration: Integration;
  apiKey: string;
  externalOrgId: string;
  organizationId: string;
  managerEmail: string;
  domain: string;
  hasSubOrganizations?: boolean;
  hasDefaultManager?: boolean;
  hasStatus?: boolean;
};

async function described(service: Service, known: Known): Promise<Organization> {
  const { managerEmail: memberEmail, domain: emailDomain, organizationId, ...rest } = known;
  const { apiKey: statusKey } = await created(service.operator('POST', `/organizations/${organizationId}/status-keys`));
  const ignored = { temporarily: 'IGNORED-for-now', permanently: 'IGNORED-for-good' };
  const until = { temporarily: '2099-01-01T00:00:00Z', permanently: null };
  for (const how of ['temporarily', 'permanently'] as const) {
    const path = `/organizations/${organizationId}/ignored-contracts/${ignored[how]}`;
    await service.operator('PUT', path, { until: until[how] });
  }
  const has = { hasSubOrganizations: false, hasDefaultManager: true, hasStatus: true };
  const { integration, apiKey, externalOrgId } = rest;
  return {
    integration,
    apiKey,
    externalOrgId,
    organizationId,
    statusKey,
    emailDomain,
    memberEmail,
    ignored,
    taken: [],
    hasSubOrganizations: rest.hasSubOrganizations ?? has.hasSubOrganizations,
    hasDefaultManager: rest.hasDefaultManager ?? has.hasDefaultManager,
    hasStatus: rest.hasStatus ?? has.hasStatus,
  };
}
