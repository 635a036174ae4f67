import { findConnection } from '../storage/set-up/connections.ts';
import type { DocumentEvent } from '../storage/deposits/documents.ts';
import { prepareDelivery, type CallbackDocumentFacts } from './deliver.ts';
import type { Services } from './services.ts';

/**
 * An event as its connection's callback would receive it, for another address. Signed with the secrets of the
 * connection, or with the given one if it has no callback. Null: the callback does not take this kind of document.
 */
export async function letterFor(
  services: Services,
  { organizationId, number: eventNumber, connectionId, document }: DocumentEvent,
  { baseUrl, otherwise }: { baseUrl: string; otherwise: string },
): Promise<CallbackDocumentFacts | null> {
  const connection = await findConnection(services.database, organizationId, connectionId);
  const callback = connection?.callback ?? null;
  if (callback !== null && callback.documents?.includes(document.kind) === false) return null;
  const secret = callback?.secret ?? services.vault.seal(otherwise, `callback secret ${connectionId}`);
  const receiver = {
    url: '',
    inline: callback?.inline ?? false,
    secret,
    previousSecret: callback?.previousSecret ?? null,
  };
  // The same id each time the event is sent, as in all attempts of a delivery.
  const delivery = { organizationId, id: document.id, eventNumber, receiverId: connectionId, tries: 0, receiver };
  return prepareDelivery(services, { to: 'partner', ...delivery }, baseUrl);
}
