import { Readable } from 'node:stream';
import { together } from '../../../actions/audit.ts';
import { acknowledgeApplication } from '../../../actions/providers/answer-application.ts';
import { queueStateIn } from '../../../actions/providers/asked-row.ts';
import { isId } from '../../../storage/database/ids.ts';
import { listApplicationIds } from '../../../storage/providers/queue.ts';
import { PAGE_HEADERS, seeOther } from '../../../web/page.ts';
import { recordSeen } from '../../../actions/providers/record-seen.ts';
import type { ProviderApp, ProviderVisit } from '../app.ts';
import { PROVIDER_WORDS } from '../words.ts';
import { applicationsCsv } from './queue-csv.ts';
import { queueAddress, queuePage } from './queue-page.ts';
import { queueView } from './queue-view.ts';

/** The queue, as a page and as a file, and taking several applications in hand. */
export function queueRoutes(app: ProviderApp): void {
  const { services } = app;

  app.get('/provider', 'provider_viewer', async (visit) => {
    const { provider, query, language, token, mayAnswer } = visit;
    const view = await queueView(services.database, provider.id, query);
    await visit.recordSeen({ verb: 'read', applications: view.rows.map(({ id }) => id) });
    return visit.show(queuePage(view, { language, token, mayAnswer, message: messageOf(visit) }));
  });

  app.get('/provider/applications.csv', 'provider_viewer', async (visit) => {
    const { provider, query, language, reply } = visit;
    const state = queueStateIn(query) === 'acknowledged' ? 'acknowledged' : 'open';
    const ids = await listApplicationIds(services.database, provider.id, state);
    // Before anything is sent: a download that breaks off was read, too.
    await visit.recordSeen({ verb: 'read', applications: ids });
    return reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
      .header('content-disposition', 'attachment; filename="depono-applications.csv"')
      .send(Readable.from(applicationsCsv(services, { providerId: provider.id, ids, language })));
  });

  app.post('/provider/acknowledge', 'provider_clerk', async (visit) => {
    const { form, reply } = visit;
    const ids = [...new Set(form.getAll('id'))].filter(isId).slice(0, MOST_AT_ONCE);
    const state = queueStateIn(form);
    if (ids.length === 0) return seeOther(reply, queueAddress({ state }, { done: '0', others: '0' }));
    let done = 0;
    for (const id of ids) if (await takeInHand(app, visit, id)) done++;
    await app.settle();
    return seeOther(reply, queueAddress({ state }, { done: String(done), others: String(ids.length - done) }));
  });
}

/** A page has 50. */
const MOST_AT_ONCE = 100;

/** Each counts on its own. A number that someone has given meanwhile stays. */
async function takeInHand({ services }: ProviderApp, visit: ProviderVisit, applicationId: string): Promise<boolean> {
  const { provider, contact, author } = visit;
  const given = { providerId: provider.id, applicationId, reference: undefined, by: contact.name };
  return together(services, async (inside) => {
    const isDone = (await acknowledgeApplication(inside, given)).is === 'done';
    const who = { author, providerId: provider.id };
    if (isDone) await recordSeen(inside, who, { verb: 'answer', applications: [applicationId] });
    return isDone;
  });
}

function messageOf({ query, language }: ProviderVisit): { tone: 'good' | 'warn'; text: string } | null {
  const [done, others] = [query.get('done'), query.get('others')].map((text) =>
    text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null,
  );
  if (done === null || done === undefined || others === null || others === undefined) return null;
  const { queue } = PROVIDER_WORDS[language];
  if (done + others === 0) return { tone: 'warn', text: queue.noneSelected };
  return { tone: done > 0 ? 'good' : 'warn', text: queue.acknowledged(done, others) };
}
