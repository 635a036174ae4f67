import type { FastifyReply } from 'fastify';
import { resolutionChange } from '../../../../../actions/bank/money-changes.ts';
import { findEntry, TOTAL } from '../../../../../storage/money/bank-entries.ts';
import { field } from '../../../../../web/forms.ts';
import { seeOther } from '../../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../../app.ts';
import { askFor, showRequest } from '../../../approvals/asking.ts';
import { entryView } from './entries-view.ts';
import { problemsAtFields, readResolution, typedFrom } from './entry-form.ts';
import { entryPage, type EntryGiven } from './entry-page.ts';
import { BANK, entryPath } from './entry-parts.ts';

const MORE_ROWS = 3;

/** One entry of the bank's, and its resolution. */
export function entryRoutes(app: ConsoleApp): void {
  app.get(`${BANK}/entries/:key`, 'viewer', (visit) => show(app, visit, {}));

  app.post(`${BANK}/entries/:key/resolve`, 'clerk', (visit) => resolve(app, visit));
}

async function show(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  given: EntryGiven,
  status = 200,
): Promise<FastifyReply | null> {
  const view = await entryView(services, visit.params['key'] ?? '');
  return view === null ? null : visit.show('bank', entryPage(view, visit, given), status);
}

async function resolve(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const { services } = app;
  const key = visit.params['key'] ?? '';
  const typed = typedFrom(visit.form);
  if (field(visit.form, 'more') !== '') return show(app, visit, { typed, more: MORE_ROWS });
  const { resolution, problems, ...more } = await readResolution(services.database, typed);
  if (problems !== null) {
    return show(app, visit, { typed, problems: problemsAtFields(problems), ...more }, 422);
  }
  const asked = await askFor(services, visit.acting, 'resolve_entry', { key, resolution });
  switch (asked.is) {
    case 'unknown':
      return null;
    case 'asked':
      return showRequest(app, visit, asked.approvalId, { about: { 'bank entry': key } });
    case 'refused':
      return show(app, visit, { typed, refusal: asked.refusal }, 409);
    case 'invalid':
      return show(app, visit, { typed, problems: problemsAtFields(asked.problems) }, 422);
    case 'done':
      visit.note(resolutionChange(key, resolution));
      await app.settle();
      return 'as' in resolution && resolution.as === 'again'
        ? showAgain(app, visit, key)
        : seeOther(visit.reply, `${entryPath(key)}?done=resolved`);
  }
}

/** A total has a key of its own only as long as it waits for its details. */
async function showAgain({ services }: ConsoleApp, visit: ConsoleVisit, key: string): Promise<FastifyReply> {
  const other = key.startsWith(TOTAL) ? key.slice(TOTAL.length) : `${TOTAL}${key}`;
  const now = (await findEntry(services.database, key)) ?? (await findEntry(services.database, other));
  if (now === null) return seeOther(visit.reply, BANK);
  const isOpen = now.attention !== '' && now.settledAt === null;
  return seeOther(visit.reply, `${entryPath(now.key)}?done=${isOpen ? 'again' : 'booked'}`);
}
