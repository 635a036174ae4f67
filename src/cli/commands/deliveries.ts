import { recordChange, together, type Author } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { REPLAYED_WITHIN_DAYS } from '../../domain/retention.ts';
import { findAnyDelivery, isToProvider, listAllDeliveries } from '../../storage/callbacks/all-deliveries.ts';
import { replayDelivery, type DeliveryState, type Replay } from '../../storage/callbacks/delivery-queue.ts';
import { isId } from '../../storage/database/ids.ts';
import { command, wrongCall, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { table } from '../output.ts';

const MOST = 200;
const ALL = { depositId: null, providerId: null };
const STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed'];

const list = command({
  name: 'deliveries list',
  role: 'viewer',
  summary: `List callbacks, newest first, at most ${MOST}`,
  usage: '[--state STATE] [--deposit ID]',
  words: [0, 0],
  examples: ['depono deliveries list --state failed', 'depono deliveries list --deposit 0198… --json'],
  options: {
    state: { type: 'text', value: 'STATE', about: 'waiting, delivered or failed' },
    deposit: { type: 'text', value: 'ID', about: 'those of one deposit' },
  },
  run: async ({ output, services }, { options: { state, deposit } }) => {
    if (state !== null && !STATES.some((one) => one === state)) {
      throw wrongCall(`Unknown --state "${state}". Use one of: ${STATES.join(', ')}`);
    }
    if (deposit !== null && !isId(deposit))
      throw wrongCall('--deposit requires the id of a deposit. To find it: depono deposit show');
    const deliveries = await listAllDeliveries((await services()).database, {
      depositId: deposit,
      providerId: null,
      state: state as DeliveryState | null,
      most: MOST,
    });
    for (const delivery of deliveries) output.object(delivery);
    const rows = deliveries.map((delivery) => {
      const { id, depositId, state: now, attempts, dueAt, createdAt } = delivery;
      return [
        id,
        createdAt,
        isToProvider(delivery) ? delivery.event : (delivery.document?.kind ?? delivery.type),
        depositId,
        now,
        attempts.length,
        attempts.at(-1)?.status ?? attempts.at(-1)?.answer.slice(0, 40),
        now === 'waiting' ? dueAt : null,
      ];
    });
    const head = ['ID', 'CREATED', 'ABOUT', 'DEPOSIT', 'STATE', 'TRIES', 'LAST ANSWER', 'NEXT TRY'];
    output.say(rows.length === 0 ? 'No deliveries found.' : table(head, rows));
    return 0;
  },
});

const replay = command({
  name: 'deliveries replay',
  role: 'clerk',
  summary: 'Send callbacks again now',
  usage: 'ID… | --failed [--yes]',
  about: `Within ${REPLAYED_WITHIN_DAYS} days: the same id, with a new signature and link. The running service sends them.
With --failed it asks first.`,
  words: [0, Infinity],
  examples: ['depono deliveries replay 0198…', 'depono deliveries replay --failed --yes'],
  options: { failed: { type: 'flag', about: `all failed ones, at most the newest ${MOST}` }, ...YES },
  run: async (context, { words, options: { failed, yes } }) => {
    const { output, services, author } = context;
    if (failed === words.length > 0) throw wrongCall('Give the ids of deliveries, or --failed for all failed ones.');
    const all = await services();
    const { database } = all;
    const ids = failed
      ? (await listAllDeliveries(database, { ...ALL, state: 'failed', most: MOST })).map(({ id }) => id)
      : words;
    if (ids.length === 0) output.say('No failed deliveries.');
    if (failed && ids.length > 0) await confirm(context, yes, `Send ${ids.length} failed callbacks again?`);
    let refused = 0;
    for (const id of ids) {
      const outcome = isId(id) ? await replayOne(all, await author(), id) : 'unknown';
      if (outcome !== 'queued') refused++;
      output.show({ id, outcome }, () => `${id}: ${WORDS[outcome]}`);
    }
    return refused > 0 ? 1 : 0;
  },
});

async function replayOne(services: Services, author: Author, id: string): Promise<Replay> {
  return together(services, async (inside) => {
    const outcome = await replayDelivery(inside.database, id, { withinDays: REPLAYED_WITHIN_DAYS });
    const delivery = outcome === 'queued' ? await findAnyDelivery(inside.database, id) : null;
    if (delivery !== null) {
      const { organizationId, depositId } = delivery;
      const about = { delivery: id, deposit: depositId };
      await recordChange(inside, author, { verb: 'replay', thing: 'delivery', about, organizationId });
    }
    return outcome;
  });
}

const WORDS: Record<Replay, string> = {
  queued: 'is being sent again.',
  unknown: 'not found.',
  too_old: `is older than ${REPLAYED_WITHIN_DAYS} days. Fetch the document or the application instead.`,
  under_way: 'an attempt is in progress. Try again later.',
  switched_off: 'the receiver has no enabled callback. Set it first: depono org callback, or PATCH /providers/{id}',
};

export const deliveriesCommands: readonly Command[] = [list, replay];
