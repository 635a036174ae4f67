import type { ConsoleApp } from '../app.ts';
import { consoleBrandRoutes } from './brand/brand-routes.ts';
import { consoleSettingsRoutes } from './brand/settings-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { consoleHoldingsRoutes } from './holdings/holdings-routes.ts';
import { ignoredRoutes } from './ignored/ignored-routes.ts';
import { consoleMemberRoutes } from './member-routes.ts';
import { consoleOrganizationRoutes } from './organization-routes.ts';
import { partnerRoutes } from './partner-routes.ts';
import { pathsPage } from './paths-page.ts';
import { statusKeyRoutes } from './status-key-routes.ts';

/** Partners, organizations, members, connections, keys, ignored contracts and the table of paths. */
export function setUpRoutes(app: ConsoleApp): void {
  partnerRoutes(app);
  consoleOrganizationRoutes(app);
  consoleBrandRoutes(app);
  consoleSettingsRoutes(app);
  consoleMemberRoutes(app);
  connectionRoutes(app);
  statusKeyRoutes(app);
  ignoredRoutes(app);
  consoleHoldingsRoutes(app);
  app.get('/operator/paths', 'viewer', async (visit) => visit.show('partners', pathsPage(app.paths)));
}
