import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { FORMER_ROLES, formerRoles } from './former-roles.ts';
import { signIn, tokenIn, type ManagerBrowser } from './manager.ts';
import { signInOperator } from './operator.ts';
import { created, type Partner } from './partner.ts';
import { signInPartner } from './partner-contact.ts';
import { naturalTenant } from './payload.ts';
import { advance, reach, stage, type Play, type Stage } from './play.ts';
import { addContact, setUpProvider, signInContact, type ProviderVisitor } from './provider.ts';
import { png } from './png.ts';
import { registeredRoutes } from './routes.ts';
import { startService, TOKEN, type Service } from './service.ts';
import { openTenant } from './tenant.ts';

export const ROLES = [
  'nobody',
  'garbage cookie',
  'forged session',
  'expired session',
  'ended session',
  'partner',
  'other partner',
  'status key',
  'status key of a partner',
  'status key elsewhere',
  'status key of another partner',
  'provider',
  'other provider',
  'operator',
  'admin token',
  'clerk token',
  'viewer token',
  'expired token',
  'revoked token',
  'token of a removed operator',
  'console',
  'console of a clerk',
  'console of a viewer',
  'provider clerk',
  'provider viewer',
  'provider clerk elsewhere',
  'partner admin',
  'partner viewer',
  'other partner admin',
  'mailbox',
  'member',
  'administrator',
  'member below',
  'administrator below',
  'member elsewhere',
  'administrator elsewhere',
  'tenant 1',
  'tenant 2',
  'tenant 3',
  'bounced tenant 4',
  'tenant of another deposit',
  'expired link',
  'outdated link',
  'document link',
  'new address link',
  'objection link',
  ...FORMER_ROLES,
] as const;
export type RoleName = (typeof ROLES)[number];
type OperatorRoleName = Exclude<
  Extract<RoleName, `${string}token` | `token ${string}` | `console of ${string}`>,
  'console' | 'cell token'
>;

/** A visitor’s credentials: headers for every route, and the token of their forms or link where one is needed. */
export type Role = { headers: Record<string, string>; formToken: string | null; links: Links };
type Links = Record<'signing' | 'paying' | 'document' | 'newAddress' | 'objection', string | null>;

/** An organization with one of everything that a route can name, and every kind of visitor. */
export type World = {
  service: Service;
  routes: readonly string[];
  ours: Stage;
  elsewhere: Stage;
  /** One deposit in each of: awaiting manager signature, tenant signatures, payment. */
  waiting: Play;
  signing: Play;
  paying: Play;
  memberId: string;
  /** The name of our logo in its address. */
  logo: string;
  documentId: string;
  /** Shared files of `waiting` and of `signing`. */
  files: Record<'waiting' | 'signing', string>;
  refusedCallId: string;
  /** An import of running deposits that has opened none. */
  runningImportId: string;
  /** Our bank, one of its people, and what it was asked about `paying`. */
  providerId: string;
  contactId: string;
  applicationId: string;
  agreementId: string;
  /** Our mandate, which waits for agreement. */
  mandateId: string;
  /** Of our partner: a run, a call, a connection and a mail. */
  own: Record<'run' | 'call' | 'connection' | 'mail', string>;
  /** What the administrator and tenant 1 asked of the signature service. */
  qualified: { manager: string; tenant: string };
  roles: Record<RoleName, Role>;
  administrator: ManagerBrowser;
  administratorElsewhere: ManagerBrowser;
  /** Occurs only in our own data, so it must be in no answer to others. */
  marks: readonly string[];
  /** All stored rows by table, except those that a mere read changes. */
  stored: () => Promise<Record<string, string>>;
  close: () => Promise<void>;
  stop: () => Promise<void>;
};

const NO_LINKS: Links = { signing: null, paying: null, document: null, newAddress: null, objection: null };
const LAST_NAME = 'Geheimniskraemer';

/** Of the other cell only the routes for it are of interest: nothing listens at its address. */
export const OTHER_CELL = 'http://127.0.0.1:1';
/** Of every service that the calls are sent to. */
export const WORLD_ENV = { TRUST_PROXY: 'true', CELLS: `main=http://127.0.0.1:2,second=${OTHER_CELL}` };

