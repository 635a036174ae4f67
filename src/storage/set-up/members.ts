import { emailKey, type EmailAddress } from '../../domain/contact.ts';
import type { Language } from '../../domain/language.ts';
import type { Member } from '../../domain/organization.ts';
import { column, columnNames, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';

export const MEMBER_COLUMNS = {
  organization_id: column<string>('uuid'),
  id: column<string>('uuid'),
  email: column<EmailAddress>('text'),
  first_name: column<string>('text'),
  last_name: column<string>('text'),
  language: column<Language>('text'),
};

export type MemberRow = RowOf<typeof MEMBER_COLUMNS>;

export function memberFrom(row: MemberRow): Member {
  return {
    organizationId: row.organization_id,
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
  };
}

export type ListedMember = Member & {
  defaultPropertyManager: boolean;
  /** Always true for the default property manager. */
  administrator: boolean;
  /** Null: added by the operator. */
  invitedAt: Date | null;
  /** The first time. */
  signedInAt: Date | null;
};

const SELECT = `
  select ${columnNames(MEMBER_COLUMNS, 'm')}, m.administrator, m.invited_at, m.signed_in_at,
         coalesce(o.default_manager_id = m.id, false) as is_default
  from members m join organizations o on o.id = m.organization_id`;

type ListedRow = MemberRow & {
  is_default: boolean;
  administrator: boolean;
  invited_at: Date | null;
  signed_in_at: Date | null;
};

const listed = (row: ListedRow): ListedMember => ({
  ...memberFrom(row),
  defaultPropertyManager: row.is_default,
  administrator: row.administrator || row.is_default,
  invitedAt: row.invited_at,
  signedInAt: row.signed_in_at,
});

export async function findMember(sql: Sql, organizationId: string, id: string): Promise<ListedMember | null> {
  const { rows } = await sql.query<ListedRow>(`${SELECT} where m.organization_id = $1 and m.id = $2`, [
    organizationId,
    id,
  ]);
  return rows[0] === undefined ? null : listed(rows[0]);
}

export async function listMembers(sql: Sql, organizationId: string): Promise<ListedMember[]> {
  const { rows } = await sql.query<ListedRow>(`${SELECT} where m.organization_id = $1 order by m.created_at, m.id`, [
    organizationId,
  ]);
  return rows.map(listed);
}

export async function insertMember(
  sql: Sql,
  { isInvited, administrator, ...member }: Member & { isInvited: boolean; administrator: boolean },
): Promise<void> {
  await sql.query(
    `insert into members (${WRITTEN}, administrator, invited_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9 then service_now() end, service_now())`,
    [...writtenValues(member), administrator, isInvited],
  );
}

export async function noteInvitation(sql: Sql, { organizationId, id }: Member): Promise<void> {
  await sql.query('update members set invited_at = service_now() where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

/** How many deposits a member is responsible for, whatever has become of them. */
export async function countDepositsOf(sql: Sql, { organizationId, id }: Member): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'select count(*) as count from deposits where manager_organization_id = $1 and manager_id = $2',
    [organizationId, id],
  );
  return rows[0]?.count ?? 0;
}

const WRITTEN = `${columnNames(MEMBER_COLUMNS)}, email_key`;

function writtenValues(member: Member): string[] {
  const { organizationId, id, email, firstName, lastName, language } = member;
  return [organizationId, id, email, firstName, lastName, language, emailKey(email)];
}

/** Of several concurrent invitations of one person, one adds the member; all return the same. */
export async function inviteMember(sql: Sql, member: Member): Promise<{ member: Member; isNew: boolean }> {
  const { rows } = await sql.query<MemberRow & { is_new: boolean }>(
    `insert into members (${WRITTEN}, invited_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, service_now(), service_now())
     on conflict (organization_id, email_key) do update set email_key = excluded.email_key
     returning ${columnNames(MEMBER_COLUMNS)}, xmax = 0 as is_new`,
    writtenValues(member),
  );
  const row = rows[0];
  if (row === undefined) throw new Error('an invitation gives a member');
  return { member: memberFrom(row), isNew: row.is_new };
}

/** Locked until the transaction ends, so that no deposit is assigned to these members in the meantime. */
export async function lockMembers(sql: Sql, organizationId: string, ids: readonly string[]): Promise<void> {
  // First, as every change of the set-up does.
  await sql.query('select from set_up for update');
  await sql.query('select from members where organization_id = $1 and id = any($2::uuid[]) order by id for update', [
    organizationId,
    ids.filter(isId),
  ]);
}

export async function updateMember(sql: Sql, member: Member & { administrator: boolean }): Promise<void> {
  await sql.query(
    `update members set (${WRITTEN}, administrator) = ($1, $2, $3, $4, $5, $6, $7, $8)
     where organization_id = $1 and id = $2`,
    [...writtenValues(member), member.administrator],
  );
}

/** The previous default manager stays an administrator, so that nobody loses a right unnoticed. */
export async function makeDefaultManager(sql: Sql, organizationId: string, memberId: string): Promise<void> {
  await sql.query(
    `update members m set administrator = true from organizations o
     where o.id = $1 and m.organization_id = o.id and m.id = o.default_manager_id`,
    [organizationId],
  );
  await sql.query('update organizations set default_manager_id = $2 where id = $1', [organizationId, memberId]);
}

export async function deleteMember(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.query('delete from members where organization_id = $1 and id = $2', [organizationId, id]);
}
