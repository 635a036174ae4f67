import type { State } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { EventType } from '../../domain/document.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';
import {
  ATTEMPTS,
  claimDue,
  receiverFrom,
  type CallbackReceiver,
  type DeliveryState,
  type ListedAttempt,
  type ReceiverKind,
} from './delivery-queue.ts';

/** A callback to be sent, with the current settings of its receiver. */
export type DueDocument = {
  to: 'partner';
  organizationId: string;
  id: string;
  eventNumber: number;
  /** The connection. */
  receiverId: string;
  /** Attempts so far, since it was queued or replayed. */
  tries: number;
  receiver: (CallbackReceiver & { inline: boolean }) | null;
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
    dueAt: Date;
  },
): Promise<void> {
  const { organizationId, id, eventNumber, depositId, connectionId, at, dueAt } = delivery;
  await sql.query(
    `insert into deliveries (organization_id, id, event_number, deposit_id, connection_id, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organizationId, id, eventNumber, depositId, connectionId, dueAt, at],
  );
}

type DueRow = { event_number: number; connection_id: string; callback_inline: boolean };

export async function claimDeliveries(sql: Sql, claim: { most: number; leaseSeconds: number }): Promise<DueDocument[]> {
  const rows = await claimDue<DueRow>(sql, 'partner', 'd.event_number, d.connection_id, c.callback_inline', claim);
  return rows.map((row) => {
    const receiver = receiverFrom(row);
    return {
      to: 'partner',
      organizationId: row.organization_id,
      id: row.id,
      eventNumber: row.event_number,
      receiverId: row.connection_id,
      tries: row.tries,
      receiver: receiver === null ? null : { ...receiver, inline: row.callback_inline },
    };
  });
}

export type ListedDelivery = {
  id: string;
  organizationId: string;
  depositId: string;
  connectionId: string;
  type: EventType;
  /** Of `document.created`. */
  document: { id: string; kind: DocumentKind } | null;
  /** Of `deposit.state_changed`. */
  change: { from: State; to: State } | null;
  sequence: number;
  state: DeliveryState;
  createdAt: Date;
  dueAt: Date;
  finishedAt: Date | null;
  attempts: ListedAttempt[];
};

/** What is listed of a delivery `d`, and where it is. */
export const LISTED_COLUMNS = `
  d.id, d.organization_id as "organizationId", d.deposit_id as "depositId", d.connection_id as "connectionId",
  e.type, e.change, case when doc.id is not null then json_build_object('id', doc.id, 'kind', doc.kind) end as document,
  e.sequence, d.state, d.created_at as "createdAt", d.due_at as "dueAt", d.finished_at as "finishedAt", ${ATTEMPTS}`;
export const LISTED_FROM = `
  deliveries d
  join events e on e.organization_id = d.organization_id and e.number = d.event_number
  left join documents doc on doc.id = e.document_id`;

const LIST = `select ${LISTED_COLUMNS} from ${LISTED_FROM}`;

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
     join deposits x on x.id = l."depositId" order by l.id desc`,
    [before ?? MAX_ID, most],
  );
  return rows;
}

/** A callback whose receiver answered 410 Gone. */
export type SwitchedOff = {
  to: ReceiverKind;
  /** Of a partner. */
  connectionId: string | null;
  organizationId: string | null;
  organization: string | null;
  /** Of a provider. */
  providerId: string | null;
  /** The name of the partner or the provider. */
  receiver: string;
  /** The organization's id at the partner, or the code of the provider. */
  known: string;
  url: string;
  at: Date;
};

export async function listSwitchedOff(sql: Sql): Promise<SwitchedOff[]> {
  const { rows } = await sql.query<SwitchedOff>(
    `(select 'partner' as "to", c.id as "connectionId", c.organization_id as "organizationId", o.name as organization,
             null::uuid as "providerId", p.name as receiver, c.external_org_id as known, c.callback_url as url, c.callback_switched_off_at as at
      from connections c join organizations o on o.id = c.organization_id join partners p on p.id = c.partner_id
      where c.callback_switched_off_at is not null and c.callback_url is not null order by c.id)
     union all
     (select 'provider', null, null, null, p.id, v.name, p.code, p.callback_url, p.callback_switched_off_at
      from providers p join provider_versions v on v.id = p.version_id
      where p.callback_switched_off_at is not null and p.callback_url is not null order by p.id)`,
  );
  return rows;
}

export async function findDelivery(sql: Sql, id: string): Promise<ListedDelivery | null> {
  const { rows } = await sql.query<ListedDelivery>(`${LIST} where d.id = $1`, [id]);
  return rows[0] ?? null;
}
