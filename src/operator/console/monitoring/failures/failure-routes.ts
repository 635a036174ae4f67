import type { FastifyReply } from 'fastify';
import { REPLAYED_WITHIN_DAYS } from '../../../../domain/retention.ts';
import { replayDelivery, type Replay } from '../../../../storage/callbacks/delivery-queue.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { findDeposit } from '../../../../storage/deposits/deposits.ts';
import { retryEffect, retryGivenUp, type FailedKind } from '../../../../storage/effects/failed-effects.ts';
import { field } from '../../../../web/forms.ts';
import { seeOther } from '../../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { showConsoleDeposit } from '../deposits/deposit-routes.ts';
import { failurePage } from './failure-page.ts';
import { failureView, failureListOf } from './failure-view.ts';

const ADDRESS = '/operator/failures';
const MOST_RETRIED = 1_000;

/** What has failed, what is being retried, and what is due. */
export function failureRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  app.get(ADDRESS, 'viewer', (visit) => showFailures(app, visit));

  app.post(`${ADDRESS}/effects/:organizationId/:id/retry`, 'clerk', async (visit) => {
    const { organizationId = '', id = '' } = visit.params;
    if (!isId(organizationId) || !isId(id)) return null;
    if (!(await retryEffect(database, { organizationId, id }))) {
      return refused(app, visit, 'It is done already, or its content was removed and it can no longer be done.');
    }
    visit.note({ verb: 'try again', thing: 'effect', about: { effect: id }, organizationId });
    services.wakeWorker();
    await app.settle();
    return seeOther(visit.reply, backTo(visit, 'mail') ?? `${ADDRESS}?show=${failureListOf(visit.form)}&done=retried`);
  });

  app.post(`${ADDRESS}/retry-all`, 'clerk', async (visit) => {
    const what: FailedKind = field(visit.form, 'show') === 'steps' ? 'steps' : 'mails';
    const count = await retryGivenUp(database, { what, most: MOST_RETRIED });
    visit.note({
      verb: 'try all again',
      thing: what === 'mails' ? 'mails' : 'effects',
      changes: { count: { to: count } },
    });
    services.wakeWorker();
    await app.settle();
    return seeOther(visit.reply, `${ADDRESS}?show=${what}&done=all`);
  });

  app.post(`${ADDRESS}/deliveries/:id/replay`, 'clerk', async (visit) => {
    const id = visit.params['id'] ?? '';
    const replay = isId(id) ? await replayDelivery(database, id, { withinDays: REPLAYED_WITHIN_DAYS }) : 'unknown';
    if (replay === 'unknown') return null;
    if (replay !== 'queued') return refused(app, visit, NOT_REPLAYED[replay]);
    visit.note({ verb: 'replay', thing: 'delivery', about: { delivery: id } });
    services.wakeDeliverer();
    return seeOther(visit.reply, backTo(visit, 'replay') ?? `${ADDRESS}?show=deliveries&done=replayed`);
  });
}

const NOT_REPLAYED: Record<Exclude<Replay, 'queued' | 'unknown'>, string> = {
  too_old: `The delivery is older than ${REPLAYED_WITHIN_DAYS} days. The partner can read the document’s event instead, a provider its applications.`,
  under_way: 'An attempt is under way. Wait until it has ended.',
  switched_off: 'The receiver has no callback that is switched on. Set it first.',
};

/** To the deposit, or the provider, on whose page the button was. */
function backTo({ form }: ConsoleVisit, done: string): string | null {
  const [id, providerId] = [field(form, 'back'), field(form, 'provider')];
  if (isId(providerId)) return `/operator/providers/${providerId}/callback?done=replayed`;
  return isId(id) ? `/operator/deposits/${id}?done=${done}` : null;
}

async function refused(app: ConsoleApp, visit: ConsoleVisit, why: string): Promise<FastifyReply> {
  const id = field(visit.form, 'back');
  const deposit = isId(id) ? await findDeposit(app.services.database, id) : null;
  return deposit === null ? showFailures(app, visit, why) : showConsoleDeposit(app, visit, deposit, why);
}

async function showFailures(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  refusal: string | null = null,
): Promise<FastifyReply> {
  const { query } = visit;
  const asked = visit.request.method === 'GET' ? query : visit.form;
  const view = await failureView(services, { list: failureListOf(asked), after: query.get('after') ?? '' });
  return visit.show('failures', failurePage(view, visit, refusal), refusal === null ? 200 : 409);
}
