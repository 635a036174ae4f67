import type { EmailChange } from '../../domain/deposit.ts';
import type { TenantLink } from '../../domain/lifecycle/move.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { sha256 } from '../../vault/vault.ts';
import { column, columnNames, recordColumns, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { clearBounces } from './bounces.ts';
import { successorsOf } from '../mandates/successors.ts';

const COLUMNS = {
  organization_id: column<string>('uuid'),
  id: column<string>('uuid'),
  deposit_id: column<string>('uuid'),
  tenant: column<number>('smallint'),
  email: column<EmailAddress>('text'),
  /** Empty: the tenant had none. */
  former_email: column<EmailAddress | ''>('text'),
  asked_by: column<EmailChange['by']>('text'),
  asked_at: column<string>('timestamptz'),
  confirmed_at: column<string | null>('timestamptz'),
  ended_at: column<string | null>('timestamptz'),
  ended_why: column<NonNullable<EmailChange['ended']>['why'] | null>('text'),
};

/** A row as JSON: its times are text. */
export type EmailChangeRow = RowOf<typeof COLUMNS>;

export function emailChangeFrom(row: EmailChangeRow): EmailChange {
  const { ended_at: endedAt, ended_why: why } = row;
  return {
    id: row.id,
    tenant: row.tenant,
    email: row.email,
    formerEmail: row.former_email === '' ? null : row.former_email,
    by: row.asked_by,
    at: new Date(row.asked_at),
    confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
    ended: endedAt === null || why === null ? null : { at: new Date(endedAt), why },
  };
}

type Owner = { organizationId: string; depositId: string };

const CHANGED = ['tenant', 'confirmed_at', 'ended_at', 'ended_why'];

/** Changes that moves have asked for, confirmed or ended. */
export async function saveEmailChanges(
  sql: Sql,
  sets: readonly { owner: Owner; items: readonly EmailChange[] }[],
): Promise<void> {
  const rows = sets.flatMap(({ owner, items }) => items.map((item) => rowOf(owner, item)));
  const confirmed = sets.flatMap(({ owner, items }) =>
    items.filter(({ confirmedAt }) => confirmedAt !== null).map(({ email }) => ({ ...owner, email })),
  );
  if (confirmed.length > 0) await clearBounces(sql, confirmed);
  await sql.query(
    `insert into email_changes (${columnNames(COLUMNS)})
     select ${columnNames(COLUMNS)} from json_to_recordset($1) as (${recordColumns(COLUMNS)})
     on conflict (organization_id, id) do update
     set ${CHANGED.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [JSON.stringify(rows)],
  );
}

function rowOf(
  { organizationId, depositId }: Owner,
  { id, tenant, email, formerEmail, by, at, confirmedAt, ended }: EmailChange,
): Record<keyof typeof COLUMNS, unknown> {
  return {
    organization_id: organizationId,
    id,
    deposit_id: depositId,
    tenant,
    email,
    former_email: formerEmail ?? '',
    asked_by: by,
    asked_at: at,
    confirmed_at: confirmedAt,
    ended_at: ended?.at ?? null,
    ended_why: ended?.why ?? null,
  };
}

/** Links to the page that confirms or stops a change; others are left to `addLinks`. */
export async function addEmailLinks(
  sql: Sql,
  { organizationId, depositId, links }: Owner & { links: readonly TenantLink[] },
): Promise<void> {
  for (const { token, expiresAt, emailChange } of links) {
    if (emailChange === undefined) continue;
    await sql.query(
      `insert into email_links (organization_id, hash, deposit_id, change_id, what, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [organizationId, sha256(token), depositId, emailChange.id, emailChange.what, expiresAt],
    );
  }
}

type FoundEmailLink = { depositId: string; changeId: string; what: 'confirm' | 'object' };

/** The link is where the token says, or has gone on with its deposit to where a mandate has moved it. */
export async function findEmailLink(
  sql: Sql,
  { organizationId, token }: { organizationId: string; token: string },
): Promise<FoundEmailLink | null> {
  const find = async (organizationIds: readonly string[]): Promise<FoundEmailLink | null> => {
    const { rows } = await sql.query<FoundEmailLink>(
      `select deposit_id as "depositId", change_id as "changeId", what
       from email_links where organization_id = any($1::uuid[]) and hash = $2`,
      [organizationIds, sha256(token)],
    );
    return rows[0] ?? null;
  };
  return (await find([organizationId])) ?? (await find(await successorsOf(sql, organizationId)));
}
