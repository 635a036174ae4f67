import type { FastifyReply } from 'fastify';
import { PAGE_HEADERS } from '../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from './app.ts';

/** Redirects for URLs of earlier versions, so that bookmarks and open forms still work. */
export function movedRoutes({ get, post }: ConsoleApp): void {
  get('/operator/pictures', 'viewer', async (visit) => moved(visit, 301, '/operator/statistics'));
  // 308 keeps the method and the form.
  post('/operator/organizations/:id/ignored/heed', 'clerk', async (visit) =>
    moved(visit, 308, `/operator/organizations/${encodeURIComponent(visit.params['id'] ?? '')}/ignored/unignore`),
  );
}

function moved({ reply, query }: ConsoleVisit, status: 301 | 308, path: string): FastifyReply {
  const location = query.size === 0 ? path : `${path}?${query.toString()}`;
  return reply.code(status).headers(PAGE_HEADERS).header('location', location).send();
}
