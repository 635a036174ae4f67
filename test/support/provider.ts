import assert from 'node:assert/strict';
import { newBrowser, signInLinks, type ManagerBrowser } from './manager.ts';
import { created } from './partner.ts';
import type { Answer, Service } from './service.ts';

/** A bank or an insurer with a key. */
export type ProviderVisitor = {
  id: string;
  code: string;
  apiKey: string;
  secret: string | null;
  call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** An answer that must be taken; returns the application. */
  answer: (applicationId: string, answer: string, body?: object) => Promise<any>;
  /** What is open, about one deposit. */
  open: (depositId: string) => Promise<any[]>;
};

let count = 0;
const ADDRESS = { street: 'Bankgasse', streetNumber: '7', zip: '9000', city: 'St. Gallen' };

export async function setUpProvider(
  service: Service,
  kind: 'bank' | 'insurer',
  more: Record<string, unknown> = {},
): Promise<ProviderVisitor> {
  const code = `${kind}_${++count}`;
  const body = { kind, code, name: `Provider ${count}`, address: ADDRESS, ...more };
  const made = await created(service.operator('POST', '/providers', body));
  return visitor(service, made);
}

/** Another key of a provider that exists, such as `demo_bank`. */
export async function visitProvider(service: Service, code: string): Promise<ProviderVisitor> {
  const { body } = await service.operator('GET', '/providers');
  const found = body.providers.find((one: any) => one.code === code);
  const key = await created(service.operator('POST', `/providers/${found.id}/keys`));
  return visitor(service, { ...found, ...key });
}

function visitor(service: Service, { id, code, apiKey, callback }: any): ProviderVisitor {
  const call: ProviderVisitor['call'] = (method, path, body) =>
    service.call(method, `/provider/api${path}`, { headers: { authorization: `Bearer ${apiKey}` }, body });
  return {
    id,
    code,
    apiKey,
    secret: callback?.secret ?? null,
    call,
    answer: async (applicationId, answer, body) => {
      const { status, text, body: application } = await call('POST', `/applications/${applicationId}/${answer}`, body);
      assert.equal(status, 200, `${answer}: ${text}`);
      return application;
    },
    open: async (depositId) => {
      const { status, body, text } = await call('GET', '/applications?limit=500');
      assert.equal(status, 200, text);
      return body.applications.filter(({ deposit }: any) => deposit.id === depositId);
    },
  };
}

/** Returns the address of a new person of a provider. */
export async function addContact(
  service: Service,
  { id, code }: ProviderVisitor,
  role: 'clerk' | 'viewer',
  name = `Vera ${role}`,
): Promise<string> {
  const email = `${role}-${Math.random().toString(36).slice(2)}@${code.replaceAll('_', '-')}.example`;
  await created(service.operator('POST', `/providers/${id}/contacts`, { email, name, role }));
  return email;
}

/** A browser that sends the token of the provider's forms. */
export function newContactBrowser(service: Service): ManagerBrowser {
  return newBrowser(service, '/provider?state=cancelled');
}

/** Signs a person of a provider in by mail. */
export async function signInContact(
  service: Service,
  email: string,
  browser = newContactBrowser(service),
): Promise<ManagerBrowser> {
  const asked = await browser.post('/provider/sign-in', { email });
  assert.equal(asked.status, 303, asked.text);
  const [link] = await signInLinks(service, email);
  assert.ok(link !== undefined, `no mail to ${email}`);
  const answer = await browser.get(link);
  assert.equal(answer.status, 303, answer.text);
  return browser;
}
