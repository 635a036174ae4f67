import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasFailed } from './actions/documents/store.ts';
import { fromPrimary } from './actions/replica/read-from.ts';
import type { Services } from './actions/services.ts';
import type { Config } from './config.ts';
import { frontPages } from './front/front-routes.ts';
import { managerRoutes } from './manager/manager-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsRoute } from './metrics/route.ts';
import { requireOperator } from './operator/acting.ts';
import { operatorApi } from './operator/api.ts';
import { consoleRoutes } from './operator/console/console-routes.ts';
import { partnerSelfService } from './partner/api/api.ts';
import { partnerIn, requirePartner } from './partner/api/visitor.ts';
import { conformanceRoutes, probeDocumentRoute } from './partner/conformance/conformance-routes.ts';
import { OUTCOME_CODES } from './partner/codes.ts';
import { documentRoutes } from './partner/document-routes.ts';
import { DEPOSITS_PATH, depositsRoutes } from './partner/deposits-routes.ts';
import { EVENTS_PATH, eventsRoutes } from './partner/events-routes.ts';
import { reportRoutes } from './partner/pages/conformance/report-routes.ts';
import { guideReader } from './partner/pages/guide-reader.ts';
import { partnerPages } from './partner/pages/pages-routes.ts';
import { openRoutes, refuseOtherMethods } from './partner/open-routes.ts';
import type { RequestLog } from './partner/request-log.ts';
import { STATUS_PATH, statusRoutes } from './partner/status-routes.ts';
import { providerInterface } from './provider/api.ts';
import { providerPages } from './provider/pages/pages-routes.ts';
import { requireProvider } from './provider/visitor.ts';
import { referencePages } from './reference/pages.ts';
import { sandboxApi } from './sandbox/api.ts';
import { demoSignIn } from './sandbox/demo/sign-in-routes.ts';
import { mailboxPage } from './sandbox/mailbox-page.ts';
import { partnerSandboxPages } from './sandbox/partner/pages/sandbox-routes.ts';
import { partnerSandbox } from './sandbox/partner/partner-sandbox.ts';
import { simulatedQualifiedService } from './sandbox/qualified-service.ts';
import type { SandboxSettings } from './sandbox/settings.ts';
import { simulatedRegister } from './sandbox/simulated-register.ts';
import { qualifiedCallback } from './tenant/qualified-callback.ts';
import { tenantRoutes } from './tenant/tenant-routes.ts';
import { declareAccess } from './web/access.ts';
import { serveBrands } from './web/brand/brand-routes.ts';
import { showLook } from './web/brand/look.ts';
import { serveAssets } from './web/assets.ts';
import type { DirectCalls } from './web/direct.ts';
import { FailedKeys } from './web/failed-keys.ts';
import { healthRoutes } from './web/health.ts';
import { answerWithProblems, readJsonBodies } from './web/problem.ts';
import { leaveBodiesToHandlers } from './web/raw-bodies.ts';
import { cellRoutes } from './operator/cells/cell-routes.ts';

/** Registers the routes of every folder. A worker only has those that report its health. */
export async function addRoutes(server: FastifyInstance, wiring: Wiring): Promise<void> {
  const { config, services, metrics, drain, baseUrl, isDraining } = wiring;
  const failedKeys = new FailedKeys();
  const { providers, paths, operatorToken, callbackAllowPrivate } = config;
  const { database } = services;

  const isReady = (): Promise<boolean> =>
    database.query('select 1').then(
      () => true,
      () => false,
    );
  healthRoutes(server, { isReady, isDraining, hasStoreFailed: () => hasFailed(services.documentStore) });
  metricsRoute(server, metrics, { token: config.metricsToken, failedKeys });
  if (config.role === 'worker') return;
  serveAssets(server);
  await services.look.refresh();
  showLook(server, {
    current: () => services.look.current(),
    fresh: () => services.look.fresh(),
    isDemo: config.environment === 'test' && config.demo === 'whole',
  });
  serveBrands(server, { logo: (sha256) => services.logos.read({ sha256 }) });
  await addDocumentation(server, wiring);
  const readFrom = fromPrimary(services);
  documentRoutes(server, readFrom);
  const isProduction = config.environment === 'production';
  const settle = isProduction ? async () => undefined : drain;
  await server.register(async (scope) => managerRoutes(scope, { services, baseUrl, settle }));
  await server.register(async (scope) =>
    consoleRoutes(scope, { services, baseUrl, settle, providers, paths, callbackAllowPrivate, isProduction }),
  );
  await server.register(async (scope) => providerPages(scope, { services, baseUrl, settle }));
  await server.register(async (scope) => qualifiedCallback(scope, { services, failedKeys, settle }));
  if (config.cells.size > 1) await server.register(async (scope) => cellRoutes(scope, { services, failedKeys }));
  await server.register(async (scope) => tenantRoutes(scope, { services, baseUrl, settle, failedKeys }));

  await addPartnerInterface(server, { ...wiring, failedKeys, readFrom });
  await server.register(
    async (scope) => {
      answerWithProblems(scope);
      readJsonBodies(scope);
      requireOperator(scope, { services, operatorToken, failedKeys });
      operatorApi(scope, { services, providers, callbackAllowPrivate, settle });
    },
    { prefix: '/operator/api' },
  );
  await server.register(
    async (scope) => {
      answerWithProblems(scope);
      readJsonBodies(scope);
      requireProvider(scope, { services, failedKeys });
      providerInterface(scope, { services, settle });
    },
    { prefix: '/provider/api' },
  );
  await addSelfService(server, { ...wiring, failedKeys, settle });
  if (config.environment === 'test') await addSandbox(server, wiring, failedKeys);
}

