import type { ConflictCode, Mandate, MandateSide, MandateState } from '../../domain/mandates/mandate.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';

type MandateRow = {
  id: string;
  from_organization_id: string;
  from_name: string;
  to_organization_id: string;
  to_name: string;
  state: MandateState;
  is_all: boolean;
  asked_for: number;
  asked_at: Date;
  asked_by: string;
  from_agreed_at: Date | null;
  from_agreed_by: string | null;
  to_agreed_at: Date | null;
  to_agreed_by: string | null;
  rejected_at: Date | null;
  rejected_by: string | null;
  rejected_by_organization_id: string | null;
  moving_since: Date | null;
  done_at: Date | null;
  waiting: number;
  moved: number;
  conflicts: number;
};

/** How far it is. Before the second agreement of a mandate about all deposits, nothing is counted. */
type MandateCounts = { waiting: number; moved: number; conflicts: number };

export type CountedMandate = Mandate & { counts: MandateCounts };

const SELECT = `
  select m.*, f.name as from_name, o.name as to_name, coalesce(c.waiting, 0) as waiting, coalesce(c.moved, 0) as moved,
         coalesce(c.conflicts, 0) as conflicts
  from mandates m join organizations f on f.id = m.from_organization_id
  join organizations o on o.id = m.to_organization_id
  cross join lateral (
    select count(*) filter (where d.state = 'waiting') as waiting, count(*) filter (where d.state = 'moved') as moved,
           count(*) filter (where d.state = 'conflict') as conflicts
    from mandate_deposits d where d.mandate_id = m.id) c`;

function word(at: Date | null, by: string | null): { at: Date; by: string } | null {
  return at === null ? null : { at, by: by ?? '' };
}

function mandateFrom(row: MandateRow): CountedMandate {
  const rejected = word(row.rejected_at, row.rejected_by);
  return {
    id: row.id,
    state: row.state,
    from: {
      organizationId: row.from_organization_id,
      name: row.from_name,
      agreed: word(row.from_agreed_at, row.from_agreed_by),
    },
    to: {
      organizationId: row.to_organization_id,
      name: row.to_name,
      agreed: word(row.to_agreed_at, row.to_agreed_by),
    },
    isAll: row.is_all,
    askedFor: row.asked_for,
    asked: { at: row.asked_at, by: row.asked_by },
    rejected: rejected === null ? null : { ...rejected, organizationId: row.rejected_by_organization_id ?? '' },
    movingSince: row.moving_since,
    doneAt: row.done_at,
    counts: { waiting: row.waiting, moved: row.moved, conflicts: row.conflicts },
  };
}

export async function findMandate(sql: Sql, id: string): Promise<CountedMandate | null> {
  const { rows } = await sql.query<MandateRow>(`${SELECT} where m.id = $1`, [id]);
  return rows[0] === undefined ? null : mandateFrom(rows[0]);
}

/** Two who decide at once decide one after the other. */
export async function lockMandate(sql: Sql, id: string): Promise<CountedMandate | null> {
  await sql.query('select from mandates where id = $1 for update', [id]);
  return findMandate(sql, id);
}

/** Newest first: ids grow with time. `organizationIds`: only theirs. */
export async function listMandates(
  sql: Sql,
  { organizationIds, before, most }: { organizationIds: readonly string[] | null; before: string | null; most: number },
): Promise<CountedMandate[]> {
  const { rows } = await sql.query<MandateRow>(
    `${SELECT} where m.id < $1 and ($2::uuid[] is null or m.from_organization_id = any($2) or m.to_organization_id = any($2))
     order by m.id desc limit $3`,
    [before ?? MAX_ID, organizationIds, most],
  );
  return rows.map(mandateFrom);
}

/** Those whose deposits are to be moved. */
export async function listMovingMandates(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(`select id from mandates where state = 'moving' order by id`);
  return rows.map(({ id }) => id);
}

type NewMandate = {
  id: string;
  from: string;
  to: string;
  /** Null: all. */
  depositIds: readonly string[] | null;
  askedFor: number;
  askedBy: string;
};

export async function insertMandate(sql: Sql, { id, from, to, depositIds, askedFor, askedBy }: NewMandate) {
  await sql.query(
    `insert into mandates (id, from_organization_id, to_organization_id, state, is_all, asked_for, asked_at, asked_by)
     values ($1, $2, $3, 'asked', $4, $5, service_now(), $6)`,
    [id, from, to, depositIds === null, askedFor, askedBy],
  );
  if (depositIds === null) return;
  await sql.query(
    `insert into mandate_deposits (mandate_id, deposit_id, external_contract_id)
     select $1, d.id, d.external_contract_id from deposits d where d.organization_id = $2 and d.id = any($3::uuid[])`,
    [id, from, depositIds],
  );
}

