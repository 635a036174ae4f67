import type { Attempt, DueDelivery, Outcome } from '../storage/deliveries.ts';
import { giveUp, recordAttempt, switchOff } from '../storage/deliveries.ts';
import { findDocument, findEvent, type DocumentEvent } from '../storage/documents.ts';
import { offerDocument } from './offer-document.ts';
import type { Services } from './services.ts';

/** What is posted to a partner, and with which secrets it is signed. */
export type Letter = {
  id: string;
  url: string;
  event: DocumentEvent;
  link: string;
  inline: Buffer | null;
  secrets: string[];
};

/** Everything that a delivery needs, with a fresh link; null where there is nobody to send it to any more. */
export async function prepareDelivery(
  { database, vault }: Services,
  { organizationId, id, eventNumber, connectionId, receiver }: DueDelivery,
  baseUrl: string,
): Promise<Letter | null> {
  const event = await findEvent(database, organizationId, eventNumber);
  if (receiver === null || event === null) {
    await giveUp(database, { organizationId, id });
    return null;
  }
  const { url, inline, secret, previousSecret } = receiver;
  const documentId = event.document.id;
  const link = await offerDocument(database, { organizationId, documentId, baseUrl });
  const document = inline ? await findDocument(database, documentId) : null;
  const unseal = (sealed: Buffer): string => vault.unseal(sealed, `callback secret ${connectionId}`).toString('utf8');
  const secrets = [secret, ...(previousSecret === null ? [] : [previousSecret])].map(unseal);
  return { id, url, event, link, inline: document?.content ?? null, secrets };
}

/** 410: the receiver is gone, and its address is switched off. */
const GONE = 410;

export async function settleDelivery(
  { database }: Services,
  delivery: DueDelivery,
  attempt: Attempt,
  wait: number | null,
): Promise<void> {
  const { status } = attempt;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const outcome: Outcome = isDelivered
    ? { state: 'delivered' }
    : status === GONE || wait === null
      ? { state: 'failed' }
      : { retryInSeconds: wait };
  await database.transaction(async (sql) => {
    await recordAttempt(sql, delivery, attempt, outcome);
    if (status === GONE) await switchOff(sql, delivery.connectionId);
  });
}
