import type { FastifyInstance } from 'fastify';
import { partnerApp, type PartnerPagesSettings } from './app.ts';
import { partnerCallRoutes } from './calls/call-routes.ts';
import { partnerRunRoutes } from './conformance/run-routes.ts';
import { partnerDeliveryRoutes } from './deliveries/delivery-routes.ts';
import { partnerOrganizationRoutes } from './organizations/organization-routes.ts';
import { partnerKeyRoutes } from './keys/key-routes.ts';
import { partnerChangelogRoute } from './changelog/changelog-routes.ts';
import { partnerStartRoute } from './start/start-routes.ts';
import { partnerSignInRoutes } from './sign-in/sign-in-routes.ts';

/** `/partner`: keys, callbacks, deliveries and calls of a partner, for its people. */
export async function partnerPages(scope: FastifyInstance, settings: PartnerPagesSettings): Promise<void> {
  const app = await partnerApp(scope, settings);
  partnerSignInRoutes(scope, app);
  partnerStartRoute(app);
  partnerKeyRoutes(app);
  partnerOrganizationRoutes(app);
  partnerDeliveryRoutes(app);
  partnerCallRoutes(app);
  partnerChangelogRoute(app);
  if (settings.hasSandbox) partnerRunRoutes(app);
}
