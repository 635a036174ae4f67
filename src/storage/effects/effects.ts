import type { Effect, Mail } from '../../domain/effect.ts';
import { findBrands } from '../set-up/brands.ts';
import type { ShownBrand } from '../../domain/brand/brand.ts';
import type { Vault } from '../../vault/vault.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { concernsPartner } from '../partners/own-deposits.ts';
import { EFFECT_COLUMNS, openMail, recipientHash, sealEffect } from './sealed-effects.ts';
import { isAtWork } from '../cells/at-home.ts';

/** An effect that a worker has taken on. */
export type Task = {
  organizationId: string;
  id: string;
  depositId: string | null;
  kind: Effect['kind'];
  /** Sealed. */
  content: Buffer | null;
  /** Those before this one. */
  attempts: number;
  createdAt: Date;
};

type Row = {
  organization_id: string;
  id: string;
  deposit_id: string | null;
  kind: Effect['kind'];
  content: Buffer | null;
  attempts: number;
  created_at: Date;
};

/**
 * What is due and free, oldest first. The rows stay locked until the transaction ends, so that each effect has one
 * worker; a worker that dies loses its locks, and another takes over.
 */
export async function claimEffects(
  sql: Sql,
  { most, withContent }: { most: number; withContent: boolean },
): Promise<Task[]> {
  const { rows } = await sql.query<Row>({
    name: 'claim-effects',
    text: `
      select organization_id, id, deposit_id, kind, attempts, created_at,
             case when $2 or kind in ('document', 'provider_event', 'state_event', 'sms', 'letter', 'add_to_digest', 'daily_digest') then content end as content
      from effects
      where state = 'waiting' and due_at <= (select service_now()) and ${isAtWork('organization_id')}
      order by due_at, id limit $1 for update skip locked`,
    values: [most, withContent],
  });
  return rows.map(taskFrom);
}

function taskFrom(row: Row): Task {
  return {
    organizationId: row.organization_id,
    id: row.id,
    depositId: row.deposit_id,
    kind: row.kind,
    content: row.content,
    attempts: row.attempts,
    createdAt: row.created_at,
  };
}

type Key = Pick<Task, 'organizationId' | 'id'>;

/** Done. The content goes, where it need not be read again. */
export async function finishEffects(
  sql: Sql,
  keys: readonly Key[],
  { keepContent }: { keepContent: boolean },
): Promise<void> {
  if (keys.length === 0) return;
  await sql.query({
    name: 'finish-effects',
    text: `
      update effects e
      set state = 'done', finished_at = service_now(), attempts = e.attempts + 1, last_error = null,
          content = case when $3 then e.content end
      from unnest($1::uuid[], $2::uuid[]) as k (organization_id, id)
      where e.organization_id = k.organization_id and e.id = k.id`,
    values: [keys.map((key) => key.organizationId), keys.map((key) => key.id), keepContent],
  });
}

/** Not this time. Tried again after `retryInSeconds`, or kept as failed when that is null. */
export async function postponeEffect(
  sql: Sql,
  key: Key,
  { error, retryInSeconds }: { error: string; retryInSeconds: number | null },
): Promise<void> {
  await sql.query(
    `update effects
     set attempts = attempts + 1, last_error = $3,
         state = case when $4::double precision is null then 'failed' else 'waiting' end,
         finished_at = case when $4::double precision is null then service_now() end,
         due_at = case when $4::double precision is null then due_at
                       else service_now() + make_interval(secs => $4::double precision) end
     where organization_id = $1 and id = $2`,
    [key.organizationId, key.id, error.slice(0, 1000), retryInSeconds],
  );
}

/** The effects of a deposit, or of an action without one. */
type NewEffects = { organizationId: string; depositId: string | null; effects: readonly Effect[] };

export async function addEffects(
  sql: Sql,
  vault: Vault,
  { organizationId, depositId, now }: { organizationId: string; depositId: string | null; now: Date },
  effects: readonly Effect[],
): Promise<void> {
  await addAllEffects(sql, vault, now, [{ organizationId, depositId, effects }]);
}

const OWNED_EFFECT = { organization_id: 'uuid', deposit_id: 'uuid', created_at: 'timestamptz', ...EFFECT_COLUMNS };

export async function addAllEffects(sql: Sql, vault: Vault, now: Date, sets: readonly NewEffects[]): Promise<void> {
  const rows = sets.flatMap(({ organizationId, depositId, effects }) =>
    effects.map((effect) => ({
      organization_id: organizationId,
      deposit_id: depositId,
      created_at: now,
      ...sealEffect(vault, effect),
    })),
  );
  await sql.query({
    name: 'add-effects',
    text: `insert into effects (${columnNames(OWNED_EFFECT)})
     select ${columnNames(OWNED_EFFECT)} from ${arrayRows(OWNED_EFFECT, 'r')}`,
    values: columnArrays(OWNED_EFFECT, rows),
  });
}

/** How many effects are due and not yet done, those under way included; of those due by a time, or by now. */
export async function countDue(sql: Sql, by: Date | null = null): Promise<number> {
  const { rows } = await sql.query<{ due: number }>(
    `select count(*) as due from effects
     where state = 'waiting' and due_at <= (select least(service_now(), $1::timestamptz)) and ${isAtWork('organization_id')}`,
    [by],
  );
  return rows[0]?.due ?? 0;
}

/** When the next effect falls due, up to a time. */
export async function nextDue(sql: Sql, until: Date): Promise<Date | null> {
  const { rows } = await sql.query<{ due_at: Date | null }>(
    `select min(due_at) as due_at from effects where state = 'waiting' and due_at <= $1
       and ${isAtWork('organization_id')}`,
    [until],
  );
  return rows[0]?.due_at ?? null;
}

export type KeptMail = { id: string; at: Date; state: 'waiting' | 'done' | 'failed'; mail: Mail; brand: ShownBrand };

/** The mailbox of the test environment, newest first. */
export function listMails(
  sql: Sql,
  vault: Vault,
  { to, most }: { to: string | null; most: number },
): Promise<KeptMail[]> {
  return to === null
    ? mailsWhere(sql, vault, 'true', [most])
    : mailsWhere(sql, vault, `e.recipient_hash = decode($2, 'base64')`, [most, recipientHash(vault, to)]);
}

/** What a partner may see of it: no mail that signs anybody in. */
export function listMailsOfPartner(
  sql: Sql,
  vault: Vault,
  { partnerId, to, most }: { partnerId: string; to: string | null; most: number },
): Promise<KeptMail[]> {
  const isTheirs = `e.mail_kind <> 'sign_in' and ($3::text is null or e.recipient_hash = decode($3, 'base64'))
    and ${concernsPartner('$2')}`;
  return mailsWhere(sql, vault, isTheirs, [most, partnerId, to === null ? null : recipientHash(vault, to)]);
}

async function mailsWhere(
  sql: Sql,
  vault: Vault,
  condition: string,
  values: readonly [most: number, ...unknown[]],
): Promise<KeptMail[]> {
  const { rows } = await sql.query<MailRow>(
    `select e.organization_id, e.id, e.created_at, e.state, e.content from effects e
     where e.kind = 'mail' and e.content is not null and ${condition}
     order by e.created_at desc, e.id desc limit $1`,
    [...values],
  );
  const brandOf = await findBrands(
    sql,
    rows.map((row) => row.organization_id),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    state: row.state,
    mail: openMail(vault, row.id, row.content),
    brand: brandOf(row.organization_id),
  }));
}

type MailRow = { organization_id: string; id: string; created_at: Date; state: KeptMail['state']; content: Buffer };
