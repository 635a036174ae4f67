import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Requests that change something must come from a page of ours. Browsers say where a request comes from; a program that
 * says nothing of it holds no cookie that somebody else could misuse.
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
  // By the name the browser used, and where a proxy has changed that, by the one in our links.
  return URL.canParse(origin) && [host, new URL(baseUrl).host].includes(new URL(origin).host);
}
