import { setTimeout as wait } from 'node:timers/promises';
import { prepareDelivery, settleDelivery, type Letter } from '../actions/deliver.ts';
import type { Services } from '../actions/services.ts';
import { signedHeaders, type Message } from '../callbacks/message.ts';
import { waitAfter } from '../callbacks/schedule.ts';
import { post, type Answer } from '../callbacks/send.ts';
import { claimDeliveries, releaseDelivery, type DueDelivery } from '../storage/callbacks/deliveries.ts';
import { scrub } from '../web/scrub.ts';

export type Deliverer = { wake: () => void; stop: () => Promise<void> };

export type DelivererSettings = {
  services: Services;
  baseUrl: () => string;
  allowPrivate: boolean;
  /** Told of each attempt that has come to an end. */
  onAttempt: (attempt: Attempted) => void;
  log: (error: unknown, what: string) => void;
};

export type Attempted = { id: string; outcome: 'delivered' | 'refused' | 'no_answer' | 'nobody'; ms: number };

const LOOK_EVERY_MS = 1_000;
const MOST_AT_ONCE = 200;
const ATTEMPT_LIMIT_MS = 15_000;
/** Longer than an attempt with all around it. */
const LEASE_SECONDS = 60;
const STOP_GRACE_MS = 2_000;
const NOBODY = 'The callback was switched off or removed.';

/** Takes documents to partners. Each delivery goes its own way: a slow receiver holds up nobody else's. */
export function startDeliverer(settings: DelivererSettings): Deliverer {
  const { services, baseUrl, allowPrivate, onAttempt, log } = settings;
  const { database } = services;
  const underWay = new Set<Promise<void>>();
  const cut = new AbortController();
  let isStopping = false;
  let wakeUp: () => void = () => undefined;
  let isAwake = false;

  async function run(): Promise<void> {
    while (!isStopping) {
      const room = MOST_AT_ONCE - underWay.size;
      const due = room <= 0 ? [] : await claim(room);
      for (const delivery of due) {
        const one = deliver(delivery).catch((error: unknown) => log(error, `delivery ${delivery.id}`));
        underWay.add(one);
        void one.finally(() => {
          underWay.delete(one);
          wake();
        });
      }
      if (due.length > 0 || isAwake) {
        isAwake = false;
        continue;
      }
      const look = wait(LOOK_EVERY_MS, undefined, { ref: false });
      await Promise.race([look, new Promise<void>((done) => (wakeUp = done))]);
    }
  }

  async function claim(most: number): Promise<DueDelivery[]> {
    isAwake = false;
    return claimDeliveries(database, { most, leaseSeconds: LEASE_SECONDS }).catch((error: unknown) => {
      log(error, 'deliverer');
      return [];
    });
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    const start = performance.now();
    const answered = await attempt(delivery);
    // What a stop cut short is as if it had not been tried.
    if (cut.signal.aborted && answered instanceof Error) return releaseDelivery(database, delivery);
    const durationMs = Math.round(performance.now() - start);
    onAttempt({ id: delivery.id, outcome: outcomeOf(answered), ms: durationMs });
    if (answered === null)
      return settleDelivery(services, delivery, { status: null, durationMs, answer: NOBODY }, null);
    const failed = answered instanceof Error;
    const again = waitAfter(delivery.tries + 1, {
      random: Math.random(),
      retryAfter: failed ? null : answered.retryAfter,
      now: new Date(),
    });
    const status = failed ? null : answered.status;
    // A receiver may repeat what we sent, with the link that opens the document, or its own secret.
    const answer = scrub(failed ? answered.message : answered.text);
    await settleDelivery(services, delivery, { status, durationMs, answer }, again);
  }

  async function attempt(delivery: DueDelivery): Promise<Answer | Error | null> {
    let letter: Letter | null;
    try {
      letter = await prepareDelivery(services, delivery, baseUrl());
    } catch (error) {
      log(error, `delivery ${delivery.id}`);
      return new Error('The message could not be made.', { cause: error });
    }
    if (letter === null) return null;
    const { id, url, secrets } = letter;
    const body = JSON.stringify(messageOf(letter));
    const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
    try {
      const headers = signedHeaders(body, { id, at: new Date(), secrets });
      return await post(url, { headers, body, signal: AbortSignal.any([limit, cut.signal]), allowPrivate });
    } catch (error) {
      return limit.aborted ? new Error(`No answer within ${ATTEMPT_LIMIT_MS / 1000} seconds.`) : (error as Error);
    }
  }

  const wake = (): void => {
    isAwake = true;
    wakeUp();
  };
  const running = run();
  return {
    wake,
    stop: async () => {
      isStopping = true;
      wake();
      await running;
      const grace = wait(STOP_GRACE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(underWay), grace]);
      cut.abort();
      await Promise.all(underWay);
    },
  };
}

function outcomeOf(answered: Answer | Error | null): Attempted['outcome'] {
  if (answered === null) return 'nobody';
  if (answered instanceof Error) return 'no_answer';
  return answered.status >= 200 && answered.status < 300 ? 'delivered' : 'refused';
}

export function messageOf({ event, link, inline }: Letter): Message {
  const content = inline === null ? {} : { contentBase64: inline.toString('base64') };
  return {
    type: 'document.created',
    timestamp: event.at.toISOString(),
    data: {
      sequence: event.sequence,
      deposit: event.status,
      document: { ...event.document, url: link, ...content },
    },
  };
}
