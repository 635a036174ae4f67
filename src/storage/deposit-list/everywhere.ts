import type { Day } from '../../domain/values/calendar.ts';
import type { State, Step } from '../../domain/deposit.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import type { Difference } from '../../domain/register-check.ts';
import type { Sql } from '../database/database.ts';
import { isId, MAX_ID, NIL_ID } from '../database/ids.ts';
import { catchUpNewest } from './catch-up.ts';

/** A deposit of any organization, in the operator's list. */
export type DepositAnywhere = {
  organizationId: string;
  organization: string;
  depositId: string;
  externalContractId: string;
  createdAt: Date;
  state: State;
  step: Step | null;
  hasProblem: boolean;
  property: string;
  tenants: string;
  rentalStart: Day;
  rentalDeposit: Rappen;
};

export type AnywherePage = { deposits: DepositAnywhere[]; next: string | null };

/** `after`: the cursor of the previous page. An invalid one is ignored. */
type From = { after: string | null; most: number };

/** Newest first, in these phases: states, and steps instead of `opening`. */
export async function listNewest(
  sql: Sql,
  { phases, after, most }: From & { phases: readonly (State | Step)[] },
): Promise<AnywherePage> {
  await catchUpNewest(sql);
  const { rows } = await sql.query<Row>(
    `${SELECT} from (
       select d.* from unnest($1::text[]) as p (phase) cross join lateral (
         -- A range of the index of places: by equality the planner may read all deposits, newest first, for a rare place.
         select * from deposit_list d
         where (coalesce(d.step, d.state), d.deposit_id) < (p.phase, $2::uuid) and coalesce(d.step, d.state) >= p.phase
         order by coalesce(d.step, d.state) desc, d.deposit_id desc limit $3) d
       order by d.deposit_id desc limit $3) d
     ${WITH_NAME} order by d.deposit_id desc`,
    [phases, idOr(after, MAX_ID), most + 1],
  );
  return pageOf(rows, most, ({ deposit_id: id }) => id);
}

/** Deposits with a refusal or a difference from the register that can still be corrected, newest first. */
export async function listProblems(sql: Sql, { after, most }: From): Promise<AnywherePage> {
  await catchUpNewest(sql);
  const { rows } = await sql.query<Row>(
    `${SELECT} from deposit_list d ${WITH_NAME} where d.has_problem and d.deposit_id < $1
     order by d.deposit_id desc limit $2`,
    [idOr(after, MAX_ID), most + 1],
  );
  return pageOf(rows, most, ({ deposit_id: id }) => id);
}

type ContractSearch = { start: string; phases: readonly (State | Step)[]; onlyProblems: boolean };

const KEY = 'lower(d.external_contract_id) collate "C"';

/** Deposits whose contract id starts with the text, in the order of contract ids; per contract the oldest first. */
export async function listByContract(
  sql: Sql,
  { start, phases, onlyProblems, after, most }: From & ContractSearch,
): Promise<AnywherePage> {
  await catchUpNewest(sql);
  const [contract, id] = positionOf(after) ?? ['', NIL_ID];
  const { rows } = await sql.query<Row>(
    // A single lower bound: of two, the planner might use the less selective one for the index. chr(1114111) is the last
    // code point.
    `${SELECT} from (
       select * from deposit_list d
       where (${KEY}, d.deposit_id) > (greatest(lower($1) collate "C", lower($2)), $3::uuid)
         and ${KEY} < lower($1) || chr(1114111)
         and coalesce(d.step, d.state) = any($4::text[]) and (d.has_problem or not $5)
       order by ${KEY}, d.deposit_id limit $6) d
     ${WITH_NAME} order by ${KEY}, d.deposit_id`,
    [start, contract, id, phases, onlyProblems, most + 1],
  );
  return pageOf(rows, most, (row) =>
    Buffer.from(JSON.stringify([row.external_contract_id, row.deposit_id])).toString('base64url'),
  );
}

