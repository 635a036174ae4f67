import type { Sql } from './database.ts';

export type Callback = {
  url: string;
  /** Narrows the path's list; null: all of it. */
  documents: string[] | null;
  inline: boolean;
  /** Sealed. */
  secret: Buffer;
  /** Sealed; valid, too, until it is retired. */
  previousSecret: Buffer | null;
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
  callback_inline: boolean;
  callback_secret: Buffer | null;
  callback_previous_secret: Buffer | null;
  callback_switched_off_at: Date | null;
};

function connectionFrom(row: Row): PartnerConnection {
  const callback =
    row.callback_url === null || row.callback_secret === null
      ? null
      : {
          url: row.callback_url,
          documents: row.callback_documents,
          inline: row.callback_inline,
          secret: row.callback_secret,
          previousSecret: row.callback_previous_secret,
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
                              callback_inline, callback_secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, service_now())`,
    [
      connection.id,
      connection.organizationId,
      connection.partnerId,
      connection.externalOrgId,
      connection.callback?.url ?? null,
      connection.callback?.documents ?? null,
      connection.callback?.inline ?? false,
      connection.callback?.secret ?? null,
    ],
  );
}

const SELECT = `select id, organization_id, partner_id, external_org_id, callback_url, callback_documents,
                       callback_inline, callback_secret, callback_previous_secret, callback_switched_off_at
                from connections`;

export async function findConnection(sql: Sql, organizationId: string, id: string): Promise<PartnerConnection | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where organization_id = $1 and id = $2`, [organizationId, id]);
  return rows[0] === undefined ? null : connectionFrom(rows[0]);
}

export async function listConnections(sql: Sql, organizationId: string): Promise<PartnerConnection[]> {
  const { rows } = await sql.query<Row>(`${SELECT} where organization_id = $1 order by created_at, id`, [
    organizationId,
  ]);
  return rows.map(connectionFrom);
}

/** A callback set anew is switched on again. */
export async function setCallback(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
  callback: Callback | null,
): Promise<void> {
  await sql.query(
    `update connections set callback_url = $3, callback_documents = $4, callback_inline = $5, callback_secret = $6,
                            callback_previous_secret = $7, callback_switched_off_at = null
     where organization_id = $1 and id = $2`,
    [
      organizationId,
      id,
      callback?.url ?? null,
      callback?.documents ?? null,
      callback?.inline ?? false,
      callback?.secret ?? null,
      callback?.previousSecret ?? null,
    ],
  );
}

export async function setSecrets(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
  { secret, previousSecret }: Pick<Callback, 'secret' | 'previousSecret'>,
): Promise<void> {
  await sql.query(
    `update connections set callback_secret = $3, callback_previous_secret = $4
     where organization_id = $1 and id = $2`,
    [organizationId, id, secret, previousSecret],
  );
}
