/**
 * What someone must bring to get in.
 * - `anyone`: nothing; what is behind it tells nobody anything that is not theirs.
 * - `member`: a session of a property manager, who then sees their organizations and the sub-organizations of these.
 * - `administrator`: such a session, of someone who administers the organization.
 * - `operator`: a session of someone whose address is in `OPERATOR_EMAILS`.
 * - `tenant_link`, `document_link`: a personal link, which is the key itself.
 * - `metrics_token`: `METRICS_TOKEN`, or without one to be on this machine.
 * - `mailbox_password`, `register_password`: of the test environment alone.
 */
export type Access =
  | 'anyone'
  | 'partner_key'
  | 'status_key'
  | 'operator_token'
  | 'operator'
  | 'member'
  | 'administrator'
  | 'tenant_link'
  | 'document_link'
  | 'metrics_token'
  | 'mailbox_password'
  | 'register_password';

/** Every page of people, one by one. */
const PAGES: Record<string, Access> = {
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
  'GET /metrics': 'metrics_token',

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

  'GET /operator/sign-in': 'anyone',
  'POST /operator/sign-in': 'anyone',
  'GET /operator/sign-in/sent': 'anyone',
  'GET /operator/sign-in/:token': 'anyone',
  'POST /operator/sign-out': 'operator',
  'GET /operator/audit': 'operator',
  'GET /operator/paths': 'operator',
  'GET /operator/partners': 'operator',
  'GET /operator/partners/new': 'operator',
  'POST /operator/partners/new': 'operator',
  'GET /operator/partners/:id': 'operator',
  'POST /operator/partners/:id/keys': 'operator',
  'GET /operator/partners/:id/keys/:keyId/revoke': 'operator',
  'POST /operator/partners/:id/keys/:keyId/revoke': 'operator',
  'GET /operator/organizations': 'operator',
  'GET /operator/organizations/new': 'operator',
  'POST /operator/organizations/new': 'operator',
  'GET /operator/organizations/:id': 'operator',
  'GET /operator/organizations/:id/edit': 'operator',
  'POST /operator/organizations/:id/edit': 'operator',
  'GET /operator/organizations/:id/members': 'operator',
  'GET /operator/organizations/:id/members/new': 'operator',
  'POST /operator/organizations/:id/members/new': 'operator',
  'GET /operator/organizations/:id/members/:memberId': 'operator',
  'POST /operator/organizations/:id/members/:memberId': 'operator',
  'GET /operator/organizations/:id/members/:memberId/remove': 'operator',
  'POST /operator/organizations/:id/members/:memberId/remove': 'operator',
  'GET /operator/organizations/:id/connections': 'operator',
  'GET /operator/organizations/:id/connections/new': 'operator',
  'POST /operator/organizations/:id/connections/new': 'operator',
  'GET /operator/organizations/:id/connections/:connectionId': 'operator',
  'POST /operator/organizations/:id/connections/:connectionId': 'operator',
  'POST /operator/organizations/:id/connections/:connectionId/switch-on': 'operator',
  'POST /operator/organizations/:id/connections/:connectionId/secret': 'operator',
  'POST /operator/organizations/:id/connections/:connectionId/secret/retire': 'operator',
  'GET /operator/organizations/:id/status-keys': 'operator',
  'POST /operator/organizations/:id/status-keys': 'operator',
  'GET /operator/organizations/:id/status-keys/:keyId/revoke': 'operator',
  'POST /operator/organizations/:id/status-keys/:keyId/revoke': 'operator',
  'GET /operator/organizations/:id/ignored': 'operator',
  'POST /operator/organizations/:id/ignored': 'operator',
  'POST /operator/organizations/:id/ignored/upload': 'operator',
  'POST /operator/organizations/:id/ignored/heed': 'operator',
  'GET /operator': 'operator',
  'GET /operator/deposits': 'operator',
  'POST /operator/deposits': 'operator',
  'GET /operator/deposits/:id': 'operator',
  'GET /operator/deposits/:id/documents/:documentId': 'operator',
  'GET /operator/deposits/:id/account': 'operator',
  'POST /operator/deposits/:id/account': 'operator',
  'GET /operator/deposits/:id/cover': 'operator',
  'POST /operator/deposits/:id/cover': 'operator',
  'GET /operator/deposits/:id/refused': 'operator',
  'POST /operator/deposits/:id/refused': 'operator',
  'GET /operator/deposits/:id/remind': 'operator',
  'POST /operator/deposits/:id/remind': 'operator',
  'GET /operator/deposits/:id/release-ground': 'operator',
  'POST /operator/deposits/:id/release-ground': 'operator',
  'GET /operator/deposits/:id/legal-claim': 'operator',
  'POST /operator/deposits/:id/legal-claim': 'operator',
  'GET /operator/deposits/:id/cover-ended': 'operator',
  'POST /operator/deposits/:id/cover-ended': 'operator',
  'GET /operator/deposits/:id/withdraw': 'operator',
  'POST /operator/deposits/:id/withdraw': 'operator',
  'GET /operator/money': 'operator',
  'GET /operator/money/:id': 'operator',
  'POST /operator/money/:id/account': 'operator',
  'POST /operator/money/:id/completed': 'operator',
  'GET /operator/failures': 'operator',
  'POST /operator/failures/retry-all': 'operator',
  'POST /operator/failures/effects/:organizationId/:id/retry': 'operator',
  'POST /operator/failures/deliveries/:id/replay': 'operator',
  'GET /operator/bank': 'operator',
  'POST /operator/bank/entries/done': 'operator',
  'POST /operator/bank/export': 'operator',
  'POST /operator/bank/runs/:id/write-again': 'operator',
  'GET /operator/privacy': 'operator',
  'POST /operator/privacy/person': 'operator',
  'POST /operator/privacy/periods': 'operator',
  'GET /operator/pictures': 'operator',
  'GET /operator/calls': 'operator',
  'GET /operator/calls/:id': 'operator',
  'POST /operator/calls/:id/run-again': 'operator',

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
const INTERFACES: readonly (readonly [path: RegExp, door: Access])[] = [
  [/^\/webhook\/(?:contract-status|events)$/, 'status_key'],
  [/^\/webhook\/[^/]+(?:\/check)?$/, 'partner_key'],
  [/^\/operator\/api\//, 'operator_token'],
  [/^\/sandbox\/api\//, 'operator_token'],
  [/^\/sandbox\/mailbox(?:\/|$)/, 'mailbox_password'],
  [/^\/sandbox\/register\//, 'register_password'],
];

/** Null: there is no such route. */
export function accessOf(route: string): Access | null {
  const page = PAGES[route];
  if (page !== undefined) return page;
  const path = route.slice(route.indexOf(' ') + 1);
  return INTERFACES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** A route that nobody has thought about is not served: the start fails, and so does every test. */
export function refuseUnlisted(route: string): void {
  if (accessOf(route) === null) throw new Error(`${route} has no entry in src/access.ts: who may come in there?`);
}

/** For those who look whether the table is true. */
export const LISTED_PAGES: readonly string[] = Object.keys(PAGES);
