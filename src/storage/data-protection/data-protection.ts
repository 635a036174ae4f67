import { randomUUIDv7 } from 'node:crypto';
import { RETENTION, RETENTION_KINDS, type RetentionKind, type RetentionPeriods } from '../../domain/retention.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';

/** How long each kind is kept: as the operator has set it, or else the default. */
export async function readPeriods(sql: Sql): Promise<RetentionPeriods> {
  const { rows } = await sql.query<{ kind: string; length: number }>('select kind, length from retention_periods');
  const set = new Map(rows.map(({ kind, length }) => [kind, length]));
  return Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, set.get(kind) ?? RETENTION[kind].standard]),
  ) as RetentionPeriods;
}

export async function setPeriod(sql: Sql, kind: RetentionKind, length: number): Promise<void> {
  await sql.query(
    `insert into retention_periods (kind, length, changed_at) values ($1, $2, service_now())
     on conflict (kind) do update set length = excluded.length, changed_at = excluded.changed_at`,
    [kind, length],
  );
}

/** The record of a removal. Both ids are null where it belongs to no deposit. */
type Erasure = {
  organizationId: string | null;
  depositId: string | null;
  kind: RetentionKind;
  count: number;
};

/** In the transaction that removes it. A removal of nothing is not recorded. */
export async function noteErasures(sql: Sql, erasures: readonly Erasure[]): Promise<void> {
  const made = erasures.filter(({ count }) => count > 0);
  if (made.length === 0) return;
  await sql.query(
    `insert into erasures (organization_id, id, at, kind, deposit_id, count)
     select e.organization_id, e.id, service_now(), e.kind, e.deposit_id, e.count
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::integer[])
       as e (organization_id, id, kind, deposit_id, count)`,
    [
      made.map(({ organizationId }) => organizationId ?? NIL_ID),
      made.map(() => randomUUIDv7()),
      made.map(({ kind }) => kind),
      made.map(({ depositId }) => depositId),
      made.map(({ count }) => count),
    ],
  );
}

export type NotedErasure = Erasure & { id: string; at: Date };

/** Newest first, from a position on. */
export async function listErasures(
  sql: Sql,
  { before, most }: { before: { at: Date; id: string } | null; most: number },
): Promise<NotedErasure[]> {
  const { rows } = await sql.query<{
    organization_id: string;
    id: string;
    at: Date;
    kind: RetentionKind;
    deposit_id: string | null;
    count: number;
  }>(
    `select organization_id, id, at, kind, deposit_id, count from erasures
     where (at, id) < (coalesce($1::timestamptz, 'infinity'), coalesce($2::uuid, $4))
     order by at desc, id desc limit $3`,
    [before?.at ?? null, before?.id ?? null, most, NIL_ID],
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    organizationId: row.organization_id === NIL_ID ? null : row.organization_id,
    depositId: row.deposit_id,
    count: row.count,
  }));
}
