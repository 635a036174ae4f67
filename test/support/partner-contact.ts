import assert from 'node:assert/strict';
import { newBrowser, signInLinks, type ManagerBrowser } from './manager.ts';
import { created, type Partner } from './partner.ts';
import type { Service } from './service.ts';

/** Returns the address of a new person of a partner. */
export async function addPartnerContact(
  service: Service,
  { partnerId }: Pick<Partner, 'partnerId'>,
  role: 'admin' | 'viewer',
  name = `Paula ${role}`,
): Promise<string> {
  const email = `${role}-${Math.random().toString(36).slice(2)}@vendor.example`;
  await created(service.operator('POST', `/partners/${partnerId}/contacts`, { email, name, role }));
  return email;
}

/** A browser that sends the token of the partner's forms. */
export function newPartnerBrowser(service: Service): ManagerBrowser {
  return newBrowser(service, '/partner/changelog');
}

/** Signs a new person of a partner in by mail. */
export async function signInPartner(
  service: Service,
  partner: Pick<Partner, 'partnerId'>,
  role: 'admin' | 'viewer',
  browser = newPartnerBrowser(service),
): Promise<ManagerBrowser> {
  const email = await addPartnerContact(service, partner, role);
  const asked = await browser.post('/partner/sign-in', { email });
  assert.equal(asked.status, 303, asked.text);
  const [link] = await signInLinks(service, email);
  assert.ok(link !== undefined, `no mail to ${email}`);
  const answer = await browser.get(link);
  assert.equal(answer.status, 303, answer.text);
  return browser;
}
