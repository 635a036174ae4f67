import { differences } from '../../actions/audit.ts';
import type { FieldChange } from './step.ts';

/** The given fields that differ from the current ones. */
export function changed(now: object, given: object): FieldChange[] {
  const names = new Set(Object.keys(given).filter((name) => given[name as keyof typeof given] !== undefined));
  const before = Object.fromEntries(Object.entries(now).filter(([name]) => names.has(name)));
  return changesOf(differences(before, given));
}

export function changesOf(changes: ReturnType<typeof differences>): FieldChange[] {
  return Object.entries(changes)
    .map(([field, { from = null, to = null }]) => ({ field, from, to }))
    .toSorted((one, other) => (one.field < other.field ? -1 : 1));
}
