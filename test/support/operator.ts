import assert from 'node:assert/strict';
import { newBrowser, signInLinks, type ManagerBrowser } from './manager.ts';
import type { Service } from './service.ts';

export const OPERATOR = 'operator@depono.example';

/** A browser that sends the token of the console's forms. */
export function newConsoleBrowser(service: Service): ManagerBrowser {
  return newBrowser(service, '/operator/paths');
}

/** Signs an operator in by mail. */
export async function signInOperator(
  service: Service,
  email = OPERATOR,
  browser = newConsoleBrowser(service),
): Promise<ManagerBrowser> {
  const asked = await browser.post('/operator/sign-in', { email });
  assert.equal(asked.status, 303, asked.text);
  const [link] = await signInLinks(service, email);
  assert.ok(link !== undefined, `no mail to ${email}`);
  const answer = await browser.get(link);
  assert.equal(answer.status, 303, answer.text);
  return browser;
}
