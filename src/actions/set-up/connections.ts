import { randomBytes } from 'node:crypto';
import {
  findConnection,
  insertConnection,
  setCallback,
  setSecrets,
  type Callback,
  type PartnerConnection,
} from '../../storage/set-up/connections.ts';
import { DEFAULT_EVENTS, type EventType } from '../../domain/document.ts';
import type { CallbackChangedBy } from '../../domain/messages/callback-change.ts';
import { isUniqueViolation, type Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import { together } from '../audit.ts';
import type { Services } from '../services.ts';
import { organizationOf } from './organizations.ts';
import { SetUpRefused, unknown } from './refused.ts';
import { changeOf, tellCallbackChanged } from './tell-callback.ts';

type CallbackInput = {
  url: string;
  documents?: string[] | undefined;
  /** Absent: as before; of a new callback, the default. */
  events?: EventType[] | undefined;
  inline?: boolean | undefined;
};
const BY_OPERATOR: CallbackChangedBy = { is: 'operator' };
type NewConnection = { connection: PartnerConnection; secret: string | null };

export async function addConnection(
  services: Services,
  organizationId: string,
  input: { partnerId: string; externalOrgId: string; callback: CallbackInput | null },
): Promise<NewConnection> {
  const { database, random } = services;
  await organizationOf(database, organizationId);
  if (!isId(input.partnerId) || (await findPartner(database, input.partnerId)) === null) {
    throw new SetUpRefused('invalid', 'partnerId', 'names no partner');
  }
  const id = random.id();
  const made = input.callback === null ? null : makeCallback(services, id, input.callback, null);
  const connection: PartnerConnection = {
    id,
    organizationId,
    partnerId: input.partnerId,
    externalOrgId: input.externalOrgId,
    callback: made?.callback ?? null,
  };
  await together(services, async (inside) => {
    await insertConnection(inside.database, connection);
    if (made !== null) await tellCallbackChanged(inside, connection, { change: 'set', by: BY_OPERATOR });
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new SetUpRefused(
      'conflict',
      'externalOrgId',
      'This external id already names an organization of this partner.',
    );
  });
  return { connection, secret: made?.secret ?? null };
}

export async function changeCallback(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
  input: CallbackInput | null,
  by = BY_OPERATOR,
): Promise<NewConnection> {
  return together(services, async (inside) => {
    const before = await connectionOf(inside.database, organizationId, id);
    const made = input === null ? null : makeCallback(services, id, input, before.callback);
    const connection = { ...before, callback: made?.callback ?? null };
    await setCallback(inside.database, before, connection.callback);
    const change = changeOf(before.callback, connection.callback);
    if (change !== null) await tellCallbackChanged(inside, connection, { change, by });
    return { connection, secret: made?.secret ?? null };
  });
}

/** Adds a new secret; the previous one stays valid, too: until then, or until it is retired. */
export async function rotateSecret(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
  { previousUntil = null, by = BY_OPERATOR }: { previousUntil?: Date | null; by?: CallbackChangedBy } = {},
): Promise<string> {
  return together(services, async (inside) => {
    const { connection, callback } = await callbackOf(inside, organizationId, id);
    const secret = newSecret();
    const sealed = services.vault.seal(secret, `callback secret ${id}`);
    await setSecrets(inside.database, connection, { secret: sealed, previousSecret: callback.secret, previousUntil });
    await tellCallbackChanged(inside, connection, { change: 'rotated', by });
    return secret;
  });
}

/** Retires the previous secret. */
export async function retireSecret(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  await together(services, async (inside) => {
    const { connection, callback } = await callbackOf(inside, organizationId, id);
    const { secret, previousSecret } = callback;
    await setSecrets(inside.database, connection, { secret, previousSecret: null, previousUntil: null });
    if (previousSecret === null) return;
    await tellCallbackChanged(inside, connection, { change: 'retired', by: BY_OPERATOR });
  });
}

async function callbackOf({ database }: Services, organizationId: string, id: string) {
  const connection = await connectionOf(database, organizationId, id);
  const { callback } = connection;
  if (callback === null)
    throw new SetUpRefused('conflict', 'callback', 'The connection has no callback: set one first.');
  return { connection, callback };
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export async function connectionOf(sql: Sql, organizationId: string, id: string): Promise<PartnerConnection> {
  await organizationOf(sql, organizationId);
  const connection = isId(id) ? await findConnection(sql, organizationId, id) : null;
  if (connection === null) throw unknown('connection');
  return connection;
}

/** The secret is created once per connection and kept in later changes. */
function makeCallback(
  { vault }: Services,
  connectionId: string,
  input: CallbackInput,
  before: Callback | null,
): { callback: Callback; secret: string | null } {
  const secret = before === null ? newSecret() : null;
  const sealed = secret === null ? before?.secret : vault.seal(secret, `callback secret ${connectionId}`);
  if (sealed === undefined) throw new Error('a callback has a secret');
  const { url, documents = null, events = before?.events ?? [...DEFAULT_EVENTS], inline = false } = input;
  const { previousSecret, previousUntil } = before ?? { previousSecret: null, previousUntil: null };
  const secrets = { secret: sealed, previousSecret, previousUntil };
  return { callback: { url, documents, events, inline, active: true, ...secrets }, secret };
}
