import type { State } from '../../domain/deposit.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import type { QueryConfig } from 'pg';
import { NIL_ID } from '../database/ids.ts';
import { prepared } from '../database/prepared.ts';
import type { ListOrder, ListPart } from './list-query.ts';
import { isScattered, scopeQuery, type Wanted } from './scope.ts';
import { SORTINGS, type Position } from './sorting.ts';
import { LIST_COLUMNS } from './row.ts';

/** A page in its order, starting at a position. */
type PageQuestion = {
  parts: readonly ListPart[];
  /** Of other organizations, only the deposits of these members. */
  memberIds: readonly string[];
  wanted: Wanted;
  order: ListOrder;
  start: Position | null;
  most: number;
};

/** Up to this many matches are collected and sorted. More are so dense that a scan in the sort order finds them soon. */
const MOST_FOUND = 5_000;

/** Rows scanned per row of a page before the index of words is used: enough if one in ten matches. */
const LOOKED_AT = 16;

/**
 * There are two ways to read a page. Matches that are contiguous in a sort index are read there, from the position on.
 * Scattered ones are found by words or days and then sorted, if there are not too many. The index of words collects all
 * matches before it returns the first, so if many are expected, the start of the sort index is scanned first.
 */
export async function readPage<Row extends object>(sql: Sql, question: PageQuestion): Promise<Row[]> {
  const { parts, wanted, order } = question;
  if (parts.length === 0) return [];
  const { byTime } = SORTINGS[order.sort];
  const byWords = isScattered(wanted, { byTime });
  const byDays = !byTime && (wanted.from !== null || wanted.until !== null);
  if (byWords && (await expectedIn(sql, question)) > MOST_FOUND) {
    const seen = await walk<Row>(sql, question, { byWords, lookAt: LOOKED_AT * question.most });
    if (seen.length === question.most) return seen;
  }
  if (byWords || byDays) {
    const found = await findAndSort<Row>(sql, question, byWords);
    if (found !== null) return found;
  }
  return walk<Row>(sql, question, { byWords, lookAt: null });
}

