import { emailKey, type EmailAddress } from '../../domain/contact.ts';
import type { Language } from '../../domain/language.ts';
import type { Member } from '../../domain/organization.ts';
import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';

export type MemberRow = {
  organization_id: string;
  id: string;
  email: EmailAddress;
  first_name: string;
  last_name: string;
  language: Language;
};

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
  /** The default property manager always is one. */
  administrator: boolean;
  /** Null: added by the operator. */
  invitedAt: Date | null;
  /** The first time. */
  signedInAt: Date | null;
};

const SELECT = `
  select m.organization_id, m.id, m.email, m.first_name, m.last_name, m.language, m.administrator, m.invited_at,
         m.signed_in_at, coalesce(o.default_manager_id = m.id, false) as is_default
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
    `insert into members
       (organization_id, id, email, email_key, first_name, last_name, language, administrator, invited_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9 then service_now() end, service_now())`,
    [...ownColumns(member), administrator, isInvited],
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

function ownColumns(member: Member): string[] {
  return [
    member.organizationId,
    member.id,
    member.email,
    emailKey(member.email),
    member.firstName,
    member.lastName,
    member.language,
  ];
}

/** Of several calls that invite one person at once, one adds the member; all get the same. */
export async function inviteMember(sql: Sql, member: Member): Promise<{ member: Member; isNew: boolean }> {
  const { rows } = await sql.query<MemberRow & { is_new: boolean }>(
    `insert into members
       (organization_id, id, email, email_key, first_name, last_name, language, invited_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, service_now(), service_now())
     on conflict (organization_id, email_key) do update set email_key = excluded.email_key
     returning organization_id, id, email, first_name, last_name, language, xmax = 0 as is_new`,
    ownColumns(member),
  );
  const row = rows[0];
  if (row === undefined) throw new Error('an invitation gives a member');
  return { member: memberFrom(row), isNew: row.is_new };
}

/** Held until the transaction ends: whoever is giving these people deposits is waited for, and nobody starts to. */
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
    `update members set email = $3, email_key = $4, first_name = $5, last_name = $6, language = $7, administrator = $8
     where organization_id = $1 and id = $2`,
    [...ownColumns(member), member.administrator],
  );
}

/** Whoever it was before stays an administrator: nobody loses a right unawares. */
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
