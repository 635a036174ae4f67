import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Access } from '../../src/web/access.ts';

/** Every route (`GET /manager`) of the servers that this process has started. A scope may declare the access later. */
const registered = new Map<string, RouteOptions>();
/** Those of the newest server alone: other files of this process start servers too. */
const newest = new Set<string>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  newest.clear();
  fastify.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      registered.set(`${method} ${route.url}`, route);
      newest.add(`${method} ${route.url}`);
    }
  });
});

/** The routes of the server that was started last. */
export const registeredRoutes = (): string[] => [...newest];

export function accessOf(route: string): Access {
  const access = registered.get(route)?.config?.access;
  if (access === undefined) throw new Error(`${route} does not declare who may use it`);
  return access;
}

/** The routes of a service that another process has started, and who may use them. */
export function registerRoutes(routes: readonly (readonly [route: string, access: Access])[]): string[] {
  for (const [route, access] of routes) {
    const [method = '', url = ''] = route.split(' ');
    registered.set(route, { method, url, config: { access }, handler: () => undefined });
  }
  return routes.map(([route]) => route);
}
