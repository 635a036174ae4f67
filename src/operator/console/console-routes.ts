import type { FastifyInstance } from 'fastify';
import { otherCells } from '../../actions/cells/ask-cell.ts';
import { consoleApp, type ConsoleSettings } from './app.ts';
import { consoleAccountRoutes } from './account/account-routes.ts';
import { approvalRoutes } from './approvals/approval-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { consoleArrivalRoutes, consoleCellRoutes } from './cells/cell-routes.ts';
import { callRoutes } from './calls/call-routes.ts';
import { consoleMandateRoutes } from './mandates/mandate-routes.ts';
import { monitoringRoutes } from './monitoring/monitoring-routes.ts';
import { movedRoutes } from './moved-routes.ts';
import { consoleOperatorRoutes } from './operators/operator-routes.ts';
import { privacyRoutes } from './privacy/privacy-routes.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import { setUpRoutes } from './set-up/set-up-routes.ts';
import { consoleSignInRoutes } from './sign-in/sign-in-routes.ts';
import { statisticsRoutes } from './statistics/statistics-routes.ts';

/** `/operator`: the console of the people who run the service. */
export async function consoleRoutes(scope: FastifyInstance, settings: ConsoleSettings): Promise<void> {
  const app = await consoleApp(scope, settings);
  consoleSignInRoutes(scope, app, settings.services);
  if (otherCells(settings.services).length > 0) {
    consoleCellRoutes(app);
    consoleArrivalRoutes(scope, app, settings.services);
  }
  consoleAccountRoutes(app, settings.services);
  statisticsRoutes(app);
  monitoringRoutes(app);
  callRoutes(app);
  // These record their decisions themselves, and mask what a viewer reads.
  approvalRoutes(app, settings.services);
  setUpRoutes(app);
  consoleMandateRoutes(app);
  providerRoutes(app);
  privacyRoutes(app);
  consoleOperatorRoutes(app, settings.services);
  auditRoutes(app);
  movedRoutes(app);
}
