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
import { isUniqueViolation, type Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import type { Services } from '../services.ts';
import { organizationOf } from './organizations.ts';
import { SetUpRefused, unknown } from './refused.ts';

type CallbackInput = {
  url: string;
  documents?: string[] | undefined;
  /** Absent: as before; of a new callback, the default. */
  events?: EventType[] | undefined;
  inline?: boolean | undefined;
};
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
  await insertConnection(database, connection).catch((error: unknown) => {
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
): Promise<NewConnection> {
  const { database } = services;
  const before = await connectionOf(database, organizationId, id);
  const made = input === null ? null : makeCallback(services, id, input, before.callback);
  await setCallback(database, before, made?.callback ?? null);
  return { connection: { ...before, callback: made?.callback ?? null }, secret: made?.secret ?? null };
}

/** Adds a new secret; the previous one stays valid, too: until then, or until it is retired. */
export async function rotateSecret(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
  previousUntil: Date | null = null,
): Promise<string> {
  const { connection, callback } = await callbackOf(services, organizationId, id);
  const secret = newSecret();
  const sealed = services.vault.seal(secret, `callback secret ${id}`);
  await setSecrets(services.database, connection, { secret: sealed, previousSecret: callback.secret, previousUntil });
  return secret;
}

/** Retires the previous secret. */
export async function retireSecret(
  services: Services,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  const { connection, callback } = await callbackOf(services, organizationId, id);
  await setSecrets(services.database, connection, {
    secret: callback.secret,
    previousSecret: null,
    previousUntil: null,
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
