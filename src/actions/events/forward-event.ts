import { findConnection, type Callback } from '../../storage/set-up/connections.ts';
import type { PartnerEvent, Told } from '../../storage/callbacks/events.ts';
import { prepareDelivery, type CallbackFacts } from './deliver.ts';
import type { Services } from '../services.ts';

/**
 * An event as its connection's callback would receive it, for another address. Signed with the secrets of the
 * connection, or with the given one if it has no callback. Null: the callback does not take it.
 */
export async function letterFor(
  services: Services,
  { organizationId, number: eventNumber, connectionId, depositId, sequence, told }: PartnerEvent,
  { baseUrl, otherwise }: { baseUrl: string; otherwise: string },
): Promise<CallbackFacts | null> {
  const connection = await findConnection(services.database, organizationId, connectionId);
  const callback = connection?.callback ?? null;
  if (callback !== null && !takes(callback, told)) return null;
  const secret = callback?.secret ?? services.vault.seal(otherwise, `callback secret ${connectionId}`);
  const receiver = {
    url: '',
    inline: callback?.inline ?? false,
    secret,
    previousSecret: callback?.previousSecret ?? null,
  };
  // The same id each time the event is sent, as in all attempts of a delivery.
  const document = told.type === 'document.created' ? told.document : undefined;
  const id = messageId({ depositId, sequence, document });
  const delivery = { organizationId, id, eventNumber, receiverId: connectionId, tries: 0, receiver };
  return prepareDelivery(services, { to: 'partner', ...delivery }, baseUrl);
}

function takes({ events, documents }: Callback, told: Told): boolean {
  if (!events.includes(told.type)) return false;
  return told.type !== 'document.created' || documents === null || documents.includes(told.document.kind);
}

/** What an event is known by that has no delivery. */
export function messageId(about: {
  depositId: string;
  sequence: number;
  document?: { id: string } | undefined;
}): string {
  return about.document?.id ?? `${about.depositId}-${about.sequence}`;
}
