import type { Effect, Mail, MailKind } from '../../domain/effect.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';
import { openDocument, openMail, openProviderEvent } from './sealed-effects.ts';

/** What did not get done: given up, or to be tried again by itself. */
export type FailedEffect = {
  organizationId: string;
  id: string;
  depositId: string | null;
  externalContractId: string | null;
  organization: string | null;
  kind: Effect['kind'];
  mailKind: MailKind | null;
  /** Null: not a mail, or its content is removed or unreadable. */
  mail: Mail | null;
  /** There is a content, but the key of this service does not open it: it was sealed with another one. */
  isUnreadable: boolean;
  isGivenUp: boolean;
  /** Whether all is there that doing it needs. */
  canRetry: boolean;
  attempts: number;
  error: string;
  createdAt: Date;
  /** Of one that is tried again. */
  dueAt: Date;
};

export type FailedKind = 'mails' | 'steps';

/** Newest first: ids grow with time. */
export async function listFailedEffects(
  sql: Sql,
  vault: Vault,
  { what, isGivenUp, before, most }: { what: FailedKind; isGivenUp: boolean; before: string | null; most: number },
): Promise<FailedEffect[]> {
  const { rows } = await sql.query<Row>(
    `select e.organization_id, e.id, e.deposit_id, e.kind, e.mail_kind, e.content, e.attempts, e.last_error, e.created_at,
            e.due_at, d.external_contract_id, o.name as organization
     from effects e
     left join deposits d on d.id = e.deposit_id
     left join organizations o on o.id = e.organization_id
     where ${isGivenUp ? GIVEN_UP : RETRIED} and (e.kind = 'mail') = $1 and e.id < $2
     order by e.id desc limit $3`,
    [what === 'mails', before ?? MAX_ID, most],
  );
  return rows.map((row) => failedFrom(vault, row, isGivenUp));
}

const GIVEN_UP = `e.state = 'failed'`;
const RETRIED = `e.state = 'waiting' and e.attempts > 0`;
type FailedCounts = Record<FailedKind, { givenUp: number; retried: number }>;

/** Of the newest, at most so many that were given up and so many that are tried again. Null: of all. */
export async function countFailedEffects(sql: Sql, most: number | null): Promise<FailedCounts> {
  const { rows } = await sql.query<{ is_mail: boolean; given_up: number; retried: number }>(
    `select is_mail, sum(given_up)::bigint as given_up, sum(retried)::bigint as retried from (
       (select e.kind = 'mail' as is_mail, 1 as given_up, 0 as retried from effects e where ${GIVEN_UP}
        order by e.id desc limit $1)
       union all
       (select e.kind = 'mail', 0, 1 from effects e where ${RETRIED} order by e.id desc limit $1)) c
     group by is_mail`,
    [most],
  );
  const countsOf = (isMail: boolean): { givenUp: number; retried: number } => {
    const row = rows.find(({ is_mail }) => is_mail === isMail);
    return { givenUp: row?.given_up ?? 0, retried: row?.retried ?? 0 };
  };
  return { mails: countsOf(true), steps: countsOf(false) };
}

/** What cannot be done without its content. */
const HAS_CONTENT: ReadonlySet<string> = new Set(['mail', 'document', 'provider_event', 'state_event', 'sms']);
const HAS_ALL = `(content is not null or kind not in ('mail', 'document', 'provider_event', 'state_event', 'sms'))`;
const AGAIN = `state = 'waiting', due_at = service_now(), finished_at = null,
               attempts = case when state = 'failed' then 0 else attempts end`;

/** Due at once; what was given up is tried as often as a new one. False: it is done, or can no longer be done. */
export async function retryEffect(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update effects set ${AGAIN}
     where organization_id = $1 and id = $2 and (state = 'failed' or (state = 'waiting' and attempts > 0)) and ${HAS_ALL}`,
    [organizationId, id],
  );
  return rowCount === 1;
}

/** The oldest of what was given up; gives how many. */
export async function retryGivenUp(sql: Sql, { what, most }: { what: FailedKind; most: number }): Promise<number> {
  const { rowCount } = await sql.query(
    `update effects set ${AGAIN} from (
       select e.organization_id as organization, e.id as effect from effects e
       where ${GIVEN_UP} and (e.kind = 'mail') = $1 and ${HAS_ALL} order by e.id limit $2) c
     where organization_id = c.organization and id = c.effect and state = 'failed'`,
    [what === 'mails', most],
  );
  return rowCount ?? 0;
}

/** What is due and not yet done, by its kind, and since when the oldest of it is. */
export type Queued = { kind: Effect['kind']; waiting: number; oldest: Date };

/** Of those that have been due for longest, at most so many. Null: of all. */
export async function readQueue(sql: Sql, most: number | null): Promise<Queued[]> {
  const { rows } = await sql.query<Queued>(
    `select kind, count(*) as waiting, min(due_at) as oldest from (
       select kind, due_at from effects where state = 'waiting' and due_at <= (select service_now())
       order by due_at limit $1) e
     group by kind order by min(due_at)`,
    [most],
  );
  return rows;
}

type Row = {
  organization_id: string;
  id: string;
  deposit_id: string | null;
  kind: Effect['kind'];
  mail_kind: MailKind | null;
  content: Buffer | null;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  due_at: Date;
  external_contract_id: string | null;
  organization: string | null;
};

function failedFrom(vault: Vault, row: Row, isGivenUp: boolean): FailedEffect {
  const content = contentOf(vault, row);
  const mail = content.is === 'mail' ? content.mail : null;
  const isUnreadable = content.is === 'unreadable';
  const ofMail = mail !== null && 'externalContractId' in mail.facts ? mail.facts.externalContractId : null;
  return {
    organizationId: row.organization_id,
    id: row.id,
    depositId: row.deposit_id,
    externalContractId: row.external_contract_id ?? ofMail,
    organization: row.organization,
    kind: row.kind,
    mailKind: row.mail_kind,
    mail,
    isUnreadable,
    isGivenUp,
    canRetry: !isUnreadable && (row.content !== null || !HAS_CONTENT.has(row.kind)),
    attempts: row.attempts,
    error: row.last_error ?? '',
    createdAt: row.created_at,
    dueAt: row.due_at,
  };
}

/** After a restore with another key nothing of before can be opened; the list must say so, and not fail for it. */
function contentOf(
  vault: Vault,
  { id, kind, content }: Row,
): { is: 'mail'; mail: Mail } | { is: 'nothing' | 'unreadable' } {
  if (content === null || !HAS_CONTENT.has(kind)) return { is: 'nothing' };
  try {
    if (kind === 'mail') return { is: 'mail', mail: openMail(vault, id, content) };
    if (kind === 'document') openDocument(vault, id, content);
    else openProviderEvent(vault, id, content);
    return { is: 'nothing' };
  } catch {
    return { is: 'unreadable' };
  }
}
