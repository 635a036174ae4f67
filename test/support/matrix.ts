import { OPERATOR_ROLES, type OperatorRole } from '../../src/domain/operator.ts';
import type { Access } from '../../src/web/access.ts';
import { ROLES, type RoleName, type Sent } from './access.ts';
import { accessOf } from './routes.ts';

/** Allowed; redirected to sign in; not authorised as in the contract; or the status of the refusal. */
export type Outcome = 'in' | 'ask_who' | 'not_authorised' | 401 | 403 | 404 | 410;
type Row = { in: readonly RoleName[]; otherwise: Outcome } & Partial<Record<RoleName, Outcome>>;

const MEMBERS: readonly RoleName[] = [
  'member',
  'administrator',
  'member below',
  'administrator below',
  'member elsewhere',
  'administrator elsewhere',
];
const CONTACTS: readonly RoleName[] = ['provider clerk', 'provider viewer', 'provider clerk elsewhere'];
const OF_PARTNERS: readonly RoleName[] = ['partner admin', 'partner viewer', 'other partner admin'];
const NOT_THERE = Object.fromEntries(MEMBERS.map((role) => [role, 404])) as Record<RoleName, 404>;

type RowName =
  | Exclude<Access, OperatorRole>
  | 'theirs'
  | 'new_address_link'
  | 'objection_link'
  | 'asked by tenant 1'
  | 'asked of a provider'
  | 'own application'
  | 'list of a partner'
  | 'self-service'
  | 'own of a partner'
  | 'own page of a partner'
  | 'own form of a partner'
  | 'clock of a partner'
  | 'answer to an own application'
  | `${'call' | 'page'} of a ${OperatorRole}`;

/**
 * Who may use which route. `theirs`: pages of members about data of an organization. `asked of a provider`: an application
 * and its document.
 */
const WHO: Record<RowName, Row> = {
  anyone: { in: ROLES, otherwise: 404 },
  member: { in: MEMBERS, otherwise: 'ask_who' },
  theirs: { ...NOT_THERE, in: ['member', 'administrator'], otherwise: 'ask_who' },
  administrator: { ...NOT_THERE, in: ['administrator'], otherwise: 'ask_who' },
  tenant_link: {
    in: ['tenant 1', 'tenant 2', 'tenant 3', 'bounced tenant 4', 'tenant of another deposit'],
    'expired link': 410,
    'outdated link': 410,
    otherwise: 404,
  },
  // A link to a deposit does not open these, nor does one of these open the other.
  new_address_link: { in: ['new address link'], otherwise: 404 },
  objection_link: { in: ['objection link'], otherwise: 404 },
  'asked by tenant 1': { in: ['tenant 1'], 'expired link': 410, 'outdated link': 410, otherwise: 404 },
  document_link: { in: ['document link'], otherwise: 404 },
  partner_key: { in: ['partner'], 'other partner': 404, otherwise: 'not_authorised' },
  // Our organization is not connected to the other partner.
  'list of a partner': { in: ['partner'], 'other partner': 404, otherwise: 401 },
  'self-service': { in: ['partner', 'other partner'], otherwise: 401 },
  'own of a partner': { in: ['partner'], 'other partner': 404, otherwise: 401 },
  'clock of a partner': { in: [], partner: 403, 'other partner': 403, otherwise: 401 },
  status_key: { in: ['status key', 'status key of a partner'], otherwise: 401 },
  provider_key: { in: ['provider', 'other provider'], otherwise: 401 },
  'asked of a provider': { in: ['provider'], 'other provider': 404, otherwise: 401 },
  partner_viewer: { in: OF_PARTNERS, otherwise: 'ask_who' },
  partner_admin: { in: ['partner admin', 'other partner admin'], 'partner viewer': 403, otherwise: 'ask_who' },
  'own page of a partner': {
    in: ['partner admin', 'partner viewer'],
    'other partner admin': 404,
    otherwise: 'ask_who',
  },
  'own form of a partner': {
    in: ['partner admin'],
    'partner viewer': 403,
    'other partner admin': 404,
    otherwise: 'ask_who',
  },
  report_reader: {
    in: ['partner admin', 'partner viewer', 'console', 'console of a clerk', 'console of a viewer'],
    'other partner admin': 404,
    otherwise: 'ask_who',
  },
  provider_viewer: { in: CONTACTS, otherwise: 'ask_who' },
  provider_clerk: { in: ['provider clerk', 'provider clerk elsewhere'], 'provider viewer': 403, otherwise: 'ask_who' },
  'own application': {
    in: ['provider clerk', 'provider viewer'],
    'provider clerk elsewhere': 404,
    otherwise: 'ask_who',
  },
  'answer to an own application': {
    in: ['provider clerk'],
    'provider viewer': 403,
    'provider clerk elsewhere': 404,
    otherwise: 'ask_who',
  },
  'call of a viewer': { in: ['operator', 'admin token', 'clerk token', 'viewer token'], otherwise: 401 },
  'call of a clerk': { in: ['operator', 'admin token', 'clerk token'], 'viewer token': 403, otherwise: 401 },
  'call of a admin': { in: ['operator', 'admin token'], 'clerk token': 403, 'viewer token': 403, otherwise: 401 },
  // Neither members nor holders of a token.
  'page of a viewer': { in: ['console', 'console of a clerk', 'console of a viewer'], otherwise: 'ask_who' },
  'page of a clerk': { in: ['console', 'console of a clerk'], 'console of a viewer': 403, otherwise: 'ask_who' },
  'page of a admin': {
    in: ['console'],
    'console of a clerk': 403,
    'console of a viewer': 403,
    otherwise: 'ask_who',
  },
  // The tests run on the same machine.
  metrics_token: { in: ROLES, otherwise: 401 },
  /** The terminal alone has the key in the address. */
  demo_link: { in: [], otherwise: 404 },
  mailbox_password: { in: ['mailbox'], otherwise: 401 },
  register_password: { in: [], otherwise: 401 },
  service_secret: { in: [], otherwise: 401 },
};

