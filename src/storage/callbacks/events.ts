import type { ContractStatus } from '../../domain/contract-status.ts';
import type { State } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { EventType } from '../../domain/document.ts';
import type { Sql } from '../database/database.ts';

/** What an event tells of: a document that was made, or a deposit that has entered another state. */
export type Told =
  | { type: 'document.created'; document: { id: string; kind: DocumentKind; sha256: string } }
  | { type: 'deposit.state_changed'; id: string; from: State; to: State };

/** An event of an organization, as partners are told of it. `externalOrgId` is null for a deposit that no partner has sent. */
export type PartnerEvent = {
  organizationId: string;
  number: number;
  sequence: number;
  at: Date;
  depositId: string;
  connectionId: string;
  externalOrgId: string | null;
  status: ContractStatus;
  told: Told;
};

/** `subjectId`: of the document or of the change of state; nothing is told twice. */
export type NewEvent = {
  organizationId: string;
  depositId: string;
  type: EventType;
  subjectId: string;
  change: { from: State; to: State } | null;
  at: Date;
  status: ContractStatus;
};

/**
 * Numbered per organization under a lock that is held until the commit: who reads up to a number has missed none
 * before it. What took long to be told tells of its deposit what is known by then: of two events the one with the higher
 * sequence never has the older snapshot.
 */
export async function insertEvent(
  sql: Sql,
  { organizationId, depositId, type, subjectId, change, at, status }: NewEvent,
): Promise<{ number: number; connectionId: string }> {
  // A statement of its own: the next one then sees the events of whoever held the lock before.
  const counted = await sql.query<{ last: number }>(
    `insert into event_numbers (organization_id, last) values ($1, 1)
     on conflict (organization_id) do update set last = event_numbers.last + 1 returning last`,
    [organizationId],
  );
  const { rows } = await sql.query<{ number: number; connection_id: string }>(
    `insert into events (organization_id, number, deposit_id, connection_id, sequence, at, type, document_id, change, status)
     select $1, $6, d.id, d.connection_id,
            (select coalesce(max(e.sequence), 0) + 1 from events e where ${OF_DEPOSIT}),
            $4, $7, $3, $8,
            coalesce((select e.status from events e where ${OF_DEPOSIT} and e.at > $4
                      order by e.at desc, e.sequence desc limit 1), $5)
     from deposits d where d.organization_id = $1 and d.id = $2
     returning number, connection_id`,
    [
      organizationId,
      depositId,
      subjectId,
      at,
      JSON.stringify(status),
      counted.rows[0]?.last,
      type,
      change === null ? null : JSON.stringify(change),
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('an event belongs to a deposit');
  return { number: row.number, connectionId: row.connection_id };
}

/** Its events, also those told to partners of organizations that it has gone from: they count on. */
const OF_DEPOSIT = `e.deposit_id = $2 and e.organization_id = any (array(
  select $1::uuid union all select m.organization_id from moved_contracts m where m.deposit_id = $2))`;

/** Whether partners were told of it: then a worker has died after that. */
export async function isTold(
  sql: Sql,
  { organizationId, depositId, subjectId }: Pick<NewEvent, 'organizationId' | 'depositId' | 'subjectId'>,
): Promise<boolean> {
  const { rowCount } = await sql.query(`select from events e where ${OF_DEPOSIT} and e.document_id = $3`, [
    organizationId,
    depositId,
    subjectId,
  ]);
  return rowCount === 1;
}

type EventRow = {
  organization_id: string;
  number: number;
  sequence: number;
  at: Date;
  deposit_id: string;
  connection_id: string;
  external_org_id: string | null;
  status: ContractStatus;
  document_id: string;
  change: { from: State; to: State } | null;
  kind: DocumentKind | null;
  sha256: Buffer | null;
};

/** Of the events that are chosen first. Chosen after the join, all that an organization ever had would be joined for a hundred. */
const withDetails = (chosen: string): string => `
  select e.organization_id, e.number, e.sequence, e.at, e.deposit_id, e.connection_id, c.external_org_id, e.status,
         e.document_id, e.change, d.kind, d.sha256
  from (select * from events where organization_id = $1 and ${chosen}) e
  left join documents d on d.id = e.document_id
  left join connections c on c.id = e.connection_id
  order by e.number`;

export async function listEvents(
  sql: Sql,
  { organizationId, after, most }: { organizationId: string; after: number; most: number },
): Promise<PartnerEvent[]> {
  // Written out: a plan that does not know how few are wanted reads all of them and sorts them.
  const chosen = `number > $2 order by number limit ${most}`;
  const { rows } = await sql.query<EventRow>(withDetails(chosen), [organizationId, after]);
  return rows.map(eventFrom);
}

/** The events about deposits of these connections. */
export async function listEventsOf(
  sql: Sql,
  {
    organizationId,
    connectionIds,
    after,
    most,
  }: { organizationId: string; connectionIds: readonly string[]; after: number; most: number },
): Promise<PartnerEvent[]> {
  const chosen = `number > $2 and connection_id = any($3::uuid[]) order by number limit ${most}`;
  const { rows } = await sql.query<EventRow>(withDetails(chosen), [organizationId, after, connectionIds]);
  return rows.map(eventFrom);
}

export async function findEvent(sql: Sql, organizationId: string, number: number): Promise<PartnerEvent | null> {
  const { rows } = await sql.query<EventRow>(withDetails('number = $2'), [organizationId, number]);
  return rows[0] === undefined ? null : eventFrom(rows[0]);
}

function eventFrom(row: EventRow): PartnerEvent {
  return {
    organizationId: row.organization_id,
    number: row.number,
    sequence: row.sequence,
    at: row.at,
    depositId: row.deposit_id,
    connectionId: row.connection_id,
    externalOrgId: row.external_org_id,
    status: row.status,
    told: toldOf(row),
  };
}

function toldOf({ document_id: id, change, kind, sha256 }: EventRow): Told {
  if (change !== null) return { type: 'deposit.state_changed', id, ...change };
  if (kind === null || sha256 === null) throw new Error(`the document of event ${id} is missing`);
  return { type: 'document.created', document: { id, kind, sha256: sha256.toString('hex') } };
}
