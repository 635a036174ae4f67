import {
  addressOf,
  prepareDelivery,
  settleDelivery,
  type CallbackFacts,
  type DueDelivery,
} from '../actions/events/deliver.ts';
import type { Services } from '../actions/services.ts';
import { signedHeaders, type ApplicationMessage, type CallbackMessage } from '../callbacks/message.ts';
import { waitAfter } from '../callbacks/schedule.ts';
import { post, type ReceiverAnswer } from '../callbacks/send.ts';
import { releaseDelivery } from '../storage/callbacks/delivery-queue.ts';
import type { DueApplication } from '../storage/callbacks/provider-deliveries.ts';
import { scrub } from '../web/scrub.ts';

export type DeliverySettings = {
  services: Services;
  baseUrl: () => string;
  allowPrivate: boolean;
  onAttempt: (attempt: Attempted) => void;
  onGivenUp?: () => void;
  log: (error: unknown, what: string) => void;
  /** Ends attempts in progress, at a stop. */
  cut: AbortSignal;
};

type Attempted = { id: string; outcome: 'delivered' | 'refused' | 'no_answer' | 'nobody'; ms: number };

const ATTEMPT_LIMIT_MS = 15_000;
const NO_RECEIVER = 'The callback was switched off or removed.';

/** One attempt to send a callback, and what follows from it. */
export async function deliver(settings: DeliverySettings, delivery: DueDelivery): Promise<void> {
  const { services, onAttempt, onGivenUp, log, cut } = settings;
  const start = performance.now();
  const answered = await attempt(settings, delivery);
  // An attempt that a stop has cut short does not count.
  if (cut.aborted && answered instanceof Error) return releaseDelivery(services.database, delivery);
  const durationMs = Math.round(performance.now() - start);
  onAttempt({ id: delivery.id, outcome: outcomeOf(answered), ms: durationMs });
  if (answered === null) {
    await settleDelivery(services, delivery, { status: null, durationMs, answer: NO_RECEIVER }, null);
    return;
  }
  const isFailed = answered instanceof Error;
  const again = waitAfter(delivery.tries + 1, {
    random: Math.random(),
    retryAfter: isFailed ? null : answered.retryAfter,
    now: new Date(),
  });
  const status = isFailed ? null : answered.status;
  // A receiver's answer may repeat what we sent, including the link to the document, or its own secret.
  const answer = scrub(isFailed ? answered.message : answered.text);
  const outcome = await settleDelivery(services, delivery, { status, durationMs, answer }, again);
  if (!('state' in outcome) || outcome.state !== 'failed') return;
  onGivenUp?.();
  log(new Error(status === null ? 'no answer' : `the receiver answered ${status}`), `delivery ${delivery.id} given up`);
}

/** Null: the receiver no longer exists. */
async function attempt(
  { services, baseUrl, allowPrivate, log, cut }: DeliverySettings,
  delivery: DueDelivery,
): Promise<ReceiverAnswer | Error | null> {
  let letter: Letter | null;
  try {
    letter = await letterOf(services, delivery, baseUrl());
  } catch (error) {
    log(error, `delivery ${delivery.id}`);
    return new Error('The message could not be made.', { cause: error });
  }
  if (letter === null) return null;
  const { url, secrets, message } = letter;
  const { id } = delivery;
  const body = JSON.stringify(message);
  const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
  try {
    const headers = signedHeaders(body, { id, at: new Date(), secrets });
    return await post(url, { headers, body, signal: AbortSignal.any([limit, cut]), allowPrivate });
  } catch (error) {
    return limit.aborted ? new Error(`No answer within ${ATTEMPT_LIMIT_MS / 1000} seconds.`) : (error as Error);
  }
}

function outcomeOf(answered: ReceiverAnswer | Error | null): Attempted['outcome'] {
  if (answered === null) return 'nobody';
  if (answered instanceof Error) return 'no_answer';
  return answered.status >= 200 && answered.status < 300 ? 'delivered' : 'refused';
}

type Letter = { url: string; secrets: readonly string[]; message: CallbackMessage | ApplicationMessage };

async function letterOf(services: Services, delivery: DueDelivery, baseUrl: string): Promise<Letter | null> {
  if (delivery.to === 'provider') {
    const address = addressOf(services, delivery);
    return address === null ? null : { ...address, message: applicationMessage(delivery) };
  }
  const facts = await prepareDelivery(services, delivery, baseUrl);
  return facts === null ? null : { url: facts.url, secrets: facts.secrets, message: messageOf(facts) };
}

function applicationMessage({ event, at, application }: DueApplication): ApplicationMessage {
  return { type: event, timestamp: at.toISOString(), data: { application } };
}

export function messageOf({ event, link, inline }: CallbackFacts): CallbackMessage {
  const { depositId, organizationId, externalOrgId, sequence, status: deposit, told } = event;
  const timestamp = event.at.toISOString();
  const about = { sequence, depositId, organizationId, externalOrgId };
  switch (told.type) {
    case 'deposit.state_changed':
      return { type: told.type, timestamp, data: { ...about, from: told.from, to: told.to, deposit } };
    case 'document.created': {
      const content = inline === null ? {} : { contentBase64: inline.toString('base64') };
      const document = { ...told.document, url: link ?? '', ...content };
      return { type: told.type, timestamp, data: { ...about, deposit, document } };
    }
  }
}
