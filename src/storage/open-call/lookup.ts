import { emailKey } from '../../domain/values/contact.ts';
import type { Integration } from '../../domain/integration.ts';
import type { LookupKeys, OpenCallFacts } from '../../domain/open-call.ts';
import { batch, type OnBatch } from '../database/batch.ts';
import type { Sql } from '../database/database.ts';
import { SERVER_IDENTITY } from '../database/server-identity.ts';
import { isMoved } from '../mandates/moved-contracts.ts';
import { memberFrom, memberJson, type MemberRow } from '../set-up/members.ts';
import { organizationColumns, organizationFrom, type OrganizationRow } from '../set-up/organizations.ts';

/** Of a partner: the organization is found by the key and its external id. */
export type PartnerQuery = LookupKeys & { keyId: string; externalOrgId: string };

/** Of a property manager or an import: the organization is known. */
type OrganizationQuery = LookupKeys & { organizationId: string; connectionId: string };

export type FoundKey = { hash: Buffer; integration: Integration };

/** Counts the changes of the set-up on one server. */
export type SetUpVersion = { count: number; server: number };

/** Everything that decides an open call. */
export type FoundCall = {
  /** Of the set-up that this was read from. */
  version: SetUpVersion;
  now: Date;
  key: FoundKey | null;
  /** Null: there is no such organization, or the key's partner has none under the external id. */
  facts: OpenCallFacts | null;
};

/** Open calls of partners, batched. */
export function openCallLookup(sql: Sql, onBatch: OnBatch): (query: PartnerQuery) => Promise<FoundCall> {
  return batch((queries: readonly PartnerQuery[]) => lookUp(sql, PARTNERS, queries), { onBatch });
}

/** What decides about contracts of known organizations; null: there is no such organization. */
export async function lookUpFacts(sql: Sql, queries: readonly OrganizationQuery[]): Promise<(OpenCallFacts | null)[]> {
  const found = await lookUp(sql, ORGANIZATIONS, queries);
  return found.map(({ facts }) => facts);
}

/** How the organization `o` is found. Two statements, because the planner scans all organizations for a `coalesce`. */
type Parts = { key: string; connection: string; columns: string; joins: string };
type Source<Q> = { name: string; text: string; input: (query: Q) => object };

const BY_KEY = select({
  key: 'k.hash, p.integration',
  connection: 'c.id',
  columns: 'key_id text, external_org_id text',
  // OFFSET 0 keeps the planner from reading all connections: one index lookup per query instead.
  joins: `
  left join partner_keys k on k.id = q.key_id and k.revoked_at is null
  left join partners p on p.id = k.partner_id
  left join lateral (select * from connections x where x.partner_id = p.id and x.external_org_id = q.external_org_id
                     offset 0) c on true
  left join organizations o on o.id = c.organization_id`,
});

const BY_ORGANIZATION = select({
  key: 'null::bytea as hash, null as integration',
  connection: 'q.connection_id',
  columns: 'organization_id uuid, connection_id uuid',
  joins: 'left join organizations o on o.id = q.organization_id',
});

function select({ key, connection, columns, joins }: Parts): string {
  return `
  select q.n, clock.now, clock.version, clock.server, ${key}, ${connection} as connection_id, ${organizationColumns('o')},
         ${memberJson('d')} as default_manager,
         case when m.id is not null then ${memberJson('m')} end as named,
         coalesce((select true from organizations s where s.parent_id = o.id limit 1), false) as has_sub_organizations,
         case when q.manager_email is not null and m.id is null then (
           select ${memberJson('sm')}
           from organizations s join members sm on sm.organization_id = s.id and sm.email_key = q.manager_email
           where s.parent_id = o.id order by s.created_at, s.id limit 1
         ) end as named_in_sub_organization,
         (select case when i.until is null then 'permanently' when i.until > clock.now then 'temporarily' end
          from ignored_contracts i
          where i.organization_id = o.id and i.external_contract_id = q.external_contract_id) as ignored,
         coalesce((select true from deposits t where t.organization_id = o.id
                   and t.external_contract_id = q.external_contract_id and t.state <> 'withdrawn' limit 1),
                  ${isMoved('o.id', 'q.external_contract_id')}) as taken
  from (select service_now() as now,
               (select version from set_up) as version, ${SERVER_IDENTITY} as server) clock
  cross join json_to_recordset($1) as q (n integer, ${columns}, external_contract_id text, manager_email text)
  ${joins}
  left join members d on d.organization_id = o.id and d.id = o.default_manager_id
  left join members m on m.organization_id = o.id and m.email_key = q.manager_email`;
}

const PARTNERS: Source<PartnerQuery> = {
  name: 'look-up-by-key',
  text: BY_KEY,
  input: ({ keyId, externalOrgId }) => ({ key_id: keyId, external_org_id: externalOrgId }),
};

const ORGANIZATIONS: Source<OrganizationQuery> = {
  name: 'look-up-by-organization',
  text: BY_ORGANIZATION,
  input: ({ organizationId, connectionId }) => ({ organization_id: organizationId, connection_id: connectionId }),
};

type Row = Omit<OrganizationRow, 'id'> & {
  n: number;
  now: Date;
  version: number;
  server: number;
  hash: Buffer | null;
  integration: Integration;
  connection_id: string;
  id: string | null;
  default_manager: MemberRow | null;
  named: MemberRow | null;
  has_sub_organizations: boolean;
  named_in_sub_organization: MemberRow | null;
  ignored: OpenCallFacts['ignored'];
  taken: boolean;
};

/** One statement for any number of queries. */
async function lookUp<Q extends LookupKeys>(sql: Sql, source: Source<Q>, queries: readonly Q[]): Promise<FoundCall[]> {
  const input = queries.map((query, n) => ({ n, ...source.input(query), ...keysOf(query) }));
  const statement = { name: source.name, text: source.text, values: [JSON.stringify(input)] };
  const { rows } = await sql.query<Row>(statement);
  const found = Array.from<FoundCall>({ length: queries.length });
  for (const row of rows) found[row.n] = foundFrom(row);
  return found;
}

function keysOf({ externalContractId, managerEmail }: LookupKeys): object {
  return {
    external_contract_id: externalContractId?.toWellFormed() ?? null,
    manager_email: managerEmail === null ? null : emailKey(managerEmail).toWellFormed(),
  };
}

function foundFrom(row: Row): FoundCall {
  const key = row.hash === null ? null : { hash: row.hash, integration: row.integration };
  const { id, now } = row;
  const version = { count: row.version, server: row.server };
  if (id === null) return { version, now, key, facts: null };
  return {
    version,
    now,
    key,
    facts: {
      now,
      organization: organizationFrom({ ...row, id }),
      connectionId: row.connection_id,
      staff: {
        defaultManager: row.default_manager?.id ? memberFrom(row.default_manager) : null,
        named: row.named === null ? null : memberFrom(row.named),
        hasSubOrganizations: row.has_sub_organizations,
        namedInSubOrganization:
          row.named_in_sub_organization === null ? null : memberFrom(row.named_in_sub_organization),
      },
      ignored: row.ignored,
      taken: row.taken,
    },
  };
}
