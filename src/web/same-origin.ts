import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Requests that change something must come from our own pages. Browsers send where a request comes from. Programs that
 * do not are let through: they hold no cookie that another site could misuse.
 */
export function refuseOtherOrigins(
  server: FastifyInstance,
  baseUrl: () => string,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (!isOwn(request, baseUrl())) return refuse(request, reply);
  });
}

function isOwn({ headers, host }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  // Compared with the host of the request and, because a proxy may change that, with BASE_URL.
  return URL.canParse(origin) && [host, new URL(baseUrl).host].includes(new URL(origin).host);
}
