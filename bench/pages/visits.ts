import { signIn, type ManagerBrowser } from '../../test/support/manager.ts';
import { reach, stage } from '../../test/support/play.ts';
import { addContact, signInContact, visitProvider } from '../../test/support/provider.ts';
import { openTenant } from '../../test/support/tenant.ts';
import type { CallOptions, Service } from '../../test/support/service.ts';
import { LARGE } from '../growth/subject.ts';
import { demoOf, type Site } from '../service.ts';

export const LIST = 'list: 50 of all';
const LIST_BELOW_MS = 50;
const OTHERS_BELOW_MS = 20;

/** What somebody waits for. `below`: the goal, in milliseconds. */
export type Visit = { page: string; path: string; headers: Record<string, string>; below: number };

/** Pages of property managers, tenants and providers, and what partners read. */
export async function visitsOf(site: Site, url: string, token: string): Promise<Visit[]> {
  const service = serviceAt(url, token);
  return [
    ...(await ofManager(await signIn(service, 'm0@growth1.example'))),
    await ofTenant(service),
    ...(await ofProvider(service)),
    ofPartner(site),
  ];
}

async function ofManager(browser: ManagerBrowser): Promise<Visit[]> {
  const { text } = await browser.page('/manager/deposits?state=open');
  const id = /href="\/manager\/deposits\/([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  const next = /href="(\/manager\/deposits\?[^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const lists: [page: string, path: string][] = [
    [LIST, '/manager/deposits'],
    ['list: one state, next page', next],
    ['list: by amount', '/manager/deposits?sort=amount&dir=down'],
    ['list: to sign', '/manager/deposits?show=sign'],
    ['list: mine', '/manager/deposits?show=todo'],
    ['list: search, few', '/manager/deposits?q=zwyssig'],
    ['list: search, many', '/manager/deposits?q=abderhalden'],
    ['list: search, all', '/manager/deposits?q=zurich'],
    ['list: search by amount', '/manager/deposits?q=1500'],
  ];
  const others: [page: string, path: string][] = [
    ['start page', '/manager/start'],
    ['one deposit', `/manager/deposits/${id}`],
    ['new deposit', '/manager/deposits/new'],
    ['import errors', '/manager/import-errors'],
    ['organization', '/manager/organization'],
    ['my account', '/manager/account'],
  ];
  const headers = { cookie: cookieOf(browser) };
  return [
    ...lists.map(([page, path]): Visit => ({ page, path, headers, below: LIST_BELOW_MS })),
    ...others.map(([page, path]): Visit => ({ page, path, headers, below: OTHERS_BELOW_MS })),
  ];
}

/** A tenant who is to sign. */
async function ofTenant(service: Service): Promise<Visit> {
  const play = await (await stage(service, { preSigned: false })).start();
  await reach('signed', play);
  const { path } = await openTenant(play, play.sent['tenantEmail']);
  return { page: 'tenant: the page to sign', path, headers: {}, below: OTHERS_BELOW_MS };
}

/** The bank that holds all deposits. */
async function ofProvider(service: Service): Promise<Visit[]> {
  const bank = await visitProvider(service, 'demo_bank');
  const browser = await signInContact(service, await addContact(service, bank, 'clerk'));
  return [
    { page: 'provider: queue', path: '/provider', headers: { cookie: cookieOf(browser) }, below: LIST_BELOW_MS },
    {
      page: 'provider: 100 applications',
      path: '/provider/api/applications',
      headers: { authorization: `Bearer ${bank.apiKey}` },
      below: LIST_BELOW_MS,
    },
  ];
}

function ofPartner(site: Site): Visit {
  const headers = { 'x-api-key': demoOf(site).statusKey, 'x-org-id': LARGE };
  return { page: 'partner: 100 events', path: '/webhook/events', headers, below: LIST_BELOW_MS };
}

function cookieOf({ cookies }: ManagerBrowser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Another process, spoken to as the tests speak to theirs. */
function serviceAt(baseUrl: string, token: string): Service {
  const call: Service['call'] = async (method, path, { headers = {}, body }: CallOptions = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, baseUrl), { method, headers: { ...type, ...headers }, ...content });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null };
  };
  const under =
    (prefix: string): Service['operator'] =>
    (method, path, body) =>
      call(method, `${prefix}${path}`, { headers: { authorization: `Bearer ${token}` }, body });
  return { baseUrl, call, operator: under('/operator/api'), sandbox: under('/sandbox/api') } as unknown as Service;
}
