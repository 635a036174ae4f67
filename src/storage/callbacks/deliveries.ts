import type { DocumentKind } from '../../domain/document.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A callback to be sent, with the current settings of its receiver. */
export type DueDelivery = {
  organizationId: string;
  id: string;
  eventNumber: number;
  connectionId: string;
  /** Attempts so far, since it was queued or replayed. */
  tries: number;
  receiver: { url: string; inline: boolean; secret: Buffer; previousSecret: Buffer | null } | null;
};

export async function insertDelivery(
  sql: Sql,
  delivery: {
    organizationId: string;
    id: string;
    eventNumber: number;
    depositId: string;
    connectionId: string;
    at: Date;
  },
): Promise<void> {
  const { organizationId, id, eventNumber, depositId, connectionId, at } = delivery;
  await sql.query(
    `insert into deliveries (organization_id, id, event_number, deposit_id, connection_id, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [organizationId, id, eventNumber, depositId, connectionId, at],
  );
}

/** Concurrent deliveries to one address: a slow receiver delays only its own. */
const MOST_OF_ONE = 4;

/**
 * Claims deliveries that are due: at most a few per address, and the first of each address before the second of any. A
 * lease in real time, longer than an attempt can take, holds them; after it, others take over from a dead process.
 */
export async function claimDeliveries(
  sql: Sql,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<DueDelivery[]> {
  const isFree = `d.state = 'waiting' and d.due_at <= (select service_now())
         and (d.claimed_until is null or d.claimed_until <= clock_timestamp())`;
  const { rows } = await sql.query<DueRow>(
    `with busy as (
       select c.callback_url as url, count(*) as under_way
       from deliveries d join connections c on c.id = d.connection_id
       where d.claimed_until > clock_timestamp() group by c.callback_url
     ), free as (
       select d.organization_id, d.id, d.due_at,
              row_number() over (partition by c.callback_url order by d.due_at, d.id) + coalesce(b.under_way, 0) as rank
       from deliveries d join connections c on c.id = d.connection_id left join busy b on b.url = c.callback_url
       where ${isFree}
     ), chosen as (
       -- Checked again: another process may have claimed it in the meantime.
       select d.organization_id, d.id from deliveries d
       join free f on f.organization_id = d.organization_id and f.id = d.id
       where f.rank <= ${MOST_OF_ONE} and ${isFree}
       order by f.rank, f.due_at limit $1 for update of d skip locked
     )
     update deliveries d set claimed_until = clock_timestamp() + make_interval(secs => $2)
     from chosen, connections c
     where d.organization_id = chosen.organization_id and d.id = chosen.id and c.id = d.connection_id
     returning d.organization_id, d.id, d.event_number, d.connection_id, d.tries, c.callback_url, c.callback_inline,
               c.callback_secret, c.callback_previous_secret, c.callback_switched_off_at`,
    [most, leaseSeconds],
  );
  return rows.map(dueFrom);
}

type DueRow = {
  organization_id: string;
  id: string;
  event_number: number;
  connection_id: string;
  tries: number;
  callback_url: string | null;
  callback_inline: boolean;
  callback_secret: Buffer | null;
  callback_previous_secret: Buffer | null;
  callback_switched_off_at: Date | null;
};

function dueFrom(row: DueRow): DueDelivery {
  const isOn = row.callback_url !== null && row.callback_secret !== null && row.callback_switched_off_at === null;
  return {
    organizationId: row.organization_id,
    id: row.id,
    eventNumber: row.event_number,
    connectionId: row.connection_id,
    tries: row.tries,
    receiver: isOn
      ? {
          url: row.callback_url as string,
          inline: row.callback_inline,
          secret: row.callback_secret as Buffer,
          previousSecret: row.callback_previous_secret,
        }
      : null,
  };
}

/** The result of an attempt. `status` is null if no answer came. */
export type Attempt = { status: number | null; durationMs: number; answer: string };

/** What follows: delivered, given up, or another attempt after some seconds. */
export type AttemptOutcome = { state: 'delivered' | 'failed' } | { retryInSeconds: number };

/** The time of an attempt is its start; the wait for the next one counts from its end. */
export async function recordAttempt(
  sql: Sql,
  key: { organizationId: string; id: string },
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
     update deliveries set state = $6, tries = tries + 1, claimed_until = null,
       due_at = case when $6 = 'waiting' then service_now() + make_interval(secs => $7) else due_at end,
       finished_at = case when $6 = 'waiting' then null else service_now() end
     where organization_id = $1 and id = $2`,
    [key.organizationId, key.id, attempt.status, attempt.durationMs, attempt.answer, state, wait],
  );
}

/**
 * The receiver is gone (410): switches its callback off and gives up its waiting deliveries. False: the connection has
 * a different address by now.
 */
export async function switchOff(
  sql: Sql,
  { connectionId, url }: { connectionId: string; url: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update connections set callback_switched_off_at = service_now() where id = $1 and callback_url = $2',
    [connectionId, url],
  );
  if (rowCount === 0) return false;
  await sql.query(
    `update deliveries set state = 'failed', finished_at = service_now()
     where connection_id = $1 and state = 'waiting'`,
    [connectionId],
  );
  return true;
}

