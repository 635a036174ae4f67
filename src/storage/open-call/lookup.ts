import { emailKey } from '../../domain/contact.ts';
import type { Integration } from '../../domain/integration.ts';
import type { LookupKeys, OpenCallFacts } from '../../domain/open-call.ts';
import type { Sql } from '../database/database.ts';
import { batch, type OnBatch } from '../database/batch.ts';
import { memberFrom, type MemberRow } from '../set-up/members.ts';
import { organizationColumns, organizationFrom, type OrganizationRow } from '../set-up/organizations.ts';

export type OpenCallQuery = LookupKeys & { keyId: string; externalOrgId: string };

export type FoundKey = { hash: Buffer; integration: Integration };

/** Everything that decides an open call, read in one statement. */
export type FoundCall = {
  /** Of the set-up that this was read from. */
  version: number;
  now: Date;
  key: FoundKey | null;
  /** Null: the key's partner has no organization connected under the external id. */
  facts: OpenCallFacts | null;
};

type Row = Omit<OrganizationRow, 'id'> & {
  n: number;
  now: Date;
  version: number;
  hash: Buffer | null;
  integration: Integration;
  connection_id: string;
  id: string | null;
  default_manager: MemberRow | null;
  named: MemberRow | null;
  has_sub_organizations: boolean;
  named_in_sub_organization: MemberRow | null;
  ignored: 'temporarily' | 'permanently' | null;
  taken: boolean;
};

const MEMBER = (table: string): string =>
  ['organization_id', 'id', 'email', 'first_name', 'last_name', 'language']
    .map((column) => `'${column}', ${table}.${column}`)
    .join(', ');

const SELECT = `
  select q.n, clock.now, clock.version, k.hash, p.integration, c.id as connection_id, ${organizationColumns('o')},
         json_build_object(${MEMBER('d')}) as default_manager,
         case when m.id is not null then json_build_object(${MEMBER('m')}) end as named,
         coalesce((select true from organizations s where s.parent_id = o.id limit 1), false) as has_sub_organizations,
         case when q.manager_email is not null and m.id is null then (
           select json_build_object(${MEMBER('sm')})
           from organizations s join members sm on sm.organization_id = s.id and sm.email_key = q.manager_email
           where s.parent_id = o.id order by s.created_at, s.id limit 1
         ) end as named_in_sub_organization,
         (select case when i.until is null then 'permanently' when i.until > clock.now then 'temporarily' end
          from ignored_contracts i
          where i.organization_id = o.id and i.external_contract_id = q.external_contract_id) as ignored,
         coalesce((select true from deposits t where t.organization_id = o.id
                   and t.external_contract_id = q.external_contract_id and t.state <> 'withdrawn' limit 1), false) as taken
  from (select service_now() as now,
               (select version from set_up) as version) clock
  cross join json_to_recordset($1) as q (n integer, key_id text, external_org_id text,
                                         external_contract_id text, manager_email text)
  left join partner_keys k on k.id = q.key_id and k.revoked_at is null
  left join partners p on p.id = k.partner_id
  -- OFFSET 0 keeps the planner from reading all connections: one index lookup per query instead.
  left join lateral (select * from connections x where x.partner_id = p.id and x.external_org_id = q.external_org_id
                     offset 0) c on true
  left join organizations o on o.id = c.organization_id
  left join members d on d.organization_id = o.id and d.id = o.default_manager_id
  left join members m on m.organization_id = o.id and m.email_key = q.manager_email`;

export function openCallLookup(sql: Sql, onBatch: OnBatch): (query: OpenCallQuery) => Promise<FoundCall> {
  const lookUp = async (queries: readonly OpenCallQuery[]): Promise<FoundCall[]> => {
    const input = queries.map((query, n) => ({
      n,
      key_id: query.keyId,
      external_org_id: query.externalOrgId,
      external_contract_id: query.externalContractId?.toWellFormed() ?? null,
      manager_email: query.managerEmail === null ? null : emailKey(query.managerEmail).toWellFormed(),
    }));
    const { rows } = await sql.query<Row>({ name: 'entrance', text: SELECT, values: [JSON.stringify(input)] });
    const found = Array.from<FoundCall>({ length: queries.length });
    for (const row of rows) found[row.n] = foundFrom(row);
    return found;
  };
  return batch(lookUp, { onBatch });
}

function foundFrom(row: Row): FoundCall {
  const key = row.hash === null ? null : { hash: row.hash, integration: row.integration };
  const { id, version, now } = row;
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
