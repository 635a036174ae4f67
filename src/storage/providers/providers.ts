import type { OrganizationAddress } from '../../domain/values/postal-address.ts';
import type { Offer, Provider, ProviderKind } from '../../domain/provider.ts';
import type { Sql } from '../database/database.ts';

/** A provider with everything that is set up for it. */
export type StoredProvider = Provider & {
  isDefault: boolean;
  isActive: boolean;
  /** Of a bank. Null: as the settings say. */
  exchangeFolder: string | null;
  initiatingParty: string | null;
  ownIban: string | null;
  /** Earlier own accounts. They stay own accounts. */
  formerOwnIbans: string[];
  callback: ProviderCallback | null;
  createdAt: Date;
};

export type ProviderCallback = {
  url: string;
  /** Sealed. */
  secret: Buffer;
  /** Sealed; also valid until it is retired. */
  previousSecret: Buffer | null;
  /** False after the receiver answered 410. */
  active: boolean;
};

type Row = {
  id: string;
  kind: ProviderKind;
  code: string;
  version_id: string;
  name: string;
  address: OrganizationAddress | null;
  offer: Offer;
  is_default: boolean;
  is_active: boolean;
  exchange_folder: string | null;
  initiating_party: string | null;
  own_iban: string | null;
  former_own_ibans: string[];
  callback_url: string | null;
  callback_secret: Buffer | null;
  callback_previous_secret: Buffer | null;
  callback_switched_off_at: Date | null;
  created_at: Date;
};

function providerFrom(row: Row): StoredProvider {
  return {
    id: row.id,
    kind: row.kind,
    code: row.code,
    versionId: row.version_id,
    name: row.name,
    address: row.address,
    offer: row.offer,
    isDefault: row.is_default,
    isActive: row.is_active,
    exchangeFolder: row.exchange_folder,
    initiatingParty: row.initiating_party,
    ownIban: row.own_iban,
    formerOwnIbans: row.former_own_ibans,
    callback:
      row.callback_url === null || row.callback_secret === null
        ? null
        : {
            url: row.callback_url,
            secret: row.callback_secret,
            previousSecret: row.callback_previous_secret,
            active: row.callback_switched_off_at === null,
          },
    createdAt: row.created_at,
  };
}

const SELECT = `select p.*, v.name, v.address, v.offer from providers p join provider_versions v on v.id = p.version_id`;

export async function findProvider(sql: Sql, id: string): Promise<StoredProvider | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where p.id = $1`, [id]);
  return rows[0] === undefined ? null : providerFrom(rows[0]);
}

export async function findProviderByCode(sql: Sql, code: string): Promise<StoredProvider | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where p.code = $1`, [code]);
  return rows[0] === undefined ? null : providerFrom(rows[0]);
}

/** In the order in which they were set up. */
export async function listProviders(sql: Sql): Promise<StoredProvider[]> {
  const { rows } = await sql.query<Row>(`${SELECT} order by p.created_at, p.id`);
  return rows.map(providerFrom);
}

/** The first of a kind becomes its default. The caller holds the lock of the set-up. */
export async function insertProvider(
  sql: Sql,
  provider: Omit<StoredProvider, 'isDefault' | 'isActive' | 'createdAt'>,
  { isEarlier = false }: { isEarlier?: boolean } = {},
): Promise<void> {
  await sql.query(
    `insert into providers (id, kind, code, version_id, is_default, exchange_folder, initiating_party, own_iban,
                            callback_url, callback_secret, is_earlier, created_at)
     values ($1, $2, $3, $4, not exists (select from providers where kind = $2 and is_default), $5, $6, $7, $8, $9,
             $10, service_now())`,
    [
      provider.id,
      provider.kind,
      provider.code,
      provider.versionId,
      provider.exchangeFolder,
      provider.initiatingParty,
      provider.ownIban,
      provider.callback?.url ?? null,
      provider.callback?.secret ?? null,
      isEarlier,
    ],
  );
  await insertVersion(sql, provider);
}

/** What the tenants of later deposits see. */
export async function insertVersion(
  sql: Sql,
  { id, versionId, name, address, offer }: Pick<Provider, 'id' | 'versionId' | 'name' | 'address' | 'offer'>,
): Promise<void> {
  await sql.query(
    `insert into provider_versions (id, provider_id, name, address, offer, since)
     values ($1, $2, $3, $4, $5, service_now())`,
    [versionId, id, name, address === null ? null : JSON.stringify(address), JSON.stringify(offer)],
  );
}

/** Everything of it but kind and code, which never change. Setting a callback also activates it. */
export async function updateProvider(sql: Sql, provider: Omit<StoredProvider, 'createdAt'>): Promise<void> {
  if (provider.isDefault) {
    await sql.query('update providers set is_default = false where kind = $1 and is_default and id <> $2', [
      provider.kind,
      provider.id,
    ]);
  }
  await sql.query(
    `update providers set version_id = $2, is_default = $3, is_active = $4, exchange_folder = $5,
       initiating_party = $6, own_iban = $7, callback_url = $8, callback_secret = $9, callback_previous_secret = $10,
       callback_switched_off_at = case when $11 then null else callback_switched_off_at end, former_own_ibans = $12
     where id = $1`,
    [
      provider.id,
      provider.versionId,
      provider.isDefault,
      provider.isActive,
      provider.exchangeFolder,
      provider.initiatingParty,
      provider.ownIban,
      provider.callback?.url ?? null,
      provider.callback?.secret ?? null,
      provider.callback?.previousSecret ?? null,
      provider.callback?.active ?? true,
      provider.formerOwnIbans,
    ],
  );
}

/** Whether the callback is switched on stays as it is. */
export async function setProviderSecrets(
  sql: Sql,
  id: string,
  { secret, previousSecret }: Pick<ProviderCallback, 'secret' | 'previousSecret'>,
): Promise<void> {
  await sql.query('update providers set callback_secret = $2, callback_previous_secret = $3 where id = $1', [
    id,
    secret,
    previousSecret,
  ]);
}

export async function insertProviderKey(
  sql: Sql,
  providerId: string,
  { id, hash }: { id: string; hash: Buffer },
): Promise<void> {
  await sql.query('insert into provider_keys (id, provider_id, hash, created_at) values ($1, $2, $3, service_now())', [
    id,
    providerId,
    hash,
  ]);
}

/** False: there is no such key. A key that was already revoked keeps its time. */
export async function revokeProviderKey(sql: Sql, providerId: string, keyId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update provider_keys set revoked_at = coalesce(revoked_at, service_now()) where provider_id = $1 and id = $2',
    [providerId, keyId],
  );
  return rowCount === 1;
}

/** The hash of a valid key, and whose it is. */
export async function findProviderKey(sql: Sql, keyId: string): Promise<{ providerId: string; hash: Buffer } | null> {
  const { rows } = await sql.query<{ providerId: string; hash: Buffer }>(
    'select provider_id as "providerId", hash from provider_keys where id = $1 and revoked_at is null',
    [keyId],
  );
  return rows[0] ?? null;
}
