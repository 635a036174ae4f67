import type { MailKind } from '../../domain/effect.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { recipientHashes } from '../effects/sealed-effects.ts';

/** A mail about a deposit. Once it is sent its content is gone, so it is known by whom it went to. */
export type DepositMail = {
  organizationId: string;
  id: string;
  kind: MailKind;
  to: string;
  state: 'waiting' | 'done' | 'failed';
  attempts: number;
  error: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/**
 * A mail is queued at the moment of a move, which its history has, and found by the address it goes to: so this needs no
 * index of its own, which every deposit that is opened would have to pay for. Oldest first.
 */
export async function listMailsOf(
  sql: Sql,
  vault: Vault,
  { depositId, addresses, moments }: { depositId: string; addresses: readonly string[]; moments: readonly Date[] },
): Promise<DepositMail[]> {
  const byHash = new Map(
    addresses.flatMap((address) => recipientHashes(vault, address).map((hash) => [hash, address] as const)),
  );
  const { rows } = await sql.query<Row>(
    `select encode(e.recipient_hash, 'base64') as hash, e.organization_id, e.id, e.mail_kind, e.state, e.attempts, e.last_error, e.created_at,
            e.finished_at
     from unnest($1::text[]) as h (hash) cross join unnest($2::timestamptz[]) as t (at) cross join lateral (
       select * from effects e where e.recipient_hash = decode(h.hash, 'base64') and e.created_at = t.at offset 0) e
     where e.deposit_id = $3 order by e.created_at, e.id`,
    [[...byHash.keys()], [...new Set(moments.map((at) => at.toISOString()))], depositId],
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    id: row.id,
    kind: row.mail_kind,
    to: byHash.get(row.hash) ?? '',
    state: row.state,
    attempts: row.attempts,
    error: row.last_error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }));
}

type Row = {
  hash: string;
  organization_id: string;
  id: string;
  mail_kind: MailKind;
  state: DepositMail['state'];
  attempts: number;
  last_error: string | null;
  created_at: Date;
  finished_at: Date | null;
};
