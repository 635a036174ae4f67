import { isDeepStrictEqual } from 'node:util';
import { doOrAsk } from '../../actions/approvals/ask.ts';
import { AlreadyAsked } from '../../actions/approvals/refused.ts';
import { recordChange, together, type Author, type Change } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { addConnection, changeCallback } from '../../actions/set-up/connections.ts';
import { addPartner } from '../../actions/set-up/keys.ts';
import { addMember, changeMember } from '../../actions/set-up/members.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import { addProvider, changeProvider } from '../../actions/set-up/providers.ts';
import { addOrganization } from '../../actions/set-up/organizations.ts';
import { ignoreContracts } from '../../storage/set-up/ignored-contracts.ts';
import { lockOrganizations } from '../../storage/set-up/organizations.ts';
import type { Acting } from '../../domain/operator.ts';
import { offerFrom } from '../../operator/providers/provider-inputs.ts';
import { refuseCommand } from '../command.ts';
import { recordAsked } from '../waiting.ts';
import type { SetUpFile } from './file.ts';
import { planSetUp, type Plan } from './plan.ts';
import { readSetUp } from './state.ts';
import type { ApplyStep, NewProvider, OrganizationPath, Work } from './step.ts';

/** Shown once: it is stored as a hash or sealed. */
export type NewSecret = { of: string; keyId?: string; apiKey?: string; callbackSecret?: string };

/** A change that waits for a second person, from now on or already before. */
export type Waiting = { of: OrganizationPath; approvalId: string; isNew: boolean };

type Applied = { secrets: NewSecret[]; waiting: Waiting[] };

/**
 * Applies the whole plan or nothing; what needs a second person is asked for instead. Refuses if the set-up has changed
 * since the plan was made.
 */
export async function applyPlan(
  services: Services,
  who: { acting: Acting; author: Author },
  file: SetUpFile,
  plan: Plan,
): Promise<Applied> {
  return together(services, async (inside) => {
    // Every change of the set-up takes this lock, so nothing changes until the commit.
    await lockOrganizations(inside.database);
    const now = await readSetUp(inside.database, file);
    const { steps, knownIds } = planSetUp(now, file);
    if (!isDeepStrictEqual(steps, plan.steps)) {
      throw refuseCommand(
        'The set-up was changed by someone else in the meantime. Nothing was done. Apply the file again.',
      );
    }
    const ids = {
      organizations: new Map(knownIds),
      partners: new Map(now.partners.flatMap(({ id, name }) => [[name, id] as const, [id, id] as const])),
      providers: new Map<string, string>(),
    };
    const carrier: Carrier = { ...who, services: inside, ids, secrets: [], waiting: [] };
    for (const step of steps) if (step.work.do !== 'ignore') await carry(carrier, step, step.work);
    await ignoreAll(carrier, steps);
    const { secrets, waiting } = carrier;
    return { secrets, waiting };
  });
}

type Carrier = Applied & {
  services: Services;
  acting: Acting;
  author: Author;
  /** Providers that the file adds, by code. */
  ids: { organizations: Map<OrganizationPath, string>; partners: Map<string, string>; providers: Map<string, string> };
};

async function carry(carrier: Carrier, step: ApplyStep, work: SingleWork): Promise<void> {
  const about = await doWork(carrier, work).catch((error: unknown) => {
    throw error instanceof SetUpRefused ? refusedStep(step, error) : error;
  });
  if (about === null) return;
  await recordChange(carrier.services, carrier.author, {
    verb: step.sign === '+' ? 'add' : 'change',
    thing: step.thing,
    changes: Object.fromEntries(step.fields.map(({ field, from, to }) => [field, { from, to }])),
    ...about,
  });
}

/** The whole file is refused with it. */
function refusedStep({ thing, name }: ApplyStep, { kind, about, message }: SetUpRefused): Error {
  const sentence = kind === 'invalid' ? `${about} ${message}.` : message;
  return refuseCommand(`${thing} ${name}: ${sentence} Nothing was changed.`);
}

/** There may be thousands, so each organization gets one statement and one audit entry. */
async function ignoreAll({ services, author, ids }: Carrier, steps: readonly ApplyStep[]): Promise<void> {
  const byPath = Map.groupBy(
    steps.flatMap(({ work, fields }) => (work.do === 'ignore' ? [{ ...work, fields }] : [])),
    ({ path }) => path,
  );
  for (const [path, contracts] of byPath) {
    const organizationId = there(ids.organizations.get(path), path);
    const ignored = contracts.map(({ contract, until }) => ({
      externalContractId: contract,
      until: until === null ? null : new Date(until),
    }));
    await ignoreContracts(services.database, organizationId, ignored);
    await recordChange(services, author, {
      verb: 'set',
      thing: 'ignored contract',
      about: { organization: organizationId },
      organizationId,
      changes: Object.fromEntries(
        contracts.flatMap(({ contract, fields }) => fields.map(({ from, to }) => [contract, { from, to }])),
      ),
    });
  }
}

type SingleWork = Exclude<Work, { do: 'ignore' }>;