export async function buildWorld(): Promise<World> {
  const service = await startService({ env: { ...WORLD_ENV, QUALIFIED_SIGNATURE_URL: 'simulated' } });
  try {
    return await fillWorld(service, registeredRoutes());
  } catch (error) {
    // A service that is not stopped keeps the test run from ending.
    await service.stop();
    throw error;
  }
}

/** In a service that runs already, which `stop` stops; `close` leaves it running. */
export async function fillWorld(service: Service, routes: readonly string[]): Promise<World> {
  const bank = await setUpProvider(service, 'bank');
  const otherBank = await setUpProvider(service, 'bank');
  const contact = await created(
    service.operator('POST', `/providers/${bank.id}/contacts`, {
      email: `kontakt-${Math.random().toString(36).slice(2)}@bank.example`,
      name: 'Karin Kontakt',
      role: 'clerk',
    }),
  );
  const ours = await stage(service, { preSigned: false, bankProviderId: bank.id });
  const below = await stage(service, { parentId: ours.organizationId });
  const elsewhere = await stage(service);
  const branded = await service.operator('PATCH', `/organizations/${ours.organizationId}`, {
    brand: { logo: png(20, 10, () => [0, 0, 0, 255]).toString('base64') },
  });
  const logo = String(branded.body.brand.logo.path).split('/').at(-1) ?? '';
  const member = await addMember(service, ours, 'mitglied');

  // Create the expired ones first, then move the clock.
  const two = {
    ...naturalTenant('tenant2'),
    ...naturalTenant('tenant3'),
    ...naturalTenant('tenant4'),
    tenantLastName: LAST_NAME,
    tenant2LastName: LAST_NAME,
    tenantBirthDate: '1971-02-03',
  };
  const start = async (): Promise<Play> => {
    const unique = Math.random().toString(36).slice(2);
    return ours.start({
      ...two,
      tenant2Email: `zweite-${unique}@mail.example`,
      tenant3Email: `dritte-${unique}@mail.example`,
      tenant4Email: `vierte-${unique}@mail.example`,
      externalContractId: `GEHEIM-${unique}`,
    });
  };
  const late = await start();
  await reach('signed', late);
  const expiredLink = await linkOf(late, 'tenantEmail');
  const expired = await signIn(service, member.email);
  await advance(service, 'P61D');

  const waiting = await start();
  const signing = await start();
  await reach('signed', signing);
  const paying = await start();
  await reach('account', paying);
  const edited = await start();
  await reach('signed', edited);
  const outdatedLink = await linkOf(edited, 'tenantEmail');
  await edited.play('edit', { rentalDeposit: 1200 });
  await edited.play('resend');
  const other = await ours.start();
  await reach('signed', other);
  const otherPaying = await ours.start();
  await reach('account', otherPaying);
  await ours.open({ externalContractId: 'GEHEIM-refused', tenantLastName: LAST_NAME });
  const { apiKey: statusKey } = await created(
    service.operator('POST', `/organizations/${ours.organizationId}/status-keys`),
  );
  const statusHeaders = { 'x-api-key': statusKey, 'x-org-id': ours.organizationId };
  const { body } = await service.call('GET', '/webhook/events', { headers: statusHeaders });
  const documentLink = new URL(body.events[0].data.document.url).pathname.slice('/documents/'.length);

  const administrator = await signIn(service, ours.managerEmail);
  const administratorElsewhere = await signIn(service, elsewhere.managerEmail);
  const ended = await signIn(service, member.email);
  const endedHeaders = { cookie: cookieOf(ended) };
  await ended.submit('/manager/sign-out');
  const signedIn = async (on: Partner, name: string): Promise<Role> =>
    roleOf(await signIn(service, (await addMember(service, on, name)).email));
  const tenant = async (field: string, at: Play, paid: Play): Promise<Role> =>
    withLinks({ signing: await linkOf(at, field), paying: await linkOf(paid, field) });
  const roles: Record<RoleName, Role> = {
    nobody: bringing({}),
    'garbage cookie': bringing({ cookie: 'depono=%00%ff"; depono-browser=x; depono=' }),
    'forged session': bringing({ cookie: `depono=${'A'.repeat(43)}` }),
    'expired session': bringing({ cookie: cookieOf(expired) }),
    'ended session': bringing(endedHeaders),
    partner: bringing(secretEverywhere(ours.apiKey)),
    'other partner': bringing(secretEverywhere(elsewhere.apiKey)),
    'status key': bringing(secretEverywhere(statusKey)),
    ...(await otherStatusKeys(service, ours, elsewhere)),
    provider: bringing(secretEverywhere(bank.apiKey)),
    'other provider': bringing(secretEverywhere(otherBank.apiKey)),
    operator: bringing(secretEverywhere(TOKEN)),
    ...(await operatorRoles(service)),
    console: await consoleRole(await signInOperator(service)),
    ...(await contactRoles(service, bank, otherBank)),
    ...(await partnerRoles(service, ours, elsewhere)),
    mailbox: bringing({ authorization: basic(TOKEN), cookie: `depono=${TOKEN}` }),
    member: await roleOf(await signIn(service, member.email)),
    administrator: await roleOf(administrator),
    'member below': await signedIn(below, 'unten'),
    'administrator below': await roleOf(await signIn(service, below.managerEmail)),
    'member elsewhere': await signedIn(elsewhere, 'anderswo'),
    'administrator elsewhere': await roleOf(administratorElsewhere),
    'tenant 1': await tenant('tenantEmail', signing, paying),
    'tenant 2': await tenant('tenant2Email', signing, paying),
    'tenant 3': await tenant('tenant3Email', signing, paying),
    'bounced tenant 4': await bounced(service, await tenant('tenant4Email', signing, paying), [signing, paying]),
    'tenant of another deposit': await tenant('tenantEmail', other, otherPaying),
    'expired link': withLinks({ signing: expiredLink, paying: expiredLink }),
    'outdated link': withLinks({ signing: outdatedLink, paying: outdatedLink }),
    'document link': withLinks({ document: documentLink }),
    ...(await emailLinkRoles(await start())),
    ...(await formerRoles({
      service,
      ours,
      bank,
      addMember: (name) => addMember(service, ours, name),
      secretEverywhere,
      cookieOf,
    })),
  };

  const refused = /import-errors\/[^/"]+\/([^/"]+)"/.exec((await administrator.page('/manager/import-errors')).text);
  const asked = await bank.call('GET', '/applications?state=answered');
  const application = asked.body.applications.find(({ deposit }: any) => deposit.id === paying.id);
  const mandate = await created(
    service.sandbox('POST', '/mandates', { from: ours.organizationId, to: elsewhere.organizationId }),
  );
  const sql = new pg.Client(service.databaseUrl);
  await sql.connect();
  return {
    service,
    routes,
    ours,
    elsewhere,
    waiting,
    signing,
    paying,
    roles,
    administrator,
    administratorElsewhere,
    memberId: member.id,
    logo,
    documentId: (await paying.record()).documents[0].id,
    files: { waiting: await addFile(waiting), signing: await addFile(signing) },
    refusedCallId: refused?.[1] as string,
    runningImportId: await addRunningImport(service, ours),
    providerId: bank.id,
    contactId: contact.id,
    applicationId: application.id,
    agreementId: application.documents[0].id,
    mandateId: mandate.id,
    own: await ownOfPartner(service, ours, sql),
    qualified: await askedOfService({ waiting, signing, administrator }),
    marks: [
      LAST_NAME,
      waiting.contractId,
      signing.contractId,
      paying.contractId,
      'GEHEIM-refused',
      member.email,
      contact.email,
    ],
    stored: () => fingerprints(sql),
    close: () => sql.end(),
    stop: async () => {
      await sql.end();
      await service.stop();
    },
  };
}