export function expected(route: string, role: RoleName): Outcome {
  // An expired link still allows requesting a new one.
  if (route === 'POST /t/:token/renew' && /^(?:expired|outdated) link$/.test(role)) return 'in';
  // Partners have keys for one path.
  if (rowOf(route) === 'partner_key' && role === 'other partner' && !isOwnPath(route)) return 'not_authorised';
  const row = WHO[rowOf(route)];
  return row.in.includes(role) ? 'in' : (row[role] ?? row.otherwise);
}

/** The path of the partners of the tests. */
export const isOwnPath = (route: string): boolean => /\/webhook\/custom(?:\/check)?$/.test(route);

export function rowOf(route: string): RowName {
  const access = accessOf(route);
  if (isRole(access)) return `${/^\S+ \/(?:operator|sandbox)\/api\//.test(route) ? 'call' : 'page'} of a ${access}`;
  if (route === 'POST /partner/api/sandbox/clock') return 'clock of a partner';
  if (route.includes(' /partner/api/')) return route.includes('/:') ? 'own of a partner' : 'self-service';
  if (access === 'partner_key' && route.startsWith('GET ')) return 'list of a partner';
  if (access === 'provider_key' && route.includes('/:')) return 'asked of a provider';
  if (access === 'partner_viewer' && route.includes('/:')) return 'own page of a partner';
  if (access === 'partner_admin' && route.includes('/:')) return 'own form of a partner';
  if (access === 'provider_viewer' && route.includes('/:')) return 'own application';
  if (access === 'provider_clerk' && route.includes('/:')) return 'answer to an own application';
  if (route.includes(' /t/new-address/')) return 'new_address_link';
  if (route.includes(' /t/objection/')) return 'objection_link';
  if (route.includes(' /t/:token/qualified/:id')) return 'asked by tenant 1';
  const isTheirs = route.includes('/:') || route === 'POST /manager/deposits';
  return access === 'member' && isTheirs ? 'theirs' : access;
}

/** Pages of the console, for any role. */
export const isConsolePage = (route: string): boolean => rowOf(route).startsWith('page of ');

function isRole(access: Access): access is OperatorRole {
  return (OPERATOR_ROLES as readonly string[]).includes(access);
}

export function outcomeOf(route: string, { status, location, text }: Sent): Outcome | 'failed' {
  if (status === 303 && /^\/(?:manager|operator|provider|partner)\/sign-in\?next=/.test(location)) return 'ask_who';
  if (status === 303 && location.endsWith('/sign-in') && route.endsWith('/sign-out')) return 'ask_who';
  if (status === 401 && /href="\/(?:manager|operator|provider|partner)\/sign-in"/.test(text)) return 'ask_who';
  if (status === 500 && text.includes('Not Authorised!')) return 'not_authorised';
  if (status === 500 && text.includes('Organization with external ID')) return 404;
  if (status === 403 && route === 'POST /partner/api/sandbox/clock') return 403;
  if (
    status === 403 &&
    /Only an? (?:admin|clerk or an admin) may do this|You have read-only access|Sie haben nur Lesezugriff/.test(text)
  )
    return 403;
  if (status === 401 || status === 404 || status === 410) return status;
  return status < 500 ? 'in' : 'failed';
}

/** Partner paths answer every method, all but one with 405. */
export const isOtherMethod = (route: string): boolean =>
  /^(?!POST )\S+ \/webhook\/(?!contract-status|events|deposits)|^(?!GET )\S+ \/webhook\/(?:contract-status|events|deposits)$/.test(
    route,
  );
