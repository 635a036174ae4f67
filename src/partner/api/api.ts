import type { FastifyInstance } from 'fastify';
import type { Services } from '../../actions/services.ts';
import type { RequestLog } from '../request-log.ts';
import { ownConnectionRoutes } from './connection-routes.ts';
import { ownListRoutes } from './list-routes.ts';
import { ownStatusKeyRoutes } from './status-key-routes.ts';

export type SelfServiceSettings = {
  services: Services;
  callbackAllowPrivate: boolean;
  /** How long a test event waits for its answer. */
  testEventMs: number;
  requestLog: RequestLog;
};

/** What partners set up and read themselves, with the key that opens deposits. */
export function partnerSelfService(scope: FastifyInstance, settings: SelfServiceSettings): void {
  ownConnectionRoutes(scope, settings);
  ownListRoutes(scope, settings);
  ownStatusKeyRoutes(scope, settings);
}
