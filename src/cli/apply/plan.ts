import type { Partner } from '../../storage/set-up/partners.ts';
import type { OrganizationEntry, SetUpFile } from './file.ts';
import { planOrganization } from './plan-organization.ts';
import { planProviders } from './plan-providers.ts';
import type { KnownOrganization, SetUp } from './state.ts';
import { inOrder, type OrganizationPath, type ApplyStep } from './step.ts';

/** The changes a file makes, its faults, and what exists but is not in the file. */
export type Plan = {
  steps: ApplyStep[];
  faults: string[];
  notInFile: string[];
  /** The ids of the organizations of the file that exist. */
  knownIds: ReadonlyMap<OrganizationPath, string>;
};

/** Decides without changing anything. The order of entries in the file does not matter. */
export function planSetUp(state: SetUp, file: SetUpFile): Plan {
  const faults: string[] = [];
  const steps: ApplyStep[] = [];
  const notInFile: string[] = [];

  const mentionedPartners = new Set<string>();
  for (const entry of file.partners) {
    const known = knownPartner(state, entry, faults);
    if (known === undefined) continue;
    if (known !== null) mentionedPartners.add(known.id);
    if (known === null) steps.push(newPartner(entry));
    else faults.push(...frozen(known, entry));
  }
  faults.push(
    ...repeated(
      'partner',
      file.partners.map(({ name }) => name),
    ),
  );

  const { byName: providers, ...planned } = planProviders(state.providers, file.providers);
  steps.push(...planned.steps);
  notInFile.push(...planned.notInFile);
  const codes = file.providers.map(({ code }) => code);
  faults.push(...planned.faults, ...repeated('provider', codes));

  const partnerNames = new Set(
    [...state.partners, ...file.partners].flatMap(({ id, name }) => [name, ...(id === undefined ? [] : [id])]),
  );
  const claimed = new Set(entriesOf(file).flatMap(({ entry: { id } }) => (id === undefined ? [] : [id.toLowerCase()])));
  const allPaths: OrganizationPath[] = [];
  const known = new Map<OrganizationPath, KnownOrganization | null>();
  for (const { entry, parent } of entriesOf(file)) {
    const path = parent === null ? entry.name : `${parent} / ${entry.name}`;
    allPaths.push(path);
    const above = parent === null ? null : (known.get(parent) ?? 'new');
    const found = knownOrganization(state, entry, { above, claimed }, path, faults);
    if (found === undefined) continue;
    known.set(path, found);
    const one = planOrganization({
      entry,
      found,
      path,
      parent,
      above,
      partners: state.partners,
      partnerNames,
      providers,
    });
    steps.push(...one.steps);
    faults.push(...one.faults);
    notInFile.push(...one.notInFile);
  }
  faults.push(...repeated('organization', allPaths));

  const mentioned = new Set([...known.values()].flatMap((one) => (one === null ? [] : [one.id])));
  notInFile.push(
    ...state.partners.filter(({ id }) => !mentionedPartners.has(id)).map(({ name }) => `partner ${name}`),
    ...state.organizations.filter(({ id }) => !mentioned.has(id)).map(({ name }) => `organization ${name}`),
  );
  const knownIds = new Map([...known].flatMap(([path, one]) => (one === null ? [] : [[path, one.id] as const])));
  return { steps: inOrder(steps), faults: faults.toSorted(), notInFile: notInFile.toSorted(), knownIds };
}

/** Parents come before their sub-organizations. */
function entriesOf(file: SetUpFile): { entry: OrganizationEntry; parent: OrganizationPath | null }[] {
  return file.organizations.flatMap((entry) => [
    { entry, parent: null },
    ...entry.organizations.map((below) => ({ entry: below, parent: entry.name })),
  ]);
}

type PartnerEntry = SetUpFile['partners'][number];

/** Null: new. Undefined: cannot be decided, and a fault was added. */
function knownPartner({ partners }: SetUp, { id, name }: PartnerEntry, faults: string[]): Partner | null | undefined {
  if (id !== undefined) {
    const byId = partners.find((one) => one.id === id.toLowerCase());
    if (byId === undefined)
      faults.push(`partner ${name}: no partner has the id ${id}. Remove the id to add a new partner.`);
    return byId;
  }
  const [only = null, ...others] = partners.filter((one) => one.name === name);
  if (others.length === 0) return only;
  faults.push(`partner ${name}: ${others.length + 1} partners have this name. Add the id.`);
  return undefined;
}

function newPartner({ name, integration }: PartnerEntry): ApplyStep {
  return {
    sign: '+',
    thing: 'partner',
    name,
    fields: [{ field: 'integration', from: null, to: integration }],
    work: { do: 'add partner', name, integration },
  };
}

/** Deposits keep the path they were opened through, so another path needs another partner. */
function frozen(known: Partner, { name, integration }: PartnerEntry): string[] {
  const sentence = (field: string, value: string): string =>
    `partner ${known.name}: its ${field} cannot be changed to ${value}. Add another partner instead.`;
  return [
    ...(known.integration === integration ? [] : [sentence('integration', integration)]),
    ...(known.name === name ? [] : [sentence('name', name)]),
  ];
}

/** Null: new. Undefined: a fault was added. Names are compared below the same parent; an id allows moving and renaming. */
function knownOrganization(
  { organizations }: SetUp,
  { id, name }: OrganizationEntry,
  { above, claimed }: { above: KnownOrganization | 'new' | null; claimed: ReadonlySet<string> },
  path: OrganizationPath,
  faults: string[],
): KnownOrganization | null | undefined {
  if (id !== undefined) {
    const byId = organizations.find((one) => one.id === id.toLowerCase());
    if (byId === undefined) {
      faults.push(`organization ${path}: no organization has the id ${id}. Remove the id to add a new organization.`);
    }
    return byId;
  }
  if (above === 'new') return null;
  const named = organizations.filter(
    (one) => one.name === name && one.parentId === (above?.id ?? null) && !claimed.has(one.id),
  );
  const [only = null, ...others] = named;
  if (others.length === 0) return only;
  faults.push(`organization ${path}: ${named.length} organizations have this name. Add the id.`);
  return undefined;
}

function repeated(what: string, names: readonly string[]): string[] {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => `${what} ${name} is in the file more than once.`);
}
