import { readDocument } from '../documents/read-document.ts';
import type { DueDocument } from '../../storage/callbacks/deliveries.ts';
import {
  recordAttempt,
  switchOff,
  type Attempt,
  type AttemptOutcome,
  type CallbackReceiver,
} from '../../storage/callbacks/delivery-queue.ts';
import type { DueApplication } from '../../storage/callbacks/provider-deliveries.ts';
import { findEvent, type PartnerEvent } from '../../storage/callbacks/events.ts';
import { offerDocuments } from '../offer-document.ts';
import type { Services } from '../services.ts';

/** The body that is posted to a partner, and the secrets to sign it with. */
export type CallbackFacts = {
  id: string;
  url: string;
  event: PartnerEvent;
  /** To the document that it tells of. */
  link: string | null;
  inline: Buffer | null;
  secrets: string[];
};

/** A callback to a partner or to a provider. */
export type DueDelivery = DueDocument | DueApplication;

/** Where a callback goes, and the secrets to sign it with. Null: the callback was switched off or removed. */
export function addressOf({ vault }: Services, { receiverId, receiver }: DueDelivery): Addressed | null {
  return receiver === null ? null : { url: receiver.url, secrets: secretsOf(vault, receiverId, receiver) };
}

type Addressed = { url: string; secrets: string[] };

/** During rotation both. */
export function secretsOf(
  vault: Services['vault'],
  receiverId: string,
  receiver: Pick<CallbackReceiver, 'secret' | 'previousSecret'>,
): string[] {
  const { secret, previousSecret } = receiver;
  return [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) =>
    vault.unseal(sealed, `callback secret ${receiverId}`).toString('utf8'),
  );
}

/** Everything that a delivery to a partner needs, with a fresh link; null if the receiver no longer exists. */
export async function prepareDelivery(
  { database, vault, documentStore }: Services,
  { organizationId, id, eventNumber, receiverId, receiver }: DueDocument,
  baseUrl: string,
): Promise<CallbackFacts | null> {
  if (receiver === null) return null;
  const event = await findEvent(database, organizationId, eventNumber);
  if (event === null) throw new Error('a delivery tells of an event');
  const { url, inline } = receiver;
  const secrets = secretsOf(vault, receiverId, receiver);
  if (event.told.type === 'deposit.state_changed') return { id, url, event, link: null, inline: null, secrets };
  const documentId = event.told.document.id;
  const [link] = await offerDocuments(database, { organizationId, documentIds: [documentId], baseUrl });
  if (link === undefined) throw new Error('a document was offered without a link');
  const document = inline ? await readDocument({ database, documentStore }, documentId) : null;
  return { id, url, event, link, inline: document?.content ?? null, secrets };
}

/** 410 Gone: the callback is switched off. */
const GONE = 410;

/** Stores the result of an attempt and what follows from it; `wait` is null after the last attempt. */
export async function settleDelivery(
  { database }: Services,
  delivery: DueDelivery,
  attempt: Attempt,
  wait: number | null,
): Promise<AttemptOutcome> {
  const { to, receiverId, receiver } = delivery;
  const { status } = attempt;
  const isDelivered = status !== null && status >= 200 && status < 300;
  return database.transaction(async (sql) => {
    // Locks the receiver before any delivery, so that two attempts that end with 410 at once do not deadlock.
    const isGone =
      status === GONE && receiver !== null && (await switchOff(sql, { to, receiverId, url: receiver.url }));
    const outcome: AttemptOutcome = isDelivered
      ? { state: 'delivered' }
      : isGone || wait === null
        ? { state: 'failed' }
        : { retryInSeconds: wait };
    await recordAttempt(sql, delivery, attempt, outcome);
    return outcome;
  });
}
