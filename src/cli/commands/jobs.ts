import { intended, recordChange, together } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import type { Sql } from '../../storage/database/database.ts';
import { countDeliveries } from '../../storage/callbacks/delivery-queue.ts';
import {
  countFailedEffects,
  listFailedEffects,
  readQueue,
  retryEffect,
  retryGivenUp,
  type FailedEffect,
} from '../../storage/effects/failed-effects.ts';
import { command, wrongCall, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { table } from '../output.ts';

const MOST = 200;

const overview = command({
  name: 'jobs',
  role: 'viewer',
  summary: 'Show due and failed jobs',
  usage: '',
  about:
    'Lists due jobs: mails, documents, later steps of deposits, and callbacks. For details on failed jobs:\n' +
    'depono jobs failed. To retry them: depono jobs retry.',
  words: [0, 0],
  examples: ['depono jobs', 'depono jobs --json'],
  options: {},
  run: async ({ output, services }) => {
    const { database } = await services();
    const queue = await readQueue(database, null);
    const failed = await countFailedEffects(database, null);
    const deliveries = await countDeliveries(database, null);
    output.show({ queue, failed, deliveries }, () =>
      table(
        ['WHAT', 'DUE', 'OLDEST SINCE', 'RETRIED', 'GIVEN UP'],
        [
          ...queue.map(({ kind, waiting, oldest }) => [kind, waiting, oldest, null, null]),
          ['all mails', null, null, failed.mails.retried, failed.mails.givenUp],
          ['all other steps', null, null, failed.steps.retried, failed.steps.givenUp],
          ['callbacks', deliveries.waiting, deliveries.oldest, null, deliveries.failed],
        ],
      ),
    );
    return 0;
  },
});

const failedJobs = command({
  name: 'jobs failed',
  role: 'viewer',
  summary: `List failed mails and steps, newest first, at most ${MOST} of each kind`,
  usage: '',
  words: [0, 0],
  examples: ['depono jobs failed', 'depono jobs failed --json | jq -r .error'],
  options: {},
  run: async ({ output, services }) => {
    const failed = await failedOf(await services());
    // The content of a mail is confidential.
    for (const { mail: _, ...effect } of failed) output.object(effect);
    const rows = failed.map(({ id, createdAt, kind, mailKind, organization, externalContractId, ...effect }) => [
      id,
      createdAt,
      mailKind ?? kind,
      organization,
      externalContractId,
      effect.attempts,
      effect.isGivenUp ? 'given up' : effect.dueAt,
      effect.isUnreadable ? 'unreadable: sealed with another key' : effect.error.slice(0, 80),
    ]);
    const head = ['ID', 'CREATED', 'WHAT', 'ORGANIZATION', 'CONTRACT', 'TRIES', 'NEXT TRY', 'ERROR'];
    output.say(rows.length === 0 ? 'Nothing has failed.' : table(head, rows));
    return 0;
  },
});

const retry = command({
  name: 'jobs retry',
  role: 'clerk',
  summary: 'Retry failed jobs now',
  usage: 'ID… | --all [--yes]',
  about: 'The running service does the work, with as many attempts as for a new job. With --all it asks first.',
  words: [0, Infinity],
  examples: ['depono jobs retry 0198…', 'depono jobs retry --all', 'depono jobs retry --all --yes --json'],
  options: { all: { type: 'flag', about: 'all jobs that were given up' }, ...YES },
  run: async (context, { words: ids, options }) => {
    const { output, services, author } = context;
    if (options.all === ids.length > 0)
      throw wrongCall('Give the ids of jobs, or --all for all jobs that were given up.');
    const all = await services();
    const { database } = all;
    const change = { verb: 'retry', thing: 'job' };
    if (options.all) {
      const { mails, steps } = await countFailedEffects(database, null);
      if (mails.givenUp + steps.givenUp > 0) {
        const what = `${mails.givenUp} mails and ${steps.givenUp} other steps that were given up`;
        await confirm(context, options.yes, `Retry ${what}?`);
      }
      const retried = await intended(all, await author(), change, async () => {
        const result = await retryAll(database);
        return { result, change: result === 0 ? null : { ...change, about: { jobs: String(result) } } };
      });
      output.show({ retried }, () => `${retried} ${retried === 1 ? 'job is' : 'jobs are'} being retried.`);
      return 0;
    }
    const failed = new Map((await failedOf(all)).map((effect) => [effect.id, effect]));
    let refused = 0;
    for (const id of ids) {
      const effect = failed.get(id.toLowerCase());
      const isRetried = await together(all, async (inside) => {
        if (effect === undefined || !effect.canRetry || !(await retryEffect(inside.database, effect))) return false;
        const { organizationId } = effect;
        await recordChange(inside, await author(), { ...change, about: { job: effect.id }, organizationId });
        return true;
      });
      if (!isRetried) refused++;
      output.show({ id, retried: isRetried }, () =>
        isRetried ? `${id}: is being retried.` : `${id}: not a failed job that can be retried.`,
      );
    }
    return refused > 0 ? 1 : 0;
  },
});

async function retryAll(sql: Sql): Promise<number> {
  let retried = 0;
  for (const what of ['mails', 'steps'] as const) {
    for (let count = MOST; count === MOST; retried += count) {
      count = await retryGivenUp(sql, { what, most: MOST });
    }
  }
  return retried;
}

async function failedOf({ database, vault }: Services): Promise<FailedEffect[]> {
  const lists: FailedEffect[][] = [];
  for (const what of ['mails', 'steps'] as const) {
    for (const isGivenUp of [true, false]) {
      lists.push(await listFailedEffects(database, vault, { what, isGivenUp, before: null, most: MOST }));
    }
  }
  return lists.flat();
}

export const jobsCommands: readonly Command[] = [overview, failedJobs, retry];
