import type { FastifyInstance } from 'fastify';
import { providerApp, type ProviderPagesSettings } from './app.ts';
import { applicationRoutes } from './application/application-routes.ts';
import { queueRoutes } from './queue/queue-routes.ts';
import { providerSignInRoutes } from './sign-in/sign-in-routes.ts';

/** `/provider`: what is asked of a bank or an insurer, for its people. */
export async function providerPages(scope: FastifyInstance, settings: ProviderPagesSettings): Promise<void> {
  const app = await providerApp(scope, settings);
  providerSignInRoutes(scope, app);
  queueRoutes(app);
  applicationRoutes(app);
}
