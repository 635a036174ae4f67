import { emailKey } from '../../domain/contact.ts';
import type { OpenCallFacts } from '../../domain/open-call.ts';
import type { Member } from '../../domain/organization.ts';
import { serviceNow } from '../database/clock.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { staffOf } from './known-organization.ts';
import { MEMBER_COLUMNS, memberFrom, type MemberRow } from '../set-up/members.ts';
import { findOrganization } from '../set-up/organizations.ts';

export type LineQuestion = { externalContractId: string | null; managerEmail: string | null };

/**
 * What decides about many contracts of one organization, read just now, in a few statements however many they are.
 * Null: there is no such organization.
 */
export async function knowForLines(
  sql: Sql,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  questions: readonly LineQuestion[],
): Promise<OpenCallFacts[] | null> {
  const organization = await findOrganization(sql, organizationId);
  if (organization === null) return null;
  const now = await serviceNow(sql);
  const { defaultManager, hasSubOrganizations } = await staffOf(sql, organizationId, null);
  const contracts = [...new Set(questions.flatMap(({ externalContractId: id }) => (id === null ? [] : [stored(id)])))];
  const keys = [...new Set(questions.flatMap(({ managerEmail: email }) => (email === null ? [] : [keyOf(email)])))];
  const ignored = await readIgnored(sql, organizationId, contracts, now);
  const taken = await readTaken(sql, organizationId, contracts);
  const named = await readMembers(sql, organizationId, keys);
  const below = hasSubOrganizations ? await readMembersBelow(sql, organizationId, keys) : new Map<string, Member>();
  return questions.map(({ externalContractId, managerEmail }) => {
    const contract = externalContractId === null ? null : stored(externalContractId);
    const key = managerEmail === null ? null : keyOf(managerEmail);
    return {
      now,
      organization,
      connectionId,
      staff: {
        defaultManager,
        hasSubOrganizations,
        named: found(named, key),
        namedInSubOrganization: found(below, key),
      },
      ignored: found(ignored, contract),
      taken: contract !== null && taken.has(contract),
    };
  });
}

const stored = (text: string): string => text.toWellFormed();
const keyOf = (email: string): string => emailKey(email).toWellFormed();

function found<T>(map: ReadonlyMap<string, T>, key: string | null): T | null {
  return key === null ? null : (map.get(key) ?? null);
}

async function readIgnored(sql: Sql, organizationId: string, contracts: string[], now: Date) {
  const { rows } = await sql.query<{ id: string; until: Date | null }>(
    `select external_contract_id as id, until from ignored_contracts
     where organization_id = $1 and external_contract_id = any($2)`,
    [organizationId, contracts],
  );
  const still = rows.filter(({ until }) => until === null || until > now);
  return new Map(still.map(({ id, until }) => [id, until === null ? 'permanently' : 'temporarily'] as const));
}

async function readTaken(sql: Sql, organizationId: string, contracts: string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select external_contract_id as id from deposits
     where organization_id = $1 and external_contract_id = any($2) and state <> 'withdrawn'`,
    [organizationId, contracts],
  );
  return new Set(rows.map(({ id }) => id));
}

type KeyedMember = MemberRow & { email_key: string };

const byKey = (rows: readonly KeyedMember[]): Map<string, Member> =>
  new Map(rows.map((row) => [row.email_key, memberFrom(row)]));

async function readMembers(sql: Sql, organizationId: string, keys: string[]): Promise<Map<string, Member>> {
  const { rows } = await sql.query<KeyedMember>(
    `select ${columnNames(MEMBER_COLUMNS)}, email_key from members
     where organization_id = $1 and email_key = any($2)`,
    [organizationId, keys],
  );
  return byKey(rows);
}

/** Of several sub-organizations the oldest counts, as when a call names the person. */
async function readMembersBelow(sql: Sql, organizationId: string, keys: string[]): Promise<Map<string, Member>> {
  const { rows } = await sql.query<KeyedMember>(
    `select distinct on (m.email_key) ${columnNames(MEMBER_COLUMNS, 'm')}, m.email_key
     from organizations s join members m on m.organization_id = s.id
     where s.parent_id = $1 and m.email_key = any($2) order by m.email_key, s.created_at, s.id`,
    [organizationId, keys],
  );
  return byKey(rows);
}