/** The deposits with these ids, newest first. */
export async function listTheseDeposits(sql: Sql, ids: readonly string[]): Promise<DepositAnywhere[]> {
  await catchUpNewest(sql);
  const { rows } = await sql.query<Row>(
    `${SELECT} from deposits x
     join deposit_list d on d.organization_id = x.organization_id and d.deposit_id = x.id
     ${WITH_NAME} where x.id = any($1::uuid[]) order by d.deposit_id desc`,
    [ids],
  );
  return rows.map(depositFrom);
}

export type Mismatch = DepositAnywhere & { checkedAt: Date; differences: readonly Difference[] };

/** The lexeme of its own organization says that it differs. */
const HAS_MISMATCH = `d.words @@ ('''' || right(d.organization_id::text, 12) || ':mark:register''')::tsquery`;

/**
 * Opening deposits of companies that differ from the commercial register, newest first. Few of those with a problem do, so
 * only the newest `mostLookedAt` of these are looked at.
 */
export async function listMismatches(
  sql: Sql,
  { most, mostLookedAt }: { most: number; mostLookedAt: number },
): Promise<Mismatch[]> {
  const { rows } = await sql.query<Row & { register_check: { at: string; differences: Difference[] } }>(
    // `offset 0` is an optimization fence: only those with the lexeme are looked up.
    `${SELECT}, x.register_check from (
       select d.* from (
         select * from deposit_list w where w.has_problem order by w.deposit_id desc limit $2) d
       where ${HAS_MISMATCH} order by d.deposit_id desc limit $1) d ${WITH_NAME}
     cross join lateral (
       select register_check from deposits where organization_id = d.organization_id and id = d.deposit_id offset 0) x
     where json_array_length(x.register_check -> 'differences') > 0
     order by d.deposit_id desc`,
    [most, mostLookedAt],
  );
  return rows.map(({ register_check: check, ...row }) => ({
    ...depositFrom(row),
    checkedAt: new Date(check.at),
    differences: check.differences,
  }));
}

const SELECT = `
  select d.organization_id, o.name as organization, d.deposit_id, d.external_contract_id, d.created_at, d.state, d.step,
         d.has_problem, d.property, d.tenants, d.rental_start, d.rental_deposit_rappen`;
const WITH_NAME = 'join organizations o on o.id = d.organization_id';

type Row = {
  organization_id: string;
  organization: string;
  deposit_id: string;
  external_contract_id: string;
  created_at: Date;
  state: State;
  step: Step | null;
  has_problem: boolean;
  property: string;
  tenants: string;
  rental_start: Day;
  rental_deposit_rappen: number;
};

function depositFrom(row: Row): DepositAnywhere {
  return {
    organizationId: row.organization_id,
    organization: row.organization,
    depositId: row.deposit_id,
    externalContractId: row.external_contract_id,
    createdAt: row.created_at,
    state: row.state,
    step: row.step,
    hasProblem: row.has_problem,
    property: row.property,
    tenants: row.tenants,
    rentalStart: row.rental_start,
    rentalDeposit: rappen(row.rental_deposit_rappen),
  };
}

/** `rows` has one more than fits, to know whether there is a next page. */
function pageOf(rows: readonly Row[], most: number, cursor: (row: Row) => string): AnywherePage {
  const last = rows[most - 1];
  return {
    deposits: rows.slice(0, most).map(depositFrom),
    next: rows.length > most && last !== undefined ? cursor(last) : null,
  };
}

function idOr(text: string | null, other: string): string {
  return text !== null && isId(text) ? text : other;
}

function positionOf(cursor: string | null): [contract: string, id: string] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString());
    if (!Array.isArray(parts)) return null;
    const [contract, id] = parts as unknown[];
    const isOurs = typeof contract === 'string' && typeof id === 'string' && isId(id) && !contract.includes('\0');
    return isOurs && contract.isWellFormed() ? [contract, id] : null;
  } catch {
    return null;
  }
}
