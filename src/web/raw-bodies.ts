import type { FastifyInstance } from 'fastify';

/** The handlers of a scope read the bodies themselves, whatever the content type says. */
export function leaveBodiesToHandlers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.addHook('onRequest', (request, _reply, done) => {
    delete request.headers['content-type'];
    done();
  });
}
