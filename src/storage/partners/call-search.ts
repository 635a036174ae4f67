import type { Sql } from '../database/database.ts';

/** A call in a list that its partner reads. */
export type SearchedCall = {
  id: string;
  number: number;
  at: Date;
  path: string;
  externalOrgId: string | null;
  externalContractId: string | null;
  status: number | null;
  code: string | null;
  durationMs: number;
};

export type OwnCallFilter = {
  externalContractId: string | null;
  externalOrgId: string | null;
  code: string | null;
  /** Open calls or dry runs alone. */
  kind: 'open' | 'dry' | null;
};

export type OwnCallPage = {
  calls: SearchedCall[];
  /** The cursor of the next page; null: this is the last one. */
  next: number | null;
  /** How far back the search went before it reached its limit; null: it found everything. */
  lookedBackTo: Date | null;
};

/** Conditions without an index are checked on so many calls at a time. */
const MOST_SCANNED = 20_000;

/** Newest first, from before a number on. */
export async function searchOwnCalls(
  sql: Sql,
  partnerId: string,
  { filter, before, most }: { filter: OwnCallFilter; before: number | null; most: number },
): Promise<OwnCallPage> {
  const { externalContractId, externalOrgId, code, kind } = filter;
  const isScan = [externalOrgId, code, kind].some((condition) => condition !== null);
  const scanned = isScan ? MOST_SCANNED : most + 1;
  const values = [partnerId, before, externalContractId, scanned, externalOrgId, code, kind, most + 1];
  const { rows } = await sql.query<Omit<SearchedCall, 'id'> & { id: string | null } & Looked>(
    `with looked as materialized (
       select c.* from calls c
       where c.partner_id = $1 and c.number is not null and ($2::bigint is null or c.number < $2)
         and ($3::text is null or c.external_contract_id = $3)
       order by c.number desc limit $4
     ), found as (
       select c.* from looked c
       where ($5::text is null or c.external_org_id = $5) and ($6::text is null or c.code = $6)
         and ($7::text is null or ($7 = 'dry') = (c.path like '%/check'))
       order by c.number desc limit $8
     )
     select l.looked, l.last, l.at as "lastAt", f.id, f.number, f.at, f.path, f.external_org_id as "externalOrgId",
            case when f.code is distinct from 'contract_id_missing' then f.external_contract_id end as "externalContractId",
            f.status, f.code, f.duration_ms as "durationMs"
     from (select count(*)::integer as looked, min(number) as last, min(at) as at from looked) l
     left join found f on true order by f.number desc`,
    values,
  );
  const found = rows.flatMap(({ id, number, at, path, externalOrgId, externalContractId, status, code, durationMs }) =>
    id === null ? [] : [{ id, number, at, path, externalOrgId, externalContractId, status, code, durationMs }],
  );
  const calls = found.slice(0, most);
  if (found.length > most) return { calls, next: calls.at(-1)?.number ?? null, lookedBackTo: null };
  const { looked = 0, last = null, lastAt = null } = rows[0] ?? {};
  const isCut = isScan && looked === scanned;
  return { calls, next: isCut ? last : null, lookedBackTo: isCut ? lastAt : null };
}

type Looked = { looked: number; last: number | null; lastAt: Date | null };
