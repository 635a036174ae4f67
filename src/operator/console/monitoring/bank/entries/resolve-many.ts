import { resolutionChange } from '../../../../../actions/bank/money-changes.ts';
import type { Change } from '../../../../../actions/audit.ts';
import type { ResolvedAs } from '../../../../../domain/bank/resolution.ts';
import { WITHOUT_ID } from '../../../../../domain/resolving/suggestion.ts';
import { findKept } from '../../../../../storage/money/bank-entries.ts';
import { field } from '../../../../../web/forms.ts';
import type { Content } from '../../../../../web/html.ts';
import { resolveInput } from '../../../../bank-entry-routes.ts';
import type { ConsoleApp, ConsoleVisit } from '../../../app.ts';
import { askFor } from '../../../approvals/asking.ts';
import { readInput, type Problems } from '../../../forms.ts';
import { SUGGESTED, type ManyGiven } from './entries-page.ts';
import { ENTRIES_ON_A_PAGE, toCheck, type EntryToCheck } from './entries-view.ts';

/** What became of one of several entries. */
export type ManyResult = { entry: EntryToCheck; as: ResolvedAs | null } & (
  | { is: 'done' | 'open' }
  | { is: 'waits'; approvalId: string }
  | { is: 'failed'; why: Content }
);

/** One resolution for several entries, each on its own: what is refused does not stop the others. */
export async function resolveMany(
  app: ConsoleApp,
  visit: ConsoleVisit,
): Promise<{ results: readonly ManyResult[]; given: null } | { results: null; given: ManyGiven }> {
  const given = readMany(visit);
  if (Object.keys(given.problems).length > 0) return { results: null, given };
  const results: ManyResult[] = [];
  const changes: Change[] = [];
  for (const key of given.keys) {
    const [entry] = await readEntry(app, key);
    if (entry === undefined) continue;
    const as = given.as === SUGGESTED ? entry.suggestion : ({ as: given.as } as ResolvedAs);
    results.push(
      as === null
        ? { entry, as, is: 'failed', why: 'Nothing is suggested: no candidate fits, or several do.' }
        : await resolveOne(app, visit, { entry, as, reason: given.reason, changes }),
    );
  }
  visit.noteAll(changes);
  await app.settle();
  return { results, given: null };
}

async function readEntry({ services: { database } }: ConsoleApp, key: string): Promise<EntryToCheck[]> {
  const kept = await findKept(database, key);
  return kept === null ? [] : toCheck(database, [kept]);
}

type One = { entry: EntryToCheck; as: ResolvedAs; reason: string; changes: Change[] };

async function resolveOne(
  { services }: ConsoleApp,
  { acting }: ConsoleVisit,
  { entry, as, reason, changes }: One,
): Promise<ManyResult> {
  const { key } = entry;
  const resolution = { ...as, reason };
  const asked = await askFor(services, acting, 'resolve_entry', { key, resolution });
  switch (asked.is) {
    case 'done': {
      changes.push(resolutionChange(key, resolution));
      const kept = as.as === 'again' ? await findKept(services.database, key) : null;
      return { entry, as, is: kept !== null && kept.settledAt === null ? 'open' : 'done' };
    }
    case 'asked': {
      const { approvalId } = asked;
      changes.push({ verb: 'ask for', thing: 'approval', about: { 'bank entry': key, approval: approvalId } });
      return { entry, as, is: 'waits', approvalId };
    }
    case 'refused':
      return { entry, as, is: 'failed', why: asked.refusal };
    case 'invalid':
      return { entry, as, is: 'failed', why: Object.values(asked.problems).join(' ') };
    case 'unknown':
      return { entry, as, is: 'failed', why: 'It no longer exists.' };
  }
}

function readMany({ form }: ConsoleVisit): ManyGiven {
  const keys = [...new Set(form.getAll('id'))].slice(0, ENTRIES_ON_A_PAGE);
  const as = field(form, 'as');
  const reason = field(form, 'reason');
  const isKnown = as === SUGGESTED || (WITHOUT_ID as readonly string[]).includes(as);
  const problems: Problems = {
    ...(keys.length === 0 ? { id: 'Select the bookings first.' } : {}),
    ...(isKnown ? {} : { as: 'Choose how to resolve them.' }),
    ...readInput(resolveInput, { as: 'none', reason }).problems,
  };
  return { keys, as, reason, problems };
}
