import type { FastifyInstance } from 'fastify';
import { managerApp, type ManagerSettings } from './app.ts';
import { depositPages } from './deposits/pages.ts';
import { organizationPages } from './organization/pages.ts';
import { correctPages } from './payload-form/correct.ts';
import { importErrorPages } from './payload-form/import-errors.ts';
import { newDepositPages } from './payload-form/new-deposit.ts';
import { accountPages } from './sign-in/account.ts';
import { signInPages } from './sign-in/pages.ts';

/** `/manager`: the property manager's application. */
export async function managerPages(scope: FastifyInstance, settings: ManagerSettings): Promise<void> {
  const app = await managerApp(scope, settings);
  signInPages(scope, app);
  depositPages(app);
  newDepositPages(app);
  correctPages(app);
  importErrorPages(app);
  organizationPages(app);
  accountPages(app);
}
