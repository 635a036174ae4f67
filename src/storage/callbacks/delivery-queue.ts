import type { Sql } from '../database/database.ts';
import { PREVIOUS_SECRET } from '../set-up/connections.ts';
import { isAtWork } from '../cells/at-home.ts';

/** Callbacks go to partners, about documents, and to providers, about applications. */
export type ReceiverKind = 'partner' | 'provider';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery in its queue. Attempts of both are in `delivery_attempts`. */
type DeliveryKey = { to: ReceiverKind; organizationId: string; id: string };

/** A receiver with its secrets, sealed. */
export type CallbackReceiver = { url: string; secret: Buffer; previousSecret: Buffer | null };

/** Where deliveries are queued, and where the addresses of their receivers are. */
const QUEUES = {
  partner: {
    table: 'deliveries',
    receivers: 'connections',
    receiverId: 'connection_id',
    previousSecret: PREVIOUS_SECRET,
  },
  provider: {
    table: 'provider_deliveries',
    receivers: 'providers',
    receiverId: 'provider_id',
    previousSecret: 'c.callback_previous_secret',
  },
} as const;

/** Concurrent deliveries to one address: a slow receiver delays only its own. */
const MOST_OF_ONE = 4;

type Claim = { most: number; leaseSeconds: number };

/**
 * Claims deliveries that are due: at most a few per address, and the first of each address before the second of any. A
 * lease in real time, longer than an attempt can take, holds them; after it, others take over from a dead process. The
 * index leads from one receiver with something to send to the next, and of each only the first few are read: how much
 * waits for one that is away does not matter. Returns the columns of the delivery `d` and of its receiver `c`.
 */
export async function claimDue<Row extends object>(
  sql: Sql,
  to: ReceiverKind,
  columns: string,
  { most, leaseSeconds }: Claim,
): Promise<(Row & ReceiverRow)[]> {
  const { table, receivers, receiverId, previousSecret } = QUEUES[to];
  const isFree = `d.state = 'waiting' and d.due_at <= (select service_now())
         and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
         and ${isAtWork('d.organization_id')}`;
  const nextReceiver = (after: string): string =>
    `select d.${receiverId} from ${table} d where d.state = 'waiting' and ${after} order by d.${receiverId} limit 1`;
  const { rows } = await sql.query<Row & ReceiverRow>(
    `with recursive receiver as (
       select (${nextReceiver('true')}) as id
       union all
       select (${nextReceiver(`d.${receiverId} > r.id`)}) from receiver r where r.id is not null
     ), busy as (
       select c.callback_url as url, count(*) as under_way
       from ${table} d join ${receivers} c on c.id = d.${receiverId}
       where d.claimed_until > clock_timestamp() group by c.callback_url
     ), free as (
       select d.organization_id, d.id, d.due_at,
              row_number() over (partition by c.callback_url order by d.due_at, d.id) + coalesce(b.under_way, 0) as rank
       from receiver r join ${receivers} c on c.id = r.id left join busy b on b.url = c.callback_url
       cross join lateral (
         select d.organization_id, d.id, d.due_at from ${table} d
         where d.${receiverId} = r.id and ${isFree} order by d.due_at, d.id limit ${MOST_OF_ONE}) d
     ), chosen as (
       -- Checked again: another process may have claimed it in the meantime.
       select d.organization_id, d.id from ${table} d
       join free f on f.organization_id = d.organization_id and f.id = d.id
       where f.rank <= ${MOST_OF_ONE} and ${isFree}
       order by f.rank, f.due_at limit $1 for update of d skip locked
     )
     update ${table} d set claimed_until = clock_timestamp() + make_interval(secs => $2)
     from chosen, ${receivers} c
     where d.organization_id = chosen.organization_id and d.id = chosen.id and c.id = d.${receiverId}
     returning ${columns}, d.organization_id, d.id, d.tries, c.callback_url, c.callback_secret,
               ${previousSecret} as callback_previous_secret, c.callback_switched_off_at`,
    [most, leaseSeconds],
  );
  return rows;
}

type ReceiverRow = {
  organization_id: string;
  id: string;
  tries: number;
  callback_url: string | null;
  callback_secret: Buffer | null;
  callback_previous_secret: Buffer | null;
  callback_switched_off_at: Date | null;
};

/** Null: the callback was switched off or removed. */
export function receiverFrom(row: ReceiverRow): CallbackReceiver | null {
  const { callback_url: url, callback_secret: secret } = row;
  if (url === null || secret === null || row.callback_switched_off_at !== null) return null;
  return { url, secret, previousSecret: row.callback_previous_secret };
}

/** The result of an attempt. `status` is null if no answer came. */
export type Attempt = { status: number | null; durationMs: number; answer: string };

/** An attempt in a list. */
export type ListedAttempt = Attempt & { at: string };

/** The attempts of a delivery `d`, in order. */
export const ATTEMPTS = `
  coalesce((select json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMs', a.duration_ms,
                            'answer', a.answer) order by a.number)
   from delivery_attempts a where a.organization_id = d.organization_id and a.delivery_id = d.id), '[]') as attempts`;

