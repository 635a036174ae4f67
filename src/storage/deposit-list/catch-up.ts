import type { Day } from '../../domain/values/calendar.ts';
import type { Deposit, Owner, Property, State, Step } from '../../domain/deposit.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Database, Sql } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { closingFrom, type ClosingJson } from '../deposits/closing-json.ts';
import { addToList, saveInList, type Listable } from './row.ts';
import { isAtWork } from '../cells/at-home.ts';

/**
 * Opening a deposit does not write to the list. Ids grow with time, so missing deposits come after the last id that was
 * processed: a job adds them, and so does every reader for the organizations it reads. An id may be stored after newer
 * ones, so the job makes a second pass (`settled`) when all of them are stored.
 */

/** An id is created before its deposit is stored, by a clock that may be slow. After this time it is stored for certain. */
const SETTLED_AFTER = '10 minutes';
const BATCH = 500;
/** Held by the job that catches up. */
export const LIST_LOCK = 714_055_330;
/** Per run of the job, so that it does not slow down open calls; the next run continues. */
const MOST_BATCHES = 4;
/** A reader goes back no further, so that it does not wait for a long backlog; the job handles that. */
const NEWEST = 5_000;

/**
 * Continues where the last run ended, oldest first; returns how many deposits it processed. Only one job runs at a time,
 * since others would process the same deposits.
 */
export async function catchUpDepositList(database: Database): Promise<number> {
  let looked = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const found = (await moveOnAlone(database, 'seen')) + (await moveOnAlone(database, 'settled'));
    if (found === 0) break;
    looked += found;
  }
  return looked;
}

/** Does not wait for the lock. One mark per transaction: with rows of both, it could deadlock with a reader. */
function moveOnAlone(database: Database, mark: 'seen' | 'settled'): Promise<number> {
  return database.transaction(async (sql) => {
    const { rows } = await sql.query<{ alone: boolean }>('select pg_try_advisory_xact_lock($1) as alone', [LIST_LOCK]);
    return rows[0]?.alone === true ? moveOn(sql, mark) : 0;
  });
}

/** Lists the deposits after a mark and advances it. */
async function moveOn(sql: Sql, mark: 'seen' | 'settled'): Promise<number> {
  const ids = await idsAfter(sql, mark);
  const last = ids.at(-1);
  if (last === undefined) return 0;
  await addToList(sql, await readListable(sql, MISSING_OF_IDS, [ids]));
  await sql.query(`update deposit_list_progress set ${mark} = greatest(${mark}, $1)`, [last]);
  return ids.length;
}

/**
 * Lists unsettled deposits of these organizations and of the parents of the sub-organizations: only the newest if there
 * are very many.
 */
export async function catchUpOrganizations(
  sql: Sql,
  {
    organizationIds,
    subOrganizationIds,
  }: { organizationIds: readonly string[]; subOrganizationIds: readonly string[] },
): Promise<void> {
  for (let batch = 0; batch < NEWEST / BATCH; batch++) {
    const missing = await readListable(sql, MISSING_OF_ORGANIZATIONS, [organizationIds, BATCH, subOrganizationIds]);
    await addToList(sql, missing);
    if (missing.length < BATCH) break;
  }
}

/** Lists unsettled deposits of all organizations: only the newest if there are very many. */
export async function catchUpNewest(sql: Sql): Promise<void> {
  await addToList(sql, await readListable(sql, MISSING_OF_ALL, [BATCH]));
}

/**
 * Makes the rows of older code again, some at a time; returns how many it looked at. The deposits are held meanwhile, so
 * that no move is overwritten.
 */
