import { isAtWork } from '../cells/at-home.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';

const LOCK = 714_055_352;

/**
 * Until the transaction ends nobody else stores or removes objects: between the check that nothing refers to an object and its
 * removal none may come to refer to it. False: another process is at it.
 */
export async function lockObjects(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ alone: boolean }>('select pg_try_advisory_xact_lock($1) as alone', [LOCK]);
  return rows[0]?.alone === true;
}

/** A document whose content is in the database. */
export type DocumentInside = { organizationId: string; id: string; depositId: string; content: Buffer };

/** Organizations that are copied to another cell take the contents along. */
const STAYS_INSIDE = `exists (select from organization_moves m where d.organization_id = any (m.family))`;

/** Old enough ones, the oldest first. */
export async function listInside(
  sql: Sql,
  { restMs, most }: { restMs: number; most: number },
): Promise<DocumentInside[]> {
  const { rows } = await sql.query<DocumentInside>(
    `select d.organization_id as "organizationId", d.id, d.deposit_id as "depositId", d.content from documents d
     where d.content is not null and d.created_at <= (select service_now()) - make_interval(secs => $1)
       and ${isAtWork('d.organization_id')} and not ${STAYS_INSIDE}
     order by d.id limit $2`,
    [restMs / 1_000, most],
  );
  return rows;
}

type Named = { organizationId: string; id: string; object: string };

/** The objects that documents refer to now; a content that was removed meanwhile stays removed. */
export async function setOutside(sql: Sql, named: readonly Named[]): Promise<string[]> {
  const { rows } = await sql.query<{ object: string }>(
    `update documents d set content = null, object = n.object
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (organization_id, id, object)
     where d.organization_id = n.organization_id and d.id = n.id and d.content is not null
     returning n.object`,
    [named.map((one) => one.organizationId), named.map(({ id }) => id), named.map(({ object }) => object)],
  );
  return rows.map(({ object }) => object);
}

/** A document whose content is in the store. */
type DocumentOutside = { id: string; object: string; sha256: Buffer };

/** In the order of their ids. `organizationId` null: of all. */
export async function listOutside(
  sql: Sql,
  { after, most, organizationId }: { after: string | null; most: number; organizationId: string | null },
): Promise<DocumentOutside[]> {
  const { rows } = await sql.query<DocumentOutside>(
    `select id, object, sha256 from documents where object is not null and id > $1
     ${organizationId === null ? '' : 'and organization_id = $3'} order by id limit $2`,
    [after ?? NIL_ID, most, ...(organizationId === null ? [] : [organizationId])],
  );
  return rows;
}

/** False: the document has changed meanwhile. The database refuses another content than the one it had. */
export async function setInside(sql: Sql, { id, object }: DocumentOutside, content: Buffer): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update documents set content = $3, object = null where id = $1 and object = $2',
    [id, object, content],
  );
  return rowCount === 1;
}

/** Objects of a name space that documents refer to, in the order of their names. */
export async function listReferred(
  sql: Sql,
  { space, after, most }: { space: string; after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ object: string }>(
    `select distinct object from documents where object > $1 and object < $2 order by object limit $3`,
    [after ?? `${space}/`, `${space}/g`, most],
  );
  return rows.map(({ object }) => object);
}

/** Those of the objects that a document refers to. */
export async function stillReferred(sql: Sql, objects: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ object: string }>(
    'select distinct object from documents where object = any ($1::text[])',
    [objects],
  );
  return new Set(rows.map(({ object }) => object));
}

export async function hasOutside(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query('select from documents where object is not null limit 1');
  return rowCount === 1;
}

/** Whether documents stay in the database, although there is a store. */
export async function documentsStay(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ stay: boolean }>('select documents_stay as stay from service_settings');
  return rows[0]?.stay === true;
}

export async function setDocumentsStay(sql: Sql, stay: boolean): Promise<void> {
  await sql.query('update service_settings set documents_stay = $1 where documents_stay <> $1', [stay]);
}
