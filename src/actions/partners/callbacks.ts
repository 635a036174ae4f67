import { DEFAULT_EVENTS, type CallbackDocument, type EventType } from '../../domain/document.ts';
import type { CallbackChangedBy } from '../../domain/messages/callback-change.ts';
import { PARTNERS_ROTATION_HOURS } from '../../domain/retention.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import {
  findPartnerConnection,
  type Callback,
  type OwnConnection,
  type PartnerConnection,
} from '../../storage/set-up/connections.ts';
import { differences, recordChange, together, type Author, type Change } from '../audit.ts';
import type { Services } from '../services.ts';
import { changeCallback, rotateSecret } from '../set-up/connections.ts';

/** Where a partner wants its callbacks, and which. */
export type OwnCallbackInput = {
  url: string;
  /** Absent: all that its path sends. */
  documents?: CallbackDocument[] | undefined;
  /** Absent: the default. */
  events?: EventType[] | undefined;
  inline?: boolean | undefined;
};

/** `secret` is new, and shown this once. Null: it stays. */
export type CallbackChanged =
  | { is: 'done'; connection: PartnerConnection; secret: string | null }
  | { is: 'unknown' }
  | { is: 'no_callback' };

/** Sets the callback of a partner's own connection, or switches it on again. The address is checked by whoever asks. */
export function setOwnCallback(
  services: Services,
  author: Author,
  own: OwnConnection,
  { events = [...DEFAULT_EVENTS], ...input }: OwnCallbackInput,
): Promise<CallbackChanged> {
  return changeOwn(services, own, async (inside, before) => {
    const made = await changeCallback(inside, before, { events, ...input }, changedBy(author));
    await recordCallback(inside, author, before, made.connection);
    return { is: 'done', ...made };
  });
}

/** A new secret. The older one signs, too, for a day. */
export function rotateOwnSecret(services: Services, author: Author, own: OwnConnection): Promise<CallbackChanged> {
  return changeOwn(services, own, async (inside, before) => {
    if (before.callback === null) return { is: 'no_callback' };
    const now = await serviceNow(inside.database);
    const previousUntil = new Date(now.getTime() + PARTNERS_ROTATION_HOURS * 3_600_000);
    const secret = await rotateSecret(inside, before, { previousUntil, by: changedBy(author) });
    await recordChange(inside, author, { verb: 'rotate', thing: 'callback secret', ...aboutOwn(before) });
    return { is: 'done', connection: { ...before, callback: { ...before.callback, previousUntil } }, secret };
  });
}

/** Without a callback there is nothing to remove, and nothing is recorded. */
export function removeOwnCallback(services: Services, author: Author, own: OwnConnection): Promise<CallbackChanged> {
  return changeOwn(services, own, async (inside, before) => {
    const made = await changeCallback(inside, before, null, changedBy(author));
    await recordCallback(inside, author, before, made.connection);
    return { is: 'done', ...made };
  });
}

async function changeOwn(
  services: Services,
  own: OwnConnection,
  change: (inside: Services, connection: PartnerConnection) => Promise<CallbackChanged>,
): Promise<CallbackChanged> {
  const changed = await together(services, async (inside): Promise<CallbackChanged> => {
    const connection = await findPartnerConnection(inside.database, own, { hold: true });
    return connection === null ? { is: 'unknown' } : change(inside, connection);
  });
  services.wakeWorker();
  return changed;
}

/** A contact, on the pages, or whoever has the key. */
function changedBy({ way, actor }: Author): CallbackChangedBy {
  return way === 'pages' ? { is: 'contact', who: actor.replace(/^partner.*, /, '') } : { is: 'partner_key' };
}

async function recordCallback(
  inside: Services,
  author: Author,
  before: PartnerConnection,
  { callback }: PartnerConnection,
): Promise<void> {
  const changes = differences({ callback: shown(before.callback) }, { callback: shown(callback) });
  if (Object.keys(changes).length === 0) return;
  await recordChange(inside, author, { verb: 'change', thing: 'connection', ...aboutOwn(before), changes });
}

function shown(callback: Callback | null): object | null {
  if (callback === null) return null;
  const { url, documents, events, inline, active } = callback;
  return { url, documents, events, inline, active };
}

function aboutOwn({ id, organizationId, partnerId }: PartnerConnection): Omit<Change, 'verb' | 'thing'> {
  return { about: { partner: partnerId, organization: organizationId, connection: id }, organizationId, partnerId };
}
