import type { FastifyInstance } from 'fastify';
import { ownConnectionRoutes } from './connection-routes.ts';
import { ownListRoutes } from './list-routes.ts';
import type { SelfServiceSettings } from './route-parts.ts';
import { ownStatusKeyRoutes } from './status-key-routes.ts';

/** What partners set up and read themselves, with the key that opens deposits. */
export function partnerSelfService(scope: FastifyInstance, settings: SelfServiceSettings): void {
  ownConnectionRoutes(scope, settings);
  ownListRoutes(scope, settings);
  ownStatusKeyRoutes(scope, settings);
}
