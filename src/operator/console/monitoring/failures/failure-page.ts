import type { FastifyReply } from 'fastify';
import { REPLAYED_WITHIN_DAYS } from '../../../../domain/retention.ts';
import { serviceNow } from '../../../../storage/database/clock.ts';
import {
  countDeliveries,
  listFailedDeliveries,
  listSwitchedOff,
  replayDelivery,
  type Replay,
} from '../../../../storage/callbacks/deliveries.ts';
import { listMismatches } from '../../../../storage/deposit-list/everywhere.ts';
import { findDeposit } from '../../../../storage/deposits/deposits.ts';
import {
  countFailedEffects,
  listFailedEffects,
  readQueue,
  retryEffect,
  retryGivenUp,
  type FailedKind,
} from '../../../../storage/effects/failed-effects.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { field } from '../../../../web/forms.ts';
import { html, type Html } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import { notice } from '../../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { consoleDepositPage } from '../deposits/deposit-page.ts';
import { callbackList, deliveryList, effectLists, mismatchList, queueList } from './failure-lists.ts';
import { doneNotice, paging, tabs } from '../parts.ts';

const ADDRESS = '/operator/failures';
const ON_A_PAGE = 50;
const MOST_RETRIED = 1_000;

const SHOWN = ['mails', 'steps', 'deliveries', 'callbacks', 'register', 'queue'] as const;
type Shown = (typeof SHOWN)[number];

/** What did not get done by itself, and what still waits. */
export function failureRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  app.get(ADDRESS, 'operator', (visit) => failuresPage(app, visit));

  app.post(`${ADDRESS}/effects/:organizationId/:id/retry`, 'operator', async (visit) => {
    const { organizationId = '', id = '' } = visit.params;
    if (!isId(organizationId) || !isId(id)) return null;
    if (!(await retryEffect(database, { organizationId, id }))) {
      return refused(app, visit, 'It is done already, or its content was removed and it can no longer be done.');
    }
    visit.note({ verb: 'try again', thing: 'effect', about: { effect: id }, organizationId });
    services.wakeWorker();
    await app.settle();
    return seeOther(visit.reply, backTo(visit, 'mail') ?? `${ADDRESS}?show=${shownOf(visit.form)}&done=retried`);
  });

  app.post(`${ADDRESS}/retry-all`, 'operator', async (visit) => {
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

  app.post(`${ADDRESS}/deliveries/:id/replay`, 'operator', async (visit) => {
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
  too_old: `The delivery is older than ${REPLAYED_WITHIN_DAYS} days. The partner can read the document’s event instead.`,
  under_way: 'An attempt is under way. Wait until it has ended.',
  switched_off: 'The connection has no callback that is switched on. Set it first, on the page of the connection.',
};

/** To the deposit on whose page the button was. */
function backTo({ form }: ConsoleVisit, done: string): string | null {
  const id = field(form, 'back');
  return isId(id) ? `/operator/deposits/${id}?done=${done}` : null;
}

async function refused(app: ConsoleApp, visit: ConsoleVisit, why: string): Promise<FastifyReply> {
  const id = field(visit.form, 'back');
  const deposit = isId(id) ? await findDeposit(app.services.database, id) : null;
  return deposit === null ? failuresPage(app, visit, why) : consoleDepositPage(app, visit, deposit, why);
}

function shownOf(asked: URLSearchParams): Shown {
  return SHOWN.find((one) => one === asked.get('show')) ?? 'mails';
}

const DONE = {
  retried: 'It was tried again. What is no longer listed is done.',
  all: 'All of them are tried again. What is no longer listed is done.',
  replayed: 'The delivery is made again.',
};

async function failuresPage(
  app: ConsoleApp,
  visit: ConsoleVisit,
  refusal: string | null = null,
): Promise<FastifyReply> {
  const { database } = app.services;
  const show = shownOf(visit.request.method === 'GET' ? visit.query : visit.form);
  const effects = await countFailedEffects(database);
  const deliveries = await countDeliveries(database);
  const callbacks = await listSwitchedOff(database);
  const mismatches = await listMismatches(database, ON_A_PAGE);
  const queue = await readQueue(database);
  const names: Record<Shown, [name: string, count: number]> = {
    mails: ['Mails', effects.mails.givenUp + effects.mails.retried],
    steps: ['Other steps', effects.steps.givenUp + effects.steps.retried],
    deliveries: ['Deliveries', deliveries.failed],
    callbacks: ['Callbacks switched off', callbacks.length],
    register: ['Register', mismatches.length],
    queue: ['Queue', queue.reduce((sum, { waiting }) => sum + waiting, deliveries.waiting)],
  };
  const list = async (): Promise<{ list: Html; next: string | null }> => {
    const after = visit.query.get('after') ?? '';
    const page = { before: isId(after) ? after : null, most: ON_A_PAGE + 1 };
    switch (show) {
      case 'mails':
      case 'steps': {
        const { vault } = app.services;
        const givenUp = await listFailedEffects(database, vault, { what: show, isGivenUp: true, ...page });
        const retried = await listFailedEffects(database, vault, {
          what: show,
          isGivenUp: false,
          before: null,
          most: ON_A_PAGE,
        });
        const shown = givenUp.slice(0, ON_A_PAGE);
        return { list: effectLists(visit, show, shown, retried), next: nextOf(givenUp) };
      }
      case 'deliveries': {
        const failed = await listFailedDeliveries(database, page);
        return { list: deliveryList(visit, failed.slice(0, ON_A_PAGE)), next: nextOf(failed) };
      }
      case 'callbacks':
        return { list: callbackList(callbacks), next: null };
      case 'register':
        return { list: mismatchList(mismatches), next: null };
      case 'queue':
        return { list: queueList(queue, deliveries, await serviceNow(database)), next: null };
    }
  };
  const { list: shown, next } = await list();
  const content = html`<h1>Failures</h1>
    ${doneNotice(visit.query, DONE)} ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${tabs(
      SHOWN.map((one) => ({
        name: names[one][0],
        count: names[one][1],
        href: `${ADDRESS}?show=${one}`,
        isCurrent: one === show,
      })),
    )}
    ${shown} ${paging(ADDRESS, visit.query, next)}`;
  return visit.show('failures', { title: `Failures: ${names[show][0]}`, content }, refusal === null ? 200 : 409);
}

function nextOf(found: readonly { id: string }[]): string | null {
  return found.length > ON_A_PAGE ? (found[ON_A_PAGE - 1]?.id ?? null) : null;
}
