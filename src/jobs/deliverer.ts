import { setTimeout as wait } from 'node:timers/promises';
import { prepareDelivery, settleDelivery, type Letter } from '../actions/deliver.ts';
import type { Services } from '../actions/services.ts';
import { signedHeaders, type Message } from '../callbacks/message.ts';
import { waitAfter } from '../callbacks/schedule.ts';
import { post, type Answer } from '../callbacks/send.ts';
import { claimDeliveries, releaseDelivery, type DueDelivery } from '../storage/deliveries.ts';

export type Deliverer = { wake: () => void; stop: () => Promise<void> };

export type DelivererSettings = {
  services: Services;
  baseUrl: () => string;
  allowPrivate: boolean;
  log: (error: unknown, what: string) => void;
};

const LOOK_EVERY_MS = 1_000;
const MOST_AT_ONCE = 50;
const ATTEMPT_LIMIT_MS = 15_000;
/** Longer than an attempt with all around it. */
const LEASE_SECONDS = 60;
const STOP_GRACE_MS = 2_000;

/** Takes documents to partners. Each delivery goes its own way: a slow receiver holds up nobody else's. */
export function startDeliverer({ services, baseUrl, allowPrivate, log }: DelivererSettings): Deliverer {
  const { database } = services;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let wakeUp: () => void = () => undefined;
  let isAwake = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
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
    const letter = await prepareDelivery(services, delivery, baseUrl());
    if (letter === null) return;
    const start = performance.now();
    const answered = await attempt(letter);
    // What a stop cut short is as if it had not been tried.
    if (stopping.signal.aborted && answered instanceof Error) return releaseDelivery(database, delivery);
    const durationMs = Math.round(performance.now() - start);
    const failed = answered instanceof Error;
    const again = waitAfter(delivery.tries + 1, {
      chance: Math.random(),
      retryAfter: failed ? null : answered.retryAfter,
      now: new Date(),
    });
    const status = failed ? null : answered.status;
    const answer = failed ? answered.message : answered.text;
    await settleDelivery(services, delivery, { status, durationMs, answer }, again);
  }

  async function attempt({ id, url, event, link, inline, secrets }: Letter): Promise<Answer | Error> {
    const message: Message = {
      type: 'document.created',
      timestamp: event.at.toISOString(),
      data: {
        sequence: event.sequence,
        deposit: event.status,
        document: {
          ...event.document,
          url: link,
          ...(inline === null ? {} : { contentBase64: inline.toString('base64') }),
        },
      },
    };
    const body = JSON.stringify(message);
    const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
    try {
      const headers = signedHeaders(body, { id, at: new Date(), secrets });
      return await post(url, { headers, body, signal: AbortSignal.any([limit, stopping.signal]), allowPrivate });
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
      const grace = wait(STOP_GRACE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(underWay), grace]);
      stopping.abort();
      wake();
      await running;
      await Promise.all(underWay);
    },
  };
}