/** The contract with partners: open calls, and what they read. */
async function addPartnerInterface(
  server: FastifyInstance,
  wiring: Wiring & { failedKeys: FailedKeys; readFrom: ReturnType<typeof fromPrimary> },
): Promise<void> {
  const { direct, config, services, requestLog, baseUrl, failedKeys, readFrom } = wiring;
  const { paths, bodyLimitMs } = config;
  await server.register(async (scope) => {
    // The routes read and validate headers and bodies themselves (contract 2).
    scope.setValidatorCompiler(() => () => true);
    leaveBodiesToHandlers(scope);
    for (const path of [STATUS_PATH, EVENTS_PATH, DEPOSITS_PATH]) refuseOtherMethods(scope, path, 'GET');
    openRoutes(scope, { direct, services, paths, failedKeys, bodyLimitMs, requestLog });
  });
  await server.register(async (scope) => {
    scope.setValidatorCompiler(() => () => true);
    statusRoutes(scope, { direct, readFrom, failedKeys, requestLog });
    eventsRoutes(scope, { direct, readFrom, failedKeys, baseUrl, requestLog });
    depositsRoutes(scope, { direct, readFrom, failedKeys, requestLog });
  });
}

/** What everybody can read. */
async function addDocumentation(server: FastifyInstance, { config, services, baseUrl }: Wiring): Promise<void> {
  const hasSandbox = config.environment === 'test';
  const isBaseUrlSet = config.baseUrl !== null;
  frontPages(server, { hasSandbox });
  await server.register(async (scope) =>
    referencePages(scope, {
      baseUrl,
      isBaseUrlSet,
      hasSandbox,
      outcomeCodes: OUTCOME_CODES,
      readerOf: (request) => guideReader({ services, baseUrl }, request),
    }),
  );
}

/** What partners do themselves: pages, and calls with their key. */
async function addSelfService(
  server: FastifyInstance,
  wiring: Wiring & { failedKeys: FailedKeys; settle: () => Promise<void> },
): Promise<void> {
  const { config, services, requestLog, baseUrl, failedKeys, settle } = wiring;
  const { paths, callbackAllowPrivate, testEventMs } = config;
  const hasSandbox = config.environment === 'test';
  const calling = { callbackAllowPrivate, testEventMs, requestLog };
  const pages = { services, baseUrl, settle, hasSandbox, paths, ...calling };
  await server.register(async (scope) => partnerPages(scope, pages));
  // With another sign-in: operators read reports, too.
  if (hasSandbox) {
    await server.register(async (scope) => reportRoutes(scope, pages));
    await server.register(async (scope) => partnerSandboxPages(scope, { pages, sandbox: sandboxOf(wiring) }));
  }
  await server.register(
    async (scope) => {
      answerWithProblems(scope);
      readJsonBodies(scope);
      requirePartner(scope, { services, failedKeys });
      partnerSelfService(scope, { services, ...calling });
      if (!hasSandbox) return;
      const settings = { ...sandboxOf(wiring), partnerIdOf: (request: FastifyRequest) => partnerIn(request).id };
      await scope.register(async (inner) => partnerSandbox(inner, settings), { prefix: '/sandbox' });
      conformanceRoutes(scope, { services, baseUrl });
    },
    { prefix: '/partner/api' },
  );
}

/** What only the test environment has. */
async function addSandbox(server: FastifyInstance, wiring: Wiring, failedKeys: FailedKeys): Promise<void> {
  const { config, services, baseUrl, registerPassword } = wiring;
  const { operatorToken } = config;
  const sandbox = sandboxOf(wiring);
  await server.register(
    async (scope) => {
      answerWithProblems(scope);
      readJsonBodies(scope);
      declareAccess(scope, 'clerk');
      requireOperator(scope, { services, operatorToken, failedKeys });
      sandboxApi(scope, sandbox);
    },
    { prefix: '/sandbox/api' },
  );
  probeDocumentRoute(server);
  await server.register(async (scope) => demoSignIn(scope, { services, baseUrl }));
  const { qualified } = config;
  if (qualified !== null && qualified.url === null) {
    await server.register(async (scope) => simulatedQualifiedService(scope, { secret: qualified.secret, baseUrl }));
  }
  await server.register(async (scope) => simulatedRegister(scope, { password: registerPassword }));
  await server.register(async (scope) => mailboxPage(scope, { ...sandbox, operatorToken, failedKeys }));
}

function sandboxOf({ config, services, drain, cleanUp, baseUrl }: Wiring): SandboxSettings {
  return { services, providers: config.providers, drain, baseUrl, afterClock: cleanUp };
}

type Wiring = {
  direct: DirectCalls;
  config: Config;
  services: Services;
  metrics: Metrics;
  requestLog: RequestLog;
  drain: () => Promise<void>;
  cleanUp: () => Promise<void>;
  baseUrl: () => string;
  registerPassword: string;
  isDraining: () => boolean;
};
