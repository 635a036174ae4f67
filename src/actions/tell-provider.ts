import type { ProviderEvent } from '../storage/effects/sealed-effects.ts';
import { insertProviderDelivery } from '../storage/callbacks/provider-deliveries.ts';
import type { Services } from './services.ts';

/** Tells a provider by callback that something is asked of it, or no longer. Without a callback it reads its queue. */
export async function tellProvider(services: Services, told: ProviderEvent & { id: string }): Promise<void> {
  await insertProviderDelivery(services.database, told);
  services.wakeDeliverer();
}
