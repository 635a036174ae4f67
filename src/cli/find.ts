import { addOperatorsOfSettings, listOperators, type Operator } from '../actions/operators/operators.ts';
import type { Services } from '../actions/services.ts';
import { emailKey } from '../domain/values/contact.ts';
import type { Organization } from '../domain/organization.ts';
import { listConnections, type PartnerConnection } from '../storage/set-up/connections.ts';
import { listMembers, type ListedMember } from '../storage/set-up/members.ts';
import { listOrganizations } from '../storage/set-up/organizations.ts';
import { listContacts, type ProviderContact } from '../storage/providers/contacts.ts';
import { findPartnerContacts } from '../storage/partners/contacts.ts';
import { listProviders, type StoredProvider } from '../storage/providers/providers.ts';
import { listPartners, type Partner } from '../storage/set-up/partners.ts';
import { refuseCommand } from './command.ts';
import { orDidYouMean } from '../domain/values/did-you-mean.ts';

/** By id, or by name. */
export async function partnerByName({ database }: Services, typed: string): Promise<Partner> {
  return oneOf('partner', typed, await listPartners(database), ({ name }) => name);
}

/** A bank or an insurer, by id or by code. */
export async function providerByCode({ database }: Services, typed: string): Promise<StoredProvider> {
  return oneOf('bank or insurer', typed, await listProviders(database), ({ code }) => code);
}

type ProviderIds = { bankProviderId?: string | null | undefined; insurerProviderId?: string | null | undefined };

/** In the settings of an organization, a bank and an insurer may be given by their codes. */
export async function withProviderIds<T extends ProviderIds>(services: Services, settings: T): Promise<T> {
  const found: ProviderIds = {};
  for (const field of ['bankProviderId', 'insurerProviderId'] as const) {
    const typed = settings[field];
    if (typeof typed === 'string') found[field] = (await providerByCode(services, typed)).id;
  }
  return { ...settings, ...found };
}

/** By id, or by e-mail address. */
export async function contactByName({ database }: Services, { id, code }: StoredProvider, typed: string) {
  const contacts: ProviderContact[] = await listContacts(database, id);
  return oneOf(`contact of ${code}`, typed, contacts, ({ email }) => emailKey(email));
}

/** By id, or by e-mail address. */
export async function partnerContactByName({ database }: Services, { id, name }: Partner, typed: string) {
  return oneOf(`contact of ${name}`, typed, await findPartnerContacts(database, id), ({ email }) => emailKey(email));
}

/** By id, or by name. */
export async function organizationByName({ database }: Services, typed: string): Promise<Organization> {
  return oneOf('organization', typed, await listOrganizations(database), ({ name }) => name);
}

/** By id, or by e-mail address. */
export async function memberByName({ database }: Services, organization: Organization, typed: string) {
  const members: ListedMember[] = await listMembers(database, organization.id);
  return oneOf(`member of ${organization.name}`, typed, members, ({ email }) => emailKey(email));
}

/** By id, or by e-mail address. */
export async function operatorByName(services: Services, typed: string): Promise<Operator> {
  return oneOf('operator', typed, await allOperators(services), ({ email }) => emailKey(email));
}

/** Those of OPERATOR_EMAILS too, even if the service has not been started since they were named. */
export async function allOperators(services: Services): Promise<Operator[]> {
  await addOperatorsOfSettings(services);
  return listOperators(services, services.database);
}

/** By id, or by external id if only one partner uses it. */
export async function connectionByName({ database }: Services, organization: Organization, typed: string) {
  const connections: PartnerConnection[] = await listConnections(database, organization.id);
  return oneOf(`connection of ${organization.name}`, typed, connections, ({ externalOrgId }) => externalOrgId);
}

/** Names are compared case-insensitively. An ambiguous name is refused. */
function oneOf<T extends { id: string }>(
  what: string,
  typed: string,
  all: readonly T[],
  nameOf: (one: T) => string,
): T {
  const wanted = typed.trim().toLowerCase();
  const byId = all.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const named = all.filter((one) => nameOf(one).toLowerCase() === wanted);
  const [only, ...others] = named;
  if (only === undefined) throw refuseCommand(`No ${what} "${typed}" found.${orDidYouMean(typed, all.map(nameOf))}`);
  if (others.length === 0) return only;
  const ids = named.map(({ id }) => id).join(', ');
  throw refuseCommand(`The name "${typed}" is ambiguous: ${named.length} matches. Use an id instead: ${ids}`);
}
