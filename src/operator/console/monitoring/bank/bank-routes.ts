import type { FastifyReply } from 'fastify';
import { exportOrders, writeRunAgain } from '../../../../actions/bank/export-orders.ts';
import { settleEntry } from '../../../../storage/money/bank-entries.ts';
import { field } from '../../../../web/forms.ts';
import type { Content } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { askFor, showRequest } from '../../approvals/asking.ts';
import { bankPage } from './bank-page.ts';
import { bankView } from './bank-view.ts';

const ADDRESS = '/operator/bank';

/** Bank files, payment files, and the bookings that a person must check. */
export function bankRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  app.get(ADDRESS, 'viewer', (visit) => show(app, visit));

  app.post(`${ADDRESS}/entries/done`, 'clerk', async (visit) => {
    const key = field(visit.form, 'key');
    if (!(await settleEntry(database, key))) return null;
    visit.note({ verb: 'mark as done', thing: 'bank entry', about: { entry: key } });
    return seeOther(visit.reply, `${ADDRESS}?show=entries&done=entry`);
  });

  app.post(`${ADDRESS}/runs/:id/write-again`, 'clerk', async (visit) => {
    const id = visit.params['id'] ?? '';
    if (!(await writeRunAgain(services, id))) return null;
    visit.note({ verb: 'write again', thing: 'payment file', about: { run: id } });
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=again`);
  });

  app.post(`${ADDRESS}/export`, 'clerk', async (visit) => {
    const { run, hold } = await exportOrders(services);
    if (hold !== null) return show(app, visit, { status: 409 });
    visit.note({ verb: 'write', thing: 'payment file', about: run === null ? {} : { run: run.id } });
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=${run === null ? 'nothing' : 'written'}`);
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

async function show(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  { status = 200, refusal = null }: { status?: number; refusal?: Content } = {},
): Promise<FastifyReply> {
  const view = await bankView(services.database, visit.query);
  return visit.show('bank', bankPage(view, visit, refusal), status);
}
