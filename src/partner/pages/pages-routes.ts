import type { FastifyInstance } from 'fastify';
import { partnerApp, type PartnerPagesSettings } from './app.ts';
import { partnerKeyRoutes } from './keys/key-routes.ts';
import { partnerSignInRoutes } from './sign-in/sign-in-routes.ts';

/** `/partner`: keys, callbacks, deliveries and calls of a partner, for its people. */
export async function partnerPages(scope: FastifyInstance, settings: PartnerPagesSettings): Promise<void> {
  const app = await partnerApp(scope, settings);
  partnerSignInRoutes(scope, app);
  partnerKeyRoutes(app);
}
