import type { Sql } from '../database/database.ts';

/** Before objects are stored: what a process leaves behind that dies is looked at, and removed. */
export async function noteRemovals(sql: Sql, objects: readonly string[]): Promise<void> {
  await sql.query('insert into document_removals (object) select unnest($1::text[]) on conflict do nothing', [objects]);
}

export async function forgetRemovals(sql: Sql, objects: readonly string[]): Promise<void> {
  await sql.query('delete from document_removals where object = any ($1::text[])', [objects]);
}

/** Objects in these name spaces that were noted long enough ago, the oldest first. */
export async function listRemovals(
  sql: Sql,
  spaces: readonly string[],
  { restMs, most }: { restMs: number; most: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ object: string }>(
    `select object from document_removals
     where split_part(object, '/', 1) = any ($1::text[]) and since <= clock_timestamp() - make_interval(secs => $2)
     order by since, object limit $3`,
    [spaces, restMs / 1_000, most],
  );
  return rows.map(({ object }) => object);
}

/** Those of the objects that wait to be looked at. */
export async function waitingRemovals(sql: Sql, objects: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ object: string }>(
    'select object from document_removals where object = any ($1::text[])',
    [objects],
  );
  return new Set(rows.map(({ object }) => object));
}

/** More are not counted. */
const MOST_COUNTED = 10_000;

export type StoreBacklog = {
  /** Documents whose content is in the database. */
  inside: number;
  /** Objects that wait to be removed. */
  toRemove: number;
};

/** Null: no document was ever stored outside. */
export async function readBacklog(sql: Sql): Promise<StoreBacklog | null> {
  const { rows } = await sql.query<{ is_used: boolean; inside: number; to_remove: number }>(
    `select exists (select from document_spaces) as is_used,
            case when exists (select from document_spaces) then
              (select count(*) from (select from documents where content is not null limit ${MOST_COUNTED}) d) end as inside,
            (select count(*) from (select from document_removals limit ${MOST_COUNTED}) r) as to_remove`,
  );
  const [row] = rows;
  return row?.is_used === true ? { inside: row.inside, toRemove: row.to_remove } : null;
}
