import type { Memory } from './memory.ts';
import type { Settings } from './settings.ts';

/** What we use of an event. Members that we do not know are ignored. */
export type Event = {
  type: string;
  data: {
    sequence: number;
    depositId: string;
    deposit: { externalContractId: string; state: string };
    document?: { id: string; kind: string; url: string };
  };
};

/** Whatever way an event comes, by callback or from the list, it is processed once. */
export function processEvent({ type, data }: Event, memory: Memory): void {
  // More types may be added.
  if (type !== 'document.created' && type !== 'deposit.state_changed') return;
  const { sequence, depositId, deposit, document } = data;
  const key = `${depositId} ${sequence}`;
  if (memory.processed[key]) return;
  memory.processed[key] = true;
  if (document !== undefined) console.log(`${deposit.externalContractId}: ${document.kind}, to be fetched`);
  // Events may arrive out of order: an older one has nothing new to say about the state.
  const known = memory.deposits[depositId];
  if (known !== undefined && known.sequence > sequence) return;
  memory.deposits[depositId] = { contractId: deposit.externalContractId, sequence, state: deposit.state };
  console.log(`${deposit.externalContractId}: ${deposit.state}`);
}

/** Reads what the receiver has missed. */
export async function catchUp(settings: Settings, memory: Memory, save: () => void): Promise<void> {
  const { url, statusKey, organizationId } = settings;
  for (let more = true; more;) {
    const response = await fetch(`${url}/webhook/events?after=${memory.lastEvent}`, {
      headers: { 'x-api-key': statusKey, 'x-org-id': organizationId },
    });
    if (!response.ok) throw new Error(`the events could not be read: ${response.status}`);
    const page = (await response.json()) as { events: Event[]; next: number; more: boolean };
    for (const event of page.events) processEvent(event, memory);
    memory.lastEvent = page.next;
    save();
    more = page.more;
  }
}
