import type { FastifyReply } from 'fastify';
import {
  aboutRuns,
  exportOrders,
  isResent,
  NOT_RESENT,
  resendRun,
  writeRunAgain,
} from '../../../../actions/bank/export-orders.ts';
import { NOT_RETRIED, retryFile } from '../../../../actions/bank/retry-file.ts';
import { orderRules } from '../../../../domain/payee/facts.ts';
import type { Content } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { askFor, showRequest } from '../../approvals/asking.ts';
import { bankPage } from './bank-page.ts';
import { bankView, type BankList } from './bank-view.ts';
import type { ManyGiven } from './entries/entries-page.ts';
import { entryRoutes } from './entries/entry-routes.ts';
import { manyPage } from './entries/many-page.ts';
import { resolveMany } from './entries/resolve-many.ts';

const ADDRESS = '/operator/bank';

/** Bank files, payment files, and the bookings that a person must check. */
export function bankRoutes(app: ConsoleApp): void {
  const { services } = app;

  app.get(ADDRESS, 'viewer', (visit) => show(app, visit));

  app.post(`${ADDRESS}/entries/resolve`, 'clerk', async (visit) => {
    const { results, given } = await resolveMany(app, visit);
    if (results === null) return show(app, visit, { status: 422, given });
    return visit.show('bank', manyPage(results));
  });

  app.post(`${ADDRESS}/files/:id/retry`, 'clerk', async (visit) => {
    const retried = await retryFile(services, visit.params['id'] ?? '');
    if (retried.is === 'unknown') return null;
    if (retried.is !== 'read')
      return show(app, visit, { status: 409, refusal: NOT_RETRIED[retried.is], list: 'refused' });
    const { id, name, state } = retried.file;
    visit.note({ verb: 'retry', thing: 'bank file', about: { id, file: name, state } });
    const [list, done] = state === 'done' ? ['files', 'retried'] : ['refused', 'refused'];
    return seeOther(visit.reply, `${ADDRESS}?show=${list}&done=${done}`);
  });

  entryRoutes(app);

  app.post(`${ADDRESS}/runs/:id/write-again`, 'clerk', async (visit) => {
    const id = visit.params['id'] ?? '';
    if (!(await writeRunAgain(services, id))) return null;
    visit.note({ verb: 'write again', thing: 'payment file', about: { run: id } });
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=again`);
  });

  app.post(`${ADDRESS}/runs/:id/resend`, 'clerk', async (visit) => {
    const id = visit.params['id'] ?? '';
    const { run, hold } = await resendRun(services, id);
    if (hold !== null) return show(app, visit, { status: 409, list: 'runs' });
    if (run === 'unknown') return null;
    if (!isResent(run)) return show(app, visit, { status: 409, refusal: NOT_RESENT[run], list: 'runs' });
    visit.note({ verb: 'send again', thing: 'payment file', about: { run: id, sentAs: run.id } });
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=resent`);
  });

  app.post(`${ADDRESS}/export`, 'clerk', async (visit) => {
    const { runs, hold } = await exportOrders(services);
    if (hold !== null) return show(app, visit, { status: 409, list: 'runs' });
    visit.note({ verb: 'write', thing: 'payment file', about: aboutRuns(runs) });
    const done = runs.length === 0 ? 'nothing' : runs.length === 1 ? 'written' : 'several';
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=${done}`);
  });

  app.post(`${ADDRESS}/release`, 'clerk', (visit) => release(app, visit));
}

async function release(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const asked = await askFor(app.services, visit.acting, 'release_bank', {});
  switch (asked.is) {
    case 'asked':
      return showRequest(app, visit, asked.approvalId, {});
    case 'refused':
      return show(app, visit, { status: 409, refusal: asked.refusal });
    case 'unknown':
    case 'invalid':
      return null;
    case 'done':
      visit.note({ verb: 'release', thing: 'payment files' });
      await app.settle();
      return seeOther(visit.reply, `${ADDRESS}?done=released`);
  }
}

type Showing = { status?: number; refusal?: Content; given?: ManyGiven | null; list?: BankList };

async function show(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  { status = 200, refusal = null, given = null, list }: Showing = {},
): Promise<FastifyReply> {
  const view = await bankView(services.database, visit.query, { rules: orderRules(services), otherwise: list });
  return visit.show('bank', bankPage(view, visit, { refusal, given }), status);
}
