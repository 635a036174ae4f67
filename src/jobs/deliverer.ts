import { setTimeout as wait } from 'node:timers/promises';
import type { DueDelivery } from '../actions/events/deliver.ts';
import { claimDeliveries } from '../storage/callbacks/deliveries.ts';
import { claimProviderDeliveries } from '../storage/callbacks/provider-deliveries.ts';
import { deliver, type DeliverySettings } from './delivery-attempt.ts';
import { startLoop, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 1_000;
const MOST_AT_ONCE = 200;
/** Longer than one attempt with everything around it. */
const LEASE_SECONDS = 60;
const STOP_GRACE_MS = 2_000;

/** Sends callbacks to partners and providers. Deliveries run in parallel: a slow receiver does not hold up the others. */
export function startDeliverer(settings: Omit<DeliverySettings, 'cut'>): Loop {
  const { services, log } = settings;
  const inProgress = new Set<Promise<void>>();
  const cut = new AbortController();

  async function round(): Promise<number> {
    const most = MOST_AT_ONCE - inProgress.size;
    if (most <= 0) return LOOK_EVERY_MS;
    // Providers are few. They come first, so that many partners cannot keep them waiting.
    const claim = { most: Math.ceil(most / 2), leaseSeconds: LEASE_SECONDS };
    const toProviders = await claimProviderDeliveries(services.database, claim);
    for (const delivery of toProviders) start(delivery);
    const rest = most - toProviders.length;
    const toPartners = rest === 0 ? [] : await claimDeliveries(services.database, { ...claim, most: rest });
    for (const delivery of toPartners) start(delivery);
    return toProviders.length + toPartners.length > 0 ? 0 : LOOK_EVERY_MS;
  }

  function start(delivery: DueDelivery): void {
    const one = deliver({ ...settings, cut: cut.signal }, delivery).catch((error: unknown) =>
      log(error, `delivery ${delivery.id}`),
    );
    inProgress.add(one);
    void one.finally(() => {
      inProgress.delete(one);
      loop.wake();
    });
  }

  const loop = startLoop({
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: 0,
    round,
    onError: (error) => log(error, 'deliverer'),
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      const grace = wait(STOP_GRACE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(inProgress), grace]);
      cut.abort();
      await Promise.all(inProgress);
    },
  };
}
