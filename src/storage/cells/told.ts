import type { Sql } from '../database/database.ts';
import { endSessions } from '../people/sessions.ts';
import { lockOrganizations } from '../set-up/organizations.ts';
import type { News, SharedThing } from './news.ts';

/**
 * Stores what another cell has told, in the caller's transaction. Repeated or late, it changes nothing: the later of two changes
 * counts, and a revoked key stays revoked. False: its partner or provider is not here yet, so it must be told again.
 */
export async function storeNews(sql: Sql, news: News): Promise<boolean> {
  await sql.query(`select set_config('depono.told', 'on', true)`);
  const { what, row } = news;
  if (news.isGone) return gone(sql, news);
  // It went while it was on its way; that is told next.
  if (row === null) return true;
  switch (what) {
    case 'partner':
      return storePartner(sql, news, row);
    case 'provider':
      return storeProvider(sql, news, row);
    case 'partner_key':
    case 'partner_status_key':
    case 'provider_key':
      return storeKey(sql, news, row, KEYS[what]);
    case 'partner_contact':
    case 'provider_contact':
      return storeContact(sql, news, row, CONTACTS[what]);
  }
}

type Row = Record<string, unknown>;

/** Whether it is later than what is known here. Notes it if it is. */
async function isLater(sql: Sql, { what, id, at, cell, isGone }: News): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into shared_changes as s (what, id, at, cell, is_gone) values ($1, $2, $3, $4, $5)
     on conflict (what, id) do update set at = excluded.at, cell = excluded.cell, is_gone = excluded.is_gone
       where (s.at, s.cell) < (excluded.at, excluded.cell)`,
    [what, id, at, cell, isGone],
  );
  return rowCount === 1;
}

/** A partner is the same where its id is the same: two of one name may be two. Null: it is not here yet. */
async function ownerOf(sql: Sql, kind: 'partner' | 'provider', row: Row): Promise<string | null> {
  if (kind === 'provider') return findSameProvider(sql, row['owner']);
  const { rows } = await sql.query<{ id: string }>('select id from partners where id = $1', [row['partner_id']]);
  return rows[0]?.id ?? null;
}

/** A provider is the same where its code is the same. */
async function findSameProvider(sql: Sql, code: unknown): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>('select id from providers where code = $1', [code]);
  return rows[0]?.id ?? null;
}

async function storePartner(sql: Sql, news: News, row: Row): Promise<boolean> {
  await isLater(sql, news);
  await sql.query(
    `insert into partners (id, name, integration, created_at)
     select r.id, r.name, r.integration, r.created_at from jsonb_populate_record(null::partners, $1) r
     on conflict (id) do nothing`,
    [JSON.stringify(row)],
  );
  return true;
}

type KeyTable = { table: string; owner: 'partner' | 'provider'; names: boolean };

const KEYS: Record<Extract<SharedThing, `${string}_key`>, KeyTable> = {
  partner_key: { table: 'partner_keys', owner: 'partner', names: true },
  partner_status_key: { table: 'partner_status_keys', owner: 'partner', names: true },
  provider_key: { table: 'provider_keys', owner: 'provider', names: false },
};

async function storeKey(sql: Sql, news: News, row: Row, { table, owner, names }: KeyTable): Promise<boolean> {
  const ownerId = await ownerOf(sql, owner, row);
  if (ownerId === null) return false;
  const later = await isLater(sql, news);
  const [column, value] = names ? [', name', ', r.name'] : ['', ''];
  await sql.query(
    `insert into ${table} as k (id, ${owner}_id, hash, created_at, revoked_at${column})
     select r.id, $2, r.hash, r.created_at, r.revoked_at${value} from jsonb_populate_record(null::${table}, $1) r
     on conflict (id) do update set revoked_at = least(k.revoked_at, excluded.revoked_at)
       ${names ? ', name = case when $3::boolean then excluded.name else k.name end' : ''}`,
    [JSON.stringify(row), ownerId, ...(names ? [later] : [])],
  );
  return true;
}

type ContactTable = { table: string; owner: 'partner' | 'provider'; columns: readonly string[] };

const CONTACTS: Record<Extract<SharedThing, `${string}_contact`>, ContactTable> = {
  partner_contact: { table: 'partner_contacts', owner: 'partner', columns: ['email', 'name', 'role', 'language'] },
  provider_contact: { table: 'provider_contacts', owner: 'provider', columns: ['email', 'name', 'role'] },
};

async function storeContact(sql: Sql, news: News, row: Row, of: ContactTable): Promise<boolean> {
  const { table, owner, columns } = of;
  const ownerId = await ownerOf(sql, owner, row);
  if (ownerId === null) return false;
  if (!(await isLater(sql, news))) return true;
  const { rows } = await sql.query<{ owner: string }>(
    `select ${owner}_id as owner from ${table} where email_key = $1 for update`,
    [row['email_key']],
  );
  const set = columns.map((name) => `${name} = excluded.${name}`);
  await sql.query(
    `insert into ${table} (id, ${owner}_id, email_key, created_at, ${columns.join(', ')})
     select r.id, $2, r.email_key, r.created_at, ${columns.map((name) => `r.${name}`).join(', ')}
     from jsonb_populate_record(null::${table}, $1) r
     on conflict (email_key) do update set ${owner}_id = excluded.${owner}_id, ${set.join(', ')}`,
    [JSON.stringify(row), ownerId],
  );
  // Who works for another one now must not stay signed in there as before.
  if (rows[0] !== undefined && rows[0].owner !== ownerId) {
    await endSessions(sql, { realm: owner, emailKey: String(row['email_key']) }, {});
  }
  return true;
}

/** Only contacts are ever removed. They are signed out here, too. */
async function gone(sql: Sql, news: News): Promise<boolean> {
  if (!(await isLater(sql, news)) || (news.what !== 'partner_contact' && news.what !== 'provider_contact')) return true;
  const { table, owner } = CONTACTS[news.what];
  const { rows } = await sql.query<{ key: string }>(
    `delete from ${table} where contact_hash(email_key) = $1 returning email_key as key`,
    [news.id],
  );
  for (const { key } of rows) await endSessions(sql, { realm: owner, emailKey: key }, {});
  return true;
}

/** Whether it is the default, its account and its folder are each cell's own after the first time. */
async function storeProvider(sql: Sql, news: News, row: Row): Promise<boolean> {
  await lockOrganizations(sql);
  const later = await isLater(sql, news);
  const known = await findSameProvider(sql, row['code']);
  if (known !== null && !later) return true;
  const id = known ?? String(row['id']);
  if (known === null) {
    const given = { ...row, own_iban: await freeAccount(sql, row), exchange_folder: await freeFolder(sql, row) };
    await sql.query(
      `insert into providers (id, kind, code, version_id, is_default, is_active, exchange_folder, initiating_party, own_iban,
                              former_own_ibans, callback_url, callback_secret, callback_previous_secret, is_earlier, created_at)
       select r.id, r.kind, r.code, r.version_id, false, r.is_active, r.exchange_folder, r.initiating_party, r.own_iban,
              r.former_own_ibans, r.callback_url, r.callback_secret, r.callback_previous_secret, false, r.created_at
       from jsonb_populate_record(null::providers, $1) r`,
      [JSON.stringify(given)],
    );
  }
  await sql.query(
    `insert into provider_versions (id, provider_id, name, address, offer, since)
     select r.id, $2, r.name, r.address, r.offer, r.since from jsonb_populate_record(null::provider_versions, $1) r
     on conflict (id) do nothing`,
    [JSON.stringify(row['version']), id],
  );
  if (known === null) return true;
  // A cell's default is not retired by another cell.
  await sql.query(
    `update providers p set version_id = r.version_id, is_active = r.is_active or p.is_default
     from jsonb_populate_record(null::providers, $1) r where p.id = $2`,
    [JSON.stringify(row), known],
  );
  // The secret is sealed for the provider's id.
  await sql.query(
    `update providers p set callback_url = r.callback_url, callback_secret = r.callback_secret,
                            callback_previous_secret = r.callback_previous_secret,
                            callback_switched_off_at = case when p.callback_url is distinct from r.callback_url
                                                            then null else p.callback_switched_off_at end
     from jsonb_populate_record(null::providers, $1) r where p.id = $2 and p.id = r.id`,
    [JSON.stringify(row), known],
  );
  return true;
}

/** Null: it has none, or the account belongs to something else here. */
async function freeAccount(sql: Sql, row: Row): Promise<unknown> {
  const { rowCount } = await sql.query(
    `select from providers where own_iban = $1
     union all select from deposits where iban = $1 union all select from deposits where qr_iban = $1 limit 1`,
    [row['own_iban']],
  );
  return rowCount === 0 ? (row['own_iban'] ?? null) : null;
}

/** Each bank has a folder of its own in a cell. */
async function freeFolder(sql: Sql, row: Row): Promise<unknown> {
  if (row['kind'] !== 'bank') return null;
  const { rowCount } = await sql.query(
    `select from providers where kind = 'bank' and lower(coalesce(exchange_folder, '')) = lower(coalesce($1, ''))`,
    [row['exchange_folder']],
  );
  return rowCount === 0 ? row['exchange_folder'] : row['code'];
}
