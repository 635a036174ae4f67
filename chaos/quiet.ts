import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { listFailedDeliveries } from '../src/storage/callbacks/deliveries.ts';
import { replayDelivery } from '../src/storage/callbacks/delivery-queue.ts';
import { retryEffect } from '../src/storage/effects/failed-effects.ts';
import { settleWithBank } from './bank-day.ts';
import { filesIn } from './bank-files.ts';
import { isSettled } from './book.ts';
import { settleMix } from './mix/mix.ts';
import { send, sendUntilSettled } from './callers.ts';
import { randomOf } from './random.ts';
import { newContract } from './payloads.ts';
import { AUTHORIZED } from './set-up.ts';
import type { World } from './world.ts';

const READY_LIMIT_MS = 1_800_000;
const SETTLE_LIMIT_MS = 300_000;
const DRAIN_LIMIT_MS = 600_000;
const CLOCK_LIMIT_MS = 60_000;
const MOST_BY_HAND = 200;

/**
 * After the faults: waits until all processes run, every call is answered and no work is left. Returns since when, in service
 * time, or null if that state was not reached.
 */
export async function comeToRest(world: World, client: Client, { isLast }: { isLast: boolean }): Promise<Date | null> {
  const areReady = await Promise.all(world.processes.map((one) => one.ready(READY_LIMIT_MS)));
  for (const [n, one] of world.processes.entries()) {
    if (areReady[n] !== true) world.violate(`${one.name} is not ready again:\n${one.printed().slice(-1_500)}`);
  }
  if (areReady.includes(false) || !(await answerAll(world))) return null;
  await settleMix(world);
  const restedAt = await drain(world, client, { isLast });
  if (restedAt === null) return null;
  return settleWithBank(world, client, { isLast, drain: () => drain(world, client, { isLast }) });
}

/** Sends unanswered contracts again until they are answered, and opens one new contract per organization. */
async function answerAll(world: World): Promise<boolean> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  const isLate = (): boolean => Date.now() > deadline;
  const random = randomOf('probe');
  const probes = world.organizations.map((organization) => newContract(organization, random));
  world.book.contracts.push(...probes);
  const open = world.book.contracts.filter((contract) => !isSettled(contract));
  await Promise.all(open.map((contract) => sendUntilSettled(world, contract, isLate)));
  const left = open.filter((contract) => !isSettled(contract));
  for (const { id, attempts } of left) world.violate(`${id} has no answer: ${attempts.join(', ')}`);
  // Once more without faults: no contract opens twice.
  const again = open.filter((contract) => contract.isGood && contract.attempts.length > 1);
  for (const contract of again) {
    if ((await send(world, contract)) === 'success') world.violate(`${contract.id} was opened by a resend once more`);
  }
  return left.length === 0;
}

type Waiting = {
  now: Date;
  /** Due, and not done yet. */
  due: number;
  /** Waiting for a retry, and the latest due time. */
  later: number;
  seconds: number;
  failed: { organization_id: string; id: string }[];
  deliveries: number;
  failedDeliveries: number;
};

/** Until nothing is due, no retry is pending, and no bank file is unread. */
export async function drain(world: World, client: Client, { isLast }: { isLast: boolean }): Promise<Date | null> {
  const deadline = Date.now() + DRAIN_LIMIT_MS;
  for (let quiet = 0; ;) {
    const waiting = await look(client, { isLast });
    const files = filesIn(world, 'in').length;
    const isQuiet = waiting.due + waiting.later + waiting.deliveries + files === 0;
    quiet = isQuiet ? quiet + 1 : 0;
    if (waiting.failed.length + waiting.failedDeliveries > 0) await tryByHand(world, client, waiting);
    // Twice in a row: there may be a moment between an effect and the one that it causes.
    else if (quiet > 1) return waiting.now;
    else if (waiting.later > 0) await moveClock(world, waiting.seconds);
    if (Date.now() > deadline) {
      world.violate(`what is due does not get done: ${JSON.stringify(waiting)}, ${files} bank files unread`);
      return null;
    }
    await wait(150);
  }
}

/**
 * A delivery claimed by a killed worker stays leased for a minute, and blocks the receiver's others. Only the last round
 * waits for that; before, such a delivery counts as pending.
 */
async function look(client: Client, { isLast }: { isLast: boolean }): Promise<Waiting> {
  const { rows } = await client.query<Omit<Waiting, 'failed'>>(
    `with callbacks as (
       select d.due_at, d.state, d.tries, d.claimed_until, c.callback_url as url
       from deliveries d join connections c on c.id = d.connection_id
       union all
       select d.due_at, d.state, d.tries, d.claimed_until, p.callback_url
       from provider_deliveries d join providers p on p.id = d.provider_id
     ), retried as (
       select due_at from effects where state = 'waiting' and attempts > 0 and due_at > service_now()
       union all
       select due_at from callbacks where state = 'waiting' and tries > 0 and due_at > service_now()
     ), leased as (
       select url from callbacks where state = 'waiting' and claimed_until > clock_timestamp()
     )
     select service_now() as now,
            (select count(*) from effects where state = 'waiting' and due_at <= service_now())::integer as due,
            (select count(*) from retried)::integer as later,
            coalesce((select ceil(extract(epoch from max(due_at) - service_now())) from retried), 0)::integer as seconds,
            (select count(*) from callbacks where state = 'waiting' and due_at <= service_now()
               and ($1 or url not in (select url from leased)))::integer as deliveries,
            (select count(*) from deliveries where state = 'failed')::integer as "failedDeliveries"`,
    [isLast],
  );
  const failed = await client.query<Waiting['failed'][number]>(
    `select organization_id, id from effects where state = 'failed' limit ${MOST_BY_HAND}`,
  );
  return { ...(rows[0] as Omit<Waiting, 'failed'>), failed: failed.rows };
}

/** Retries what was given up, as the operator would. */
async function tryByHand(world: World, client: Client, { failed }: Waiting): Promise<void> {
  for (const { organization_id: organizationId, id } of failed) await retryEffect(client, { organizationId, id });
  const deliveries = await listFailedDeliveries(client, { before: null, most: MOST_BY_HAND });
  for (const { id } of deliveries) await replayDelivery(client, id, { withinDays: 90 });
  world.book.counts.triedByHand += failed.length + deliveries.length;
  world.log(`${failed.length} effects and ${deliveries.length} deliveries were tried again by hand`);
}

/** Moves the service's clock to the next retry. */
async function moveClock(world: World, seconds: number): Promise<void> {
  const body = { advance: `PT${seconds + 1}S` };
  const question = { method: 'POST' as const, path: '/sandbox/api/clock', headers: AUTHORIZED, body };
  const said = await world.ask({ ...question, limitMs: CLOCK_LIMIT_MS });
  world.log(`the clock was moved by ${seconds + 1} s: ${said?.status ?? 'no answer'}`);
}
