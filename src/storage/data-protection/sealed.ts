import type { Mail, MailKind } from '../../domain/effect.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import type { CallOutcome } from '../request-log/request-log.ts';
import { openPayloads } from '../request-log/list.ts';
import { openMail } from '../effects/sealed-effects.ts';

/** What was sent with a call of the request log; null: it was sealed with another key. */
type SentPayload = {
  organizationId: string;
  id: string;
  at: Date;
  path: string;
  externalContractId: string | null;
  outcome: CallOutcome;
  payload: Buffer | null;
};

const CALLS_AT_ONCE = 500;

type CallRow = {
  organization_id: string;
  id: string;
  at: Date;
  path: string;
  external_contract_id: string | null;
  outcome: CallOutcome;
  payload_id: string;
  payload_start: number;
  payload_length: number;
};

/** Every payload of the request log, oldest first. One chunk of payloads is open at a time. */
export async function* eachSentPayload(sql: Sql, vault: Vault): AsyncGenerator<SentPayload> {
  let after = NIL_ID;
  for (;;) {
    const { rows } = await sql.query<CallRow>(
      `select organization_id, id, at, path, external_contract_id, outcome, payload_id, payload_start, payload_length
       from calls where id > $1 and payload_id is not null order by id limit $2`,
      [after, CALLS_AT_ONCE],
    );
    for (const [lot, calls] of Map.groupBy(rows, (row) => `${row.organization_id} ${row.payload_id}`)) {
      const content = await openLot(sql, vault, lot.split(' ') as [string, string]);
      for (const row of calls) yield sentPayload(row, content);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CALLS_AT_ONCE) return;
    after = last.id;
  }
}

async function openLot(sql: Sql, vault: Vault, [organizationId, id]: [string, string]): Promise<Buffer | null> {
  const { rows } = await sql.query<{ content: Buffer }>(
    'select content from call_payloads where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0] === undefined ? null : openPayloads(vault, id, rows[0].content);
}

function sentPayload(row: CallRow, content: Buffer | null): SentPayload {
  return {
    organizationId: row.organization_id,
    id: row.id,
    at: row.at,
    path: row.path,
    externalContractId: row.external_contract_id,
    outcome: row.outcome,
    payload: content?.subarray(row.payload_start, row.payload_start + row.payload_length) ?? null,
  };
}

/** About how many calls there are. */
export async function estimateCalls(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ calls: number }>(
    `select greatest(reltuples, 0)::bigint as calls from pg_class where oid = 'calls'::regclass`,
  );
  return rows[0]?.calls ?? 0;
}

/** A mail that has not left; null: it was sealed with another key. */
type UnsentMail = { id: string; at: Date; kind: MailKind; state: 'waiting' | 'failed'; mail: Mail | null };

const MAILS_AT_ONCE = 500;
const SELECT = `select id, created_at, mail_kind, state, content, due_at from effects
  where kind = 'mail' and content is not null`;

type MailRow = {
  id: string;
  created_at: Date;
  mail_kind: MailKind;
  state: 'waiting' | 'failed';
  content: Buffer;
  due_at: Date;
};

/** Given up, or still to be tried. A mail never waits longer than for its next try, a day at most. */
export async function* eachUnsentMail(sql: Sql, vault: Vault): AsyncGenerator<UnsentMail> {
  let id = NIL_ID;
  for (;;) {
    const { rows } = await sql.query<MailRow>(`${SELECT} and state = 'failed' and id > $1 order by id limit $2`, [
      id,
      MAILS_AT_ONCE,
    ]);
    for (const row of rows) yield unsentMail(vault, row);
    if (rows.length < MAILS_AT_ONCE) break;
    id = rows.at(-1)?.id ?? id;
  }
  let after = { dueAt: new Date(0), id: NIL_ID };
  for (;;) {
    const { rows } = await sql.query<MailRow>(
      `${SELECT} and state = 'waiting' and (due_at, id) > ($1, $2)
         and due_at < (select service_now()) + interval '2 days' order by due_at, id limit $3`,
      [after.dueAt, after.id, MAILS_AT_ONCE],
    );
    for (const row of rows) yield unsentMail(vault, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < MAILS_AT_ONCE) return;
    after = { dueAt: last.due_at, id: last.id };
  }
}

function unsentMail(vault: Vault, { id, created_at: at, mail_kind: kind, state, content }: MailRow): UnsentMail {
  try {
    return { id, at, kind, state, mail: openMail(vault, id, content) };
  } catch {
    return { id, at, kind, state, mail: null };
  }
}
