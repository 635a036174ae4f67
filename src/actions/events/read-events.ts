import { lastEventNumber } from '../../storage/callbacks/last-event.ts';
import { listEvents, listEventsOf, type PartnerEvent } from '../../storage/callbacks/events.ts';
import { identifyReader, type ReaderRefusal } from '../read-status.ts';
import type { Services } from '../services.ts';

export const MOST_EVENTS = 100;

type EventsCall = {
  apiKey: string | null;
  organizationId: string | null;
  /** Null: it is not a number. */
  after: number | null;
  baseUrl: string;
};

export type EventsOutcome =
  | ReaderRefusal
  | { is: 'bad_number' | 'beyond_last'; partnerId: string | null }
  | {
      is: 'found';
      partnerId: string | null;
      events: readonly PartnerEvent[];
      /** To the documents that the events tell of, by the document's id. */
      linkOf: ReadonlyMap<string, string>;
      /** Whether there are more already. */
      more: boolean;
    };

/** The events after a number, for whoever may read the contract status of the organization. */
export async function readEvents(services: Services, call: EventsCall): Promise<EventsOutcome> {
  const reader = await identifyReader(services, call);
  if (reader.is !== 'known') return reader;
  const { organizationId, partnerId, connectionIds } = reader;
  const { after, baseUrl } = call;
  const { database } = services;
  if (after === null) return { is: 'bad_number', partnerId };
  if (after > (await lastEventNumber(database, organizationId))) return { is: 'beyond_last', partnerId };
  const page = { organizationId, after, most: MOST_EVENTS + 1 };
  const found =
    connectionIds === null
      ? await listEvents(database, page)
      : await listEventsOf(database, { ...page, connectionIds });
  const events = found.slice(0, MOST_EVENTS);
  const documentIds = events.flatMap(({ told }) => (told.type === 'document.created' ? [told.document.id] : []));
  const links = await services.offerLinks({ organizationId, documentIds, baseUrl });
  const linkOf = new Map(documentIds.map((id, index) => [id, links[index] ?? '']));
  return { is: 'found', partnerId, events, linkOf, more: found.length > MOST_EVENTS };
}
