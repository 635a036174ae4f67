import type { FastifyInstance } from 'fastify';
import { approvalApi } from './approval-routes.ts';
import { auditApi } from './audit-routes.ts';
import { bankEntryApi } from './bank-entry-routes.ts';
import { bounceRoutes } from './notes/bounce-routes.ts';
import { bankApi } from './bank-routes.ts';
import { conformanceReportApi } from './conformance/report-routes.ts';
import { connectionApi } from './connection-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { depositApi } from './deposit-routes.ts';
import { keyRoutes, readingKeyRoutes } from './key-routes.ts';
import { mandateApi } from './mandates/mandate-routes.ts';
import { memberApi } from './member-routes.ts';
import { moneyApi } from './money-routes.ts';
import { partnerContactApi } from './partners/contact-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { organizationApi } from './organization-routes.ts';
import { providerApi } from './providers/provider-routes.ts';
import { authorOf } from './acting.ts';
import { keepAudit } from './audit.ts';
import { settingsApi } from './settings/settings-routes.ts';
import type { OperatorSettings } from './routes.ts';
import { runningApi } from './running/running-routes.ts';
import { statementApi } from './statements/statement-routes.ts';
import { verificationRoutes } from './verification-routes.ts';

/** The operator API: set-up, the full record of deposits, and their money. */
export function operatorApi(scope: FastifyInstance, given: OperatorSettings): void {
  const audited = keepAudit(scope, given, {
    authorOf,
    isDone: (status) => status < 300,
  });
  const settings = { ...given, ...audited };
  keyRoutes(scope, settings);
  readingKeyRoutes(scope, settings);
  partnerContactApi(scope, settings);
  providerApi(scope, settings);
  settingsApi(scope, settings);
  organizationApi(scope, settings);
  connectionApi(scope, settings);
  conformanceReportApi(scope, settings);
  memberApi(scope, settings);
  depositApi(scope, settings);
  runningApi(scope, settings);
  moneyApi(scope, settings);
  deliveryRoutes(scope, settings);
  bounceRoutes(scope, settings);
  bankApi(scope, settings);
  bankEntryApi(scope, settings);
  statementApi(scope, settings);
  verificationRoutes(scope, settings);
  mandateApi(scope, settings);
  operatorRoutes(scope, settings);
  auditApi(scope, settings);
  approvalApi(scope, given);
}
