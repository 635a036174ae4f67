import assert from 'node:assert/strict';
import type { Service } from './service.ts';

export type ManagerAnswer = { status: number; headers: Headers; text: string; location: string | null };

export type Fields = Record<string, string | readonly string[]> | URLSearchParams;

/** A browser without scripts: it keeps cookies and sends forms, and does not follow redirects. */
export type ManagerBrowser = {
  /** With everything as given: no token is added. */
  send: (path: string, options: RequestInit) => Promise<ManagerAnswer>;
  /** By name; a test can change them. */
  cookies: Map<string, string>;
  get: (path: string, headers?: Record<string, string>) => Promise<ManagerAnswer>;
  /** Sends a form, with the token of the session's forms unless `token` is among the fields. */
  post: (path: string, fields?: Fields, headers?: Record<string, string>) => Promise<ManagerAnswer>;
  /** Sends a form that must be accepted, and returns the page it leads to. */
  submit: (path: string, fields?: Fields) => Promise<ManagerAnswer>;
  /** Loads a page that must exist. */
  page: (path: string) => Promise<ManagerAnswer>;
};

let browsers = 0;

/** Each has its own address (the service trusts its proxy), so that they do not slow each other down. */
export function newBrowser(service: Service, pageWithToken = '/manager/account'): ManagerBrowser {
  const cookies = new Map<string, string>();
  const number = ++browsers;
  const from = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` };
  const send = async (path: string, options: RequestInit): Promise<ManagerAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, service.baseUrl), {
      ...options,
      redirect: 'manual',
      headers: { ...from, ...(cookie === '' ? {} : { cookie }), ...(options.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const { status, headers } = response;
    return { status, headers, text: await response.text(), location: headers.get('location') };
  };
  const get: ManagerBrowser['get'] = (path, headers = {}) => send(path, { headers });
  const post: ManagerBrowser['post'] = async (path, fields = {}, headers = {}) => {
    const body = formOf(fields);
    if (!body.has('token')) {
      const token = tokenIn((await get(pageWithToken)).text);
      if (token !== null) body.set('token', token);
    }
    return send(path, { method: 'POST', body, headers });
  };
  const page: ManagerBrowser['page'] = async (path) => {
    const answer = await get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.status} ${answer.location ?? answer.text}`);
    return answer;
  };
  return {
    cookies,
    send,
    get,
    post,
    page,
    submit: async (path, fields) => {
      const answer = await post(path, fields);
      assert.equal(answer.status, 303, `${path}: ${answer.status} ${answer.text}`);
      return page(answer.location as string);
    },
  };
}

/** Signs a member in by mail. */
export async function signIn(service: Service, email: string, browser = newBrowser(service)): Promise<ManagerBrowser> {
  const link = await askForLink(service, email, browser);
  const answer = await browser.get(link);
  assert.equal(answer.status, 303, answer.text);
  return browser;
}

/** Requests a sign-in link, and returns the one in the newest mail. */
export async function askForLink(service: Service, email: string, browser: ManagerBrowser): Promise<string> {
  const answer = await browser.post('/manager/sign-in', { email });
  assert.equal(answer.status, 303, answer.text);
  const [link] = await signInLinks(service, email);
  assert.ok(link !== undefined, `no mail to ${email}`);
  return link;
}

/** The paths in the sign-in mails of an address, newest first. */
export async function signInLinks(service: Service, email: string): Promise<string[]> {
  const { body } = await service.sandbox('GET', `/mailbox?to=${encodeURIComponent(email)}`);
  const mails = body.mails.filter(({ kind }: { kind: string }) => kind === 'sign_in');
  return mails.map(
    ({ link, text }: { link?: string; text: string }) =>
      new URL(link ?? (/https?:\S+\/(?:manager|operator|provider|partner)\/sign-in\/\S+/.exec(text)?.[0] as string))
        .pathname,
  );
}

export function tokenIn(page: string): string | null {
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? null;
}

function formOf(fields: Fields): URLSearchParams {
  if (fields instanceof URLSearchParams) return new URLSearchParams(fields);
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as [string, string])),
  );
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf('='));
  const isGone = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute));
  if (isGone) cookies.delete(name);
  else cookies.set(name, pair.slice(pair.indexOf('=') + 1));
}