/** What follows: delivered, given up, or another attempt after some seconds. */
export type AttemptOutcome = { state: 'delivered' | 'failed' } | { retryInSeconds: number };

/** The time of an attempt is its start; the wait for the next one counts from its end. */
export async function recordAttempt(
  sql: Sql,
  key: DeliveryKey,
  attempt: Attempt,
  outcome: AttemptOutcome,
): Promise<void> {
  const state = 'state' in outcome ? outcome.state : 'waiting';
  const wait = 'state' in outcome ? 0 : outcome.retryInSeconds;
  await sql.query(
    `with attempted as (
       insert into delivery_attempts (organization_id, delivery_id, number, at, status, duration_ms, answer)
       select $1, $2, coalesce(max(number), 0) + 1,
              service_now() - make_interval(secs => $4::integer / 1000.0), $3, $4::integer, $5
       from delivery_attempts where organization_id = $1 and delivery_id = $2
     )
     update ${QUEUES[key.to].table} set state = $6, tries = tries + 1, claimed_until = null,
       due_at = case when $6 = 'waiting' then service_now() + make_interval(secs => $7) else due_at end,
       finished_at = case when $6 = 'waiting' then null else service_now() end
     where organization_id = $1 and id = $2`,
    [key.organizationId, key.id, attempt.status, attempt.durationMs, attempt.answer, state, wait],
  );
}

/**
 * The receiver is gone (410): switches its callback off and gives up its waiting deliveries. False: it has a different
 * address by now.
 */
export async function switchOff(
  sql: Sql,
  { to, receiverId, url }: { to: ReceiverKind; receiverId: string; url: string },
): Promise<boolean> {
  const { table, receivers, receiverId: column } = QUEUES[to];
  const { rowCount } = await sql.query(
    `update ${receivers} set callback_switched_off_at = service_now() where id = $1 and callback_url = $2`,
    [receiverId, url],
  );
  if (rowCount === 0) return false;
  await sql.query(
    `update ${table} set state = 'failed', finished_at = service_now() where ${column} = $1 and state = 'waiting'`,
    [receiverId],
  );
  return true;
}

/** Undoes the claim. */
export async function releaseDelivery(sql: Sql, { to, organizationId, id }: DeliveryKey): Promise<void> {
  await sql.query(`update ${QUEUES[to].table} set claimed_until = null where organization_id = $1 and id = $2`, [
    organizationId,
    id,
  ]);
}

export type Replay = 'queued' | 'too_old' | 'under_way' | 'switched_off' | 'unknown';

/** Due at once, with the retry schedule from the start. */
export async function replayDelivery(sql: Sql, id: string, within: { withinDays: number }): Promise<Replay> {
  const replay = await replayIn(sql, 'partner', id, within);
  return replay === 'unknown' ? replayIn(sql, 'provider', id, within) : replay;
}

async function replayIn(
  sql: Sql,
  to: ReceiverKind,
  id: string,
  { withinDays }: { withinDays: number },
): Promise<Replay> {
  const { table, receivers, receiverId } = QUEUES[to];
  const { rows } = await sql.query<{ replay: Replay }>(
    `with found as (
       select d.organization_id, d.id,
              case when d.created_at <= service_now() - make_interval(days => $2) then 'too_old'
                   when d.claimed_until > clock_timestamp() then 'under_way'
                   when c.callback_url is null or c.callback_switched_off_at is not null then 'switched_off'
                   else 'queued' end as replay
       from ${table} d join ${receivers} c on c.id = d.${receiverId}
       where d.id = $1 for update of d
     ), queued as (
       update ${table} d set state = 'waiting', due_at = service_now(), tries = 0, finished_at = null
       from found f where d.organization_id = f.organization_id and d.id = f.id and f.replay = 'queued'
     )
     select replay from found`,
    [id, withinDays],
  );
  return rows[0]?.replay ?? 'unknown';
}

/** How many were given up, how many wait, and when the oldest waiting one was due. */
export type DeliveryCounts = { failed: number; waiting: number; oldest: Date | null };

/** Counts no further than `most` to partners and as many to providers. Null: all. */
export async function countDeliveries(sql: Sql, most: number | null): Promise<DeliveryCounts> {
  const { rows } = await sql.query<DeliveryCounts>(
    `select sum(failed)::integer as failed, sum(waiting)::integer as waiting, min(oldest) as oldest
     from (${Object.values(QUEUES)
       .map(
         ({ table }) => `
       select (select count(*) from (select from ${table} where state = 'failed' limit $1) f) as failed,
              (select count(*) from (select from ${table} where state = 'waiting' limit $1) w) as waiting,
              (select min(due_at) from ${table} where state = 'waiting' and due_at <= (select service_now())) as oldest`,
       )
       .join(' union all ')}) both_queues`,
    [most],
  );
  return rows[0] as DeliveryCounts;
}
