import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';

/** An import of running deposits. */
export type RunningImport = {
  organizationId: string;
  id: string;
  startedAt: Date;
  isFinished: boolean;
  undoneAt: Date | null;
  /** How many deposits it has opened; they are counted also after they were removed. */
  opened: number;
};

type Row = {
  organization_id: string;
  id: string;
  started_at: Date;
  finished_at: Date | null;
  undone_at: Date | null;
  opened: number;
};

const SELECT = `
  select i.organization_id, i.id, i.started_at, i.finished_at, i.undone_at,
         (select count(*)::integer from running_deposits r
          where r.organization_id = i.organization_id and r.import_id = i.id) as opened
  from running_imports i`;

type NewImport = { organizationId: string; id: string; fingerprint: Buffer | null };

export async function insertImport(sql: Sql, { organizationId, id, fingerprint }: NewImport): Promise<void> {
  await sql.query(
    `insert into running_imports (organization_id, id, started_at, fingerprint)
     values ($1, $2, service_now(), $3)`,
    [organizationId, id, fingerprint],
  );
}

/** An import of the same file that was interrupted, within the time in which it can be undone. */
export async function findInterrupted(
  sql: Sql,
  { organizationId, fingerprint }: { organizationId: string; fingerprint: Buffer },
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from running_imports where organization_id = $1 and fingerprint = $2 and finished_at is null
     and undone_at is null and started_at > service_now() - interval '24 hours' order by started_at desc limit 1`,
    [organizationId, fingerprint],
  );
  return rows[0]?.id ?? null;
}

export async function finishImport(sql: Sql, { organizationId, id }: { organizationId: string; id: string }) {
  await sql.query('update running_imports set finished_at = service_now() where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

/** Null: there is no such import of this organization. Held until the transaction ends. */
export async function lockImport(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<RunningImport | null> {
  if (!isId(organizationId) || !isId(id)) return null;
  await sql.query('select from running_imports where organization_id = $1 and id = $2 for update', [
    organizationId,
    id,
  ]);
  const { rows } = await sql.query<Row>(`${SELECT} where i.organization_id = $1 and i.id = $2`, [organizationId, id]);
  return rows[0] === undefined ? null : importFrom(rows[0]);
}

/** Whether deposits may be added to it: until the transaction ends it is not undone. */
export async function holdImport(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from running_imports where organization_id = $1 and id = $2 and undone_at is null for share',
    [organizationId, id],
  );
  return rowCount === 1;
}

/** Where an import belongs: the command line is given its id alone. */
export async function organizationOfImport(sql: Sql, id: string): Promise<string | null> {
  if (!isId(id)) return null;
  const { rows } = await sql.query<{ organization_id: string }>(
    'select organization_id from running_imports where id = $1',
    [id],
  );
  return rows[0]?.organization_id ?? null;
}

/** The newest first. */
export async function listImports(sql: Sql, organizationId: string, most: number): Promise<RunningImport[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} where i.organization_id = $1 order by i.started_at desc, i.id desc limit $2`,
    [organizationId, most],
  );
  return rows.map(importFrom);
}

function importFrom(row: Row): RunningImport {
  return {
    organizationId: row.organization_id,
    id: row.id,
    startedAt: row.started_at,
    isFinished: row.finished_at !== null,
    undoneAt: row.undone_at,
    opened: row.opened,
  };
}
