import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * What a request must present to use a route. Every route declares it where it is registered, next to its method, path
 * and handler.
 * - `anyone`: nothing. The answer contains no one's data.
 * - `partner_key`, `status_key`: an API key of a partner or of an organization.
 * - `provider_key`: an API key of a bank or an insurer, limited to what is asked of it.
 * - `provider_viewer`, `provider_clerk`: a session of a contact of a bank or an insurer, with at least this role.
 * - `partner_viewer`, `partner_admin`: a session of a contact of a partner, with at least this role.
 * - `report_reader`: a session of a contact of the partner whose report it is, or of an operator.
 * - `viewer`, `clerk`, `admin`: an operator with at least this role; on the API by token, on the console by session.
 * - `member`: a session of a property manager, limited to their organizations and the sub-organizations of these.
 * - `administrator`: such a session of an administrator of the organization.
 * - `tenant_link`, `document_link`: the personal link itself.
 * - `service_secret`: the secret that is shared with the qualified signature service; between cells, a token made from SECRET_KEY.
 * - `metrics_token`: `METRICS_TOKEN`; if none is set, the request must come from this machine.
 * - `demo_link`: the key in the address, which the start prints. Test environment only.
 * - `mailbox_password`, `register_password`: test environment only.
 */
export type Access =
  | 'anyone'
  | 'partner_key'
  | 'status_key'
  | 'provider_key'
  | 'provider_viewer'
  | 'provider_clerk'
  | 'partner_viewer'
  | 'partner_admin'
  | 'report_reader'
  | 'viewer'
  | 'clerk'
  | 'admin'
  | 'member'
  | 'administrator'
  | 'service_secret'
  | 'tenant_link'
  | 'document_link'
  | 'metrics_token'
  | 'demo_link'
  | 'mailbox_password'
  | 'register_password';

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- an interface of Fastify can only be merged
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Options of a route for people, which the API reference does not list. */
export const pageFor = (access: Access) => ({ schema: { hide: true }, config: { access } }) as const;

/** Declares the access of every route of a scope. Call it where the scope enforces it. */
export function declareAccess(scope: FastifyInstance, access: Access): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access };
  });
}

/** Makes the start fail if a route does not declare who may use it. */
export function requireDeclaredAccess(server: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  server.addHook('onRoute', (route) => void routes.push(route));
  server.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.access === undefined) throw new Error(`${String(method)} ${url} does not declare who may use it`);
    }
  });
}