/** Of all organizations of a partner, of another organization, and of those of another partner. */
async function otherStatusKeys(
  service: Service,
  ours: Partner,
  elsewhere: Partner,
): Promise<Record<'status key of a partner' | 'status key elsewhere' | 'status key of another partner', Role>> {
  const keyed = async (path: string): Promise<Role> => {
    const { apiKey } = await created(service.operator('POST', `${path}/status-keys`));
    return bringing(secretEverywhere(apiKey));
  };
  return {
    'status key of a partner': await keyed(`/partners/${ours.partnerId}`),
    'status key elsewhere': await keyed(`/organizations/${elsewhere.organizationId}`),
    'status key of another partner': await keyed(`/partners/${elsewhere.partnerId}`),
  };
}

/** Mails to this tenant come back; the links that have arrived before are as good as ever. */
async function bounced(service: Service, role: Role, plays: readonly Play[]): Promise<Role> {
  for (const { sent } of plays) {
    const { status, text } = await service.operator('POST', '/mails/bounced', { to: sent['tenant4Email'] });
    assert.equal(status, 200, text);
  }
  return role;
}

/** A tenant moves to a new address: the links of both mails. */
async function emailLinkRoles(play: Play): Promise<Record<'new address link' | 'objection link', Role>> {
  const email = `umgezogen-${Math.random().toString(36).slice(2)}@mail.example`;
  await reach('signed', play);
  await play.play('change-contact', { by: 'tenant', tenant: 1, email });
  const tokenOf = async (to: unknown, kind: string): Promise<string> => {
    const mail = (await play.partner.mails(String(to))).find((one) => one.kind === kind);
    assert.ok(mail !== undefined, `no ${kind} to ${String(to)}`);
    return new URL(mail.links[0]).pathname.split('/').at(-1) as string;
  };
  return {
    'new address link': withLinks({ newAddress: await tokenOf(email, 'contact_confirm') }),
    'objection link': withLinks({ objection: await tokenOf(play.sent['tenantEmail'], 'contact_changed') }),
  };
}

