import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { callingCell } from '../../actions/cells/ask-cell.ts';
import { takeBookings } from '../../actions/cells/hand-over.ts';
import { takeSignIns } from '../../actions/cells/ask-sign-in.ts';
import { takeNews } from '../../actions/cells/tell-news.ts';
import type { Services } from '../../actions/services.ts';
import { SHARED_THINGS } from '../../storage/cells/news.ts';
import { overviewQuestion, readOverview } from './overview.ts';
import { pageFor } from '../../web/access.ts';
import type { FailedKeys } from '../../web/failed-keys.ts';

const LARGEST = 8 * 1024 * 1024;

type Called = { from: string; reply: FastifyReply };

/** What cells say to each other. What they say was checked where it was first said: they have the same SECRET_KEY and version. */
export function cellRoutes(
  scope: FastifyInstance,
  { services, failedKeys }: { services: Services; failedKeys: FailedKeys },
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST }, (_request, body, done) =>
    done(null, body),
  );
  const route = <S extends z.ZodType>(
    purpose: Parameters<typeof callingCell>[1]['purpose'],
    schema: S,
    handle: (content: z.infer<S>, called: Called) => Promise<FastifyReply>,
  ): void => {
    const options = { ...pageFor('service_secret'), bodyLimit: LARGEST };
    scope.post(`/cells/${purpose}`, options, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const authorization = request.headers.authorization ?? '';
      const from = await callingCell(services, { purpose, body, authorization });
      if (from === null) {
        await failedKeys.slowDown(request.ip);
        return reply.code(401).send();
      }
      const read = schema.safeParse(jsonIn(body));
      return read.success ? handle(read.data, { from, reply }) : reply.code(422).send();
    });
  };
  route('bookings', handed, async ({ bookings }, { from, reply }) => {
    await takeBookings(services, from, bookings);
    return reply.code(204).send();
  });
  route('sign-ins', asked, async ({ signIns }, { from, reply }) => {
    await takeSignIns(services, from, signIns);
    return reply.code(204).send();
  });
  route('overview', overviewQuestion, async (question, { reply }) =>
    reply.send(await readOverview(services, question)),
  );
  route('news', told, async ({ news }, { reply }) => reply.send({ taken: await takeNews(services, news) }));
}

/** Undefined: it is no JSON. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Their content was read from a file of the bank. */
const handed = z.object({
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

const asked = z.object({ signIns: z.array(z.object({ id: z.uuid(), email: z.string(), token: z.string() })) });

const told = z.object({
  news: z.array(
    z.object({
      what: z.enum(SHARED_THINGS),
      id: z.string(),
      at: z.string(),
      cell: z.string(),
      isGone: z.boolean(),
      row: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});
