import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { cellToken, takeBookings } from '../../actions/cells/hand-over.ts';
import type { Services } from '../../actions/services.ts';
import { pageFor } from '../../web/access.ts';
import { bearer, isToken } from '../../web/bearer.ts';
import type { FailedKeys } from '../../web/failed-keys.ts';

const LARGEST = 8 * 1024 * 1024;

/** Their content comes from a cell with the same SECRET_KEY, which has read it from a file of the bank. */
const handed = z.object({
  from: z.string(),
  bookings: z.array(
    z.object({
      key: z.string(),
      what: z.enum(['entry', 'statement']),
      fileId: z.uuid(),
      fileName: z.string(),
      content: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** What cells say to each other. */
export function cellRoutes(
  scope: FastifyInstance,
  { services, failedKeys }: { services: Services; failedKeys: FailedKeys },
): void {
  const token = cellToken(services);
  scope.post('/cells/bookings', { ...pageFor('service_secret'), bodyLimit: LARGEST }, async (request, reply) => {
    if (!isToken(bearer(request) ?? '', token)) {
      await failedKeys.slowDown(request.ip);
      return reply.code(401).send();
    }
    const read = handed.safeParse(request.body);
    if (!read.success) return reply.code(422).send();
    await takeBookings(services, read.data.from, read.data.bookings);
    return reply.code(204).send();
  });
}
