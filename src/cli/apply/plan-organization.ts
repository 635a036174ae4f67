import { DEFAULT_EVENTS, type EventType } from '../../domain/document.ts';
import { differences } from '../../actions/audit.ts';
import { emailKey } from '../../domain/values/contact.ts';
import { inRappen } from '../typed-input.ts';
import type { Partner } from '../../storage/set-up/partners.ts';
import { changed, changesOf } from './fields.ts';
import type { ConnectionEntry, MemberEntry, OrganizationEntry } from './file.ts';
import { withCodes, withProviders, type PlannedProvider } from './plan-providers.ts';
import type { KnownOrganization } from './state.ts';
import type { FieldChange, NewOrganization, OrganizationPath, ApplyStep } from './step.ts';

type Planned = { steps: ApplyStep[]; faults: string[]; notInFile: string[] };

type Given = {
  entry: OrganizationEntry;
  /** Null: to be added. */
  found: KnownOrganization | null;
  path: OrganizationPath;
  parent: OrganizationPath | null;
  above: KnownOrganization | 'new' | null;
  partners: readonly Partner[];
  /** Names and ids of existing partners and of those the file adds. */
  partnerNames: ReadonlySet<string>;
  providers: ReadonlyMap<string, PlannedProvider>;
};

/** One organization with its members, connections and ignored contracts. */
export function planOrganization(given: Given): Planned {
  const planned: Planned = { steps: [], faults: [], notInFile: [] };
  planItself(given, planned);
  planMembers(given, planned);
  planConnections(given, planned);
  planIgnored(given, planned);
  return planned;
}

const NEEDED = ['language', 'emailDomain', 'address'] as const;

function planItself({ entry, found, path, parent, above, providers }: Given, { steps, faults }: Planned): void {
  const settings = withProviders(settingsOf(entry), providers, { path, faults });
  if (found === null) {
    const missing = NEEDED.filter((field) => settings[field] === undefined);
    for (const field of missing) faults.push(`organization ${path} is new: ${field} is missing.`);
    const input = inRappen(settings) as NewOrganization;
    const fields = withCodes(changesOf(differences({}, settings)), providers);
    const work = { do: 'add organization', path, parent, input } as const;
    steps.push({ sign: '+', thing: 'organization', name: path, fields, work });
    return;
  }
  const fields = withCodes(changed(found, settings), providers);
  const isMoved = above === 'new' || (above?.id ?? null) !== found.parentId;
  if (isMoved) fields.push({ field: 'parent', from: found.parentId, to: parent });
  if (fields.length === 0) return;
  const names = new Set(fields.map(({ field }) => field.split('.')[0]));
  const changes = inRappen(Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name))));
  const work = { do: 'change organization', path, id: found.id, changes, ...(isMoved ? { parent } : {}) } as const;
  steps.push({ sign: '~', thing: 'organization', name: path, fields, work });
}

type Settings = Omit<OrganizationEntry, 'id' | 'members' | 'connections' | 'ignoredContracts'>;

const NOT_SETTINGS = new Set(['id', 'members', 'connections', 'ignoredContracts', 'organizations']);

function settingsOf(entry: OrganizationEntry): Settings {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !NOT_SETTINGS.has(name))) as Settings;
}

function planMembers({ entry, found, path }: Given, { steps, faults, notInFile }: Planned): void {
  const keys = entry.members.map(({ email }) => emailKey(email));
  const defaults = entry.members.filter(({ defaultPropertyManager }) => defaultPropertyManager === true);
  if (defaults.length > 1) faults.push(`organization ${path} has more than one default property manager.`);
  for (const [at, member] of entry.members.entries()) {
    const name = `${path}: ${emailKey(member.email)}`;
    if (keys.indexOf(keys[at] as string) !== at) faults.push(`member ${name} is in the file more than once.`);
    const known = found?.members.find(({ email }) => emailKey(email) === keys[at]);
    faults.push(...faultsOfRole(member, { name, isDefault: known?.defaultPropertyManager === true, defaults }));
    if (known === undefined) {
      const missing = (['firstName', 'lastName', 'language'] as const).filter((field) => member[field] === undefined);
      for (const field of missing) faults.push(`member ${name} is new: ${field} is missing.`);
      const input = member as Extract<ApplyStep['work'], { do: 'add member' }>['input'];
      const work = { do: 'add member', path, input } as const;
      steps.push({ sign: '+', thing: 'member', name, fields: changesOf(differences({}, member)), work });
      continue;
    }
    const fields = changed(known, member);
    if (fields.length === 0) continue;
    const { defaultPropertyManager, ...changes } = pick(member, fields);
    const asDefault = defaultPropertyManager === true ? { defaultPropertyManager } : {};
    const work = {
      do: 'change member',
      path,
      id: known.id,
      changes: { ...changes, ...asDefault } as Extract<ApplyStep['work'], { do: 'change member' }>['changes'],
    } as const;
    steps.push({ sign: '~', thing: 'member', name, fields, work });
  }
  for (const { email } of found?.members ?? []) {
    if (!keys.includes(emailKey(email))) notInFile.push(`member ${path}: ${emailKey(email)}`);
  }
}