/** The number of matches by the planner's estimate; reads no row. */
export async function expectedIn(sql: Sql, { parts, wanted }: Pick<PageQuestion, 'parts' | 'wanted'>): Promise<number> {
  const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    'explain (format json) select from deposit_list where words @@ $1::tsquery',
    [parts.map((part) => `(${scopeQuery(part, wanted)})`).join(' | ')],
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Null: too many matches. */
async function findAndSort<Row extends object>(
  sql: Sql,
  question: PageQuestion,
  byWords: boolean,
): Promise<Row[] | null> {
  const { order, start, wanted } = question;
  const branches = byWords
    ? question.parts.map((part) => ({ ...partKey(part), query: scopeQuery(part, wanted) }))
    : question.parts.flatMap((part) => branchesOf(part, wanted, { byTime: true }));
  // `offset 0` is an optimization fence: the search uses only the index of words.
  const source = byWords
    ? `(select * from deposit_list w where w.words @@ b.query offset 0) d where d.organization_id = b.organization_id`
    : `deposit_list d where d.organization_id = b.organization_id and d.state = b.state
         and d.awaits_manager = b.awaits_manager`;
  const { rows } = await sql.query<Row & { found: number; deposit_id: string | null }>(
    statement(
      wanted,
      `with hits as materialized (
       select d.* from json_to_recordset($1) as b (${PART}, state text, awaits_manager boolean, query tsquery)
       cross join lateral (
         select ${columnNames(LIST_COLUMNS, 'd')} from ${source} and (b.given_to is null or ${IS_GIVEN})
           and d.created_at >= $3 and d.created_at < $4${startedBy(wanted)}) d
       limit ${MOST_FOUND + 1})
     select l.*, ${MANAGER}, c.found
     from (select count(*) as found from hits) c
     left join lateral (
       select * from hits d ${start === null ? '' : `where ${tuple(order)} ${signOf(order)} ($6, $7, $8)`}
       order by ${orderBy(order)} limit $5) l on true
     ${WITH_MANAGER} order by ${orderBy(order, 'l')}`,
      [
        JSON.stringify(branches),
        question.memberIds,
        ...boundsOf(wanted),
        question.most,
        ...(start === null ? [] : [isByAttention(order) && start.awaitsManager, start.key, start.id]),
      ],
    ),
  );
  if ((rows[0]?.found ?? 0) > MOST_FOUND) return null;
  return rows.filter((row) => row.deposit_id !== null);
}

/**
 * Reads the start of every branch in index order and merges them. Of a branch only the sort columns are read, from the
 * index; whole rows are fetched only for the page. The limit is part of the SQL text: with a parameter, the planner would
 * read a whole branch and sort it. With `lookAt`, that many rows are read regardless of words, then filtered by words.
 */
async function walk<Row extends object>(
  sql: Sql,
  question: PageQuestion,
  { byWords, lookAt }: { byWords: boolean; lookAt: number | null },
): Promise<Row[]> {
  const { order, start, wanted, most } = question;
  const { column, type, byTime } = SORTINGS[order.sort];
  const branches = question.parts.flatMap((part) => {
    const query = byWords ? scopeQuery(part, wanted) : null;
    return branchesOf(part, wanted, { byTime }).flatMap((branch) => {
      const bound = byTime ? timeBound(question, branch.awaits_manager) : start;
      return bound === 'past' ? [] : [{ ...branch, query, key: bound?.key, id: bound?.id }];
    });
  });
  const isBound = byTime || start !== null;
  const hasDays = wanted.from !== null || wanted.until !== null;
  const direction = order.descending ? 'desc' : 'asc';
  const read = lookAt ?? most;
  const side = (isWhole: boolean): string => `
    select d.*, b.query from branches b cross join lateral (
      select d.organization_id, ${sortedBy(order)
        .map((name) => `d.${name}`)
        .join(', ')} from deposit_list d
      where d.organization_id = b.organization_id and d.state = b.state
        ${byTime ? 'and d.awaits_manager = b.awaits_manager' : ''}
        ${byTime && hasDays ? `and d.created_at ${order.descending ? '>= $3' : '< $4'}` : ''}
        ${isBound ? `and (d.${column}, d.deposit_id) ${signOf(order)} (b.key, b.id)` : ''}
        ${isWhole ? '' : `and ${IS_GIVEN}`}
        ${byWords && lookAt === null ? 'and d.words @@ b.query' : ''}
        ${hasDays ? 'and (d.created_at >= $3 and d.created_at < $4) is true' : ''}${startedBy(wanted)}
      order by d.${column} ${direction}, d.deposit_id ${direction} limit ${read}) d
    where b.given_to is ${isWhole ? 'null' : 'not null'}`;
  const keys = `(select * from (${side(true)} union all ${side(false)}) d order by ${orderBy(order)} limit ${read}) k
    join deposit_list l on l.organization_id = k.organization_id and l.deposit_id = k.deposit_id`;
  // In key order, so that reading stops at the last row of the page.
  const found = `(select l.* from ${keys} where l.words @@ k.query order by ${orderBy(order, 'k')} limit ${most}) l`;
  const { rows } = await sql.query<Row>(
    statement(
      wanted,
      `with branches as materialized (
       select * from json_to_recordset($1)
         as b (${PART}, state text, awaits_manager boolean, query tsquery, key ${type}, id uuid))
     select ${columnNames(LIST_COLUMNS, 'l')}, ${MANAGER} from ${lookAt === null ? keys : found}
     ${WITH_MANAGER} order by ${orderBy(order, 'l')}`,
      [JSON.stringify(branches), question.memberIds, ...(hasDays ? boundsOf(wanted) : [])],
    ),
  );
  return rows;
}

/** A day in the text would make a statement of its own of each day. */
function statement({ startedBy: day }: Wanted, text: string, values: readonly unknown[]): QueryConfig {
  return day === null ? prepared(text, values) : { text, values: [...values] };
}

/** A day was read by `parseDay`, so it can be part of the text. */
function startedBy({ startedBy: day }: Wanted): string {
  return day === null ? '' : ` and d.rental_start <= '${day}'`;
}

export const MANAGER = 'm.first_name, m.last_name';
export const WITH_MANAGER =
  'left join members m on m.organization_id = l.manager_organization_id and m.id = l.manager_id';
export const PART = 'organization_id uuid, given_to uuid';
export const IS_GIVEN = `(d.manager_organization_id = b.given_to and d.manager_organization_id <> d.organization_id
                   and d.manager_id = any($2::uuid[]))`;

export function partKey({ organizationId, givenTo }: ListPart): { organization_id: string; given_to: string | null } {
  return { organization_id: organizationId, given_to: givenTo };
}

type Branch = ReturnType<typeof partKey> & { state: State; awaits_manager: boolean | null };

/** Contiguous ranges of an index: one per state and, when sorted by time, also by whether it waits for the manager. */
export function branchesOf(
  part: ListPart,
  { states, awaitsManager }: Pick<Wanted, 'states' | 'awaitsManager'>,
  { byTime }: { byTime: boolean },
): Branch[] {
  const kinds = !byTime ? [null] : awaitsManager ? [true] : [true, false];
  return states.flatMap((state) => kinds.map((kind) => ({ ...partKey(part), state, awaits_manager: kind })));
}

/**
 * Where reading of a branch sorted by time starts: at the position or, if closer, at the end of the wanted days.
 * `past`: the whole branch comes before the position.
 */
function timeBound(
  { order, start, wanted }: PageQuestion,
  awaits: boolean | null,
): Pick<Position, 'key' | 'id'> | 'past' {
  const edge = order.descending
    ? { key: wanted.until?.toISOString() ?? 'infinity', id: NIL_ID }
    : { key: wanted.from?.toISOString() ?? '-infinity', id: NIL_ID };
  if (start === null) return edge;
  if (isByAttention(order) && awaits !== start.awaitsManager) return awaits === order.descending ? 'past' : edge;
  const day = order.descending ? wanted.until : wanted.from;
  const isBeyond = day !== null && (order.descending ? start.key >= edge.key : start.key < edge.key);
  return isBeyond ? edge : start;
}

export function boundsOf({ from, until }: Wanted): (Date | string)[] {
  return [from ?? '-infinity', until ?? 'infinity'];
}

function isByAttention({ sort }: ListOrder): boolean {
  return sort === 'attention';
}

function signOf({ descending }: ListOrder): '<' | '>' {
  return descending ? '<' : '>';
}

function tuple(order: ListOrder): string {
  return `(${isByAttention(order) ? 'd.awaits_manager' : 'false'}, d.${SORTINGS[order.sort].column}, d.deposit_id)`;
}

function sortedBy(order: ListOrder): string[] {
  return [...(isByAttention(order) ? ['awaits_manager'] : []), SORTINGS[order.sort].column, 'deposit_id'];
}

function orderBy(order: ListOrder, table = 'd'): string {
  return sortedBy(order)
    .map((column) => `${table}.${column} ${order.descending ? 'desc' : 'asc'}`)
    .join(', ');
}
