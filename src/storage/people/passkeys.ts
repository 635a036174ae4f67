import type { Sql } from '../database/database.ts';
import type { Realm } from './sessions.ts';

/** A public key of an authenticator, by which a person signs in. */
export type Passkey = {
  id: string;
  realm: Realm;
  emailKey: string;
  publicKey: Buffer;
  /** Increases with each use, if the authenticator counts; a lower value means that it was copied. */
  counter: number;
  transports: readonly string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

type Row = {
  id: string;
  realm: Realm;
  email_key: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  used_at: Date | null;
};

const SELECT = 'select id, realm, email_key, public_key, counter, transports, name, created_at, used_at from passkeys';

export async function addPasskey(sql: Sql, passkey: Omit<Passkey, 'createdAt' | 'usedAt'>): Promise<void> {
  const { id, realm, emailKey, publicKey, counter, transports, name } = passkey;
  await sql.query(
    `insert into passkeys (id, email_key, public_key, counter, transports, name, realm, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, service_now())`,
    [id, emailKey, publicKey, counter, transports, name, realm],
  );
}

/** The owner of passkeys: an address, to sign in to the pages of one realm. */
type Owner = { realm: Realm; emailKey: string };

/** A person's passkeys, oldest first. */
export async function listPasskeys(sql: Sql, { realm, emailKey }: Owner): Promise<Passkey[]> {
  const { rows } = await sql.query<Row>(`${SELECT} where email_key = $1 and realm = $2 order by created_at, id`, [
    emailKey,
    realm,
  ]);
  return rows.map(passkeyFrom);
}

/** Locked until the transaction ends: of two concurrent uses, the second sees the counter of the first. */
export async function lockPasskey(sql: Sql, { realm, id }: { realm: Realm; id: string }): Promise<Passkey | null> {
  const { rows } = await sql.query<Row>(`${SELECT} where id = $1 and realm = $2 for update`, [id, realm]);
  return rows[0] === undefined ? null : passkeyFrom(rows[0]);
}

export async function notePasskeyUse(sql: Sql, id: string, counter: number): Promise<void> {
  await sql.query('update passkeys set counter = $2, used_at = service_now() where id = $1', [id, counter]);
}

/** Removes one passkey of a person, or all if null. */
export async function removePasskeys(sql: Sql, { realm, emailKey }: Owner, id: string | null): Promise<void> {
  await sql.query('delete from passkeys where email_key = $1 and realm = $3 and ($2::text is null or id = $2)', [
    emailKey,
    id,
    realm,
  ]);
}

/** A challenge for an authenticator. `emailKey` is null if it is not yet known who signs in. */
type Challenge = { hash: Buffer; realm: Realm; emailKey: string | null };

export async function addChallenge(
  sql: Sql,
  { hash, realm, emailKey }: Challenge,
  { minutes }: { minutes: number },
): Promise<void> {
  await sql.query(
    `insert into passkey_challenges (hash, email_key, realm, expires_at)
     values ($1, $2, $4, service_now() + make_interval(mins => $3))`,
    [hash, emailKey, minutes, realm],
  );
}

/** Uses up a challenge if it is valid for this person. Of two concurrent uses, one succeeds. */
export async function useChallenge(sql: Sql, { hash, realm, emailKey }: Challenge): Promise<boolean> {
  const { rows } = await sql.query(
    `delete from passkey_challenges
     where hash = $1 and realm = $3 and email_key is not distinct from $2 and expires_at > (select service_now())
     returning 1`,
    [hash, emailKey, realm],
  );
  return rows.length === 1;
}

function passkeyFrom(row: Row): Passkey {
  return {
    id: row.id,
    realm: row.realm,
    emailKey: row.email_key,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
  };
}
