import { differences } from '../../actions/audit.ts';
import type { ProviderKind } from '../../domain/provider.ts';
import { changed, changesOf } from './fields.ts';
import type { ProviderEntry } from './file.ts';
import type { KnownProvider } from './state.ts';
import type { ApplyStep, ChangedProvider, NewProvider } from './step.ts';

/** A bank or an insurer as it will be. `ref` is its id, or the code of one that the file adds. */
export type PlannedProvider = { ref: string; code: string; kind: ProviderKind | undefined; isActive: boolean };

type Planned = {
  steps: ApplyStep[];
  faults: string[];
  notInFile: string[];
  /** By code, and by the id of those that exist. */
  byName: ReadonlyMap<string, PlannedProvider>;
};

/** Banks and insurers, by their codes. */
export function planProviders(known: readonly KnownProvider[], entries: readonly ProviderEntry[]): Planned {
  const steps: ApplyStep[] = [];
  const faults: string[] = [];
  const byName = new Map<string, PlannedProvider>();
  for (const { id, code, kind, active } of known) {
    for (const name of [code, id]) byName.set(name, { ref: id, code, kind, isActive: active });
  }
  for (const entry of entries) {
    const { code } = entry;
    const found = known.find((one) => one.code === code) ?? null;
    const step = found === null ? newProvider(entry, faults) : changedProvider(found, entry, faults);
    if (step !== null) steps.push(step);
    const isActive = entry.active ?? found?.active ?? true;
    const planned = { ref: found?.id ?? code, code, kind: found?.kind ?? entry.kind, isActive };
    for (const name of [code, ...(found === null ? [] : [found.id])]) byName.set(name, planned);
    if (entry.default === true && !isActive) faults.push(`provider ${code} cannot be the default: it is retired.`);
  }
  faults.push(...faultsOfDefaults(known, entries));
  const named = new Set(entries.map(({ code }) => code));
  const notInFile = known.filter(({ code }) => !named.has(code)).map(({ code }) => `provider ${code}`);
  return { steps, faults, notInFile, byName };
}

const NEEDED = ['kind', 'name', 'address'] as const;

function newProvider(entry: ProviderEntry, faults: string[]): ApplyStep {
  const { code, ...settings } = entry;
  for (const field of NEEDED.filter((one) => settings[one] === undefined)) {
    faults.push(`provider ${code} is new: ${field} is missing.`);
  }
  const work = { do: 'add provider', input: entry as NewProvider } as const;
  return { sign: '+', thing: 'provider', name: code, fields: changesOf(differences({}, settings)), work };
}

function changedProvider(found: KnownProvider, entry: ProviderEntry, faults: string[]): ApplyStep | null {
  const { code, kind, ...settings } = entry;
  if (kind !== undefined && kind !== found.kind) {
    faults.push(`provider ${code}: its kind cannot be changed to ${kind}. Add another provider instead.`);
  }
  const given = isUsualFolder(found, entry) ? { ...settings, exchangeFolder: undefined } : settings;
  // Whether a callback was switched off after a 410 is not a setting.
  const callback = found.callback === null ? null : { url: found.callback.url };
  const fields = changed({ ...found, callback }, given);
  if (fields.length === 0) return null;
  const names = new Set(fields.map(({ field }) => field.split('.')[0]));
  const changes: ChangedProvider = Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
  return {
    sign: '~',
    thing: 'provider',
    name: code,
    fields,
    work: { do: 'change provider', code, id: found.id, changes },
  };
}

/** `exchangeFolder: null` is the usual one: the main folder, or one with the name of the code. */
function isUsualFolder({ exchangeFolder, code }: KnownProvider, given: ProviderEntry): boolean {
  return given.exchangeFolder === null && (exchangeFolder === null || exchangeFolder === code);
}

/** Each kind has one default, which cannot be retired. */
function faultsOfDefaults(known: readonly KnownProvider[], entries: readonly ProviderEntry[]): string[] {
  const kindOf = ({ code, kind }: ProviderEntry) => known.find((one) => one.code === code)?.kind ?? kind;
  return (['bank', 'insurer'] as const).flatMap((kind) => {
    const [next, ...more] = entries.filter((entry) => entry.default === true && kindOf(entry) === kind);
    if (more.length > 0) return [`more than one ${kind} has default: true.`];
    const current = known.find((one) => one.kind === kind && one.default)?.code;
    const isRetired = entries.some(({ code, active }) => code === current && active === false);
    return isRetired && next === undefined
      ? [`provider ${current} is the default ${kind}. Make another one the default first, with default: true.`]
      : [];
  });
}

const KINDS = { bankProviderId: 'bank', insurerProviderId: 'insurer' } as const;
type ProviderField = keyof typeof KINDS;
type Settings = { [K in ProviderField]?: string | null | undefined };

/** The settings of an organization with the ids of its bank and insurer, which the file names by code or id. */
export function withProviders<T extends Settings>(
  settings: T,
  byName: Planned['byName'],
  { path, faults }: { path: string; faults: string[] },
): T {
  const found: Settings = {};
  for (const [field, kind] of Object.entries(KINDS) as [ProviderField, ProviderKind][]) {
    const name = settings[field];
    if (typeof name !== 'string') continue;
    const provider = byName.get(name.toLowerCase());
    if (provider === undefined) faults.push(`organization ${path}: no ${kind} "${name}" found.`);
    else if (provider.kind !== undefined && provider.kind !== kind)
      faults.push(`organization ${path}: "${name}" is no ${kind}.`);
    else if (!provider.isActive) faults.push(`organization ${path}: the ${kind} "${name}" is retired.`);
    else found[field] = provider.ref;
  }
  return { ...settings, ...found };
}

/** People know providers by their codes. */
export function withCodes(fields: ApplyStep['fields'], byName: Planned['byName']): ApplyStep['fields'] {
  const codeOf = (value: unknown): unknown => (typeof value === 'string' ? (byName.get(value)?.code ?? value) : value);
  return fields.map((one) => (one.field in KINDS ? { ...one, from: codeOf(one.from), to: codeOf(one.to) } : one));
}
