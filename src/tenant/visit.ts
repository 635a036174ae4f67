import type { FastifyReply, FastifyRequest } from 'fastify';
import { homeAddress } from '../actions/cells/home-address.ts';
import type { Services } from '../actions/services.ts';
import { tenantAt } from '../domain/change.ts';
import type { Language } from '../domain/values/language.ts';
import type { Order } from '../domain/ledger.ts';
import { askedOrders } from '../domain/lifecycle/order-account.ts';
import type { Organization } from '../domain/organization.ts';
import { TENANT_PREFIXES } from '../domain/payload/problem.ts';
import type { Tenant } from '../domain/tenant.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import type { ReadLogo } from '../documents/shown-agreement.ts';
import { findDeposit, type Location, type StoredDeposit } from '../storage/deposits/deposits.ts';
import { findOrganization } from '../storage/set-up/organizations.ts';
import { findLink } from '../storage/deposits/tenant-links.ts';
import { organizationOfToken } from '../vault/keys.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import type { Form } from '../web/forms.ts';
import { formOf } from '../web/session-pages.ts';
import { chosenLanguage } from './language.ts';
import { TENANT_WORDS } from './words.ts';
import type { TenantWords } from './words/words.ts';
import { NotAtHome } from '../domain/cells.ts';

export type TenantSettings = {
  services: Services;
  baseUrl: () => string;
  /** In the test environment: finishes the effects of a move before the answer. */
  settle: () => Promise<void>;
  failedKeys: FailedKeys;
};

/** One request by a personal link. */
export type TenantVisit = {
  request: FastifyRequest;
  reply: FastifyReply;
  location: Location;
  deposit: StoredDeposit;
  organization: Organization;
  tenant: Tenant;
  /** 1: the main tenant, in whose name the account is. */
  position: number;
  isMain: boolean;
  /** About to join with a change that waits for signatures. */
  isJoining: boolean;
  /** May act at the closing: the main tenant, or either signatory of a company with joint signature. */
  acts: boolean;
  /** The payouts whose account the main tenant is asked for. */
  asked: readonly Order[];
  round: number;
  now: Date;
  language: Language;
  words: TenantWords;
  /** The name of the qualified signature service, where one is set. */
  qualifiedService: string | null;
  form: Form;
  readLogo: ReadLogo;
  /** The address of this page or of a part of it, in the language that was chosen. */
  path: (part?: string) => string;
};

/** Where a link leads: to the deposit, or to an explanation. */
type Arrival = { is: 'here'; visit: TenantVisit } | NotHere | { is: 'elsewhere'; address: string };
export type NotHere = { is: 'edited' | 'outdated' | 'expired'; visit: TenantVisit } | { is: 'unknown' };

export async function arrive(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Arrival> {
  const { database: sql, money, demoIban, qualified, logos } = services;
  const { token } = request.params as { token: string };
  const organizationId = organizationOfToken(token);
  const found = organizationId === null ? null : await readLink(sql, { organizationId, token });
  if (organizationId === null || found === null) {
    // Where it has moved away long ago, its links are no longer here.
    const address = await homeAddress(services, organizationId);
    return address === null ? { is: 'unknown' } : { is: 'elsewhere', address };
  }
  const { link, deposit } = found;
  const { depositId, position, round } = link;
  // A mandate may have moved it since the link was issued.
  const organization = deposit === null ? null : await findOrganization(sql, deposit.organizationId);
  const tenant = deposit === null ? undefined : tenantAt(deposit, position);
  if (organization !== null && organization.home !== null) {
    const address = await homeAddress(services, organization.id);
    if (address === null) throw new NotAtHome();
    return { is: 'elsewhere', address };
  }
  // Someone who is no longer a tenant sees nothing.
  if (deposit === null || organization === null || tenant === undefined) return { is: 'unknown' };
  if (hasNewAddress(deposit, link)) return { is: 'unknown' };
  const now = await serviceNow(sql);
  const own = deposit.terms.tenantLanguage;
  const language = chosenLanguage(request) ?? own;
  const visit: TenantVisit = {
    request,
    reply,
    deposit,
    organization,
    tenant,
    position,
    round,
    now,
    language,
    location: { organizationId: organization.id, depositId },
    isMain: position === 1,
    isJoining: position > deposit.terms.tenants.length,
    acts: position === 1 || deposit.terms.signatureRule === 'joint',
    asked: askedOrders(deposit, 'tenant', { organization, money, demoIban, now }),
    words: TENANT_WORDS[language],
    qualifiedService: qualified?.name ?? null,
    form: formOf(request),
    readLogo: (logo) => logos.read(logo),
    path: (part = '') => `/t/${token}${part}${language === own ? '' : `?lang=${language}`}`,
  };
  return { is: whatOf({ deposit, round, isExpired: link.expiresAt < now }), visit };
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Link and deposit of one moment: a change may have moved the link to another position between the two reads. */
async function readLink(
  sql: Sql,
  key: { organizationId: string; token: string },
): Promise<{ link: Link; deposit: StoredDeposit | null } | null> {
  let link = await findLink(sql, key);
  while (link !== null) {
    const deposit = await findDeposit(sql, link.depositId);
    const again = await findLink(sql, key);
    if (again?.position === link.position) return { link, deposit };
    link = again;
  }
  return null;
}

/** If the address was corrected since the link was sent, the tenant may be someone else: the link reveals nothing. */
function hasNewAddress(
  { history }: StoredDeposit,
  { position, round }: Pick<TenantVisit, 'position' | 'round'>,
): boolean {
  // The first edit ends the first round, which is 0.
  const edits = history.flatMap(({ event }, index) => (event === 'editing_started' ? [index] : []));
  const since = history.slice(edits[round] ?? history.length);
  const address = `${TENANT_PREFIXES[position - 1]}Email`;
  return since.some(
    ({ event, detail }) => event === 'corrected' && String(detail['fields']).split(', ').includes(address),
  );
}

/** While a deposit is edited, its tenants may still change; afterwards earlier links are no longer valid. */
function whatOf({
  deposit,
  round,
  isExpired,
}: {
  deposit: StoredDeposit;
  round: number;
  isExpired: boolean;
}): 'here' | 'edited' | 'outdated' | 'expired' {
  if (deposit.state === 'draft_editing') return 'edited';
  if (round < deposit.round) return 'outdated';
  return isExpired ? 'expired' : 'here';
}
