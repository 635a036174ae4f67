import type { FastifyInstance } from 'fastify';
import { managerApp, type ManagerSettings } from './app.ts';
import { closingRoutes } from './deposits/closing/closing-routes.ts';
import { depositRoutes } from './deposits/deposit/deposit-routes.ts';
import { listRoutes } from './deposits/list/list-routes.ts';
import { changeRoutes } from './deposits/changes/change-routes.ts';
import { noteRoutes } from './deposits/notes/note-routes.ts';
import { qualifiedRoutes } from './deposits/qualified-routes.ts';
import { moveRoutes } from './deposits/moves/move-routes.ts';
import { tenantDataRoutes } from './deposits/tenant/tenant-routes.ts';
import { signManyRoutes } from './deposits/sign-many/sign-many-routes.ts';
import { holdingsRoutes } from './holdings/holdings-routes.ts';
import { mandateRoutes } from './organization/mandates/mandate-routes.ts';
import { landlordAccountRoutes } from './organization/landlord-accounts.ts';
import { memberRoutes } from './organization/member-routes.ts';
import { organizationRoutes } from './organization/organization-routes.ts';
import { correctRoutes } from './correct/correct-routes.ts';
import { importErrorRoutes } from './import-errors/import-error-routes.ts';
import { newDepositRoutes } from './new-deposit/new-deposit-routes.ts';
import { accountRoutes } from './account/account-routes.ts';
import { runningRoutes } from './running/running-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';

/** `/manager`: the property manager's application. */
export async function managerRoutes(scope: FastifyInstance, settings: ManagerSettings): Promise<void> {
  const app = await managerApp(scope, settings);
  signInRoutes(scope, app);
  listRoutes(app);
  depositRoutes(app);
  moveRoutes(app);
  tenantDataRoutes(app);
  changeRoutes(app);
  noteRoutes(app);
  qualifiedRoutes(app);
  closingRoutes(app);
  signManyRoutes(app);
  newDepositRoutes(app);
  correctRoutes(app);
  importErrorRoutes(app);
  organizationRoutes(app);
  landlordAccountRoutes(app);
  memberRoutes(app);
  runningRoutes(app);
  mandateRoutes(app);
  holdingsRoutes(app);
  accountRoutes(app);
}
