import type { Adjustment, DepositTerms, Product, State, Step } from './deposit.ts';
import type { DepositFacts, Effect, Mail, Recipient } from './effect.ts';
import type { Integration } from './integration.ts';
import type { Language } from './language.ts';
import type { Member, Organization } from './organization.ts';
import type { Tenant } from './tenant.ts';

export type Actor = 'partner' | 'service';

export type HistoryEntry = { at: Date; actor: Actor; event: string; detail: Record<string, string | number | boolean> };

/** A personal link for a tenant; only a hash of the token is stored. */
export type TenantLink = { position: number; token: string; expiresAt: Date };

/** Time, chance and ids come in as arguments. */
export type Chance = { id: () => string; tenantToken: (organizationId: string) => string };

export type NewDeposit = {
  organizationId: string;
  id: string;
  connectionId: string;
  integration: Integration;
  state: State;
  step: Step;
  createdAt: Date;
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  product: Product | null;
  manager: { organizationId: string; id: string };
};

/** What a move gives: the facts to keep and the effects they cause. */
export type Move<T> = T & { history: HistoryEntry[]; links: TenantLink[]; effects: Effect[] };

export const TENANT_LINK_DAYS = 60;

export type Opening = {
  organization: Organization;
  connectionId: string;
  integration: Integration;
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  manager: Member;
  /** The manager joins with this deposit, and is told so. */
  isInvited: boolean;
};

/** Section 3: (none) → opening. Section 1: pre-signed organizations send at once or after their delay. */
export function openDeposit(opening: Opening, now: Date, chance: Chance): Move<{ deposit: NewDeposit }> {
  const { organization, terms, manager } = opening;
  const { step, waitMinutes } = firstStep(organization);
  const deposit: NewDeposit = {
    organizationId: organization.id,
    id: chance.id(),
    connectionId: opening.connectionId,
    integration: opening.integration,
    state: 'opening',
    step,
    createdAt: now,
    terms,
    adjustments: opening.adjustments,
    product: organization.tenantChoosesProduct ? null : organization.product,
    manager: { organizationId: manager.organizationId, id: manager.id },
  };
  const facts = depositFacts(deposit.id, organization.name, terms);
  const history: HistoryEntry[] = [
    { at: now, actor: 'partner', event: 'opened', detail: { integration: opening.integration } },
  ];
  const effects: Effect[] = [];
  if (opening.isInvited) effects.push(mail(chance, now, invitation(organization, manager)));
  if (organization.preSigned) history.push({ at: now, actor: 'service', event: 'signed_for_manager', detail: {} });

  switch (step) {
    case 'awaiting_manager_signature':
      effects.push(mail(chance, now, toManager(manager, terms, { kind: 'deposit_imported', ...facts })));
      return { deposit, history, links: [], effects };
    case 'awaiting_send': {
      const dueAt = new Date(now.getTime() + waitMinutes * 60_000);
      history.push({ at: now, actor: 'service', event: 'send_scheduled', detail: { minutes: waitMinutes } });
      effects.push({ kind: 'send_deposit', id: chance.id(), dueAt });
      return { deposit, history, links: [], effects };
    }
    case 'awaiting_tenant_signatures': {
      const sending = sendToTenants({ organizationId: organization.id, terms, manager, facts }, now, chance);
      return {
        deposit,
        history: [...history, ...sending.history],
        links: sending.links,
        effects: [...effects, ...sending.effects],
      };
    }
  }
}

/** The deposit goes out: every tenant is asked to sign, and the manager is told that it was sent. */
export function sendToTenants(
  sending: { organizationId: string; terms: DepositTerms; manager: Member; facts: DepositFacts },
  now: Date,
  chance: Chance,
): Move<object> {
  const { terms, manager, facts } = sending;
  const expiresAt = new Date(now.getTime() + TENANT_LINK_DAYS * 86_400_000);
  const links = terms.tenants.map((_, place) => ({
    position: place + 1,
    token: chance.tenantToken(sending.organizationId),
    expiresAt,
  }));
  const invitations = terms.tenants.map((tenant, place): Mail => {
    const linkToken = (links[place] as TenantLink).token;
    return { ...toTenant(tenant, terms.tenantLanguage), facts: { kind: 'tenant_sign', linkToken, ...facts } };
  });
  const notice = toManager(manager, terms, { kind: 'deposit_sent', ...facts });
  return {
    history: [{ at: now, actor: 'service', event: 'sent_to_tenants', detail: { tenants: links.length } }],
    links,
    effects: [notice, ...invitations].map((letter) => mail(chance, now, letter)),
  };
}

export function depositFacts(depositId: string, organization: string, terms: DepositTerms): DepositFacts {
  const { street, streetNumber, zip, city } = terms.property;
  const house = streetNumber === '-' ? street : `${street} ${streetNumber}`;
  return {
    depositId,
    organization,
    externalContractId: terms.externalContractId,
    property: `${house}, ${zip} ${city}`,
    tenants: terms.tenants.map(tenantName),
    rentalDeposit: terms.rentalDeposit,
  };
}

/** The assistant gets a copy of every notification to the manager. */
export function copyFor(manager: Recipient, assistant: DepositTerms['assistant']): Recipient | null {
  if (assistant === null || assistant.email.toLowerCase() === manager.email.toLowerCase()) return null;
  return { email: assistant.email, name: [assistant.firstName, assistant.lastName].filter(Boolean).join(' ') };
}

export function recipient(person: { email: Recipient['email']; firstName: string; lastName: string }): Recipient {
  return { email: person.email, name: `${person.firstName} ${person.lastName}` };
}

function firstStep(organization: Organization): {
  step: 'awaiting_manager_signature' | 'awaiting_send' | 'awaiting_tenant_signatures';
  waitMinutes: number;
} {
  if (!organization.preSigned) return { step: 'awaiting_manager_signature', waitMinutes: 0 };
  const waitMinutes = organization.sendDelayMinutes;
  return { step: waitMinutes > 0 ? 'awaiting_send' : 'awaiting_tenant_signatures', waitMinutes };
}

function tenantName(tenant: Tenant): string {
  const person = `${tenant.firstName} ${tenant.lastName}`;
  return tenant.type === 'legal' ? `${tenant.company.name} (${person})` : person;
}

function invitation(organization: Organization, member: Member): Mail {
  return {
    to: recipient(member),
    cc: null,
    language: member.language,
    facts: {
      kind: 'invitation',
      organizationId: member.organizationId,
      memberId: member.id,
      organization: organization.name,
    },
  };
}

function toManager(manager: Member, terms: DepositTerms, facts: Mail['facts']): Mail {
  const to = recipient(manager);
  return { to, cc: copyFor(to, terms.assistant), language: manager.language, facts };
}

function toTenant(tenant: Tenant, language: Language): Omit<Mail, 'facts'> {
  return { to: recipient(tenant), cc: null, language };
}

function mail(chance: Chance, now: Date, letter: Mail): Effect {
  return { kind: 'mail', id: chance.id(), dueAt: now, mail: letter };
}
