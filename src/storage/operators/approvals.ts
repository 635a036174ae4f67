import type { Issuer } from '../../domain/operator.ts';
import { columnsAsMembers } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** An action that waits for a second person, or was decided. */
export type ApprovalRow = {
  id: string;
  action: string;
  subject: string;
  /** Sealed; see `approvalContext`. */
  content: Buffer;
  organizationId: string;
  /** As in the audit log. */
  askedBy: string;
  /** The id of an operator, `token` or `command_line`. */
  askedById: string;
  /** Who issued the token by which it was asked for. */
  askedVia: Issuer | null;
  askedAt: Date;
  expiresAt: Date;
  state: ApprovalState;
  decidedBy: string | null;
  decidedAt: Date | null;
  reason: string | null;
  result: string | null;
};

/** The sealing context of a row's content. */
export const approvalContext = (id: string): string => `approval ${id}`;

const IS_OVER = `state = 'waiting' and expires_at <= (select service_now())`;

/** A request that nobody decided in time counts as expired, even before the row says so. */
const SELECT = `select ${columnsAsMembers({
  id: 'id',
  action: 'action',
  subject: 'subject',
  content: 'content',
  organization_id: 'organizationId',
  asked_by: 'askedBy',
  asked_by_id: 'askedById',
  asked_via: 'askedVia',
  asked_at: 'askedAt',
  expires_at: 'expiresAt',
  [`case when ${IS_OVER} then 'expired' else state end`]: 'state',
  decided_by: 'decidedBy',
  [`case when ${IS_OVER} then expires_at else decided_at end`]: 'decidedAt',
  reason: 'reason',
  result: 'result',
})} from approvals`;

type NewApproval = Pick<
  ApprovalRow,
  'id' | 'action' | 'subject' | 'content' | 'organizationId' | 'askedBy' | 'askedById' | 'askedVia'
> & { fingerprint: Buffer };

/** The id of the same request if one waits already; null: this one was stored. */
export async function insertApproval(
  sql: Sql,
  approval: NewApproval,
  { hours }: { hours: number },
): Promise<string | null> {
  const { id, action, subject, content, organizationId, askedBy, askedById, askedVia, fingerprint } = approval;
  await sql.query(
    `update approvals set state = 'expired', decided_at = expires_at where fingerprint = $1 and ${IS_OVER}`,
    [fingerprint],
  );
  for (;;) {
    const { rowCount } = await sql.query(
      `insert into approvals (id, action, subject, content, organization_id, asked_by, asked_by_id, asked_via,
         fingerprint, asked_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, service_now(), service_now() + make_interval(hours => $10))
       on conflict (fingerprint) where state = 'waiting' do nothing`,
      [id, action, subject, content, organizationId, askedBy, askedById, JSON.stringify(askedVia), fingerprint, hours],
    );
    if (rowCount === 1) return null;
    const { rows } = await sql.query<{ id: string }>(
      `select id from approvals where fingerprint = $1 and state = 'waiting'`,
      [fingerprint],
    );
    // None: it was decided just now.
    if (rows[0] !== undefined) return rows[0].id;
  }
}

export async function findApproval(sql: Sql, id: string): Promise<ApprovalRow | null> {
  const { rows } = await sql.query<ApprovalRow>(`${SELECT} where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Of two people who decide at once, the second waits and sees what the first has decided. */
export async function lockApproval(sql: Sql, id: string): Promise<ApprovalRow | null> {
  const { rows } = await sql.query<ApprovalRow>(`${SELECT} where id = $1 for update`, [id]);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listApprovalRows(
  sql: Sql,
  { state, most }: { state: ApprovalState; most: number },
): Promise<ApprovalRow[]> {
  const IN_STATE = {
    waiting: `state = 'waiting' and expires_at > (select service_now())`,
    expired: `(state = 'expired' or (${IS_OVER}))`,
  } as Partial<Record<ApprovalState, string>>;
  const { rows } = await sql.query<ApprovalRow>(
    `${SELECT} where ${IN_STATE[state] ?? `state = '${state}'`} order by asked_at desc, id desc limit $1`,
    [most],
  );
  return rows;
}

/** Waiting or approved, of these subjects; the newest first. */
export async function listApprovalsAbout(
  sql: Sql,
  subjects: readonly string[],
  state: 'waiting' | 'approved',
): Promise<Pick<ApprovalRow, 'id' | 'subject' | 'askedBy' | 'askedAt' | 'decidedBy' | 'decidedAt'>[]> {
  if (subjects.length === 0) return [];
  const isIn = state === 'waiting' ? `state = 'waiting' and expires_at > (select service_now())` : `state = '${state}'`;
  const { rows } = await sql.query<ApprovalRow>(
    `${SELECT} where subject = any($1) and ${isIn} order by asked_at desc, id desc`,
    [subjects],
  );
  return rows;
}

export async function countWaitingApprovals(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from approvals where state = 'waiting' and expires_at > (select service_now())`,
  );
  return rows[0]?.count ?? 0;
}

export async function decideApproval(
  sql: Sql,
  id: string,
  {
    state,
    decidedBy,
    reason = null,
    result = null,
  }: {
    state: Exclude<ApprovalState, 'waiting'>;
    decidedBy: string | null;
    reason?: string | null;
    result?: string | null;
  },
): Promise<void> {
  await sql.query(
    `update approvals set state = $2, decided_by = $3, decided_at = service_now(), reason = $4, result = $5
     where id = $1 and state = 'waiting'`,
    [id, state, decidedBy, reason, result],
  );
}
