import { emailKey } from '../../domain/contact.ts';
import type { Integration } from '../../domain/integration.ts';
import type { OpenCallFacts } from '../../domain/open-call.ts';
import type { Member, Organization } from '../../domain/organization.ts';
import { serviceNow } from '../database/clock.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { MEMBER_COLUMNS, memberFrom, type MemberRow } from '../set-up/members.ts';
import { findOrganization, hasSubOrganizations } from '../set-up/organizations.ts';

/** Of a deposit that no partner has sent, in an organization without a connection. */
export const NO_CONNECTION = '00000000-0000-0000-0000-000000000000';

/** What decides about a deposit that a property manager opens, read just now; null: there is no such organization. */
export async function knowOrganization(
  sql: Sql,
  {
    organizationId,
    connectionId,
    externalContractId,
    managerEmail,
  }: { organizationId: string; connectionId: string; externalContractId: string | null; managerEmail: string | null },
): Promise<OpenCallFacts | null> {
  const organization = await findOrganization(sql, organizationId);
  if (organization === null) return null;
  const now = await serviceNow(sql);
  const contract = [organizationId, externalContractId?.toWellFormed() ?? null];
  const { rows: ignored } = await sql.query<{ until: Date | null }>(
    'select until from ignored_contracts where organization_id = $1 and external_contract_id = $2',
    contract,
  );
  const { rows: living } = await sql.query(
    `select from deposits where organization_id = $1 and external_contract_id = $2 and state <> 'withdrawn'`,
    contract,
  );
  return {
    now,
    organization,
    connectionId,
    staff: await staffOf(sql, organizationId, managerEmail),
    ignored: howIgnored(ignored[0], now),
    taken: living.length > 0,
  };
}

function howIgnored(entry: { until: Date | null } | undefined, now: Date): OpenCallFacts['ignored'] {
  if (entry === undefined) return null;
  if (entry.until === null) return 'permanently';
  return entry.until > now ? 'temporarily' : null;
}

/** Who an organization has, as far as an e-mail address asks. */
export async function staffOf(
  sql: Sql,
  organizationId: string,
  managerEmail: string | null,
): Promise<OpenCallFacts['staff']> {
  const member = `select ${columnNames(MEMBER_COLUMNS, 'm')} from members m`;
  const key = managerEmail === null ? null : emailKey(managerEmail).toWellFormed();
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await sql.query<MemberRow>(text, values);
    return rows[0] === undefined ? null : memberFrom(rows[0]);
  };
  return {
    defaultManager: await one(
      `${member} join organizations o on o.id = m.organization_id and o.default_manager_id = m.id where o.id = $1`,
      [organizationId],
    ),
    named: await one(`${member} where m.organization_id = $1 and m.email_key = $2`, [organizationId, key]),
    hasSubOrganizations: await hasSubOrganizations(sql, organizationId),
    namedInSubOrganization: await one(
      `${member} join organizations s on s.id = m.organization_id
       where s.parent_id = $1 and m.email_key = $2 order by s.created_at, s.id limit 1`,
      [organizationId, key],
    ),
  };
}

/**
 * Until the transaction ends nobody can remove this member. False: the person is gone or being removed. It waits for
 * nobody, because whoever removes a member may in turn wait for the deposit that we hold.
 */
export async function holdMember(sql: Sql, { organizationId, id }: Member): Promise<boolean> {
  const { rows } = await sql.query(
    'select from members where organization_id = $1 and id = $2 for key share skip locked',
    [organizationId, id],
  );
  return rows.length === 1;
}

/**
 * Until the transaction ends nobody else changes the set-up. False: somebody is at it. It waits for nobody either, for
 * whoever changes the set-up may in turn wait for the deposit that we hold.
 */
export async function holdSetUp(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query('select from set_up for update skip locked');
  return rows.length === 1;
}

/** Someone a deposit can be given to. */
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
  // Of one address the first is meant, as when a call names it.
  const meant = rows.filter((_, place) => keys.indexOf(keys[place] as string) === place);
  return meant.map((row) => ({
    member: memberFrom(row),
    isDefault: row.is_default,
    subOrganization: row.sub_organization,
  }));
}

export type WayIn = { connectionId: string; integration: Integration; partner: string; externalOrgId: string };

/** The partners of an organization, oldest first: a deposit opened by hand can be told to one of them. */
export async function waysInto(sql: Sql, organizationId: string): Promise<WayIn[]> {
  const { rows } = await sql.query<{ id: string; integration: Integration; name: string; external_org_id: string }>(
    `select c.id, p.integration, p.name, c.external_org_id from connections c join partners p on p.id = c.partner_id
     where c.organization_id = $1 order by c.created_at, c.id`,
    [organizationId],
  );
  return rows.map((row) => ({
    connectionId: row.id,
    integration: row.integration,
    partner: row.name,
    externalOrgId: row.external_org_id,
  }));
}