/** The manager and a tenant go to the signature service, and have not signed yet. */
async function askedOfService({
  waiting,
  signing,
  administrator,
}: Pick<World, 'waiting' | 'signing' | 'administrator'>): Promise<World['qualified']> {
  const seenOn = (page: string): string => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page);
  const idIn = (location: string | null): string => /\/qualified\/([^/?]+)/.exec(location ?? '')?.[1] ?? assert.fail();
  const path = `/manager/deposits/${waiting.id}`;
  const byManager = await administrator.post(`${path}/qualified`, {
    seen: seenOn((await administrator.page(path)).text),
  });
  const tenant = await openTenant(signing, signing.sent['tenantEmail']);
  const byTenant = await tenant.post('/qualified', {
    typedName: `${String(signing.sent['tenantFirstName'])} ${LAST_NAME}`,
    consent: 'yes',
    product: 'bank_deposit',
    seen: seenOn((await tenant.get()).text),
  });
  return { manager: idIn(byManager.location), tenant: idIn(byTenant.location) };
}

/** People of our bank, and of another one. */
async function contactRoles(
  service: Service,
  bank: ProviderVisitor,
  other: ProviderVisitor,
): Promise<Record<Extract<RoleName, `provider ${string}`>, Role>> {
  const signedInAs = async (provider: ProviderVisitor, role: 'clerk' | 'viewer'): Promise<Role> => {
    const browser = await signInContact(service, await addContact(service, provider, role));
    const formToken = tokenIn((await browser.page('/provider')).text);
    return { headers: { cookie: cookieOf(browser) }, formToken, links: NO_LINKS };
  };
  return {
    'provider clerk': await signedInAs(bank, 'clerk'),
    'provider viewer': await signedInAs(bank, 'viewer'),
    'provider clerk elsewhere': await signedInAs(other, 'clerk'),
  };
}

/** People of our partner, and of another one. */
async function partnerRoles(
  service: Service,
  ours: Partner,
  elsewhere: Partner,
): Promise<Record<'partner admin' | 'partner viewer' | 'other partner admin', Role>> {
  const signedInAs = async (partner: Partner, role: 'admin' | 'viewer'): Promise<Role> => {
    const browser = await signInPartner(service, partner, role);
    const formToken = tokenIn((await browser.page('/partner/changelog')).text);
    return { headers: { cookie: cookieOf(browser) }, formToken, links: NO_LINKS };
  };
  return {
    'partner admin': await signedInAs(ours, 'admin'),
    'partner viewer': await signedInAs(ours, 'viewer'),
    'other partner admin': await signedInAs(elsewhere, 'admin'),
  };
}

