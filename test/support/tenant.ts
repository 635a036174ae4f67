import assert from 'node:assert/strict';
import { readForm } from './form.ts';
import type { Play } from './play.ts';
import type { Service } from './service.ts';

export type TenantAnswer = { status: number; headers: Headers; text: string; location: string | null };

/** A tenant's browser without scripts, at a personal link. */
export type TenantBrowser = {
  /** `/t/<token>`. */
  path: string;
  get: (part?: string, headers?: Record<string, string>) => Promise<TenantAnswer>;
  /** Sends a form as it stands on the page, with these fields changed. */
  send: (part: string, fields?: Record<string, string>) => Promise<TenantAnswer>;
  /** Sends fields and nothing else. */
  post: (part: string, fields?: Record<string, string>, headers?: Record<string, string>) => Promise<TenantAnswer>;
  /** Sends a form that must be accepted, and returns the page it leads to. */
  submit: (part: string, fields?: Record<string, string>) => Promise<string>;
};

export async function visitLink(service: Service, path: string, query = ''): Promise<TenantBrowser> {
  const call = async (method: string, url: string, options: RequestInit = {}): Promise<TenantAnswer> => {
    const response = await fetch(new URL(url, service.baseUrl), { method, redirect: 'manual', ...options });
    const { status, headers } = response;
    return { status, headers, text: await response.text(), location: headers.get('location') };
  };
  const post: TenantBrowser['post'] = (part, fields = {}, headers = {}) =>
    call('POST', `${path}${part}${query}`, { body: new URLSearchParams(fields), headers });
  const send: TenantBrowser['send'] = async (part, fields = {}) => {
    const page = await call('GET', `${path}${query}`);
    const answer = await post(part, { ...readForm(page.text, `${path}${part}`), ...fields });
    // The review step: the tenant confirms what it shows.
    if (answer.status !== 200 || !answer.text.includes('name="confirmed"')) return answer;
    return post(part, readForm(answer.text, `${path}${part}`));
  };
  return {
    path,
    get: (part = '', headers = {}) => call('GET', `${path}${part}${query}`, { headers }),
    post,
    send,
    submit: async (part, fields) => {
      const answer = await send(part, fields);
      assert.deepEqual([answer.status, answer.location], [303, `${path}${query}`], answer.text);
      const page = await call('GET', `${path}${query}`);
      assert.equal(page.status, 200);
      return page.text;
    },
  };
}

/** By the link in the newest mail to the tenant, or in the newest of a kind. */
export async function openTenant(
  { partner, contractId }: Play,
  email: unknown,
  { kind, query = '' }: { kind?: string; query?: string } = {},
): Promise<TenantBrowser> {
  const mails = await partner.mails(String(email));
  const mail = mails.find((one) => one.text.includes(contractId) && (kind === undefined || one.kind === kind));
  assert.ok(mail !== undefined, `no mail to ${String(email)}`);
  return visitLink(partner.service, new URL(mail.links[0]).pathname, query);
}

/** The main tenant names the account for the tenants' share, and enters the code from the mail. The page afterwards. */
export async function nameAccount(play: Play, browser: TenantBrowser, fields: Record<string, string>): Promise<string> {
  const asked = await browser.send('/account', fields);
  assert.deepEqual([asked.status, asked.location?.split('?')[0]], [303, `${browser.path}/account/code`], asked.text);
  const { code } = (await play.mails(String(play.sent['tenantEmail']), 'payout_account_code')).at(-1);
  const answer = await browser.post('/account/code', { code });
  assert.equal(answer.status, 303, answer.text);
  return (await browser.get()).text;
}
