import type { Notifications } from '../../domain/digest/digest.ts';
import type { Language } from '../../domain/values/language.ts';
import type { Member, Organization } from '../../domain/organization.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { MEMBER_COLUMNS, memberFrom, type MemberRow } from '../set-up/members.ts';
import { organizationJson, organizationFrom, type OrganizationRow } from '../set-up/organizations.ts';
import { isAtHome } from '../cells/at-home.ts';

/** A person's role in one organization. */
export type Membership = {
  member: Member;
  /** The default property manager always is one. */
  isAdministrator: boolean;
  isDefaultManager: boolean;
  organization: Organization;
  subOrganizations: readonly Organization[];
};

type Row = MemberRow & {
  is_administrator: boolean;
  is_default: boolean;
  organization: OrganizationRow;
  sub_organizations: OrganizationRow[] | null;
};

/** Every membership of an e-mail address, the oldest first. */
export async function listMemberships(sql: Sql, emailKey: string): Promise<Membership[]> {
  const { rows } = await sql.query<Row>({
    name: 'list-memberships',
    text: `select ${columnNames(MEMBER_COLUMNS, 'm')},
            m.administrator or coalesce(o.default_manager_id = m.id, false) as is_administrator,
            coalesce(o.default_manager_id = m.id, false) as is_default, ${organizationJson('o')} as organization,
            (select json_agg(${organizationJson('s')} order by s.name, s.id) from organizations s where s.parent_id = o.id)
              as sub_organizations
     from members m join organizations o on o.id = m.organization_id
     where m.email_key = $1 and o.home is null order by m.created_at, m.id`,
    values: [emailKey],
  });
  return rows.map((row) => ({
    member: memberFrom(row),
    isAdministrator: row.is_administrator,
    isDefaultManager: row.is_default,
    organization: organizationFrom(row.organization),
    subOrganizations: (row.sub_organizations ?? []).map(organizationFrom),
  }));
}

/** The first sign-in accepts every invitation of the address. Later ones do not touch the set-up, whose changes are counted. */
export async function noteSignIn(sql: Sql, emailKey: string): Promise<void> {
  const { rows } = await sql.query(
    `select from members where email_key = $1 and signed_in_at is null and ${isAtHome('organization_id')} limit 1`,
    [emailKey],
  );
  if (rows.length === 0) return;
  await sql.query(
    `update members set signed_in_at = service_now()
     where email_key = $1 and signed_in_at is null and ${isAtHome('organization_id')}`,
    [emailKey],
  );
}

/** A person has one choice in all organizations. */
export async function setNotifications(sql: Sql, emailKey: string, notifications: Notifications): Promise<void> {
  await sql.query(`update members set notifications = $2 where email_key = $1 and ${isAtHome('organization_id')}`, [
    emailKey,
    notifications,
  ]);
}

/** A person has one language in all organizations. */
export async function setLanguage(sql: Sql, emailKey: string, language: Language): Promise<void> {
  await sql.query(`update members set language = $2 where email_key = $1 and ${isAtHome('organization_id')}`, [
    emailKey,
    language,
  ]);
}