type About = Pick<Change, 'about' | 'organizationId' | 'partnerId'>;

/** Null: it waits for a second person. */
async function doWork(carrier: Carrier, work: SingleWork): Promise<About | null> {
  const { services, ids, secrets } = carrier;
  const idOf = (path: OrganizationPath): string => there(ids.organizations.get(path), path);
  const parentOf = (path: OrganizationPath | null): { parentId: string | null } => ({
    parentId: path === null ? null : idOf(path),
  });
  const of = (organization: string, more: Record<string, string> = {}): About => ({
    about: { organization, ...more },
    organizationId: organization,
  });
  switch (work.do) {
    case 'add partner': {
      const { id, keyId, apiKey } = await addPartner(services, { name: work.name, integration: work.integration });
      ids.partners.set(work.name, id);
      secrets.push({ of: work.name, keyId, apiKey });
      return { about: { partner: id, 'partner key': keyId }, partnerId: id };
    }
    case 'add provider':
      return newProvider(carrier, work.input);
    case 'change provider': {
      const { offer, ...changes } = work.changes;
      const made = await changeProvider(services, work.id, { ...changes, offer: offer && offerFrom(offer) });
      if (made.secret !== null) secrets.push({ of: work.code, callbackSecret: made.secret });
      return { about: { provider: work.id } };
    }
    case 'add organization': {
      const input = withProviderIds(carrier, work.input);
      const { id } = await addOrganization(services, { ...input, ...parentOf(work.parent) });
      ids.organizations.set(work.path, id);
      return of(id);
    }
    case 'change organization': {
      const moved = work.parent === undefined ? {} : parentOf(work.parent);
      const isDone = await changeOrAsk(carrier, work, { ...withProviderIds(carrier, work.changes), ...moved });
      return isDone ? of(work.id) : null;
    }
    case 'add member': {
      const member = await addMember(services, idOf(work.path), work.input);
      return of(member.organizationId, { member: member.id });
    }
    case 'change member': {
      const key = { organizationId: idOf(work.path), id: work.id };
      await changeMember(services, key, work.changes);
      return of(key.organizationId, { member: work.id });
    }
    case 'add connection': {
      const { externalOrgId, callback } = work;
      const partnerId = there(ids.partners.get(work.partner), work.partner);
      const made = await addConnection(services, idOf(work.path), { partnerId, externalOrgId, callback });
      if (made.secret !== null) secrets.push({ of: `${work.path}: ${externalOrgId}`, callbackSecret: made.secret });
      return { ...of(idOf(work.path), { connection: made.connection.id }), partnerId };
    }
    case 'change callback': {
      const key = { organizationId: idOf(work.path), id: work.id };
      const { connection, secret } = await changeCallback(services, key, work.callback);
      if (secret !== null) {
        secrets.push({ of: `${work.path}: ${connection.externalOrgId}`, callbackSecret: secret });
      }
      return of(key.organizationId, { connection: work.id });
    }
  }
}

async function newProvider({ services, ids, secrets }: Carrier, input: NewProvider): Promise<About> {
  const { offer, default: isDefault, active, ...rest } = input;
  const { provider, keyId, apiKey, secret } = await addProvider(services, {
    ...rest,
    offer: offer && offerFrom(offer),
  });
  const { id, code } = provider;
  if (isDefault !== undefined || active !== undefined) {
    await changeProvider(services, id, { default: isDefault, active });
  }
  ids.providers.set(code, id);
  secrets.push({ of: code, keyId, apiKey });
  if (secret !== null) secrets.push({ of: code, callbackSecret: secret });
  return { about: { provider: id, 'provider key': keyId } };
}

type ProviderIds = { bankProviderId?: string | null; insurerProviderId?: string | null };

/** Of providers that the file adds, only the codes were known. */
function withProviderIds<T extends ProviderIds>({ ids: { providers } }: Carrier, settings: T): T {
  const found: ProviderIds = {};
  for (const field of ['bankProviderId', 'insurerProviderId'] as const) {
    const id = providers.get(settings[field] ?? '');
    if (id !== undefined) found[field] = id;
  }
  return { ...settings, ...found };
}

type OrganizationWork = Extract<Work, { do: 'change organization' }>;

/** False: it waits for a second person. The rest of the plan does not wait with it. */
async function changeOrAsk(
  { services, acting, author, waiting }: Carrier,
  { id, path }: OrganizationWork,
  changes: OrganizationWork['changes'] & { parentId?: string | null },
): Promise<boolean> {
  try {
    const { approvalId } = await doOrAsk(services, acting, 'change_organization', { id, changes });
    if (approvalId === null) return true;
    await recordAsked(services, author, { approvalId, organizationId: id });
    waiting.push({ of: path, approvalId, isNew: true });
  } catch (error) {
    if (!(error instanceof AlreadyAsked)) throw error;
    waiting.push({ of: path, approvalId: error.approvalId, isNew: false });
  }
  return false;
}

function there(id: string | undefined, what: string): string {
  if (id === undefined) throw new Error(`${what} is in the plan but does not exist`);
  return id;
}