/** What the pages of our partner can name. */
async function ownOfPartner(service: Service, ours: Partner, sql: pg.Client): Promise<World['own']> {
  const call = (method: string, path: string, body?: unknown): Promise<any> =>
    service.call(method, `/partner/api${path}`, { headers: { 'x-api-key': ours.apiKey }, body });
  const { externalOrgId, organizationId, partnerId } = ours;
  const started = await call('POST', '/conformance', { externalOrgId });
  // Reading the list writes down what waits.
  await call('GET', '/calls');
  const { rows } = await sql.query('select id from calls where partner_id = $1 limit 1', [partnerId]);
  const { body } = await service.operator('GET', `/organizations/${organizationId}/connections`);
  const mails = await call('GET', '/sandbox/mailbox');
  return { run: started.body.id, call: rows[0].id, connection: body.connections[0].id, mail: mails.body.mails[0].id };
}

/** Operators of every role, with valid and other tokens. */
async function operatorRoles(service: Service): Promise<Record<OperatorRoleName, Role>> {
  const add = async (role: string): Promise<{ id: string; email: string }> => {
    const email = `${role}-${Math.random().toString(36).slice(2)}@depono.example`;
    return created(service.operator('POST', '/operators', { email, name: role, role }));
  };
  const tokenOf = async ({ id }: { id: string }): Promise<{ tokenId: string; token: string }> =>
    created(service.operator('POST', `/operators/${id}/tokens`, { name: 'matrix' }));
  const [admin, clerk, viewer, removed] = [
    await add('admin'),
    await add('clerk'),
    await add('viewer'),
    await add('admin'),
  ];
  const [revoked, expired, gone] = [await tokenOf(admin), await tokenOf(admin), await tokenOf(removed)];
  await service.operator('DELETE', `/operators/${admin.id}/tokens/${revoked.tokenId}`);
  await service.operator('DELETE', `/operators/${removed.id}`);
  const sql = new pg.Client(service.databaseUrl);
  await sql.connect();
  await sql.query(`update operator_tokens set expires_at = clock_timestamp() where id = $1`, [expired.tokenId]);
  await sql.end();
  const withToken = async (who: { id: string }): Promise<Role> =>
    bringing(secretEverywhere((await tokenOf(who)).token));
  return {
    'admin token': await withToken(admin),
    'clerk token': await withToken(clerk),
    'viewer token': await withToken(viewer),
    'expired token': bringing(secretEverywhere(expired.token)),
    'revoked token': bringing(secretEverywhere(revoked.token)),
    'token of a removed operator': bringing(secretEverywhere(gone.token)),
    'console of a clerk': await consoleRole(await signInOperator(service, clerk.email)),
    'console of a viewer': await consoleRole(await signInOperator(service, viewer.email)),
  };
}

/** A file of the property management, shared with the tenants. */
export async function addFile({ id, partner }: Play): Promise<string> {
  const file = { name: 'GEHEIM.pdf', contentBase64: btoa('%PDF-1.7'), shared: true };
  const { status, body, text } = await partner.service.sandbox('POST', `/deposits/${id}/files`, file);
  assert.equal(status, 201, text);
  return body.id;
}

/** Its only row is wrong. */
export async function addRunningImport(service: Service, { organizationId }: Stage): Promise<string> {
  const path = `/organizations/${organizationId}/running-imports`;
  const { status, body, text } = await service.operator('POST', path, { rows: [{}] });
  assert.equal(status, 200, text);
  return body.importId;
}

export async function addMember(service: Service, { organizationId, domain }: Partner, name: string): Promise<any> {
  const email = `${name}-${Math.random().toString(36).slice(2)}@${domain}`;
  const person = { email, firstName: 'Max', lastName: 'Muster', language: 'de' };
  return created(service.operator('POST', `/organizations/${organizationId}/members`, person));
}

async function linkOf(play: Play, field: string): Promise<string> {
  const { path } = await openTenant(play, play.sent[field]);
  return path.slice('/t/'.length);
}

/** A secret is tried in every header and field that takes one. */
function secretEverywhere(secret: string): Record<string, string> {
  return { authorization: `Bearer ${secret}`, 'x-api-key': secret, cookie: `depono=${secret}` };
}

