import { letterFor, messageId } from '../../actions/events/forward-event.ts';
import type { Services } from '../../actions/services.ts';
import type { CallbackMessage } from '../../callbacks/message.ts';
import { messageOf } from '../../jobs/delivery-attempt.ts';
import { listEvents } from '../../storage/callbacks/events.ts';
import { lastEventNumber } from '../../storage/callbacks/last-event.ts';
import { wrongCall } from '../command.ts';

/** An event with its callback message. */
export type ReceivedEvent = { number: number; id: string; message: CallbackMessage; secrets: readonly string[] };

/** A source of events: no gaps, oldest first. */
export type Feed = {
  last: () => Promise<number>;
  /** The events after a number, and the number to continue from. */
  after: (number: number) => Promise<{ events: ReceivedEvent[]; next: number }>;
};

const MOST_AT_ONCE = 50;

/** Reads the database, as the callbacks themselves do. */
export function feedFromDatabase(
  services: Services,
  {
    organizationId,
    connectionId,
    baseUrl,
    secret,
  }: { organizationId: string; connectionId: string | null; baseUrl: string; secret: string },
): Feed {
  const { database } = services;
  return {
    last: () => lastEventNumber(database, organizationId),
    after: async (number) => {
      const stored = await listEvents(database, { organizationId, after: number, most: MOST_AT_ONCE });
      const events: ReceivedEvent[] = [];
      for (const event of stored) {
        if (connectionId !== null && event.connectionId !== connectionId) continue;
        const letter = await letterFor(services, event, { baseUrl, otherwise: secret });
        if (letter === null) continue;
        const { id, secrets } = letter;
        events.push({ number: event.number, id, message: messageOf(letter), secrets });
      }
      return { events, next: stored.at(-1)?.number ?? number };
    },
  };
}

type Page = { events: (CallbackMessage & { number: number })[]; next: number; more: boolean };

/** Reads a remote service, with a key that reads contract status. */
export function feedFromService({
  url,
  organizationId,
  statusKey,
  secret,
}: {
  url: string;
  organizationId: string;
  statusKey: string;
  secret: string;
}): Feed {
  /** Null: there is no event with such a high number. */
  async function page(after: number): Promise<Page | null> {
    const response = await fetch(`${url}/webhook/events?after=${after}`, {
      headers: { 'x-api-key': statusKey, 'x-org-id': organizationId },
      signal: AbortSignal.timeout(15_000),
    });
    if (response.status === 400 && after > 0) return null;
    if (response.status >= 400 && response.status < 500) {
      const { error = '' } = (await response.json().catch(() => ({}))) as { error?: string };
      throw wrongCall(`${url} answered ${response.status}: ${error} Check --org and the status key.`);
    }
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return (await response.json()) as Page;
  }
  return {
    // Numbers have no gaps, so a binary search finds the last one without reading all events.
    last: async () => {
      const isBeyond = async (number: number): Promise<boolean> => ((await page(number))?.events ?? []).length === 0;
      let above = 1;
      if (await isBeyond(0)) return 0;
      while (!(await isBeyond(above))) above *= 2;
      let below = Math.floor(above / 2);
      while (above - below > 1) {
        const middle = Math.floor((above + below) / 2);
        if (await isBeyond(middle)) above = middle;
        else below = middle;
      }
      return above;
    },
    after: async (number) => {
      const read = (await page(number)) ?? { events: [], next: number };
      const events = read.events.map(({ number, ...message }) => ({
        number,
        id: messageId(message.data),
        message,
        secrets: [secret],
      }));
      return { events, next: read.next };
    },
  };
}
