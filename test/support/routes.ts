import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Access } from '../../src/web/access.ts';

const registered: RouteOptions[] = [];

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => void registered.push(route));
});

/** Every route (`GET /manager`) of the servers that this process has started, with its declared access. */
function declared(): Map<string, Access | undefined> {
  return new Map(
    registered.flatMap(({ method, url, config }) =>
      [method].flat().map((name) => [`${name} ${url}`, config?.access] as const),
    ),
  );
}

export const registeredRoutes = (): string[] => [...declared().keys()];

export function accessOf(route: string): Access {
  const access = declared().get(route);
  if (access === undefined) throw new Error(`${route} does not declare who may use it`);
  return access;
}
