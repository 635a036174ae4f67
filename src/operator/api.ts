import type { FastifyInstance } from 'fastify';
import { bankRoutes } from './bank-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { depositRoutes } from './deposit-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { moneyRoutes } from './money-routes.ts';
import { organizationRoutes } from './organization-routes.ts';
import { keepAudit } from './audit.ts';
import type { OperatorSettings } from './routes.ts';
import { verificationRoutes } from './verification-routes.ts';

/** The set-up interface of the operator, the full record of deposits, and their money. */
export function operatorApi(scope: FastifyInstance, given: OperatorSettings): void {
  const services = keepAudit(scope, given.services, {
    authorOf: (request) => ({ actor: 'API token', way: 'api', origin: request.ip }),
    isDone: (status) => status < 300,
  });
  const settings = { ...given, services };
  keyRoutes(scope, settings);
  organizationRoutes(scope, settings);
  connectionRoutes(scope, settings);
  memberRoutes(scope, settings);
  depositRoutes(scope, settings);
  moneyRoutes(scope, settings);
  deliveryRoutes(scope, settings);
  bankRoutes(scope, settings);
  verificationRoutes(scope, settings);
}