/** Undoes the claim. */
export async function releaseDelivery(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  await sql.query('update deliveries set claimed_until = null where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

export type ListedDelivery = {
  id: string;
  organizationId: string;
  depositId: string;
  connectionId: string;
  documentId: string;
  documentKind: DocumentKind;
  sequence: number;
  state: DeliveryState;
  createdAt: Date;
  dueAt: Date;
  finishedAt: Date | null;
  attempts: { at: string; status: number | null; durationMs: number; answer: string }[];
};

const LIST = `
  select d.id, d.organization_id as "organizationId", d.deposit_id as "depositId", d.connection_id as "connectionId",
         e.document_id as "documentId", doc.kind as "documentKind", e.sequence, d.state, d.created_at as "createdAt",
         d.due_at as "dueAt", d.finished_at as "finishedAt",
         coalesce((select json_agg(json_build_object('at', a.at, 'status', a.status, 'durationMs', a.duration_ms,
                                   'answer', a.answer) order by a.number)
          from delivery_attempts a where a.organization_id = d.organization_id and a.delivery_id = d.id), '[]') as attempts
  from deliveries d
  join events e on e.organization_id = d.organization_id and e.number = d.event_number
  join documents doc on doc.organization_id = e.organization_id and doc.id = e.document_id`;

/** Newest first. */
export async function listDeliveries(
  sql: Sql,
  { depositId, state, most }: { depositId: string | null; state: DeliveryState | null; most: number },
): Promise<ListedDelivery[]> {
  const { rows } = await sql.query<ListedDelivery>(
    `${LIST} where ($1::uuid is null or d.deposit_id = $1) and ($2::text is null or d.state = $2)
     order by d.created_at desc, e.number desc limit $3`,
    [depositId, state, most],
  );
  return rows;
}

/** Deliveries that were given up, newest first: ids grow with time. */
export async function listFailedDeliveries(
  sql: Sql,
  { before, most }: { before: string | null; most: number },
): Promise<(ListedDelivery & { organization: string; externalContractId: string })[]> {
  const { rows } = await sql.query<ListedDelivery & { organization: string; externalContractId: string }>(
    `select l.*, o.name as organization, x.external_contract_id as "externalContractId"
     from (${LIST} where d.state = 'failed' and d.id < $1 order by d.id desc limit $2) l
     join organizations o on o.id = l."organizationId"
     join deposits x on x.organization_id = l."organizationId" and x.id = l."depositId" order by l.id desc`,
    [before ?? MAX_ID, most],
  );
  return rows;
}

/** How many were given up, how many wait, and when the oldest waiting one was due. */
export type DeliveryCounts = { failed: number; waiting: number; oldest: Date | null };

export async function countDeliveries(sql: Sql): Promise<DeliveryCounts> {
  const { rows } = await sql.query<DeliveryCounts>(
    `select f.failed, w.waiting, w.oldest
     from (select count(*) as failed from deliveries where state = 'failed') f,
          (select count(*) as waiting, min(due_at) filter (where due_at <= (select service_now())) as oldest
           from deliveries where state = 'waiting') w`,
  );
  return rows[0] as DeliveryCounts;
}

/** A callback whose receiver answered 410 Gone. */
export type SwitchedOff = {
  connectionId: string;
  organizationId: string;
  organization: string;
  partner: string;
  externalOrgId: string;
  url: string;
  at: Date;
};

export async function listSwitchedOff(sql: Sql): Promise<SwitchedOff[]> {
  const { rows } = await sql.query<SwitchedOff>(
    `select c.id as "connectionId", c.organization_id as "organizationId", o.name as organization, p.name as partner,
            c.external_org_id as "externalOrgId", c.callback_url as url, c.callback_switched_off_at as at
     from connections c join organizations o on o.id = c.organization_id join partners p on p.id = c.partner_id
     where c.callback_switched_off_at is not null and c.callback_url is not null order by c.id`,
  );
  return rows;
}

export async function findDelivery(sql: Sql, id: string): Promise<ListedDelivery | null> {
  const { rows } = await sql.query<ListedDelivery>(`${LIST} where d.id = $1`, [id]);
  return rows[0] ?? null;
}

export type Replay = 'queued' | 'too_old' | 'under_way' | 'switched_off' | 'unknown';

/** Due at once, with the retry schedule from the start. */
export async function replayDelivery(sql: Sql, id: string, { withinDays }: { withinDays: number }): Promise<Replay> {
  const { rows } = await sql.query<{ replay: Replay }>(
    `with found as (
       select d.organization_id, d.id,
              case when d.created_at <= service_now() - make_interval(days => $2) then 'too_old'
                   when d.claimed_until > clock_timestamp() then 'under_way'
                   when c.callback_url is null or c.callback_switched_off_at is not null then 'switched_off'
                   else 'queued' end as replay
       from deliveries d join connections c on c.id = d.connection_id
       where d.id = $1 for update of d
     ), queued as (
       update deliveries d set state = 'waiting', due_at = service_now(), tries = 0, finished_at = null
       from found f where d.organization_id = f.organization_id and d.id = f.id and f.replay = 'queued'
     )
     select replay from found`,
    [id, withinDays],
  );
  return rows[0]?.replay ?? 'unknown';
}
