import type { Sql } from '../database/database.ts';
import { findDelivery, listDeliveries, type ListedDelivery } from './deliveries.ts';
import type { DeliveryState } from './delivery-queue.ts';
import { findProviderDelivery, listProviderDeliveries, type ListedProviderDelivery } from './provider-deliveries.ts';

/** A callback to a partner, or to a provider. */
export type AnyDelivery = ListedDelivery | ListedProviderDelivery;

export function isToProvider(delivery: AnyDelivery): delivery is ListedProviderDelivery {
  return 'providerId' in delivery;
}

/** To partners and providers, newest first. With `providerId` to this provider alone. */
export async function listAllDeliveries(
  sql: Sql,
  asked: { depositId: string | null; providerId: string | null; state: DeliveryState | null; most: number },
): Promise<AnyDelivery[]> {
  const toPartners = asked.providerId === null ? await listDeliveries(sql, asked) : [];
  const toProviders = await listProviderDeliveries(sql, asked);
  return [...toPartners, ...toProviders]
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, asked.most);
}

export async function findAnyDelivery(sql: Sql, id: string): Promise<AnyDelivery | null> {
  return (await findDelivery(sql, id)) ?? findProviderDelivery(sql, id);
}
