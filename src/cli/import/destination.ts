import type { Destination } from '../../actions/import-deposits.ts';
import type { Services } from '../../actions/services.ts';
import type { Organization } from '../../domain/organization.ts';
import { NO_CONNECTION, listNamedConnections, type NamedConnection } from '../../storage/set-up/connections.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { wrongCall } from '../command.ts';
import { connectionByName, organizationByName } from '../find.ts';

/** The named organization; without a name, the only one. */
export async function chooseOrganization(services: Services, named: string | null): Promise<Organization> {
  if (named !== null) return organizationByName(services, named);
  const [first, ...others] = await listOrganizations(services.database);
  if (first === undefined) throw wrongCall('No organizations yet. To add one: depono org add');
  if (others.length === 0) return first;
  throw wrongCall('There are several organizations. Choose one with --org ORG. To list them: depono org list');
}

/** The named connection; without a name, the only one. Null: the organization has no partner. */
async function chooseWay(
  services: Services,
  organization: Organization,
  named: string | null,
): Promise<NamedConnection | null> {
  const ways = await listNamedConnections(services.database, organization.id);
  if (named !== null) {
    const { id } = await connectionByName(services, organization, named);
    return ways.find(({ connectionId }) => connectionId === id) ?? null;
  }
  const [first, ...others] = ways;
  if (others.length === 0) return first ?? null;
  const list = ways.map((way) => `  ${way.connectionId}  ${way.partner}, ${way.externalOrgId}`).join('\n');
  throw wrongCall(`${organization.name} has several connections. Choose one with --connection ID:\n${list}`);
}

/** Without a partner, deposits are opened as if by hand, without callbacks. */
export async function chooseDestination(
  services: Services,
  { org, connection }: { org: string | null; connection: string | null },
): Promise<Destination> {
  const organization = await chooseOrganization(services, org);
  const way = await chooseWay(services, organization, connection);
  return {
    organizationId: organization.id,
    connectionId: way?.connectionId ?? NO_CONNECTION,
    integration: way?.integration ?? 'custom',
  };
}
