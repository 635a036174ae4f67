import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { FastifyInstance, RouteOptions } from 'fastify';

// Loaded before the service: writes its own route table, with who may use each route, to the file that ROUTES_FILE names.

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const routes: RouteOptions[] = [];
  fastify.addHook('onRoute', (route) => void routes.push(route));
  // A scope may declare the access after the route.
  fastify.addHook('onReady', async () => {
    const all = routes.flatMap(({ method, url, config }) =>
      [method].flat().map((one) => [`${one} ${url}`, config?.access ?? null]),
    );
    writeFileSync(process.env['ROUTES_FILE'] ?? '', JSON.stringify(all));
  });
});