const basic = (password: string): string => `Basic ${Buffer.from(`x:${password}`).toString('base64')}`;

const bringing = (headers: Record<string, string>): Role => ({ headers, formToken: null, links: NO_LINKS });

function withLinks(links: Partial<Links>): Role {
  const [secret] = Object.values(links);
  return { headers: secretEverywhere(secret ?? ''), formToken: null, links: { ...NO_LINKS, ...links } };
}

export function cookieOf({ cookies }: ManagerBrowser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

export async function roleOf(browser: ManagerBrowser): Promise<Role> {
  const formToken = tokenIn((await browser.page('/manager/account')).text);
  return { headers: { cookie: cookieOf(browser) }, formToken, links: NO_LINKS };
}

async function consoleRole(browser: ManagerBrowser): Promise<Role> {
  const formToken = tokenIn((await browser.page('/operator/paths')).text);
  return { headers: { cookie: cookieOf(browser) }, formToken, links: NO_LINKS };
}

/**
 * Rows that a mere read changes: last-seen times, challenges for a browser, the progress of the list, logged calls and
 * hourly counts. And the proof of the books, which a worker begins some time after the start.
 */
const LEFT_BY_LOOKING = new Set([
  'sessions',
  'passkey_challenges',
  'deposit_list',
  'deposit_list_progress',
  'key_uses',
  'partner_lists',
  'calls',
  'call_counts',
  'call_problems',
  'call_payloads',
  'call_reads',
  'counters',
  'counter_changes',
  'levels',
  'level_changes',
  'levels_start',
  'books_proof',
  'differing_accounts',
]);

async function fingerprints(sql: pg.Client): Promise<Record<string, string>> {
  await nothingIsDue(sql);
  const { rows } = await sql.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !LEFT_BY_LOOKING.has(name));
  assert.ok(tables.includes('history') && tables.includes('members'));
  const all: Record<string, string> = {};
  for (const name of tables) {
    const found = await sql.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
    );
    all[name] = found.rows[0]?.hash ?? '';
  }
  return all;
}

/** Mails of the set-up may still be in progress: wait for the worker. What has expired is forgotten at any time. */
async function nothingIsDue(sql: pg.Client): Promise<void> {
  await sql.query('delete from asked_sign_ins where expires_at < service_now()');
  const DUE = `select from effects where state = 'waiting' and attempts = 0 and due_at <= service_now() limit 1`;
  while ((await sql.query(DUE)).rowCount !== 0) await wait(20);
}

let addresses = 0;

export type Sent = { status: number; location: string; text: string; headers: Headers };

/** From a new address each time, so that no call is slowed down; redirects are not followed. */
export async function request(service: Service, method: string, path: string, options: RequestInit): Promise<Sent> {
  const from = { 'x-forwarded-for': nextAddress() };
  const response = await fetch(new URL(path, service.baseUrl), {
    method,
    redirect: 'manual',
    ...options,
    headers: { ...from, ...(options.headers as Record<string, string>) },
  });
  const { status, headers } = response;
  return { status, location: headers.get('location') ?? '', text: await response.text(), headers };
}

/** Sends a raw, possibly malformed request. Status 0: the connection was closed without an answer. */
export function speak(
  { address }: Service,
  line: string,
  { headers = {}, body = '' }: { headers?: Record<string, string | readonly string[]>; body?: string } = {},
): Promise<{ status: number; head: string; text: string }> {
  const all = { host: 'localhost', 'x-forwarded-for': nextAddress(), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const saysLength = Object.keys(headers).some((name) => /^(?:content-length|transfer-encoding)/.test(name));
  const length = body === '' || saysLength ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const whole = [`${line} HTTP/1.1`, ...lines, ...length, 'connection: close', '', body].join('\r\n');
  return new Promise((done) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let answer = '';
    socket
      .setEncoding('utf8')
      .on('data', (text) => (answer += text))
      .on('error', () => undefined)
      .on('close', () => {
        const [head = '', ...rest] = answer.split('\r\n\r\n');
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
        done({ status, head, text: rest.join('\r\n\r\n') });
      });
    socket.write(whole);
  });
}

function nextAddress(): string {
  const n = ++addresses;
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}
