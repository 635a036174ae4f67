import type { DocumentKind } from '../domain/document.ts';
import type { Sql } from './database.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A callback that is to be made, with the receiver as it is set up now. */
export type DueDelivery = {
  organizationId: string;
  id: string;
  eventNumber: number;
  connectionId: string;
  /** Those before this one since it was queued or replayed. */
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

/** How many of one receiver are under way at once: a slow one holds up its own only. */
const MOST_OF_ONE = 4;

/**
 * What is due and free, at most a few of each receiver. Held by a lease in real time, longer than an attempt can take:
 * a process that dies leaves its own to others after that.
 */
export async function claimDeliveries(
  sql: Sql,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql.query<DueRow>(
    `with free as (
       select organization_id, id, due_at,
              row_number() over (partition by connection_id order by due_at, id)
                + (select count(*) from deliveries b where b.connection_id = d.connection_id and b.state = 'waiting'
                     and b.claimed_until > clock_timestamp()) as place
       from deliveries d
       where state = 'waiting' and due_at <= (select service_now())
         and (claimed_until is null or claimed_until <= clock_timestamp())
     ), chosen as (
       select d.organization_id, d.id from deliveries d
       join free f on f.organization_id = d.organization_id and f.id = d.id
       where f.place <= ${MOST_OF_ONE} and d.state = 'waiting'
         and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
       order by f.due_at limit $1 for update of d skip locked
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

/** How an attempt went. `status` is null where no answer came. */
export type Attempt = { status: number | null; durationMs: number; answer: string };

/** What follows from an attempt: done, given up, or again after some seconds. */
export type Outcome = { state: 'delivered' | 'failed' } | { retryInSeconds: number };

export async function recordAttempt(
  sql: Sql,
  key: { organizationId: string; id: string },
  attempt: Attempt,
  outcome: Outcome,
): Promise<void> {
  const state = 'state' in outcome ? outcome.state : 'waiting';
  const wait = 'state' in outcome ? 0 : outcome.retryInSeconds;
  await sql.query(
    `with attempted as (
       insert into delivery_attempts (organization_id, delivery_id, number, at, status, duration_ms, answer)
       select $1, $2, coalesce(max(number), 0) + 1, service_now(), $3, $4, $5 from delivery_attempts
       where organization_id = $1 and delivery_id = $2
     )
     update deliveries set state = $6, tries = tries + 1, claimed_until = null,
       due_at = case when $6 = 'waiting' then service_now() + make_interval(secs => $7) else due_at end,
       finished_at = case when $6 = 'waiting' then null else service_now() end
     where organization_id = $1 and id = $2`,
    [key.organizationId, key.id, attempt.status, attempt.durationMs, attempt.answer, state, wait],
  );
}

/** The receiver is gone (410): its address is switched off, and what waits for it is given up. */
export async function switchOff(sql: Sql, connectionId: string): Promise<void> {
  await sql.query('update connections set callback_switched_off_at = service_now() where id = $1', [connectionId]);
  await sql.query(
    `update deliveries set state = 'failed', finished_at = service_now()
     where connection_id = $1 and state = 'waiting'`,
    [connectionId],
  );
}

/** As if it had not been claimed. */
export async function releaseDelivery(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  await sql.query('update deliveries set claimed_until = null where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

export async function giveUp(sql: Sql, { organizationId, id }: { organizationId: string; id: string }): Promise<void> {
  await sql.query(
    `update deliveries set state = 'failed', finished_at = service_now(), claimed_until = null
     where organization_id = $1 and id = $2 and state = 'waiting'`,
    [organizationId, id],
  );
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

export async function findDelivery(sql: Sql, id: string): Promise<ListedDelivery | null> {
  const { rows } = await sql.query<ListedDelivery>(`${LIST} where d.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Due at once, with a schedule that begins anew. False: it is too old, or under way. */
export async function replayDelivery(sql: Sql, id: string, { withinDays }: { withinDays: number }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update deliveries set state = 'waiting', due_at = service_now(), tries = 0, finished_at = null, claimed_until = null
     where id = $1 and created_at > service_now() - make_interval(days => $2)
       and (claimed_until is null or claimed_until <= clock_timestamp())`,
    [id, withinDays],
  );
  return rowCount === 1;
}
