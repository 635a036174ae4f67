import type { Sql } from '../database/database.ts';

/** The pages that a link or a session gives access to; never those of another realm. */
export type Realm = 'manager' | 'operator' | 'provider' | 'partner';

/** A sign-in link sent by mail: single use, bound to the browser that asked for it. */
type SignInLink = {
  realm: Realm;
  hash: Buffer;
  browserHash: Buffer;
  emailKey: string;
  /** From where it was asked for. */
  network: string;
  sealedNext: string;
  /** It signs in to another cell. */
  cell: string | null;
};

export async function addSignInLink(sql: Sql, link: SignInLink, { minutes }: { minutes: number }): Promise<void> {
  await sql.query(
    `insert into sign_in_links (hash, browser_hash, email_key, next, realm, network, cell, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $7, $8, service_now(), service_now() + make_interval(mins => $6))`,
    [link.hash, link.browserHash, link.emailKey, link.sealedNext, link.realm, minutes, link.network, link.cell],
  );
}

/**
 * How many links for an address a network has asked for recently. A link that was used does not count: its owner asked
 * for it. Concurrent requests for the address wait.
 */
export async function countSignInLinks(
  sql: Sql,
  { realm, emailKey, network }: Pick<SignInLink, 'realm' | 'emailKey' | 'network'>,
  { minutes }: { minutes: number },
): Promise<number> {
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('sign-in ' || $1, 0))`, [emailKey]);
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from sign_in_links
     where email_key = $1 and network = $3 and realm = $4 and used_at is null and cell is null
       and created_at > (select service_now()) - make_interval(mins => $2)`,
    [emailKey, minutes, network, realm],
  );
  return rows[0]?.count ?? 0;
}

/** Uses up a link if it is valid and opened in its own browser. Of two concurrent uses, one succeeds. */
export async function useSignInLink(
  sql: Sql,
  {
    realm,
    hash,
    browserHash,
    isElsewhere,
  }: Pick<SignInLink, 'realm' | 'hash' | 'browserHash'> & { isElsewhere: boolean },
): Promise<Pick<SignInLink, 'emailKey' | 'sealedNext' | 'cell'> | null> {
  const { rows } = await sql.query<{ email_key: string; next: string; cell: string | null }>(
    `update sign_in_links set used_at = service_now()
     where hash = $1 and browser_hash = $2 and realm = $3 and used_at is null and expires_at > (select service_now())
       and (cell is not null) = $4
     returning email_key, next, cell`,
    [hash, browserHash, realm, isElsewhere],
  );
  const row = rows[0];
  return row === undefined ? null : { emailKey: row.email_key, sealedNext: row.next, cell: row.cell };
}

export type SignInWay = 'mail' | 'passkey';

export type Session = {
  id: string;
  emailKey: string;
  way: SignInWay;
  browser: string | null;
  address: string | null;
  createdAt: Date;
  seenAt: Date;
};

type Row = {
  id: string;
  email_key: string;
  way: SignInWay;
  browser: string | null;
  address: string | null;
  created_at: Date;
  seen_at: Date;
};

const COLUMNS = 'id, email_key, way, browser, address, created_at, seen_at';

export async function addSession(
  sql: Sql,
  session: Pick<Session, 'id' | 'emailKey' | 'way' | 'browser' | 'address'> & { hash: Buffer; realm: Realm },
  { hours }: { hours: number },
): Promise<void> {
  const { id, hash, realm, emailKey, way, browser, address } = session;
  await sql.query(
    `insert into sessions (id, hash, email_key, way, browser, address, realm, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, service_now(), service_now(), service_now() + make_interval(hours => $8))`,
    [id, hash, emailKey, way, browser, address, realm, hours],
  );
}

const ALIVE = `ended_at is null and expires_at > (select service_now())
  and seen_at > (select service_now()) - make_interval(mins =>`;

/** A session that has neither ended nor been idle for too long. Its last use is stored once a minute. */
export async function findSession(
  sql: Sql,
  { realm, hash }: { realm: Realm; hash: Buffer },
  { idleMinutes }: { idleMinutes: number },
): Promise<Session | null> {
  const { rows } = await sql.query<Row & { is_old: boolean }>({
    name: 'find-session',
    text: `select ${COLUMNS}, seen_at < (select service_now()) - interval '1 minute' as is_old from sessions
           where hash = $1 and realm = $3 and ${ALIVE} $2)`,
    values: [hash, idleMinutes, realm],
  });
  const row = rows[0];
  if (row === undefined) return null;
  if (row.is_old) await sql.query('update sessions set seen_at = service_now() where hash = $1', [hash]);
  return sessionFrom(row);
}

/** Where a person is signed in, newest first. */
export async function listSessions(
  sql: Sql,
  { realm, emailKey }: { realm: Realm; emailKey: string },
  { idleMinutes }: { idleMinutes: number },
): Promise<Session[]> {
  const { rows } = await sql.query<Row>(
    `select ${COLUMNS} from sessions where email_key = $1 and realm = $3 and ${ALIVE} $2)
     order by created_at desc, id desc`,
    [emailKey, idleMinutes, realm],
  );
  return rows.map(sessionFrom);
}

export async function endSession(sql: Sql, hash: Buffer): Promise<void> {
  await sql.query('update sessions set ended_at = service_now() where hash = $1 and ended_at is null', [hash]);
}

/** Ends sessions of a person: one, all but one, or all. */
export async function endSessions(
  sql: Sql,
  { realm, emailKey }: { realm: Realm; emailKey: string },
  { id = null, but = null }: { id?: string | null; but?: string | null },
): Promise<void> {
  await sql.query(
    `update sessions set ended_at = service_now()
     where email_key = $1 and realm = $4 and ended_at is null and ($2::uuid is null or id = $2)
       and ($3::uuid is null or id <> $3)`,
    [emailKey, id, but, realm],
  );
}

function sessionFrom(row: Row): Session {
  return {
    id: row.id,
    emailKey: row.email_key,
    way: row.way,
    browser: row.browser,
    address: row.address,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  };
}
