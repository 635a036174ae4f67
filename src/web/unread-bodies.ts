import type { FastifyInstance } from 'fastify';

/** Leaves the bodies of a scope to its handlers, whatever their type is said to be. */
export function leaveBodiesUnread(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.addHook('onRequest', (request, _reply, done) => {
    delete request.headers['content-type'];
    done();
  });
}
