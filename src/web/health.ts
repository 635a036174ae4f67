import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

const ANYONE = { access: 'anyone' } as const;

type Health = {
  isReady: () => Promise<boolean>;
  isDraining: () => boolean;
  /** Whether the store of documents has failed. It stops nothing but their reading, so the process stays ready. */
  hasStoreFailed: () => boolean;
};

const STORE_FAILED = { documents: 'the object store does not work' };

/** `/healthz`: the process is alive. `/readyz`: it can serve, because the database answers and it is not about to stop. */
export function healthRoutes(server: FastifyInstance, { isReady, isDraining, hasStoreFailed }: Health): void {
  const answer = z.object({
    status: z.string(),
    documents: z.string().optional().describe('Only while documents cannot be read from the object store.'),
  });
  server.get(
    '/healthz',
    { config: ANYONE, schema: { tags: ['Health'], summary: 'The process is alive', response: { 200: answer } } },
    async () => ({ status: 'alive' }),
  );
  server.get(
    '/readyz',
    { config: ANYONE, schema: { tags: ['Health'], summary: 'Ready to serve', response: { 200: answer, 503: answer } } },
    async (_request, reply) => {
      if (isDraining()) return reply.code(503).send({ status: 'stopping' });
      if (await isReady()) return { status: 'ready', ...(hasStoreFailed() ? STORE_FAILED : {}) };
      return reply.code(503).send({ status: 'the database does not answer' });
    },
  );
}
