import type { Integration } from '../../domain/integration.ts';
import { DEFAULT_EVENTS, type EventType } from '../../domain/document.ts';
import type { Sql } from '../database/database.ts';

export type Callback = {
  url: string;
  /** Narrows the path's list; null: all of it. */
  documents: string[] | null;
  events: EventType[];
  inline: boolean;
  /** Sealed. */
  secret: Buffer;
  /** Sealed; signs, too, until it is retired. */
  previousSecret: Buffer | null;
  /** When it is retired by itself; null: never. */
  previousUntil: Date | null;
  /** False after the receiver answered 410. */
  active: boolean;
};

export type PartnerConnection = {
  id: string;
  organizationId: string;
  partnerId: string;
  externalOrgId: string;
  callback: Callback | null;
};

type Row = {
  id: string;
  organization_id: string;
  partner_id: string;
  external_org_id: string;
  callback_url: string | null;
  callback_documents: string[] | null;
  callback_events: EventType[] | null;
  callback_inline: boolean;
  callback_secret: Buffer | null;
  callback_previous_secret: Buffer | null;
  callback_previous_until: Date | null;
  callback_switched_off_at: Date | null;
};

function connectionFrom(row: Row): PartnerConnection {
  const callback =
    row.callback_url === null || row.callback_secret === null
      ? null
      : {
          url: row.callback_url,
          documents: row.callback_documents,
          events: row.callback_events ?? [...DEFAULT_EVENTS],
          inline: row.callback_inline,
          secret: row.callback_secret,
          previousSecret: row.callback_previous_secret,
          previousUntil: row.callback_previous_secret === null ? null : row.callback_previous_until,
          active: row.callback_switched_off_at === null,
        };
  return {
    id: row.id,
    organizationId: row.organization_id,
    partnerId: row.partner_id,
    externalOrgId: row.external_org_id,
    callback,
  };
}

export async function insertConnection(sql: Sql, connection: PartnerConnection): Promise<void> {
  await sql.query(
    `insert into connections (id, organization_id, partner_id, external_org_id, callback_url, callback_documents,
                              callback_inline, callback_secret, callback_events, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, service_now())`,
    [
      connection.id,
      connection.organizationId,
      connection.partnerId,
      connection.externalOrgId,
      connection.callback?.url ?? null,
      connection.callback?.documents ?? null,
      connection.callback?.inline ?? false,
      connection.callback?.secret ?? null,
      connection.callback?.events ?? null,
    ],
  );
}

/** The older secret of a connection `c`, as long as it signs. */
export const PREVIOUS_SECRET = `case when c.callback_previous_until <= (select service_now()) then null
       else c.callback_previous_secret end`;

const SELECT = `select c.id, c.organization_id, c.partner_id, c.external_org_id, c.callback_url, c.callback_documents,
                       c.callback_events, c.callback_inline, c.callback_secret, ${PREVIOUS_SECRET} as callback_previous_secret,
                       c.callback_previous_until, c.callback_switched_off_at
                from connections c`;

