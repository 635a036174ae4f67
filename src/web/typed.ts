import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';

/** A server whose routes take their types from their schemas. */
export function typed(scope: FastifyInstance) {
  return scope.withTypeProvider<ZodTypeProvider>();
}

/** An answer without a body. */
export const done = z.undefined().describe('Done.');
/** A call that needs no body may send an empty one. */
export const noBody = z.strictObject({}).nullish();