/** There is always one default property manager, who is always an administrator. */
function faultsOfRole(
  { defaultPropertyManager, administrator }: MemberEntry,
  { name, isDefault, defaults }: { name: string; isDefault: boolean; defaults: readonly MemberEntry[] },
): string[] {
  const staysDefault = defaultPropertyManager === true || (isDefault && defaults.length === 0);
  if (isDefault && defaultPropertyManager === false && defaults.length === 0) {
    return [`member ${name} is the default property manager. Make another member the default first.`];
  }
  return staysDefault && administrator === false
    ? [`member ${name} is the default property manager and must stay an administrator.`]
    : [];
}

function planConnections({ entry, found, path, partners, partnerNames }: Given, planned: Planned): void {
  const { steps, faults, notInFile } = planned;
  const partnerOf = ({ partner }: ConnectionEntry): Partner | undefined =>
    partners.find(({ id, name }) => id === partner || name === partner);
  const keys = entry.connections.map((one) => `${partnerOf(one)?.id ?? one.partner} ${one.externalOrgId}`);
  for (const [at, connection] of entry.connections.entries()) {
    const { partner, externalOrgId } = connection;
    const owner = partnerOf(connection);
    const name = `${path}: ${owner?.name ?? partner} ${externalOrgId}`;
    if (keys.indexOf(keys[at] as string) !== at) faults.push(`connection ${name} is in the file more than once.`);
    if (partners.filter((one) => one.name === partner).length > 1) {
      faults.push(`connection ${name}: several partners are named "${partner}". Use the id instead.`);
    }
    if (!partnerNames.has(partner)) faults.push(`connection ${name}: no partner "${partner}" found.`);
    const callback = connection.callback === undefined ? undefined : callbackOf(connection.callback);
    const known = found?.connections.find((one) => one.partnerId === owner?.id && one.externalOrgId === externalOrgId);
    if (known === undefined) {
      const work = {
        do: 'add connection',
        path,
        partner: owner?.id ?? partner,
        externalOrgId,
        callback: inputOf(callback ?? null),
      } as const;
      const fields = changesOf(differences({}, { callback: callback ?? null }));
      steps.push({ sign: '+', thing: 'connection', name, fields, work });
      continue;
    }
    if (callback === undefined) continue;
    const before = known.callback === null ? null : callbackOf(known.callback);
    const fields = changesOf(differences(before ?? {}, callback ?? {})).map((one) => ({
      ...one,
      field: `callback.${one.field}`,
    }));
    if (fields.length === 0) continue;
    const work = { do: 'change callback', path, id: known.id, callback: inputOf(callback) } as const;
    steps.push({ sign: '~', thing: 'connection', name, fields, work });
  }
  for (const { partnerId, externalOrgId } of found?.connections ?? []) {
    if (keys.includes(`${partnerId} ${externalOrgId}`)) continue;
    const name = partners.find(({ id }) => id === partnerId)?.name ?? partnerId;
    notInFile.push(`connection ${path}: ${name} ${externalOrgId}`);
  }
}

type Callback = { url: string; documents: string[] | null; events: EventType[]; inline: boolean };

/** The configured fields of a callback, without whether it was switched off after a 410. */
function callbackOf(
  callback: {
    url: string;
    documents?: readonly string[] | null | undefined;
    events?: readonly EventType[] | undefined;
    inline?: boolean | undefined;
  } | null,
): Callback | null {
  if (callback === null) return null;
  const { url, documents, events = DEFAULT_EVENTS, inline = false } = callback;
  return { url, documents: documents?.toSorted() ?? null, events: events.toSorted(), inline };
}

function inputOf(callback: Callback | null): Extract<ApplyStep['work'], { do: 'change callback' }>['callback'] {
  if (callback === null) return null;
  const { documents, ...rest } = callback;
  return { ...rest, documents: documents ?? undefined };
}

function planIgnored({ entry, found, path }: Given, { steps, faults, notInFile }: Planned): void {
  const known = new Map(found?.ignored.map(({ externalContractId, until }) => [externalContractId, until]));
  const seen = new Set<string>();
  for (const { contract, until } of entry.ignoredContracts) {
    const name = `${path}: ${contract}`;
    if (seen.has(contract)) faults.push(`ignored contract ${name} is in the file more than once.`);
    seen.add(contract);
    const to = until === null ? 'always' : new Date(until).toISOString();
    const before = known.get(contract);
    const from = before === undefined ? null : (before?.toISOString() ?? 'always');
    if (from === to) continue;
    const work = { do: 'ignore', path, contract, until } as const;
    steps.push({
      sign: from === null ? '+' : '~',
      thing: 'ignored contract',
      name,
      fields: [{ field: 'until', from, to }],
      work,
    });
  }
  for (const contract of known.keys()) if (!seen.has(contract)) notInFile.push(`ignored contract ${path}: ${contract}`);
}

function pick(member: MemberEntry, fields: readonly FieldChange[]): Partial<MemberEntry> {
  const names = new Set(fields.map(({ field }) => field));
  const picked = Object.entries(member).filter(([name]) => names.has(name));
  return Object.fromEntries(picked);
}
