import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Author } from '../../../actions/audit.ts';
import { readAnswersCsv } from '../../../actions/providers/answers-csv.ts';
import { giveAnswerRow, type RowOutcome } from '../../../actions/providers/give-answer-row.ts';
import { recordSeen } from '../../../actions/providers/record-seen.ts';
import { listApplicationIds } from '../../../storage/providers/queue.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { fileIn } from '../../../web/input/uploads.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import { applicationsFile } from '../../providers/applications-file.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { answersPage, type AnswersView } from './answers-page.ts';
import { applicationsPage } from './applications-page.ts';
import { applicationsView } from './applications-view.ts';
import { providerInAddress } from './in-address.ts';

const PATH = '/operator/providers/:id';

/** What is asked of a provider, and its answers as a file. Each read of personal data is in the audit log. */
export function providerApplicationRoutes(app: ConsoleApp): void {
  const { services } = app;
  app.get(`${PATH}/applications`, 'viewer', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    const view = await applicationsView(services.database, provider.id, visit.query);
    await recordRead(
      app,
      visit,
      provider,
      view.rows.map(({ id }) => id),
    );
    return visit.show('providers', applicationsPage(view, provider, visit));
  });
  app.get(`${PATH}/applications.csv`, 'clerk', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null) return null;
    const ids = await listApplicationIds(services.database, provider.id, 'open');
    // Before anything is sent: a download that breaks off was read, too.
    await recordRead(app, visit, provider, ids);
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
      .header('content-disposition', `attachment; filename="depono-applications-${provider.code}.csv"`)
      .send(Readable.from(applicationsFile(services, { providerId: provider.id, ids })));
  });
  app.get(`${PATH}/answers`, 'clerk', async (visit) => {
    const provider = await providerInAddress(app, visit);
    return provider && showAnswers(visit, provider, { outcomes: null, problem: null });
  });
  app.post(`${PATH}/answers`, 'clerk', (visit) => answer(app, visit));
}

/** Each row is a transaction with its own entry in the audit log: what is taken stays, if the process dies. */
async function answer(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const provider = await providerInAddress(app, visit);
  if (provider === null) return null;
  const file = fileIn(visit.form, 'file');
  if (file === null) return showAnswers(visit, provider, { outcomes: null, problem: 'Please choose a file.' });
  const { rows, problem } = readAnswersCsv(file);
  if (rows === null) return showAnswers(visit, provider, { outcomes: null, problem });
  const outcomes: RowOutcome[] = [];
  const sender = { providerId: provider.id, author: authorOf(visit) };
  for (const row of rows) outcomes.push(await giveAnswerRow(app.services, sender, row));
  await app.settle();
  return showAnswers(visit, provider, { outcomes, problem: null });
}

function showAnswers(visit: ConsoleVisit, provider: StoredProvider, view: AnswersView): FastifyReply {
  const page = answersPage(view, provider, visit);
  return visit.show('providers', page, view.problem === null ? 200 : 422);
}

async function recordRead(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  { id: providerId }: StoredProvider,
  applications: readonly string[],
): Promise<void> {
  await recordSeen(services, { author: authorOf(visit), providerId }, { verb: 'read', applications });
}

function authorOf({ acting, request }: ConsoleVisit): Author {
  return { actor: acting.actor, way: 'console', origin: request.ip };
}
