import type { Deposit } from '../../domain/deposit.ts';
import type { Integration } from '../../domain/integration.ts';
import type { Sql } from '../database/database.ts';
import { depositFrom, type DepositRow } from './deposit-row.ts';
import type { ListedDocument } from './documents.ts';
import type { Head } from './history.ts';

/** An entry of the history as it is read: what is personal is part of the detail, unless it was masked. */
export type RecordedEntry = { at: string; actor: string; event: string; detail: Record<string, unknown> };

/** A deposit with all that is known of it. */
export type StoredDeposit = Deposit & {
  history: readonly RecordedEntry[];
  documents: readonly ListedDocument[];
};

const COLUMNS = `
  d.*, to_json(m) as manager,
  (select json_agg(t order by t.position) from tenants t
   where t.organization_id = d.organization_id and t.deposit_id = d.id) as tenants,
  (select json_agg(p order by p.at, p.id) from payments p
   where p.organization_id = d.organization_id and p.deposit_id = d.id) as payments,
  (select g.payout_iban from organizations g where g.id = d.organization_id) as payout_iban,
  (select json_agg(o order by o.ordered_at, o.payee desc, o.id) from orders o
   where o.organization_id = d.organization_id and o.deposit_id = d.id) as orders`;

const HISTORY = `
  (select json_agg(json_build_object('at', h.at, 'actor', h.actor, 'event', h.event, 'detail', h.detail,
                                     'personal', p.content) order by h.sequence)
   from history h left join history_personal p using (organization_id, deposit_id, sequence)
   where h.organization_id = d.organization_id and h.deposit_id = d.id) as history`;

const DOCUMENTS = `
  (select json_agg(json_build_object('id', x.id, 'kind', x.kind, 'sha256', encode(x.sha256, 'hex'),
                                     'createdAt', x.created_at) order by x.created_at, x.id)
   from documents x where x.organization_id = d.organization_id and x.deposit_id = d.id) as documents`;

const FROM = `
  from deposits d
  left join members m on m.organization_id = d.manager_organization_id and m.id = d.manager_id`;

const SELECT = `select ${COLUMNS}, ${HISTORY}, ${DOCUMENTS} ${FROM}`;

type RecordRow = DepositRow & {
  history: (RecordedEntry & { personal: object | null })[];
  documents: ListedDocument[] | null;
};

export async function findDeposit(sql: Sql, id: string): Promise<StoredDeposit | null> {
  const { rows } = await sql.query<RecordRow>(`${SELECT} where d.id = $1`, [id]);
  return rows[0] === undefined ? null : recordFrom(rows[0]);
}

/** The newest of an organization, newest first: ids grow with time. */
export async function listDeposits(sql: Sql, organizationId: string, most: number): Promise<StoredDeposit[]> {
  const { rows } = await sql.query<RecordRow>(`${SELECT} where d.organization_id = $1 order by d.id desc limit $2`, [
    organizationId,
    most,
  ]);
  return rows.map(recordFrom);
}

/** All of one contract, newest first. Each half has its index. */
export async function listDepositsOfContract(
  sql: Sql,
  { organizationId, externalContractId }: { organizationId: string; externalContractId: string },
): Promise<StoredDeposit[]> {
  const half = (state: string): string =>
    `select id from deposits where organization_id = $1 and external_contract_id = $2 and state ${state} 'withdrawn'`;
  const { rows } = await sql.query<RecordRow>(
    `${SELECT} where d.organization_id = $1 and d.id in (${half('<>')} union all ${half('=')})
     order by d.created_at desc, d.id desc`,
    [organizationId, externalContractId],
  );
  return rows.map(recordFrom);
}

/** Where a deposit lies: ids from outside do not say their organization. */
export async function locateDeposit(sql: Sql, id: string): Promise<Location | null> {
  const { rows } = await sql.query<{ organization_id: string }>('select organization_id from deposits where id = $1', [
    id,
  ]);
  return rows[0] === undefined ? null : { organizationId: rows[0].organization_id, depositId: id };
}

/** The path that a deposit came by. */
export async function findIntegration(sql: Sql, { organizationId, depositId }: Location): Promise<Integration | null> {
  const { rows } = await sql.query<{ integration: Integration }>(
    'select integration from deposits where organization_id = $1 and id = $2',
    [organizationId, depositId],
  );
  return rows[0]?.integration ?? null;
}

export type Location = { organizationId: string; depositId: string };

/** The deposit that a payment with this reference is for. */
export async function locateByReference(sql: Sql, reference: string): Promise<Location | null> {
  const { rows } = await sql.query<{ organization_id: string; id: string }>(
    'select organization_id, id from deposits where payment_reference = $1',
    [reference],
  );
  return rows[0] === undefined ? null : { organizationId: rows[0].organization_id, depositId: rows[0].id };
}

/**
 * Locks the deposit for a move; null when it is not there. It is read only once the lock is held: a statement that
 * waits for a lock would still see the tenants, payments and orders of before.
 */
export async function lockDeposit(
  sql: Sql,
  { organizationId, depositId }: Location,
): Promise<{ deposit: Deposit; head: Head } | null> {
  const key = [organizationId, depositId];
  await sql.query('select from deposits where organization_id = $1 and id = $2 for update', key);
  // Orders are also locked by themselves, when they go into a payment file.
  await sql.query('select from orders where organization_id = $1 and deposit_id = $2 order by id for update', key);
  const { rows } = await sql.query<DepositRow>(
    `select ${COLUMNS} ${FROM} where d.organization_id = $1 and d.id = $2`,
    key,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { deposit: depositFrom(row), head: { count: row.history_count, hash: row.history_hash } };
}

function recordFrom(row: RecordRow): StoredDeposit {
  const history = row.history.map(({ at, actor, event, detail, personal }) => ({
    at,
    actor,
    event,
    detail: { ...detail, ...personal },
  }));
  return { ...depositFrom(row), history, documents: row.documents ?? [] };
}
