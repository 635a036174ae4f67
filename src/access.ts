/**
 * What someone must bring to get in.
 * - `anyone`: nothing; what is behind it tells nobody anything that is not theirs.
 * - `member`: a session of a property manager, who then sees their organizations and the sub-organizations of these.
 * - `administrator`: such a session, of someone who administers the organization.
 * - `tenant_link`, `document_link`: a personal link, which is the key itself.
 * - `mailbox_password`, `register_password`: of the test environment alone.
 */
export type Door =
  | 'anyone'
  | 'partner_key'
  | 'status_key'
  | 'operator_token'
  | 'member'
  | 'administrator'
  | 'tenant_link'
  | 'document_link'
  | 'mailbox_password'
  | 'register_password';

/** Every page of people, one by one. */
const PAGES: Record<string, Door> = {
  'GET /': 'anyone',
  'GET /assets/:name': 'anyone',
  'GET /docs': 'anyone',
  'GET /docs/api': 'anyone',
  'GET /docs/callbacks': 'anyone',
  'GET /docs/partner-guide': 'anyone',
  'GET /docs/sandbox': 'anyone',
  'GET /openapi.json': 'anyone',
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',

  'GET /manager/sign-in': 'anyone',
  'POST /manager/sign-in': 'anyone',
  'GET /manager/sign-in/sent': 'anyone',
  'GET /manager/sign-in/:token': 'anyone',
  'POST /manager/sign-in/passkey': 'anyone',
  'POST /manager/sign-in/passkey/options': 'anyone',

  'GET /manager': 'member',
  'POST /manager/sign-out': 'member',
  'GET /manager/account': 'member',
  'POST /manager/account/language': 'member',
  'POST /manager/account/sessions/end': 'member',
  'POST /manager/account/sessions/end-others': 'member',
  'POST /manager/passkeys': 'member',
  'POST /manager/passkeys/options': 'member',
  'POST /manager/passkeys/remove': 'member',
  'GET /import-deposit': 'member',
  'GET /manager/deposits': 'member',
  'POST /manager/deposits': 'member',
  'GET /manager/deposits.csv': 'member',
  'GET /manager/deposits/new': 'member',
  'GET /manager/deposits/:id': 'member',
  'GET /manager/deposits/:id/documents/:documentId': 'member',
  'POST /manager/deposits/:id/sign': 'member',
  'GET /manager/deposits/:id/correct': 'member',
  'POST /manager/deposits/:id/correct': 'member',
  'GET /manager/deposits/:id/edit': 'member',
  'POST /manager/deposits/:id/edit': 'member',
  'POST /manager/deposits/:id/resend': 'member',
  'GET /manager/deposits/:id/withdraw': 'member',
  'POST /manager/deposits/:id/withdraw': 'member',
  'GET /manager/deposits/:id/close': 'member',
  'POST /manager/deposits/:id/close': 'member',
  'GET /manager/deposits/:id/counter': 'member',
  'POST /manager/deposits/:id/counter': 'member',
  'POST /manager/deposits/:id/consent': 'member',
  'POST /manager/deposits/:id/remind': 'member',
  'POST /manager/sign-many': 'member',
  'POST /manager/sign-many/confirm': 'member',
  'GET /manager/import-errors': 'member',
  'GET /manager/import-errors/:organizationId/:id': 'member',
  'GET /manager/organization': 'member',
  'POST /manager/organization/:organizationId/language': 'administrator',
  'GET /manager/organization/:organizationId/invite': 'administrator',
  'POST /manager/organization/:organizationId/invite': 'administrator',
  'GET /manager/organization/:organizationId/members/:memberId': 'administrator',
  'POST /manager/organization/:organizationId/members/:memberId': 'administrator',
  'POST /manager/organization/:organizationId/members/:memberId/invite-again': 'administrator',
  'POST /manager/organization/:organizationId/members/:memberId/make-default': 'administrator',
  'GET /manager/organization/:organizationId/members/:memberId/remove': 'administrator',
  'POST /manager/organization/:organizationId/members/:memberId/remove': 'administrator',

  'GET /t/new-link': 'anyone',
  'POST /t/new-link': 'anyone',
  'GET /t/:token': 'tenant_link',
  'GET /t/:token/agreement.pdf': 'tenant_link',
  'GET /t/:token/slip.pdf': 'tenant_link',
  'GET /t/:token/slip.svg': 'tenant_link',
  'GET /t/:token/documents/:id': 'tenant_link',
  'POST /t/:token/sign': 'tenant_link',
  'POST /t/:token/closing': 'tenant_link',
  'POST /t/:token/counter': 'tenant_link',
  'POST /t/:token/consent': 'tenant_link',
  'POST /t/:token/demand': 'tenant_link',
  'POST /t/:token/renew': 'tenant_link',
  'GET /documents/:token': 'document_link',
};

/** Interfaces for programs have one door each; the first that fits counts. */
const INTERFACES: readonly (readonly [path: RegExp, door: Door])[] = [
  [/^\/webhook\/(?:contract-status|events)$/, 'status_key'],
  [/^\/webhook\/[^/]+(?:\/check)?$/, 'partner_key'],
  [/^\/operator\/api\//, 'operator_token'],
  [/^\/sandbox\/api\//, 'operator_token'],
  [/^\/sandbox\/mailbox(?:\/|$)/, 'mailbox_password'],
  [/^\/sandbox\/register\//, 'register_password'],
];

/** Null: there is no such route. */
export function doorOf(route: string): Door | null {
  const page = PAGES[route];
  if (page !== undefined) return page;
  const path = route.slice(route.indexOf(' ') + 1);
  return INTERFACES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** A route that nobody has thought about is not served: the start fails, and so does every test. */
export function refuseUnlisted(route: string): void {
  if (doorOf(route) === null) throw new Error(`${route} has no entry in src/access.ts: who may come in there?`);
}

/** For those who look whether the table is true. */
export const LISTED_PAGES: readonly string[] = Object.keys(PAGES);