export function remakeRows(database: Database): Promise<number> {
  return database.transaction(async (sql) => {
    const { rows } = await sql.query<{ id: string }>(
      `select d.id from deposits d where d.id in (
         select l.deposit_id from deposit_list l where l.made = 0 and ${isAtWork('l.organization_id')} order by l.deposit_id limit $1)
       order by d.id for share skip locked`,
      [BATCH],
    );
    await listAgain(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/** Call this in the transaction that changed the deposits. */
export async function listAgain(sql: Sql, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await saveInList(sql, await readListable(sql, OF_IDS, [ids.slice(start, start + BATCH)]));
  }
}

async function idsAfter(sql: Sql, mark: 'seen' | 'settled'): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select d.id from deposits d where d.id > (select ${mark} from deposit_list_progress)
     ${mark === 'seen' ? '' : `and d.id < ${OLDEST_UNSETTLED}`} order by d.id limit $1`,
    [BATCH],
  );
  return rows.map(({ id }) => id);
}

/** The first 48 bits of an id are its creation time in milliseconds of real time. */
const OLDEST_UNSETTLED = `(
  select rpad(lpad(to_hex((extract(epoch from clock_timestamp() - interval '${SETTLED_AFTER}') * 1000)::bigint),
                   12, '0'), 32, '0')::uuid)`;

/** A scalar subquery, which the planner does not turn into a join: each deposit is looked up by its key. */
const IS_MISSING = `(select l.deposit_id from deposit_list l
                     where l.organization_id = d.organization_id and l.deposit_id = d.id) is null
                    and ${isAtWork('d.organization_id')}`;
const IS_NEWER = 'd.id > (select settled from deposit_list_progress)';

const SELECT = `
  select d.organization_id, d.id, d.created_at, d.step_since, d.external_contract_id, d.state, d.step, d.property, d.rental_start,
         d.rental_deposit_rappen, d.refusal, d.register_check, d.closing, d.manager_organization_id, d.manager_id,
         d.reminders, d.legal_claim, d.iban, d.owner,
         (select json_agg(json_build_object('state', c.state, 'managerSignature', c.manager_signature))
          from changes c where c.organization_id = d.organization_id and c.deposit_id = d.id) as changes,
         (select json_agg(json_build_object('type', t.type, 'firstName', t.first_name, 'lastName', t.last_name,
                                            'email', t.email, 'phoneNumber', t.phone_number, 'company', t.details -> 'company') order by t.position)
          from tenants t where t.organization_id = d.organization_id and t.deposit_id = d.id) as tenants
  from`;
const OF_IDS = `${SELECT} deposits d where d.id = any($1::uuid[])`;
const MISSING_OF_IDS = `${OF_IDS} and ${IS_MISSING}`;
const MISSING_OF_ALL = `
  ${SELECT} (select * from deposits d where ${IS_NEWER} order by d.id desc limit ${NEWEST}) d
  where ${IS_MISSING} limit $1`;
const MISSING_OF_ORGANIZATIONS = `
  ${SELECT} (
    select unnest($1::uuid[]) as id
    union select g.parent_id from organizations g where g.id = any($3::uuid[]) and g.parent_id is not null
  ) o cross join lateral (
    select * from deposits d where d.organization_id = o.id and ${IS_NEWER} order by d.id desc limit ${NEWEST}) d
  where ${IS_MISSING} limit $2`;

type Row = {
  organization_id: string;
  id: string;
  created_at: Date;
  step_since: Date;
  external_contract_id: string;
  state: State;
  step: Step | null;
  property: Property;
  rental_start: Day;
  rental_deposit_rappen: number;
  refusal: Deposit['refusal'];
  register_check: Deposit['registerCheck'];
  closing: ClosingJson | null;
  reminders: number;
  legal_claim: Deposit['legalClaim'];
  iban: string | null;
  owner: Owner;
  changes: Listable['changes'] | null;
  manager_organization_id: string;
  manager_id: string;
  tenants: [Tenant, ...Tenant[]];
};

async function readListable(sql: Sql, text: string, values: readonly unknown[]): Promise<Listable[]> {
  const { rows } = await sql.query<Row>(prepared(text, values));
  return rows.map((row) => ({
    organizationId: row.organization_id,
    id: row.id,
    createdAt: row.created_at,
    stepSince: row.step_since,
    state: row.state,
    step: row.step,
    terms: {
      externalContractId: row.external_contract_id,
      property: row.property,
      rentalStart: row.rental_start,
      rentalDeposit: rappen(row.rental_deposit_rappen),
      tenants: row.tenants,
      owner: row.owner,
    },
    refusal: row.refusal,
    registerCheck: row.register_check,
    closing: row.closing === null ? null : closingFrom(row.closing),
    legalClaim: row.legal_claim,
    reminders: row.reminders,
    iban: row.iban,
    changes: row.changes ?? [],
    manager: { organizationId: row.manager_organization_id, id: row.manager_id },
  }));
}
