import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import type { Notifications } from '../../domain/digest/digest.ts';
import type { Language } from '../../domain/values/language.ts';
import type { Member, Organization } from '../../domain/organization.ts';
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
  notifications: column<Notifications>('text'),
};

export type MemberRow = RowOf<typeof MEMBER_COLUMNS>;

/** A member as one JSON value. */
export function memberJson(table: string): string {
  const pairs = Object.keys(MEMBER_COLUMNS).map((name) => `'${name}', ${table}.${name}`);
  return `json_build_object(${pairs.join(', ')})`;
}

export function memberFrom(row: MemberRow): Member {
  return {
    organizationId: row.organization_id,
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    // A row that older code has written into a cache or a list lacks it.
    notifications: row.notifications ?? 'each',
  };
}

export type ListedMember = Member & {
  defaultPropertyManager: boolean;
  /** Always true for the default property manager. */
  administrator: boolean;
  /** Null: added by the operator. */
  invitedAt: Date | null;
  /** The first sign-in. */
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

/** By id. Members that were removed are missing. */
export async function namesOfMembers(
  sql: Sql,
  { organizationIds, ids }: { organizationIds: readonly string[]; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<Pick<MemberRow, 'id' | 'first_name' | 'last_name'>>(
    'select id, first_name, last_name from members where organization_id = any($1::uuid[]) and id = any($2::uuid[])',
    [organizationIds, ids],
  );
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
}

export async function insertMember(
  sql: Sql,
  { isInvited, administrator, ...member }: Member & { isInvited: boolean; administrator: boolean },
): Promise<void> {
  await sql.query(
    `insert into members (${WRITTEN}, administrator, invited_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then service_now() end, service_now())`,
    [...writtenValues(member), administrator, isInvited],
  );
}

export async function noteInvitation(sql: Sql, { organizationId, id }: Member): Promise<void> {
  await sql.query('update members set invited_at = service_now() where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
}

/** How many deposits a member is responsible for, in any state. */
export async function countDepositsOf(sql: Sql, { organizationId, id }: Member): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'select count(*) as count from deposits where manager_organization_id = $1 and manager_id = $2',
    [organizationId, id],
  );
  return rows[0]?.count ?? 0;
}

const WRITTEN = `${columnNames(MEMBER_COLUMNS)}, email_key`;

function writtenValues(member: Member): string[] {
  const { organizationId, id, email, firstName, lastName, language, notifications } = member;
  return [organizationId, id, email, firstName, lastName, language, notifications, emailKey(email)];
}

/** Concurrent invitations of one person add one member; all return that member. */
export async function inviteMember(sql: Sql, member: Member): Promise<{ member: Member; isNew: boolean }> {
  const { rows } = await sql.query<MemberRow & { is_new: boolean }>(
    `insert into members (${WRITTEN}, invited_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, service_now(), service_now())
     on conflict (organization_id, email_key) do update set email_key = excluded.email_key
     returning ${columnNames(MEMBER_COLUMNS)}, xmax = 0 as is_new`,
    writtenValues(member),
  );
  const row = rows[0];
  if (row === undefined) throw new Error('an invitation returned no member');
  return { member: memberFrom(row), isNew: row.is_new };
}

/** Locked until the transaction ends, so that no deposit is assigned to these members in the meantime. */
export async function lockMembers(sql: Sql, organizationId: string, ids: readonly string[]): Promise<void> {
  // First, in the same lock order as every change of the set-up.
  await sql.query('select from set_up for update');
  await sql.query('select from members where organization_id = $1 and id = any($2::uuid[]) order by id for update', [
    organizationId,
    ids.filter(isId),
  ]);
}

/**
 * Keeps this member from being removed until the transaction ends. False: removed, or being removed. It does not wait:
 * the transaction that removes a member may be waiting for the deposit that this one has locked.
 */
export async function holdMember(sql: Sql, { organizationId, id }: Member): Promise<boolean> {
  const { rows } = await sql.query(
    'select from members where organization_id = $1 and id = $2 for key share skip locked',
    [organizationId, id],
  );
  return rows.length === 1;
}

/** Prevents changes of the set-up until the transaction ends. False: it is being changed. Does not wait either. */
export async function holdSetUp(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query('select from set_up for update skip locked');
  return rows.length === 1;
}

/** A person to whom a deposit can be assigned. */
export type Assignable = { member: Member; isDefault: boolean; subOrganization: string | null };

/** 2.4: the members of the organization, and those of its sub-organizations who share its e-mail domain. */
export async function listAssignable(sql: Sql, { id, emailDomain }: Organization): Promise<Assignable[]> {
  const { rows } = await sql.query<MemberRow & { is_default: boolean; sub_organization: string | null }>(
    `select ${columnNames(MEMBER_COLUMNS, 'm')},
            o.id = $1 and coalesce(o.default_manager_id = m.id, false) as is_default,
            case when o.id <> $1 then o.name end as sub_organization
     from organizations o join members m on m.organization_id = o.id
     where o.id = $1 or (o.parent_id = $1 and split_part(m.email_key, '@', 2) = $2)
     order by o.id = $1 desc, o.created_at, o.id, m.last_name, m.first_name, m.id`,
    [id, emailKey(emailDomain)],
  );
  const keys = rows.map(({ email }) => emailKey(email));
  // If several members have the same address, the first counts, as in an open call.
  const first = rows.filter((_, index) => keys.indexOf(keys[index] as string) === index);
  return first.map((row) => ({
    member: memberFrom(row),
    isDefault: row.is_default,
    subOrganization: row.sub_organization,
  }));
}

export async function updateMember(sql: Sql, member: Member & { administrator: boolean }): Promise<void> {
  await sql.query(
    `update members set (${WRITTEN}, administrator) = ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     where organization_id = $1 and id = $2`,
    [...writtenValues(member), member.administrator],
  );
}

/** The previous default manager stays an administrator and so loses no right unnoticed. */
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