export async function findConnection(sql: Sql, organizationId: string, id: string): Promise<PartnerConnection | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where c.organization_id = $1 and c.id = $2`, [organizationId, id]);
  return rows[0] === undefined ? null : connectionFrom(rows[0]);
}

export async function listConnections(sql: Sql, organizationId: string): Promise<PartnerConnection[]> {
  const { rows } = await sql.query<Row>(`${SELECT} where c.organization_id = $1 order by c.created_at, c.id`, [
    organizationId,
  ]);
  return rows.map(connectionFrom);
}

/** A partner's name for an organization. */
export type OwnConnection = { partnerId: string; externalOrgId: string };

/** `hold`: until the transaction ends, nobody else changes it. */
export async function findPartnerConnection(
  sql: Sql,
  { partnerId, externalOrgId }: OwnConnection,
  { hold = false }: { hold?: boolean } = {},
): Promise<PartnerConnection | null> {
  // PostgreSQL refuses these.
  if (externalOrgId.includes('\0') || !externalOrgId.isWellFormed()) return null;
  const { rows } = await sql.query<Row>(
    `${SELECT} where c.partner_id = $1 and c.external_org_id = $2 ${hold ? 'for update of c' : ''}`,
    [partnerId, externalOrgId],
  );
  return rows[0] === undefined ? null : connectionFrom(rows[0]);
}

export async function listPartnerConnections(sql: Sql, partnerId: string): Promise<PartnerConnection[]> {
  const { rows } = await sql.query<Row>(`${SELECT} where c.partner_id = $1 order by c.created_at, c.id`, [partnerId]);
  return rows.map(connectionFrom);
}

/** The connection id of a deposit that no partner has sent. */
export const NO_CONNECTION = '00000000-0000-0000-0000-000000000000';

export type NamedConnection = {
  connectionId: string;
  integration: Integration;
  partner: string;
  externalOrgId: string;
};

/** The connections of an organization with the names of their partners, oldest first. */
export async function listNamedConnections(sql: Sql, organizationId: string): Promise<NamedConnection[]> {
  const { rows } = await sql.query<NamedConnection>(
    `select c.id as "connectionId", p.integration, p.name as partner, c.external_org_id as "externalOrgId"
     from connections c join partners p on p.id = c.partner_id
     where c.organization_id = $1 order by c.created_at, c.id`,
    [organizationId],
  );
  return rows;
}

/** Setting a callback also activates it. */
export async function setCallback(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
  callback: Callback | null,
): Promise<void> {
  await sql.query(
    `update connections set callback_url = $3, callback_documents = $4, callback_inline = $5, callback_secret = $6,
                            callback_previous_secret = $7, callback_events = $8, callback_previous_until = $9,
                            callback_switched_off_at = null
     where organization_id = $1 and id = $2`,
    [
      organizationId,
      id,
      callback?.url ?? null,
      callback?.documents ?? null,
      callback?.inline ?? false,
      callback?.secret ?? null,
      callback?.previousSecret ?? null,
      callback?.events ?? null,
      callback?.previousUntil ?? null,
    ],
  );
}

export async function setSecrets(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
  { secret, previousSecret, previousUntil }: Pick<Callback, 'secret' | 'previousSecret' | 'previousUntil'>,
): Promise<void> {
  await sql.query(
    `update connections set callback_secret = $3, callback_previous_secret = $4, callback_previous_until = $5
     where organization_id = $1 and id = $2`,
    [organizationId, id, secret, previousSecret, previousUntil],
  );
}

export type ConnectedOrganization = {
  connectionId: string;
  organizationId: string;
  name: string;
  externalOrgId: string;
  callback: 'none' | 'on' | 'off';
};

/** The organizations connected to a partner, by name. */
export async function listConnectedOrganizations(sql: Sql, partnerId: string): Promise<ConnectedOrganization[]> {
  const { rows } = await sql.query<Row & { name: string }>(
    `select c.id, c.organization_id, o.name, c.external_org_id, c.callback_url, c.callback_switched_off_at
     from connections c join organizations o on o.id = c.organization_id
     where c.partner_id = $1 order by o.name, c.id`,
    [partnerId],
  );
  return rows.map((row) => ({
    connectionId: row.id,
    organizationId: row.organization_id,
    name: row.name,
    externalOrgId: row.external_org_id,
    callback: row.callback_url === null ? 'none' : row.callback_switched_off_at === null ? 'on' : 'off',
  }));
}

/** A partner's number of valid keys and organizations, and the time of its last call. */
export type PartnerUse = { keys: number; organizations: number; usedAt: Date | null };

export async function listPartnerUses(sql: Sql): Promise<Map<string, PartnerUse>> {
  const { rows } = await sql.query<{ id: string; keys: number; organizations: number; used_at: Date | null }>(
    `select p.id, (select count(*) from connections c where c.partner_id = p.id) as organizations,
            k.keys, k.used_at
     from partners p cross join lateral (
       select count(*) filter (where k.revoked_at is null) as keys, max(u.used_at) as used_at
       from partner_keys k left join key_uses u on u.key_id = k.id where k.partner_id = p.id
     ) k`,
  );
  return new Map(
    rows.map((row) => [row.id, { keys: row.keys, organizations: row.organizations, usedAt: row.used_at }]),
  );
}
