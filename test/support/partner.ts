import assert from 'node:assert/strict';
import type { Answer, Service } from './service.ts';

export type Partner = {
  integration: string;
  partnerId: string;
  keyId: string;
  apiKey: string;
  externalOrgId: string;
  organizationId: string;
  managerEmail: string;
  domain: string;
  open: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  check: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** The newest record of a contract, or undefined. */
  record: (externalContractId: unknown) => Promise<any>;
  mails: (to?: string) => Promise<any[]>;
};

let count = 0;

/** A partner with one organization and a default property manager, all new. */
export async function setUpPartner(
  service: Service,
  { integration = 'custom', ...settings }: { integration?: string } & Record<string, unknown> = {},
): Promise<Partner> {
  const n = ++count;
  const domain = `verwaltung${n}.example`;
  const partner = await created(service.operator('POST', '/partners', { name: `Partner ${n}`, integration }));
  const organization = await created(
    service.operator('POST', '/organizations', {
      name: `Verwaltung ${n} AG`,
      language: 'de',
      emailDomain: domain,
      address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
      ...settings,
    }),
  );
  const externalOrgId = `ext-${n}`;
  await created(
    service.operator('POST', `/organizations/${organization.id}/connections`, { partnerId: partner.id, externalOrgId }),
  );
  const managerEmail = `chefin@${domain}`;
  await created(
    service.operator('POST', `/organizations/${organization.id}/members`, {
      email: managerEmail,
      firstName: 'Clara',
      lastName: 'Chefin',
      language: 'de',
      defaultPropertyManager: true,
    }),
  );
  const keys = { 'x-api-key': partner.apiKey, 'x-external-org-id': externalOrgId };
  return {
    integration,
    partnerId: partner.id,
    keyId: partner.keyId,
    apiKey: partner.apiKey,
    externalOrgId,
    organizationId: organization.id,
    managerEmail,
    domain,
    open: (body, headers = {}) =>
      service.call('POST', `/webhook/${integration}`, { headers: { ...keys, ...headers }, body }),
    check: (body, headers = {}) =>
      service.call('POST', `/webhook/${integration}/check`, { headers: { ...keys, ...headers }, body }),
    record: async (externalContractId) => {
      const query = new URLSearchParams({ externalContractId: String(externalContractId) });
      const { body } = await service.operator('GET', `/organizations/${organization.id}/deposits?${query}`);
      return body.deposits[0];
    },
    mails: async (to) => {
      const { body } = await service.sandbox(
        'GET',
        `/mailbox${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
      );
      return body.mails;
    },
  };
}

export async function created(call: Promise<Answer>): Promise<any> {
  const { status, body } = await call;
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
