import { cellToken } from '../../src/vault/cell-token.ts';
import { Vault } from '../../src/vault/vault.ts';
import type { Role } from './access.ts';
import { newBrowser, signIn } from './manager.ts';
import { OPERATOR, signInOperator } from './operator.ts';
import { created, type Partner } from './partner.ts';
import { signInPartner } from './partner-contact.ts';
import { addContact, signInContact, type ProviderVisitor } from './provider.ts';
import type { Service } from './service.ts';

/** Keys and people that had access and have lost it, and what is meant for other doors. */
export const FORMER_ROLES = [
  'revoked partner key',
  'revoked status key',
  'revoked status key of a partner',
  'revoked provider key',
  'removed member',
  'removed contact of a provider',
  'removed contact of a partner',
  'removed operator',
  'cell token',
] as const;
export type FormerRoleName = (typeof FORMER_ROLES)[number];

type Of = {
  service: Service;
  ours: Partner;
  bank: ProviderVisitor;
  addMember: (name: string) => Promise<{ id: string; email: string }>;
  secretEverywhere: (secret: string) => Record<string, string>;
  cookieOf: (browser: ReturnType<typeof newBrowser>) => string;
};

export async function formerRoles(of: Of): Promise<Record<FormerRoleName, Role>> {
  return { ...(await revokedKeys(of)), ...(await removedPeople(of)), 'cell token': cellRole(of) };
}

const bringing = (headers: Record<string, string>): Role => ({ headers, formToken: null, links: NO_LINKS });
const NO_LINKS: Role['links'] = { signing: null, paying: null, document: null, newAddress: null, objection: null };

/** Each was good, and was revoked. */
async function revokedKeys({ service, ours, bank, secretEverywhere }: Of) {
  const revoked = async (path: string): Promise<Role> => {
    const { keyId, apiKey } = await created(service.operator('POST', path));
    await service.operator('DELETE', `${path}/${keyId}`);
    return bringing(secretEverywhere(apiKey));
  };
  return {
    'revoked partner key': await revoked(`/partners/${ours.partnerId}/keys`),
    'revoked status key': await revoked(`/organizations/${ours.organizationId}/status-keys`),
    'revoked status key of a partner': await revoked(`/partners/${ours.partnerId}/status-keys`),
    'revoked provider key': await revoked(`/providers/${bank.id}/keys`),
  };
}

/** Each has signed in, and was removed while the session lasts. */
async function removedPeople({ service, ours, bank, addMember, cookieOf }: Of) {
  const member = await addMember('gegangen');
  const ofManager = await signIn(service, member.email);
  await service.operator('DELETE', `/organizations/${ours.organizationId}/members/${member.id}`);

  const ofBank = await signInContact(service, await addContact(service, bank, 'clerk', 'Gerda Gegangen'));
  await removeNamed(service, `/providers/${bank.id}/contacts`, 'Gerda Gegangen');

  const before = await contactsOf(service, ours);
  const ofPartner = await signInPartner(service, ours, 'admin');
  const added = (await contactsOf(service, ours)).find(({ id }) => !before.some((one) => one.id === id));
  await service.operator('DELETE', `/partners/${ours.partnerId}/contacts/${added?.id}`);

  const email = `gegangen-${Math.random().toString(36).slice(2)}@${OPERATOR.split('@')[1]}`;
  const operator = await created(service.operator('POST', '/operators', { email, name: 'Otto', role: 'admin' }));
  const ofOperator = await signInOperator(service, email);
  await service.operator('DELETE', `/operators/${operator.id}`);
  const withCookie = (browser: ReturnType<typeof newBrowser>): Role => bringing({ cookie: cookieOf(browser) });
  return {
    'removed member': withCookie(ofManager),
    'removed contact of a provider': withCookie(ofBank),
    'removed contact of a partner': withCookie(ofPartner),
    'removed operator': withCookie(ofOperator),
  };
}

async function contactsOf(service: Service, { partnerId }: Partner): Promise<{ id: string }[]> {
  return (await service.operator('GET', `/partners/${partnerId}/contacts`)).body.contacts;
}

async function removeNamed(service: Service, path: string, name: string): Promise<void> {
  const { body } = await service.operator('GET', path);
  const { id } = body.contacts.find((one: { name: string }) => one.name === name);
  await service.operator('DELETE', `${path}/${id}`);
}

/** Good between cells, for another body; no other door knows it. */
function cellRole({ service }: Of): Role {
  const vault = new Vault(service.config.secretKey);
  const token = cellToken(vault, { purpose: 'news', from: 'second', to: 'main', body: 'x' }, new Date());
  return bringing({ authorization: `Cell ${token}`, 'x-api-key': token, cookie: `depono=${token}` });
}
