import type { Sql } from '../../storage/database/database.ts';
import { connectionView, memberView, organizationRecord, type ConnectionView } from '../../operator/views.ts';
import { providerView } from '../../operator/providers/provider-views.ts';
import { listProviders } from '../../storage/providers/providers.ts';
import { listConnections } from '../../storage/set-up/connections.ts';
import { listIgnoredContracts, type IgnoredContract } from '../../storage/set-up/ignored-contracts.ts';
import { listMembers } from '../../storage/set-up/members.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { listPartners, type Partner } from '../../storage/set-up/partners.ts';
import type { SetUpFile } from './file.ts';

export type KnownOrganization = ReturnType<typeof organizationRecord> & {
  members: ReturnType<typeof memberView>[];
  connections: ConnectionView[];
  ignored: IgnoredContract[];
};

export type KnownProvider = ReturnType<typeof providerView>;

/** The current set-up. Members, connections and ignored contracts are read only for organizations in the file. */
export type SetUp = { partners: Partner[]; providers: KnownProvider[]; organizations: KnownOrganization[] };

export async function readSetUp(sql: Sql, file: SetUpFile): Promise<SetUp> {
  const entries = file.organizations.flatMap((entry) => [entry, ...entry.organizations]);
  const named = new Set(entries.flatMap(({ id, name }) => [name, ...(id === undefined ? [] : [id.toLowerCase()])]));
  const organizations: KnownOrganization[] = [];
  for (const organization of await listOrganizations(sql)) {
    const { id, name } = organization;
    const isNamed = named.has(id) || named.has(name);
    organizations.push({
      ...organizationRecord(organization),
      members: isNamed ? (await listMembers(sql, id)).map(memberView) : [],
      connections: isNamed ? (await listConnections(sql, id)).map((one) => connectionView(one)) : [],
      ignored: isNamed ? await listIgnoredContracts(sql, id) : [],
    });
  }
  const providers = (await listProviders(sql)).map((one) => providerView(one));
  return { partners: await listPartners(sql), providers, organizations };
}