export async function noteAgreement(sql: Sql, id: string, side: MandateSide, by: string): Promise<void> {
  await sql.query(`update mandates set ${side}_agreed_at = service_now(), ${side}_agreed_by = $2 where id = $1`, [
    id,
    by,
  ]);
}

const LIVING = `d.state not in ('closed', 'withdrawn')`;

/** The second agreement: of a mandate about all deposits, those of this moment. */
export async function startMoving(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `insert into mandate_deposits (mandate_id, deposit_id, external_contract_id)
     select m.id, d.id, d.external_contract_id from mandates m
     join deposits d on d.organization_id = m.from_organization_id
     where m.id = $1 and m.is_all and ${LIVING} on conflict do nothing`,
    [id],
  );
  await sql.query(`update mandates set state = 'moving', moving_since = service_now() where id = $1`, [id]);
}

export async function noteRejection(
  sql: Sql,
  id: string,
  { organizationId, by }: { organizationId: string; by: string },
): Promise<void> {
  await sql.query(
    `update mandates set state = 'rejected', rejected_at = service_now(), rejected_by = $2, rejected_by_organization_id = $3
     where id = $1`,
    [id, by, organizationId],
  );
}

export async function noteDone(sql: Sql, id: string): Promise<void> {
  await sql.query(`update mandates set state = 'done', done_at = service_now() where id = $1`, [id]);
}

export async function countLiving(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from deposits d where d.organization_id = $1 and ${LIVING}`,
    [organizationId],
  );
  return rows[0]?.count ?? 0;
}

/** Those of these ids that are deposits of the organization. */
export async function ownDeposits(sql: Sql, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from deposits where organization_id = $1 and id = any($2::uuid[])',
    [organizationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The newest deposit of each of these contracts of an organization. */
export async function depositsOfContracts(
  sql: Sql,
  organizationId: string,
  contractIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ external_contract_id: string; id: string }>(
    `select distinct on (d.external_contract_id) d.external_contract_id, d.id from deposits d
     where d.organization_id = $1 and d.external_contract_id = any($2)
     order by d.external_contract_id, d.created_at desc, d.id desc`,
    [organizationId, contractIds],
  );
  return new Map(rows.map((row) => [row.external_contract_id, row.id]));
}

export type Conflict = { depositId: string; externalContractId: string; code: ConflictCode };

/** What would stay behind now; `deposits`: null for all. */
export async function foreseeConflicts(
  sql: Sql,
  { from, to, depositIds }: { from: string; to: string; depositIds: readonly string[] | null },
): Promise<Conflict[]> {
  const { rows } = await sql.query<Conflict>(
    `select d.id as "depositId", d.external_contract_id as "externalContractId", 'contract_exists' as code
     from deposits d
     where d.organization_id = $1 and d.state <> 'withdrawn'
       and case when $3::uuid[] is null then ${LIVING} else d.id = any($3) end
       and exists (select from deposits t where t.organization_id = $2
                   and t.external_contract_id = d.external_contract_id and t.state <> 'withdrawn')
     order by d.external_contract_id`,
    [from, to, depositIds],
  );
  return rows;
}

/** The deposits that were chosen; null: all. */
export async function chosenDeposits(sql: Sql, { id, isAll }: Mandate): Promise<string[] | null> {
  if (isAll) return null;
  const { rows } = await sql.query<{ deposit_id: string }>(
    'select deposit_id from mandate_deposits where mandate_id = $1',
    [id],
  );
  return rows.map(({ deposit_id: depositId }) => depositId);
}

export async function listConflicts(sql: Sql, id: string): Promise<Conflict[]> {
  const { rows } = await sql.query<Conflict>(
    `select deposit_id as "depositId", external_contract_id as "externalContractId", code
     from mandate_deposits where mandate_id = $1 and state = 'conflict' order by external_contract_id, deposit_id`,
    [id],
  );
  return rows;
}

/** Members who were responsible for deposits that have moved, and for how many. */
export async function formerManagers(
  sql: Sql,
  id: string,
): Promise<{ organizationId: string; memberId: string; deposits: number }[]> {
  const { rows } = await sql.query<{ organizationId: string; memberId: string; deposits: number }>(
    `select manager_organization_id as "organizationId", manager_id as "memberId", count(*) as deposits
     from mandate_deposits where mandate_id = $1 and state = 'moved' and manager_id is not null group by 1, 2`,
    [id],
  );
  return rows;
}
